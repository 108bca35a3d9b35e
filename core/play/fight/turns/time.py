"""The clock in fights: conditions and timers that end, and parleys."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from core.messages import Refusal
from core.play.facts.encounter import Lasting, Slot
from core.play.facts.endings import expired
from core.play.facts.fight.combatants import fight_of
from core.play.facts.fight.turns.events import (
    ConditionBegan,
    ConditionEnded,
    RoundBegan,
    RoundsPassed,
)
from core.play.facts.fight.turns.until import ROUND, come, lying, overdue
from core.play.facts.road.commands import Wait
from core.play.facts.road.events import TimePassed
from core.play.fight.turns.each_turn import happen_each_turn
from core.play.resolution import Resolution
from core.values import replace

MOST_HOURS = 24


def run_out(resolution: Resolution) -> None:
    """End what has run out by the clock."""
    resolution.emit(*expired(resolution.state))


def ends(resolution: Resolution, found: Iterable[tuple[str, str]]) -> None:
    """End the conditions in `found`, pairs of id and name."""
    for who, name in found:
        resolution.emit(ConditionEnded(who, name, expired=True))


def turn_begins(resolution: Resolution, slot: Slot) -> None:
    """End what lasts until the start of this turn."""
    ends(resolution, come(resolution.state, "turn_start", slot.who))


def turn_ends(resolution: Resolution, slot: Slot) -> None:
    """Let happen what does as this turn ends; end what lasts until then, and lower what fades.

    Where dice of it are missing nothing of the turn after it is known.
    """
    happen_each_turn(resolution, slot, "end")
    _fade(resolution, fight_of(resolution.state).round, slot.who)
    ends(resolution, come(resolution.state, "turn_end", slot.who))


def round_begins(
    resolution: Resolution, *, surprise: bool = False, passed: tuple[str, ...] = ()
) -> None:
    """Begin the next round, six seconds later, and end what lasted until the one before.

    `passed` are the last slots of the round before that had nobody to act.
    """
    number = fight_of(resolution.state).round
    hours = ROUND if number else Fraction(0)
    resolution.emit(RoundBegan(number + 1, hours, surprise, passed))
    rounds_gone(resolution)


def rounds_gone(resolution: Resolution) -> None:
    """End what lasted until rounds that are past, and what has run out by the clock."""
    ends(resolution, overdue(resolution.state))
    _fade(resolution, fight_of(resolution.state).round - 1)
    run_out(resolution)


def _fade(resolution: Resolution, number: int, whose: Collection[str] | None = None) -> None:
    # Values that count down (house default, `combat.turn.fading`) fall when a turn of `whose` in
    # round `number` ends, once a round at most; without `whose` only those that have begun to fade
    # and whose rounds are past. A condition for which the GM set an end does not fade.
    names = resolution.rules.combat.turn.fading
    for being, lasting in tuple(lying(resolution.state)) if names else ():
        if lasting.name not in names or not lasting.value or lasting.until.kind != "removed":
            continue
        if whose is None:
            if lasting.until.round:
                late = number + 1 - lasting.until.round
            else:
                late = 0
        else:
            late = int(being.id in whose and lasting.until.round <= number)
        if late > 0:
            _falls(resolution, being.id, lasting, late, number + 1)


def _falls(resolution: Resolution, creature_id: str, lasting: Lasting, by: int, after: int) -> None:
    value = lasting.value - by
    if value <= 0:
        resolution.emit(ConditionEnded(creature_id, lasting.name, expired=True))
        return
    until = replace(lasting.until, round=after)
    resolution.emit(ConditionBegan(creature_id, replace(lasting, until=until, value=value)))


def parley(resolution: Resolution, command: Wait) -> None:
    """Let time pass in the middle of a fight; the same turn goes on. Refusal "bad_hours"."""
    if not 0 < command.hours <= MOST_HOURS:
        raise Refusal("bad_hours", "A wait in a fight is more than 0 and at most 24 hours.")
    pass_time(resolution, command.hours)


def pass_time(resolution: Resolution, hours: Fraction) -> None:
    """Let time pass in the middle of a fight, as rounds of it; the same turn goes on."""
    fight = resolution.state.fight
    if fight is None or not fight.round:
        resolution.emit(TimePassed(hours, resting=False))
        run_out(resolution)
    else:
        resolution.emit(RoundsPassed(int(hours / ROUND), hours))
        rounds_gone(resolution)
