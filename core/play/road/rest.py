"""Rest: nights in camp, days of staying, hours of waiting (T-110, T-121, T-122, T-168, Q-06)."""

from __future__ import annotations

from fractions import Fraction

from core.calendars import DAY, Instant
from core.effects.changes import ABILITIES
from core.messages import Message, Refusal, Template
from core.play.facts.encounter import Lasting
from core.play.facts.fight.turns.events import ConditionBegan, ConditionEnded
from core.play.facts.fight.turns.until import ROUND
from core.play.facts.road.commands import NOBODY, Camp, Stay, Wait
from core.play.facts.road.events import CampMade, TimePassed, Travelled
from core.play.facts.state import Assets, Member, State, fatigued, someone
from core.play.facts.table.events import FatigueEnded, Healed, RulingMade
from core.play.fight.health import known_con_modifier, open_rules
from core.play.fight.turns.dying import fare
from core.play.fight.turns.lasting_conditions import value_of
from core.play.fight.turns.resolve import give_back
from core.play.party.fellows import is_exhausted
from core.play.resolution import Resolution
from core.play.road import encounters
from core.play.road.rivers import end_night_adrift
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.tiring_travel import full_hours, night_heals, night_times, recovered
from core.travel.travellers_now import EXHAUSTED

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
    let_the_dying_fare(resolution)
    if resolution.blocked:
        return
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
    let_the_dying_fare(resolution)
    if resolution.blocked:
        return
    _pitch(resolution, resolution.state.watches)
    _sleep(resolution, command.days * DAY, watched=False)


def wait(resolution: Resolution, command: Wait) -> None:
    """Let hours pass. Refusal `bad_hours`."""
    if not 0 < command.hours <= MOST_DAYS * DAY:
        raise Refusal("bad_hours", "Give more than 0 hours, and at most a year.")
    let_the_dying_fare(resolution, command.hours)
    if resolution.blocked:
        return
    state = resolution.state
    spent = until_met(resolution, command.hours)
    pass_hours(resolution, spent, resting=command.resting, slept=False)
    encounters.meets(
        resolution, resolution.state.clock, state.resume, camped=state.camped is not None
    )


def let_the_dying_fare(resolution: Resolution, hours: Fraction = DAY) -> None:
    """Roll for the dying of the party as time passes, before anything else comes of it."""
    for member in resolution.state.travellers:
        fare(resolution, member.id, int(hours / ROUND))
    resolution.blocked = bool(resolution.missing)


def wake(resolution: Resolution) -> None:
    """Count an interrupted night as a night's sleep if it was long enough."""
    camped = resolution.state.camped
    if camped is not None and nights(camped, resolution.assets):
        _new_day(resolution, NONE, resting=False)


def nights(rest: Fraction, assets: Assets) -> int:
    """Return the nights of sleep in these hours of unbroken rest: one a day of 8 hours or more."""
    days, left = divmod(rest, DAY)
    if left >= assets.rules.recovery.night_hours:
        return int(days) + 1
    return int(days)


def _pitch(resolution: Resolution, watches: tuple[str, ...]) -> None:
    if resolution.state.camped is None:
        end_night_adrift(resolution)
        resolution.emit(CampMade(resolution.state.hex_now, watches))


def _sleep(resolution: Resolution, hours: Fraction, *, watched: bool) -> None:
    night = (resolution.state.camped or NONE) + hours
    spent = until_met(resolution, hours, night if watched else NONE)
    rested = (resolution.state.camped or NONE) + spent
    if spent == hours and nights(rested, resolution.assets):
        _new_day(resolution, spent, resting=True)
    else:
        pass_hours(resolution, spent, resting=True, slept=False)
        encounters.meets(resolution, resolution.state.clock, hours - spent, camped=True)


