"""Narration of the road: a line of the log for each event, a short name for each command."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from core.calendars import Instant
from core.messages import (
    N_,
    Factor,
    Hours,
    Kilometres,
    KmPerHour,
    Message,
    Metres,
    Minutes,
    Template,
)
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
    Arrived,
    CampMade,
    DeadlineSet,
    EncounterBegun,
    EncounterEnded,
    EncounterMet,
    EncounterPassed,
    EncounterRolled,
    HaltMade,
    Landed,
    MovedLocally,
    PaceSet,
    PlanDropped,
    PlanSet,
    Ran,
    RiverCrossed,
    RiverSet,
    RoadEvent,
    Rode,
    ScheduleSet,
    SlowingSet,
    Strained,
    TimePassed,
    Travelled,
)
from core.play.facts.state import Fighting, Schedule, State, able, boat_name, name_of
from core.play.road.encounters import on_watch
from core.travel.crossings import describe_crossing
from core.travel.stretches import LAND, RiverTerms

STRAINS: dict[tuple[str, bool], Template] = {
    ("hustle", True): "{who}: {amount} damage, hour {hour} of hustle",
    ("hustle", False): "{who}: {amount} nonlethal damage, hour {hour} of hustle",
    ("forced_march", True): "{who}: {amount} damage, forced march, hour {hour}",
    ("forced_march", False): "{who}: {amount} nonlethal damage, forced march, hour {hour}",
}
WAYS: dict[tuple[bool, bool], Template] = {
    (False, False): "{hours} on the way, {km}",
    (False, True): "{hours} on the way, {km}, to {place}",
    (True, False): "{hours} at a hustle, {km}",
    (True, True): "{hours} at a hustle, {km}, to {place}",
}
ENDS: dict[tuple[bool, bool], Template] = {
    (False, False): "{encounter} is over",
    (False, True): "{encounter} is over after {minutes}",
    (True, False): "{encounter} is over after {lasted}",
    (True, True): "{encounter} is over after {lasted}, and {minutes} more",
}


def narrate_road(event: RoadEvent, state: State) -> Message:
    """Return an event as one line; `state` is the state after it."""
    match event:
        case Strained():
            template = STRAINS[event.cause, event.lethal]
            who = name_of(state, event.who)
            return Message(template, who=who, amount=event.amount, hour=event.hour)
        case Travelled():
            hours = Hours(event.hours)
            km = Kilometres(event.km)
            if event.mode != LAND:
                return Message(
                    "{hours} aboard {boat}, {km}, to {place}"
                    if event.place
                    else "{hours} aboard {boat}, {km}",
                    hours=hours,
                    boat=boat_name(state, event.mode),
                    km=km,
                    place=event.place,
                )
            template = WAYS[event.pace == "hustle", bool(event.place)]
            return Message(template, hours=hours, km=km, place=event.place)
        case EncounterRolled():
            if event.comes is not None:
                when = event.comes.hour
                return Message(
                    "encounter check {face}: yes, at {when:clock}"
                    if event.face
                    else "encounter by ruling, at {when:clock}",
                    when=when,
                    face=event.face,
                )
            if event.face:
                return Message("encounter check {face}: nothing", face=event.face)
            return Message("no encounter")
        case TimePassed():
            return Message(_words_of_time(event, state), hours=Hours(event.hours))
        case CampMade():
            place = event.place
            watches = tuple(name_of(state, who) for who in event.watches)
            if state.strayed:
                km = Kilometres(state.strayed)
                return Message(
                    "camp, {km} from {place}, watches {watches}"
                    if watches
                    else "camp, {km} from {place}",
                    km=km,
                    place=state.place,
                    watches=watches,
                )
            if not watches:
                if place:
                    return Message("camp at {place}", place=place)
                return Message("camp")
            return Message(
                "camp at {place}, watches {watches}" if place else "camp, watches {watches}",
                watches=watches,
                place=place,
            )
        case PlanSet(plan):
            if plan.goal:
                return Message("the way to {goal} is chosen", goal=plan.goal)
            return Message("a way of {count:leg|legs} is chosen", count=len(plan.stretches))
        case PlanDropped():
            return Message("the way is given up")
        case PaceSet(pace):
            return Message("the pace is: {pace}", pace=pace_name(pace))
        case RiverSet(river):
            return _river(river)
        case DeadlineSet(deadline, over):
            if deadline is not None:
                return Message("to be there by {when}", when=date_of(deadline, state))
            if over is None:
                return Message("there is no deadline any more")
            if not over:
                return Message("in time: the deadline is met")
            return Message("{hours} after the deadline", hours=Hours(over))
        case SlowingSet(times, reason):
            return _slowing(times, reason)
        case ScheduleSet(schedule):
            return _schedule(schedule)
        case Arrived(place) if state.strayed:
            return Message(
                "arrived, {km} from {place}", km=Kilometres(state.strayed), place=state.place
            )
        case Arrived(place):
            return Message("arrived at {place}" if place else "arrived", place=place)
        case RiverCrossed():
            crossing = describe_crossing(event.how, event.place or Message("leg {n}", n=event.leg))
            return Message("crossed: {crossing}", crossing=crossing)
        case Landed(boat, at):
            return Message(
                "{boat} is left at {place}" if at else "{boat} is left",
                boat=boat_name(state, boat),
                place=at,
            )
        case MovedLocally(metres, pace, conditions):
            return _locally(metres, pace, conditions)
        case Ran(who, rounds, metres, rests):
            return Message(
                "{who} runs {metres} in {rounds:round|rounds}, and rests for {rests:round|rounds}"
                if rests
                else "{who} runs {metres} in {rounds:round|rounds}",
                who=name_of(state, who),
                metres=Metres(metres),
                rounds=rounds,
                rests=rests,
            )
        case Rode(rider, mount):
            return Message(
                "{who} rides {mount}" if mount else "{who} is on foot",
                who=name_of(state, rider),
                mount=name_of(state, mount),
            )
        case HaltMade(name, minutes):
            return Message("halt: {name}, {minutes}", name=name, minutes=Minutes(minutes))
        case EncounterMet():
            rested = state.camped
            if event.camped and rested is not None:
                night = rested + event.hours_left
                watching = on_watch(_find_watches(state), rested, rested, night)
                if watching:
                    return Message(
                        "something is met while {who} is on watch", who=name_of(state, watching[0])
                    )
            return Message("something is met")
        case EncounterBegun(name):
            return Message(
                "{encounter} goes on"
                if state.fight is not None and state.fight.round
                else "{encounter} begins",
                encounter=name,
            )
        case EncounterPassed():
            return Message("nothing comes of it")
        case EncounterEnded():
            minutes = event.minutes
            rounds = event.rounds
            lasted = Message(
                "{rounds:round|rounds}, {time}", rounds=rounds, time=_time(rounds * SECONDS)
            )
            return Message(
                ENDS[bool(rounds), bool(minutes)],
                encounter=event.name,
                lasted=lasted,
                minutes=Minutes(minutes),
            )
        case _:
            assert_never(event)


SECONDS = 6
"""The length of a round."""


def _words_of_time(event: TimePassed, state: State) -> str:
    """Return the words for hours that went by: slept through, spent, or rested."""
    if event.slept and not event.hours:
        return N_("a night's sleep in turns aboard; a new day begins")
    if event.slept:
        return N_("{hours} of rest; a new day begins")
    if not event.resting:
        return N_("{hours} pass")
    if state.camped is None:
        return N_("{hours} of rest")
    return N_("{hours} of rest; without a whole night's sleep no new day begins")


def _find_watches(state: State) -> tuple[str, ...]:
    # Those who can watch, in order.
    here = {member.id for member in state.travellers if able(member)}
    return tuple(who for who in state.watches if who in here)


def _time(seconds: int) -> Message:
    if seconds < 60:
        return Message("{seconds} s", seconds=seconds)
    return Message(
        "{minutes} min {seconds} s" if seconds % 60 else "{minutes} min",
        minutes=seconds // 60,
        seconds=seconds % 60,
    )


def pace_name(pace: str) -> Message:
    """Return a pace in words."""
    if pace == "hustle":
        return Message("hustle")
    if pace == "run_and_rest":
        return Message("run and rest")
    return Message("walk")


def date_of(instant: Instant, state: State) -> Message:
    """Return a moment in the campaign's calendar, to the minute."""
    date = state.calendar.date(instant.day)
    return Message("{day} {month}, {hour:clock}", day=date.day, month=date.month, hour=instant.hour)


