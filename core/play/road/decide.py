"""Decisions about each command of the road."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from core.calendars import Instant
from core.dice import Expression, Question, p_success, parse_dice
from core.messages import Message, Refusal, exact
from core.play.fight.turns.dying import hurt
from core.play.fight.turns.time import parley
from core.play.fold import evolve
from core.play.resolution import Resolution
from core.play.road import encounters, rest
from core.play.road.commands import (
    BeginEncounter,
    Camp,
    DropPlan,
    EndEncounter,
    Halt,
    March,
    PassBy,
    Ride,
    RoadCommand,
    SetDeadline,
    SetLegs,
    SetPace,
    SetRoute,
    SetSchedule,
    Stay,
    Wait,
)
from core.play.road.events import (
    DeadlineSet,
    HaltMade,
    PaceSet,
    PlanDropped,
    PlanSet,
    Rode,
    ScheduleSet,
)
from core.play.road.fellows import company
from core.play.road.march import march
from core.play.road.way_ahead import plan_ahead, set_route
from core.play.state import Assets, Plan, Schedule, State, someone
from core.play.table.party import refuse_ride
from core.travel.stretches import LAND, Stretch, boat_row, terrain_row, way_row
from core.values import replace

OPEN_GROUND = Stretch(Fraction(1), 1)


def decide_road(resolution: Resolution, command: RoadCommand) -> None:
    """Decide a command of the road; Refusals are those of its own function."""
    state, assets, emit = resolution.state, resolution.assets, resolution.emit
    match command:
        case SetRoute():
            emit(set_route(command, state, assets))
        case SetLegs(given):
            if not given:
                raise Refusal("no_legs", "Give at least one leg.")
            legs = tuple(replace(leg, leg=number) for number, leg in enumerate(given, 1))
            for leg in legs:
                refuse_leg(leg, assets)
            plan_set = PlanSet(Plan(legs))
            refuse_plan(evolve(state, plan_set), assets)
            emit(plan_set)
        case DropPlan():
            if state.plan is None:
                raise Refusal("no_plan", "The party has no plan to give up.")
            emit(PlanDropped())
        case SetPace(pace):
            refuse_pace(pace, state, assets)
            emit(PaceSet(pace))
        case SetDeadline(day, hour):
            if day is not None and not 0 <= hour < 24:
                raise Refusal("bad_hour", "The hour must be at least 0 and less than 24.")
            emit(DeadlineSet(None if day is None else Instant(day, hour)))
        case SetSchedule(schedule):
            if schedule is not None:
                refuse_schedule(schedule)
            emit(ScheduleSet(schedule))
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


def refuse_schedule(schedule: Schedule) -> None:
    """Refuse checks without dice, `bad_dice`, and impossible hours or faces, `bad_schedule`."""
    dice = parse_dice(schedule.dice).bare
    if not dice.groups:
        raise Refusal("bad_dice", "An encounter check needs dice, such as d12.")
    if not 0 < schedule.every_h <= 24 or (24 / schedule.every_h).denominator != 1:
        raise Refusal(
            "bad_schedule", "The interval must divide the day evenly: give 1, 2, 3, 4, 6 ... h."
        )
    if not all(dice.least <= face <= dice.most for face in schedule.wanted):
        raise Refusal("bad_schedule", "{dice} cannot show every number wanted.", dice=schedule.dice)


def refuse_leg(leg: Stretch, assets: Assets) -> None:
    """Refuse a leg of no length, or with an unknown terrain, way or boat.

    Refusal `bad_leg`, `unknown_terrain`, `unknown_way`, `unknown_boat`.
    """
    if leg.km <= 0:
        raise Refusal("bad_leg", "Leg {leg} must be longer than 0 km.", leg=leg.leg)
    try:
        if leg.mode != LAND:
            boat_row(assets.rules, leg.boat)
            return
        if leg.terrain:
            terrain_row(assets.rules, leg.terrain)
        if leg.way:
            way_row(assets.rules, leg.way)
    except Refusal as refusal:
        raise Refusal(
            refusal.code, "Leg {leg}: {reason}", leg=leg.leg, reason=refusal.message
        ) from None


def refuse_plan(state: State, assets: Assets) -> None:
    """Refuse a plan that the party as it is cannot follow to its end: its days cannot be told.

    A party that cannot travel at all is no reason, for it may change. Refusals: those of
    `plan_ahead` (`too_long`, `vehicle_has_no_hustle`, T-206 ...).
    """
    if _can_travel(state, assets):
        plan_ahead(state, assets)


def refuse_pace(pace: str, state: State, assets: Assets) -> None:
    """Refuse a pace that the party as it is does not have. Refusal `vehicle_has_no_hustle`."""
    if _can_travel(state, assets):
        company(state, assets).rate_on(OPEN_GROUND, assets.rules, pace)


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
    if command.minutes < 0:
        raise Refusal("bad_minutes", "The minutes must be 0 or more.")
    damage = parse_dice(command.damage) if command.damage else None
    name, clock = command.check or command.name, resolution.state.clock
    for check in command.checks:
        member = someone(resolution.state, check.who)
        question = Question(
            f"halt/{clock.day}/{exact(clock.hour)}/{command.name}/{check.who}",
            Message("{check}, {who}", check=name, who=member.name),
            check.who,
            modifier=check.modifier,
            dc=command.dc,
            chance=p_success(command.dc, check.modifier),
        )
        outcome = resolution.check(question, name)
        if outcome is None or outcome.skipped:
            continue
        if outcome.success is False and damage is not None:
            points, faces = _damage(resolution, damage, question, name, member.name)
            if points:
                hurt(resolution, member.id, points, lethal=command.lethal, faces=faces,
                     cause=command.name)  # fmt: skip
    resolution.emit(HaltMade(command.name, command.minutes))


def _damage(
    resolution: Resolution, damage: Expression, check: Question, name: str, who: str
) -> tuple[int, tuple[int, ...]]:
    if not damage.groups:
        return max(0, damage.plus), ()
    question = Question(
        f"{check.key}/damage",
        Message("{check}, {who}, damage", check=name, who=who),
        check.who,
        dice=str(damage.bare),
        modifier=damage.plus,
        follows=check.key,
    )
    outcome = resolution.ask(question)
    return (0, ()) if outcome is None else (max(0, outcome.total), outcome.faces)