def until_met(resolution: Resolution, hours: Fraction, night: Fraction = NONE) -> Fraction:
    """Return the hours until something is met, at most `hours`; encounters are rolled for.

    `night` is how long the camp is in all, the rest so far included (0: nobody watches).
    """
    watching = resolution.state.schedule is not None and resolution.state.schedule.nights
    start = resolution.state.clock
    spent = NONE
    while spent < hours:
        instant = start.after(spent)
        foretold = resolution.state.foretold
        if foretold is not None and instant >= foretold:
            return spent  # before the next block is rolled for
        if watching:
            encounters.watch(resolution, instant, night)
        if resolution.blocked:
            return spent
        step = encounters.time_to_next(resolution, instant, watching)
        if step is None:
            spent = hours
        else:
            spent = min(hours, spent + step)
    return hours


def _new_day(resolution: Resolution, hours: Fraction, *, resting: bool) -> None:
    rest = (resolution.state.camped or NONE) + hours
    slept = nights(rest, resolution.assets)
    pass_hours(resolution, hours, resting=resting, slept=True)
    for member in _living(resolution):
        _heal_by_sleep(resolution, member, slept, int(rest / DAY))


def sleep_aboard(resolution: Resolution) -> None:
    """End a day of 24 hours aboard, in which all slept a night in turns (T-182, T-201).

    That the night heals as one in camp is a house default.
    """
    resolution.emit(TimePassed(NONE, resting=False, slept=True))
    night = resolution.rules.recovery.night_hours
    for member in _living(resolution):
        if not resolution.rules.switch("nonlethal_every_hour"):
            _heal_nonlethal(resolution, member, int(night), "rest heals {who}")
        _heal_by_sleep(resolution, someone(resolution.state, member.id), 1, 0)


def _heal_by_sleep(resolution: Resolution, member: Member, slept: int, in_bed: int) -> None:
    # What so many nights heal; a whole day in bed counts twice where the rules say so.
    rules = resolution.rules
    times = slept
    if rules.switch("bed_rest"):
        times += in_bed
    healed = night_heals(member.level, known_con_modifier(member), times, rules)
    points = min(member.damage, healed)
    if points:
        resolution.emit(Healed(member.id, lethal=points, by_rest=True))
        resolution.explain(_why_night_heals(member, points, times, rules))
    _heal_scores(resolution, member, slept + in_bed)
    give_back(resolution, member)
    rested = someone(resolution.state, member.id)
    if rested.role == "mount" and fatigued(rested) and rules.switch("mounts_rest"):
        resolution.emit(FatigueEnded(member.id))
        label = Message("a night's rest ends the fatigue of {who}", who=member.name)
        resolution.explain(rules.cite("T-168", label, Message("rested"), switch="mounts_rest"))


def recover_apart(resolution: Resolution, who: str, hours: Fraction, in_bed: int) -> None:
    """Heal what `hours` away from the party heal a member: its nights, its rest (T-121, T-122).

    `in_bed` are the whole days of them in which it went nowhere.
    """
    member = someone(resolution.state, who)
    if member.dead:
        return
    _heal_nonlethal(resolution, member, int(hours), "rest heals {who}")
    slept = nights(hours, resolution.assets)
    if slept:
        _heal_by_sleep(resolution, someone(resolution.state, who), slept, in_bed)
    rules = resolution.rules
    if rules.switch("marches_exhaust") and hours >= rules.fatigue.exhausted_rest_hours:
        _end_exhaustion(resolution, someone(resolution.state, who), fatigued(member))


def _heal_scores(resolution: Resolution, member: Member, points: int) -> None:
    # Damage to ability scores, by the open rules: a point a day of each, two of complete rest.
    rules = resolution.rules
    for ability in ABILITIES:
        row = f"{ability}_damage"
        taken = value_of(member, row)
        if not taken or row not in rules.combat.conditions:
            continue
        left = taken - points
        if left > 0:
            resolution.emit(ConditionBegan(member.id, Lasting(row, value=left)))
        else:
            resolution.emit(ConditionEnded(member.id, row, expired=True))
        label = Message(
            "{who} recovers from {what}",
            who=member.name,
            what=rules.combat.conditions[row].name_in(),
        )
        resolution.explain(open_rules(rules, label, min(taken, points)))


