"""Decisions about each command of the road."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from core.calendars import Instant
from core.dice import Expression, Question, parse_dice
from core.messages import Hours, Message, Refusal, exact
from core.play.facts.fold import evolve
from core.play.facts.road.commands import (
    BeginEncounter,
    Camp,
    CatchBreath,
    DropPlan,
    EndEncounter,
    Explore,
    Halt,
    LongRun,
    March,
    PassBy,
    Ride,
    RoadCommand,
    SetDeadline,
    SetLegs,
    SetPace,
    SetRiver,
    SetRoute,
    SetSchedule,
    SetSlowing,
    Stay,
    Wait,
)
from core.play.facts.road.events import (
    DeadlineSet,
    HaltMade,
    PaceSet,
    PlanDropped,
    PlanSet,
    Rode,
    ScheduleSet,
    SlowingSet,
)
from core.play.facts.state import Assets, MarchPace, Plan, Schedule, State, someone
from core.play.fight.turns.dying import hurt
from core.play.fight.turns.time import parley
from core.play.party.fellows import company
from core.play.party.membership import refuse_ride
from core.play.resolution import Resolution
from core.play.road import breath, encounters, local_moves, rest
from core.play.road.deadlines import change_plan
from core.play.road.march import march
from core.play.road.rivers import set_river
from core.play.road.way_ahead import plan_ahead, set_route
from core.rulesets.schema import Ruleset
from core.travel.advance import going, sailing
from core.travel.movers import overland_pace
from core.travel.stretches import (
    Stretch,
    terrain_row,
    way_row,
)
from core.values import replace

OPEN_GROUND = Stretch(Fraction(1), 1)
SHORTEST_INTERVAL = Fraction(1, 4)
"""The least hours between two encounter checks."""


def decide_road(resolution: Resolution, command: RoadCommand) -> None:
    """Decide a command of the road; Refusals are those of its own function."""
    state = resolution.state
    assets = resolution.assets
    emit = resolution.emit
    match command:
        case SetRoute():
            change_plan(resolution, set_route(command, state, assets))
        case SetLegs(given):
            if not given:
                raise Refusal("no_legs", "Give at least one leg.")
            legs = tuple(replace(leg, leg=number) for number, leg in enumerate(given, 1))
            refuse_legs(legs, state, assets)
            change_plan(resolution, PlanSet(Plan(legs)))
        case DropPlan():
            if state.plan is None:
                raise Refusal("no_plan", "The party has no plan to give up.")
            change_plan(resolution, PlanDropped())
        case SetPace(pace):
            refuse_pace(pace, state, assets)
            emit(PaceSet(pace))
        case SetRiver(river):
            set_river(resolution, river)
            if resolution.state.plan != state.plan:
                refuse_plan(resolution.state, assets)
        case SetDeadline(day, hour):
            if day is not None and not 0 <= hour < 24:
                raise Refusal("bad_hour", "The hour must be at least 0 and less than 24.")
            emit(DeadlineSet(None if day is None else Instant(day, hour)))
        case SetSchedule(schedule):
            if schedule is not None:
                refuse_schedule(schedule)
            emit(ScheduleSet(schedule))
        case SetSlowing():
            emit(slow_party(command, state, assets))
        case Ride():
            rider = someone(state, command.rider)
            if command.mount:
                refuse_ride(rider, command.mount, state)
            elif not rider.rides:
                raise Refusal("on_foot", "{who} is already on foot.", who=rider.name)
            emit(Rode(rider.id, command.mount))
        case March():
            march(resolution, command)
        case Camp():
            rest.camp(resolution, command)
        case Wait() if state.fight is not None:
            parley(resolution, command)
        case Wait():
            rest.wait(resolution, command)
        case CatchBreath():
            breath.catch_breath(resolution, command)
        case Explore():
            local_moves.explore(resolution, command)
        case LongRun():
            local_moves.long_run(resolution, command)
        case Stay():
            rest.stay(resolution, command)
        case Halt():
            halt(resolution, command)
        case BeginEncounter():
            emit(*encounters.begin(command, state, assets))
        case PassBy():
            emit(encounters.pass_by(state))
        case EndEncounter():
            emit(encounters.end(command, state))
        case _:
            assert_never(command)


FASTEST = 10
"""The greatest factor of the whole party's pace."""


def slow_party(command: SetSlowing, state: State, assets: Assets) -> SlowingSet:
    """Slow the party on land, or end that.

    Refusals "bad_factor", "not_slowed", and "too_long" for a plan that would never end.
    """
    reasons = {one.reason.casefold(): one.reason for one in state.slowings}
    reason = reasons.get(command.reason.strip().casefold(), command.reason.strip())
    if command.times is not None:
        if not 0 < command.times <= FASTEST:
            raise Refusal(
                "bad_factor",
                "A factor is more than 0 and at most {most}, such as 1/2.",
                most=FASTEST,
            )
        slowed = SlowingSet(command.times, reason)
        _refuse_endless(state, evolve(state, slowed), assets)
        return slowed
    if not reasons:
        raise Refusal("not_slowed", "Nothing slows the party.")
    if reason and reason not in reasons.values():
        raise Refusal(
            "not_slowed", "The party is slowed by {reasons}.", reasons=tuple(reasons.values())
        )
    return SlowingSet(None, reason)


