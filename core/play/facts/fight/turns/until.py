"""The ends of conditions: which have come, and what they become after the fight."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Literal

from core.calendars import Instant
from core.play.facts.encounter import Encounter, Lasting, Status, Until
from core.play.facts.fight.combatants import Being, everyone, fight_of, with_encounter
from core.play.facts.state import Fighting, State, all_changed
from core.values import replace

NONE = Fraction(0)
MINUTE = Fraction(1, 60)
ROUND = Fraction(1, 600)
"""A round in hours: six seconds."""
TURNS = ("turn_start", "turn_end")


def lying(state: State) -> Iterator[tuple[Being, Lasting]]:
    """Pairs of creature and condition or timer, of the party and of the fight."""
    return ((being, lasting) for being in everyone(state) for lasting in being.lasting)


def come(
    state: State, edge: Literal["turn_start", "turn_end"], creature_ids: Collection[str]
) -> tuple[tuple[str, str], ...]:
    """Return what ends as the turn of `creature_ids` begins or ends in this round: (id, name)."""
    number = fight_of(state).round
    return tuple(
        (being.id, lasting.name)
        for being, lasting in lying(state)
        if lasting.until.kind == edge
        and lasting.until.who in creature_ids
        and lasting.until.round <= number
    )


def overdue(state: State) -> tuple[tuple[str, str], ...]:
    """Return what should have ended with a turn that is past in this round: (id, name).

    That is a turn of an earlier round, or one of this round that has begun (or ended) already, as
    after a parley or a round of a chase, in which no turn begins.
    """
    fight = fight_of(state)
    return tuple(
        (being.id, lasting.name)
        for being, lasting in lying(state)
        if lasting.until.kind in TURNS and _past(fight, lasting.until)
    )


def _past(fight: Encounter, until: Until) -> bool:
    slot = fight.slot_of(until.who)
    if slot is None or until.round != fight.round:
        return until.round < fight.round
    return (slot.began if until.kind == "turn_start" else slot.over) >= fight.round


def uncounted(state: State) -> Fraction:
    """Return the hours of the pending encounter that the road leaves out, less than a minute.

    A march, a night and the checks due in them are not longer for the rounds of a short fight:
    whole minutes count (house default). 0 when nothing is being played.
    """
    if not isinstance(state.pending, Fighting):
        return Fraction(0)
    return state.clock.hours_since(state.pending.began) % MINUTE


def settled(state: State, status: Status, uncounted: Fraction = NONE) -> State:
    """Return the state with the fight at rest: conditions end by the clock instead of by turns.

    The clock goes back by the `uncounted` hours first. Six seconds from then for each round that
    was left. Without a fight only the clock changes.
    """
    if uncounted:
        state = replace(state, clock=state.clock.after(-uncounted))
    fight = state.fight
    if fight is None:
        return state
    now = state.clock
    number = fight.round
    foes = tuple(replace(one, lasting=_clocked(one, now, number)) for one in fight.foes)
    return all_changed(
        with_encounter(state, replace(fight, status=status, foes=foes)),
        lambda member: replace(member, lasting=_clocked(member, now, number)),
    )


def _clocked(being: Being, now: Instant, number: int) -> tuple[Lasting, ...]:
    return tuple(_at_rest(one, now, number) for one in being.lasting)


def _at_rest(lasting: Lasting, now: Instant, number: int) -> Lasting:
    if lasting.until.kind in TURNS:
        left = max(0, lasting.until.round - number)
        return replace(lasting, until=Until("clock", now.after(left * ROUND)))
    if lasting.until.kind == "removed" and lasting.until.round:
        return replace(lasting, until=Until("clock", now.after(lasting.value * ROUND)))
    return lasting


def resumed(encounter: Encounter, now: Instant) -> Encounter:
    """Return a paused encounter as it resumes now; its rounds count as if without a pause."""
    if encounter.began is None:
        return encounter
    return replace(encounter, began=now.after(-max(0, encounter.round - 1) * ROUND))