def _why_night_heals(member: Member, points: int, nights: int, rules: Ruleset) -> Receipt:
    parts = [rules.cite("T-168", "level, or hit dice", member.level)]
    if nights != 1:
        label = Message("nights, and whole days in bed" if rules.switch("bed_rest") else "nights")
        parts.append(rules.cite("T-168", label, nights, switch="bed_rest"))
    if rules.recovery.night_times == "constitution":
        label = Message("Constitution modifier, at least 1")
        times = night_times(known_con_modifier(member), rules)
        parts.append(Receipt(label, times, "T-168", rules.recovery.source))
    return rules.cite("T-168", "a night heals {who}", points, *parts, who=member.name)


def pass_hours(resolution: Resolution, hours: Fraction, *, resting: bool, slept: bool) -> None:
    """Let hours pass, with what they heal (T-122)."""
    if not hours and not slept:
        return
    rules = resolution.rules
    clock = resolution.state.clock
    members = resolution.state.members
    resolution.emit(TimePassed(hours, resting, slept))
    before = {member.id: member.rested for member in members}
    if rules.switch("nonlethal_every_hour"):
        mend(resolution, clock)
    elif resting:
        for member in _living(resolution):
            whole = int(member.rested) - int(before[member.id])
            _heal_nonlethal(resolution, member, whole, "rest heals {who}")
    if resting:
        _refresh(resolution, members)


def mend(resolution: Resolution, since: Instant) -> None:
    """Heal the nonlethal damage of each full hour since then, where every hour heals it (T-122).

    Only the switch "nonlethal_every_hour" has it so.
    """
    if not resolution.rules.switch("nonlethal_every_hour"):
        return
    hours = full_hours(since, resolution.state.clock)
    for member in _living(resolution):
        _heal_nonlethal(resolution, member, hours, "each full hour heals {who}")


def mend_in_passing(resolution: Resolution, before: State) -> None:
    """Heal by `mend` what the hours of a halt, an encounter or a fight have healed.

    Marches and rest heal hour by hour themselves; a ruling of the clock heals nothing.
    """
    if not resolution.rules.switch("nonlethal_every_hour"):
        return
    hours = 0
    for event, state in zip(resolution.events, resolution.states, strict=True):
        heals_itself = isinstance(event, TimePassed) and before.fight is None
        if not heals_itself and not isinstance(event, Travelled | RulingMade):
            hours += full_hours(before.clock, state.clock)
        before = state
    for member in _living(resolution):
        _heal_nonlethal(resolution, member, hours, "each full hour heals {who}")


def _heal_nonlethal(resolution: Resolution, member: Member, hours: int, label: Template) -> None:
    rules = resolution.rules
    points = min(member.nonlethal, recovered(member.level, Fraction(hours), rules))
    if points:
        resolution.emit(Healed(member.id, nonlethal=points, by_rest=True))
        resolution.explain(
            rules.cite("T-122", label, points, switch="nonlethal_every_hour", who=member.name)
        )


def _refresh(resolution: Resolution, before: tuple[Member, ...]) -> None:
    # T-123: complete rest makes the exhausted fatigued. Whom a march had tired stays so for as long
    # as its damage (T-121), which the same hours may have healed.
    needed = resolution.rules.fatigue.exhausted_rest_hours
    if not resolution.rules.switch("marches_exhaust"):
        return
    earlier = {member.id: member for member in before}
    for member in _living(resolution):
        then = earlier[member.id]
        if then.rested < needed <= member.rested:
            _end_exhaustion(resolution, member, fatigued(then))


def _end_exhaustion(resolution: Resolution, member: Member, tired: bool) -> None:
    if not is_exhausted(member):
        return
    resolution.emit(ConditionEnded(member.id, EXHAUSTED, expired=True))
    if not tired:
        resolution.emit(ConditionBegan(member.id, Lasting("fatigued")))


def _living(resolution: Resolution) -> tuple[Member, ...]:
    # Those who are away somewhere have their own time: see `core.play.road.reunion`.
    members = resolution.state.members
    return tuple(one for one in members if not one.dead and one.absence is None)
