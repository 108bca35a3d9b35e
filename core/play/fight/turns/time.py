"""The one clock of road and fight: moments that come, timers that run out, a parley's rounds."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from core.dice import Answers
from core.messages import N_, Refusal
from core.play.asking import Asking
from core.play.assets import Assets
from core.play.fight.encounter import Slot
from core.play.fight.turns.events import ConditionBegan, ConditionEnded, RoundBegan, RoundsPassed
from core.play.fight.turns.until import ROUND, come, lying, overdue
from core.play.lasting import Lasting
from core.play.outcomes import Decided, Needs
from core.play.resolution import Resolution
from core.play.road.commands import Wait
from core.play.road.events import TimePassed
from core.play.state import State
from core.values import replace

MOST_HOURS = 24


def expired(state: State) -> tuple[ConditionEnded, ...]:
    """What has run out by the clock, on members and in the fight, the earliest first.

    Whatever moved the clock (a march, a night, a wait, a halt, a round, the end of an encounter,
    the GM's word) is followed by these; asked again, there is nothing.
    """
    found = [
        (lasting.until.at, being.id, lasting.name)
        for being, lasting in lying(state)
        if lasting.until.kind == "clock"
        and lasting.until.at is not None
        and lasting.until.at <= state.clock
    ]
    return tuple(ConditionEnded(who, name, expired=True) for _, who, name in sorted(found))


def run_out(resolution: Resolution) -> None:
    """Let end what has run out by the clock."""
    for event in expired(resolution.state):
        resolution.emit(event)


def ends(resolution: Resolution, found: Iterable[tuple[str, str]]) -> None:
    """Let end what these are called on whom they lie: (id, name)."""
    for who, name in found:
        resolution.emit(ConditionEnded(who, name, expired=True))


def turn_begins(resolution: Resolution, slot: Slot) -> None:
    """Let end what hangs on the start of this turn."""
    fight = resolution.state.fight
    if fight is not None:
        ends(resolution, come(resolution.state, "turn_start", slot.who, fight.round))


def turn_ends(resolution: Resolution, slot: Slot) -> None:
    """Let end what hangs on the end of this turn, and fade what fades with it."""
    fight = resolution.state.fight
    if fight is not None:
        _fade(resolution, fight.round, slot.who)
        ends(resolution, come(resolution.state, "turn_end", slot.who, fight.round))


def round_begins(
    resolution: Resolution, *, surprise: bool = False, passed: tuple[str, ...] = ()
) -> None:
    """Let the next round begin: six seconds later, and what hung on the one before is over.

    `passed` are the last slots of the one before, in which nobody could act.
    """
    fight = resolution.state.fight
    if fight is None:
        return
    hours = ROUND if fight.round else Fraction(0)
    resolution.emit(RoundBegan(fight.round + 1, hours, surprise, passed))
    rounds_gone(resolution)


def rounds_gone(resolution: Resolution) -> None:
    """Let end what hung on rounds that are past, and what has run out by the clock."""
    fight = resolution.state.fight
    if fight is not None:
        ends(resolution, overdue(resolution.state, fight.round))
        _fade(resolution, fight.round - 1)
    run_out(resolution)


def _fade(resolution: Resolution, number: int, whose: Collection[str] | None = None) -> None:
    # The values that count down by themselves (house default) fall as a turn of round `number`
    # ends, of `whose` or of everybody. The ruleset names the conditions (`combat.turn.fading`).
    # Once a round at most, however often a turn of that round ends; without `whose` those only that
    # have begun to fade and whose rounds are past. What has a moment of its own by the GM's word is
    # left alone.
    names = resolution.assets.rules.combat.turn.fading
    for being, lasting in tuple(lying(resolution.state)) if names else ():
        if lasting.name not in names or not lasting.value or lasting.until.kind != "removed":
            continue
        if whose is None:
            late = number + 1 - lasting.until.round if lasting.until.round else 0
        else:
            late = int(being.id in whose and lasting.until.round <= number)
        if late > 0:
            _falls(resolution, being.id, lasting, late, number + 1)


def _falls(resolution: Resolution, who: str, lasting: Lasting, by: int, after: int) -> None:
    value = lasting.value - by
    if value <= 0:
        resolution.emit(ConditionEnded(who, lasting.name, expired=True))
        return
    until = replace(lasting.until, round=after)
    resolution.emit(ConditionBegan(who, replace(lasting, until=until, value=value)))


def parley(command: Wait, state: State, assets: Assets, answers: Answers) -> Decided | Needs:
    """Time passes in the middle of a fight, and the same turn goes on. Refusal `bad_hours`."""
    if not 0 < command.hours <= MOST_HOURS:
        raise Refusal("bad_hours", N_("In a fight time passes forward, and a day at most."))
    resolution = Resolution(state, assets, Asking(answers))
    fight = state.fight
    if fight is None or not fight.round:
        resolution.emit(TimePassed(command.hours, resting=False))
        run_out(resolution)
    else:
        resolution.emit(RoundsPassed(int(command.hours / ROUND), command.hours))
        rounds_gone(resolution)
    return resolution.result()
