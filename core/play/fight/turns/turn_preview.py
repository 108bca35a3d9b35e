"""Turns for the screens: what will end, and what Space does."""

from __future__ import annotations

from core.calendars import Instant
from core.messages import N_, Message, Refusal
from core.play.fight.combatants import fight_of, waiting_in
from core.play.fight.encounter import Encounter, slot_of
from core.play.fight.turns.commands import ChaseRound, EndTurn, RollInitiative
from core.play.fight.turns.decide import end_turn, missing_initiative
from core.play.fight.turns.events import ConditionEnded, RoundBegan, TurnBegan
from core.play.fight.turns.narration import slot_name, until_words
from core.play.fight.turns.until import ROUND, lying
from core.play.lasting import Until
from core.play.resolution import Resolution
from core.play.state import Assets, State
from core.values import Struct


class ExpiringEffect(Struct):
    """A condition or timer of `who` that will end; `left` is its end in words.

    `next`: it ends with the next turn that begins. `rounds` are those left (None = by the clock).
    """

    who: str
    name: str
    left: Message
    next: bool
    rounds: int | None = None
    value: int = 0


def ticking(state: State, assets: Assets) -> tuple[ExpiringEffect, ...]:
    """Return what ends by itself, the earliest first; on the road the timers of the party."""
    soon = _ending(state, assets)
    found = [
        (_moment(one.until, state), being.id, one)
        for being, one in lying(state)
        if one.until.kind != "removed"
    ]
    found.sort(key=lambda each: (each[0], each[1], each[2].name))
    return tuple(
        ExpiringEffect(
            who,
            one.name,
            until_words(one.until, state),
            (who, one.name) in soon,
            _rounds(one.until, state),
            one.value,
        )
        for _, who, one in found
    )


def _moment(until: Until, state: State) -> tuple[Instant, int, bool]:
    if until.kind == "clock" and until.at is not None:
        return until.at, -1, False
    fight = state.fight
    number = 0 if fight is None else fight.round
    at = state.clock.after(max(0, until.round - number) * ROUND)
    slot = None if fight is None else slot_of(fight, until.who)
    place = 0 if fight is None or slot is None else fight.order.index(slot)
    return at, place, until.kind == "turn_end"


def _rounds(until: Until, state: State) -> int | None:
    if until.kind == "clock" or state.fight is None:
        return None
    return max(0, until.round - state.fight.round)


def _ending(state: State, assets: Assets) -> frozenset[tuple[str, str]]:
    resolution = _next_turn(state, assets)
    if resolution is None:
        return frozenset()
    ended = (e for e in resolution.events if isinstance(e, ConditionEnded) and e.expired)
    return frozenset((event.who, event.name) for event in ended)


def _next_turn(state: State, assets: Assets) -> Resolution | None:
    if waiting_in(state) is not None:
        return None
    resolution = Resolution(state, assets)
    try:
        end_turn(resolution)
    except Refusal:  # no fight, no board, or initiative is still to be rolled
        return None
    return resolution


def space(state: State, assets: Assets) -> RollInitiative | EndTurn | ChaseRound | None:
    """Return the command of Space in a fight on a board; None = the GM answers or chooses."""
    fight = state.fight
    if fight is None or waiting_in(state) is not None:
        return None
    if fight.chase is not None:
        return ChaseRound()
    if fight.round:
        return EndTurn()
    return RollInitiative() if fight.order or missing_initiative(state, fight) else None


def next_turn_action(state: State, assets: Assets) -> Message:
    """Return what Space would do in a fight on a board, or why it would do nothing."""
    fight = fight_of(state)
    if waiting_in(state) is not None:
        return Message("first the opportunities: who strikes?")
    if fight.chase is not None:
        return Message("the chase goes on: round {round}", round=fight.chase.rounds + 1)
    if not fight.round:
        missing = missing_initiative(state, fight)
        if missing:
            return Message("roll initiative for {count:creature|creatures}", count=len(missing))
        none = N_("nothing: nobody is on the board yet")
        return Message("begin the first round" if fight.order else none)
    resolution = _next_turn(state, assets)
    return Message("the fight goes on") if resolution is None else _after(state, fight, resolution)


def _after(state: State, fight: Encounter, resolution: Resolution) -> Message:
    begins = [event for event in resolution.events if isinstance(event, TurnBegan)]
    rounds = [event.round for event in resolution.events if isinstance(event, RoundBegan)]
    following = slot_name(resolution.state, begins[-1].slot) if begins and begins[-1].slot else ""
    values = {
        "who": slot_name(state, fight.acting),
        "next": following or Message("nobody"),
        "round": rounds[-1] if rounds else fight.round,
        "rolls": len(resolution.missing),
    }
    if not fight.acting:
        return Message("go on, next {next}", next=values["next"])
    if resolution.missing:
        return Message("end the turn of {who}, next {next}, asks {rolls:roll|rolls}", **values)
    if rounds:
        return Message("end the turn of {who}, round {round}, next {next}", **values)
    return Message("end the turn of {who}, next {next}", **values)