def _locally(metres: Fraction, pace: str, conditions: tuple[str, ...]) -> Message:
    words = tuple(condition.replace("_", " ") for condition in conditions)
    return Message(
        "{metres} at a {pace}, hampered by {conditions}" if words else "{metres} at a {pace}",
        metres=Metres(metres),
        pace=pace_name(pace),
        conditions=words,
    )


def _river(river: RiverTerms) -> Message:
    if river.current_km_h is None:
        flows = Message("the usual current")
    else:
        flows = Message("a current of {current}", current=KmPerHour(river.current_km_h))
    if river.drifts and river.one_night:
        template = N_("rivers: {current}; boats drift on this night, with a guide")
    elif river.drifts:
        template = N_("rivers: {current}; boats drift on at night, with a guide")
    else:
        template = N_("rivers: {current}; boats lie still at night")
    return Message(template, current=flows)


def _schedule(schedule: Schedule | None) -> Message:
    if schedule is None:
        return Message("no encounter checks from now on")
    return Message(
        "encounter checks: {dice} every {hours}, on the march and in camp"
        if schedule.nights
        else "encounter checks: {dice} every {hours}, on the march only",
        dice=schedule.dice,
        hours=Hours(schedule.every_h),
    )


def _slowing(times: Fraction | None, reason: str) -> Message:
    template = N_("the pace of the party: {times}")
    if times is None:
        template = N_("nothing slows the party now")
    if reason:
        template = N_("the pace of the party: {times} ({reason})")
    if reason and times is None:
        template = N_("no longer slows the party: {reason}")
    return Message(template, times=Factor(times or 1), reason=reason)


