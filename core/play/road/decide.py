"""Decisions about each command of the road."""

from __future__ import annotations

from typing import assert_never

from core.calendars import Instant
from core.dice import Answers, parse_dice
from core.messages import Refusal
from core.play.assets import Assets
from core.play.fight.turns.time import parley
from core.play.members import someone
from core.play.outcomes import Decided, Needs
from core.play.road import encounters, plans, rest
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
from core.play.road.events import DeadlineSet, PaceSet, PlanDropped, Rode, ScheduleSet
from core.play.road.halt import halt
from core.play.road.march import march
from core.play.road.paths import set_route
from core.play.state import State
from core.play.table.party import refuse_ride


def decide_road(
    command: RoadCommand, state: State, assets: Assets, answers: Answers
) -> Decided | Needs:
    """Decide a command of the road; Refusals are those of its own function."""
    match command:
        case SetRoute():
            return Decided(set_route(command, state, assets))
        case SetLegs():
            return Decided(plans.set_legs(command, assets))
        case DropPlan():
            return Decided(_drop(state))
        case SetPace(pace):
            return Decided((PaceSet(pace),))
        case SetDeadline():
            return Decided((_deadline(command),))
        case SetSchedule():
            return Decided((_schedule(command),))
        case Ride():
            return Decided((_ride(command, state),))
        case March():
            return march(command, state, assets, answers)
        case Camp():
            return rest.camp(command, state, assets, answers)
        case Wait() if state.fight is not None:
            return parley(command, state, assets, answers)
        case Wait():
            return rest.wait(command, state, assets, answers)
        case Stay():
            return rest.stay(command, state, assets, answers)
        case Halt():
            return halt(command, state, assets, answers)
        case BeginEncounter():
            return Decided(encounters.begin(command, state, assets))
        case PassBy():
            return Decided((encounters.pass_by(state),))
        case EndEncounter():
            return Decided((encounters.end(command, state),))
        case _:
            assert_never(command)


def _drop(state: State) -> tuple[PlanDropped, ...]:
    if state.plan is None:
        raise Refusal("no_plan", "The party has no plan to give up.")
    return (PlanDropped(),)


def _deadline(command: SetDeadline) -> DeadlineSet:
    if command.day is None:
        return DeadlineSet(None)
    if not 0 <= command.hour < 24:
        raise Refusal("bad_hour", "The hour must be at least 0 and less than 24.")
    return DeadlineSet(Instant(command.day, command.hour))


def _schedule(command: SetSchedule) -> ScheduleSet:
    schedule = command.schedule
    if schedule is None:
        return ScheduleSet(None)
    dice = parse_dice(schedule.dice).bare
    if not dice.groups:
        raise Refusal("bad_dice", "An encounter check needs dice, such as d12.")
    if not 0 < schedule.every_h <= 24 or (24 / schedule.every_h).denominator != 1:
        raise Refusal(
            "bad_schedule", "The interval must divide the day evenly: give 1, 2, 3, 4, 6 ... h."
        )
    if not all(dice.least <= face <= dice.most for face in schedule.wanted):
        raise Refusal("bad_schedule", "{dice} cannot show every number wanted.", dice=schedule.dice)
    return ScheduleSet(schedule)


def _ride(command: Ride, state: State) -> Rode:
    rider = someone(state, command.rider)
    if command.mount:
        refuse_ride(rider, command.mount, state)
    elif not rider.rides:
        raise Refusal("on_foot", "{who} is already on foot.", who=rider.name)
    return Rode(rider.id, command.mount)
