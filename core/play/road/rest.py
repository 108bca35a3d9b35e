"""Rest: nights in camp, days of staying, hours of waiting (T-110, T-121, T-122, T-168, Q-06)."""

from __future__ import annotations

from fractions import Fraction

from core.calendars import DAY
from core.messages import Message, Refusal
from core.play.resolution import Resolution
from core.play.road import encounters
from core.play.road.commands import NOBODY, Camp, Stay, Wait
from core.play.road.events import CampMade, TimePassed
from core.play.road.fellows import con_modifier
from core.play.state import Assets, Member, State, someone
from core.play.table.events import Healed
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.tiring_travel import night_heals, night_times, recovered

NONE = Fraction(0)
MOST_DAYS = 365


def camp(resolution: Resolution, command: Camp) -> None:
    """Sleep until `until`, or go on with a night that was interrupted.

    Refusals: `bad_hour`, `unknown_member` (a watch).
    """
    state = resolution.state
    watches = () if command.watches == NOBODY else command.watches or state.watches
    for who in command.watches and watches:
        someone(state, who)
    _pitch(resolution, watches)
    _sleep(resolution, night_hours(command, state, resolution.assets), watched=True)


def night_hours(command: Camp, state: State, assets: Assets) -> Fraction:
    """Return the length of the night in hours.

    Without `until`: the rest of an interrupted night, else the hours missing to a whole night's
    sleep, else until the day's start, but never less than a whole night. Refusal `bad_hour`.
    """
    if command.until is not None:
        if not 0 <= command.until < DAY:
            raise Refusal("bad_hour", "The hour must be at least 0 and less than 24.")
        return (command.until - state.clock.hour) % DAY or DAY
    whole = assets.rules.recovery.night_hours
    if state.camped is not None and state.resume > 0:
        return state.resume
    if state.camped and state.camped < whole:
        return whole - state.camped
    return max(whole, (state.start_hour - state.clock.hour) % DAY or DAY)


def stay(resolution: Resolution, command: Stay) -> None:
    """Stay for whole days. Refusal `bad_days`."""
    if not 1 <= command.days <= MOST_DAYS:
        raise Refusal("bad_days", "Stay from 1 to {most} days.", most=MOST_DAYS)
    _pitch(resolution, resolution.state.watches)
    _sleep(resolution, command.days * DAY, watched=False)


def wait(resolution: Resolution, command: Wait) -> None:
    """Let hours pass. Refusal `bad_hours`."""
    if not 0 < command.hours <= MOST_DAYS * DAY:
        raise Refusal("bad_hours", "Give more than 0 hours, and at most a year.")
    state = resolution.state
    spent = _until_met(resolution, command.hours)
    _pass(resolution, spent, resting=command.resting, slept=False)
    encounters.meets(
        resolution, resolution.state.clock, state.resume, camped=state.camped is not None
    )


def wake(resolution: Resolution) -> None:
    """Count an interrupted night as a night's sleep if it was long enough."""
    camped = resolution.state.camped
    if camped is not None and nights(camped, resolution.assets):
        _new_day(resolution, NONE, resting=False)


def nights(rest: Fraction, assets: Assets) -> int:
    """Return the nights of sleep in these hours of unbroken rest: one a day of 8 hours or more."""
    days, left = divmod(rest, DAY)
    return int(days) + (left >= assets.rules.recovery.night_hours)


def _pitch(resolution: Resolution, watches: tuple[str, ...]) -> None:
    if resolution.state.camped is None:
        resolution.emit(CampMade(resolution.state.hex_now, watches))


def _sleep(resolution: Resolution, hours: Fraction, *, watched: bool) -> None:
    night = (resolution.state.camped or NONE) + hours
    spent = _until_met(resolution, hours, night if watched else NONE)
    rested = (resolution.state.camped or NONE) + spent
    if spent == hours and nights(rested, resolution.assets):
        _new_day(resolution, spent, resting=True)
    else:
        _pass(resolution, spent, resting=True, slept=False)
        encounters.meets(resolution, resolution.state.clock, hours - spent, camped=True)


def _until_met(resolution: Resolution, hours: Fraction, night: Fraction = NONE) -> Fraction:
    # `night` is how long the camp is in all, the rest so far included (0: nobody watches).
    watching = resolution.state.schedule is not None and resolution.state.schedule.nights
    start, spent = resolution.state.clock, NONE
    while spent < hours:
        at = start.after(spent)
        if watching:
            encounters.watch(resolution, at, night)
        foretold = resolution.state.foretold
        if resolution.blocked or (foretold is not None and at >= foretold):
            return spent
        step = encounters.time_to_next(resolution, at, watching)
        spent = hours if step is None else min(hours, spent + step)
    return hours


def _new_day(resolution: Resolution, hours: Fraction, *, resting: bool) -> None:
    slept = nights((resolution.state.camped or NONE) + hours, resolution.assets)
    _pass(resolution, hours, resting=resting, slept=True)
    rules = resolution.rules
    for member in _living(resolution):
        con_mod = con_modifier(member)
        points = min(member.damage, night_heals(member.level, con_mod, slept, rules))
        if points:
            resolution.emit(Healed(member.id, lethal=points, by_rest=True))
            resolution.explain(_why_night_heals(member, points, rules))


def _why_night_heals(member: Member, points: int, rules: Ruleset) -> Receipt:
    parts = [rules.cite("T-168", "level, or hit dice", member.level)]
    if rules.recovery.night_times == "constitution":
        label = Message("Constitution modifier, at least 1")
        times = night_times(con_modifier(member), rules)
        parts.append(Receipt(label, times, "T-168", rules.recovery.source))
    return rules.cite("T-168", "a night heals {who}", points, *parts, who=member.name)


def _pass(resolution: Resolution, hours: Fraction, *, resting: bool, slept: bool) -> None:
    # T-122
    if not hours and not slept:
        return
    before = {member.id: member.rested for member in resolution.state.members}
    resolution.emit(TimePassed(hours, resting, slept))
    if resting:
        for member in _living(resolution):
            rules = resolution.rules
            whole = Fraction(int(member.rested) - int(before[member.id]))
            points = min(member.nonlethal, recovered(member.level, whole, rules))
            if points:
                resolution.emit(Healed(member.id, nonlethal=points, by_rest=True))
                resolution.explain(rules.cite("T-122", "rest heals {who}", points, who=member.name))


def _living(resolution: Resolution) -> tuple[Member, ...]:
    return tuple(member for member in resolution.state.members if not member.dead)