def describe_road(command: RoadCommand, state: State) -> Message:
    """Return a short name of the command for undo and lists; `state` is the one before it."""
    match command:
        case SetRoute(to):
            return Message("set the route to {goal}", goal=to)
        case SetLegs(legs):
            return Message("set a way of {count:leg|legs}", count=len(legs))
        case DropPlan():
            return Message("give up the way")
        case SetPace(pace):
            return Message("pace: {pace}", pace=pace_name(pace))
        case SetRiver(river):
            return _river(river)
        case SetDeadline(day, hour):
            if day is None:
                return Message("no deadline")
            return Message("deadline {when}", when=date_of(Instant(day, hour), state))
        case SetSlowing(times, reason):
            return _slowing(times, reason)
        case SetSchedule(schedule):
            return _schedule(schedule)
        case March():
            if command.hours is None:
                return Message("march to {place}" if command.to else "march on", place=command.to)
            return Message(
                "march {hours}, at most to {place}" if command.to else "march {hours}",
                hours=Hours(command.hours),
                place=command.to,
            )
        case Camp():
            if state.camped is None:
                return Message("camp")
            return Message("sleep on")
        case Wait(hours, resting):
            rests = resting and not isinstance(state.pending, Fighting)
            return Message("rest {hours}" if rests else "let {hours} pass", hours=Hours(hours))
        case CatchBreath(who):
            names = tuple(name_of(state, one) for one in who)
            return Message("a breather of {who}", who=names)
        case Explore(metres, pace, conditions):
            return _locally(metres, pace, conditions)
        case LongRun(who, rounds):
            return Message(
                "{who} runs for {rounds:round|rounds}", who=name_of(state, who), rounds=rounds
            )
        case Stay(days):
            return Message("stay {days:day|days}", days=days)
        case Ride(rider, mount):
            return Message(
                "{who} rides {mount}" if mount else "{who} dismounts",
                who=name_of(state, rider),
                mount=name_of(state, mount),
            )
        case Halt(name=name):
            return Message("halt: {name}", name=name)
        case BeginEncounter(name, encounter):
            found = state.encounter(encounter)
            named = name.strip() or ("" if found is None else found.name)
            return Message("begin {encounter}", encounter=named)
        case PassBy():
            return Message("pass it by")
        case EndEncounter(minutes):
            return Message(
                "end the encounter, {minutes}" if minutes else "end the encounter",
                minutes=Minutes(minutes),
            )
        case _:
            assert_never(command)