def refuse_schedule(schedule: Schedule) -> None:
    """Refuse checks without dice, `bad_dice`, and impossible hours or faces, `bad_schedule`."""
    dice = parse_dice(schedule.dice).bare
    if not dice.groups:
        raise Refusal("bad_dice", "An encounter check needs dice, such as d12.")
    if not 0 < schedule.every_h <= 24 or (24 / schedule.every_h).denominator != 1:
        raise Refusal(
            "bad_schedule", "The interval must divide the day evenly: give 1, 2, 3, 4, 6 ... h."
        )
    if schedule.every_h < SHORTEST_INTERVAL:
        raise Refusal(
            "bad_schedule", "The interval must be at least {least}.", least=Hours(SHORTEST_INTERVAL)
        )
    if not all(dice.least <= face <= dice.most for face in schedule.wanted):
        raise Refusal("bad_schedule", "{dice} cannot show every number wanted.", dice=schedule.dice)


def refuse_legs(legs: tuple[Stretch, ...], state: State, assets: Assets) -> None:
    """Refuse legs that nobody can travel, or not the party as it is.

    Refusals: those of `refuse_leg` and `refuse_plan`.
    """
    for leg in legs:
        refuse_leg(leg, state, assets)
    refuse_plan(evolve(state, PlanSet(Plan(legs))), assets)


def refuse_leg(leg: Stretch, state: State, assets: Assets) -> None:
    """Refuse a leg that nobody can travel, or not the party as it is; its number is in front.

    Refusals `bad_leg`, `unknown_terrain`, `unknown_way`, `unknown_pace`, and those of
    `core.travel.advance.going` (`vehicle_has_no_hustle`, T-206 ...).
    """
    try:
        _refuse_impassable(leg, assets.rules)
        if _can_travel(state, assets):
            going(company(state, assets), leg, assets.rules, state.pace)
    except Refusal as refusal:
        raise Refusal(
            refusal.code, "Leg {leg}: {reason}", leg=leg.leg, reason=refusal.message
        ) from None


def _refuse_impassable(leg: Stretch, rules: Ruleset) -> None:
    if leg.km <= 0:
        raise Refusal("bad_leg", "A leg must be longer than 0 km.")
    if not 0 < leg.times <= FASTEST:
        raise Refusal(
            "bad_factor", "A factor is more than 0 and at most {most}, such as 1/2.", most=FASTEST
        )
    if min(leg.crossing_hours, leg.drift_hours, leg.current_km_h or 0) < 0:
        raise Refusal("bad_leg", "The hours and the current must be 0 or more.")
    if not leg.on_land:
        sailing(leg, rules)
        return
    if leg.terrain:
        terrain_row(rules, leg.terrain)
    if leg.way:
        way_row(rules, leg.way)
    if leg.pace:
        overland_pace(rules, leg.pace)


def refuse_plan(state: State, assets: Assets) -> None:
    """Refuse a plan that the party as it is cannot follow to its end: its days cannot be told.

    A party that cannot travel at all is no reason, for it may change. Refusals: those of
    `plan_ahead` (`too_long`, `vehicle_has_no_hustle`, T-206 ...).
    """
    if _can_travel(state, assets):
        plan_ahead(state, assets)


def refuse_pace(pace: MarchPace, state: State, assets: Assets) -> None:
    """Refuse a pace that the party as it is does not have, or that makes its plan endless.

    A plan whose days cannot be told at the present pace either is no reason. Refusals
    `vehicle_has_no_hustle`, `too_long`.
    """
    if not _can_travel(state, assets):
        return
    company(state, assets).rate_on(OPEN_GROUND, assets.rules, pace)
    _refuse_endless(state, replace(state, pace=pace), assets)


def _refuse_endless(state: State, changed: State, assets: Assets) -> None:
    """Refuse a change that makes the plan's days too many to tell, where they can be told now."""
    if not _can_travel(state, assets):
        return
    try:
        plan_ahead(state, assets)
    except Refusal:
        return
    plan_ahead(changed, assets)


def _can_travel(state: State, assets: Assets) -> bool:
    try:
        company(state, assets)
    except Refusal:
        return False
    return True


def halt(resolution: Resolution, command: Halt) -> None:
    """Roll the checks of the scene, deal its damage on failures, then let its minutes pass.

    Damage takes temporary hit points first and may kill, like any other.
    Refusals: `no_name`, `bad_minutes`, `bad_dice`, `unknown_member`.
    """
    if not command.name.strip():
        raise Refusal("no_name", "A halt needs a name.")
    encounters.refuse_minutes(command.minutes)
    damage = parse_dice(command.damage) if command.damage else None
    name = command.check or command.name
    clock = resolution.state.clock
    for check in command.checks:
        member = someone(resolution.state, check.who)
        question = Question(
            f"halt/{clock.day}/{exact(clock.hour)}/{command.name}/{check.who}",
            Message("{check}, {who}", check=name, who=member.name),
            check.who,
            modifier=check.modifier,
            dc=command.dc,
        )
        outcome = resolution.check(question, name)
        if outcome is None or outcome.skipped:
            continue
        if outcome.success is False and damage is not None:
            points, faces = _damage(resolution, damage, question, name, member.name)
            if points:
                hurt(
                    resolution,
                    member.id,
                    points,
                    lethal=command.lethal,
                    faces=faces,
                    cause=command.name,
                )
    resolution.emit(HaltMade(command.name, command.minutes))


def _damage(
    resolution: Resolution, damage: Expression, check: Question, name: str, creature_id: str
) -> tuple[int, tuple[int, ...]]:
    if not damage.groups:
        return max(0, damage.plus), ()
    question = Question(
        f"{check.key}/damage",
        Message("{check}, {who}, damage", check=name, who=creature_id),
        check.who,
        dice=str(damage.bare),
        modifier=damage.plus,
        follows=check.key,
    )
    outcome = resolution.ask(question)
    if outcome is None:
        return (0, ())
    return (max(0, outcome.total), outcome.faces)
