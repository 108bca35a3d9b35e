"""The state after each event of the road."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import assert_never

from core.messages import adding
from core.play.facts.encounter import Encounter
from core.play.facts.fight.combatants import in_fight, with_figure
from core.play.facts.fight.turns.until import ROUND, resumed, settled
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
from core.play.facts.state import (
    AT_THE_START,
    Fighting,
    Member,
    Met,
    RunCount,
    Slowing,
    State,
    all_changed,
    beside,
    change_member,
)
from core.play.facts.table.evolve import hurt, mark_hexes
from core.travel.stretches import LAND
from core.values import replace

NONE = Fraction(0)


def evolve_road(state: State, event: RoadEvent) -> State:
    """Return the state after an event of the road."""
    match event:
        case Strained():
            return change_member(state, event.who, lambda m: _strained(m, event))
        case Travelled():
            left = state.resume and max(NONE, state.resume - event.hours)
            add = adding(event.hours)
            moved = replace(
                state,
                clock=state.clock.after(event.hours),
                members=tuple(_travelled(member, event, add) for member in state.members),
                progress=event.progress,
                place=event.place or state.place,
                strayed=_strayed(state, event),
                travelled=state.travelled + event.hours,
                resume=NONE if state.camped is not None else left,
                camped=None,
            )
            if event.entered:
                moved = mark_hexes(moved, event.entered, True, True)
            if event.mode != LAND:
                return _moored(moved, event.mode, moved.place)
            return moved
        case EncounterRolled(_, _, _, until, comes):
            return replace(state, checked=until, foretold=comes)
        case TimePassed():
            rest = event.hours if event.resting else NONE
            later = replace(
                state,
                clock=state.clock.after(event.hours),
                members=tuple(_aged(member, rest, event.slept) for member in state.members),
            )
            if event.slept:
                return replace(later, travelled=NONE, resume=NONE, camped=None)
            if state.camped is None or not rest:
                return later
            left = max(NONE, state.resume - rest)
            return replace(later, camped=state.camped + rest, resume=left)
        case CampMade(_, watches):
            return replace(state, watches=watches, camped=NONE, resume=NONE)
        case PlanSet(plan, progress):
            return replace(_free(state), plan=plan, progress=progress, aside=None)
        case PlanDropped():
            return replace(_free(state), plan=None, progress=AT_THE_START, aside=beside(state))
        case PaceSet(pace):
            return replace(state, pace=pace)
        case RiverSet(river):
            return replace(state, river=river)
        case DeadlineSet(deadline):
            return replace(state, deadline=deadline)
        case ScheduleSet(schedule):
            return replace(state, schedule=schedule, checked=None, foretold=None)
        case SlowingSet(times, reason):
            return replace(state, slowings=tuple(_slowings(state, times, reason)))
        case Arrived():
            return replace(_free(state), plan=None, progress=AT_THE_START, aside=None)
        case Landed(boat, at):
            return _moored(state, boat, at)
        case RiverCrossed():
            return state
        case MovedLocally():
            return state
        case Ran():
            return _ran(state, event)
        case Rode(rider, mount):
            rode = change_member(state, rider, lambda m: replace(m, rides=mount))
            return in_fight(rode, lambda fight: _mounted(fight, rider, mount))
        case HaltMade(_, minutes):
            return _roused(state, minutes)
        case EncounterMet(at, hours_left, camped):
            met = Met(at, hours_left, camped)
            return replace(state, pending=met, resume=NONE, foretold=None)
        case EncounterBegun():
            fight = Fighting(
                event.name, state.clock, event.hours_left, event.camped, event.encounter
            )
            begun = replace(_roused(state, 0), pending=fight, resume=NONE)
            return in_fight(begun, lambda one: replace(resumed(one, state.clock), status="running"))
        case EncounterPassed(hours_left):
            return replace(state, pending=None, resume=hours_left)
        case EncounterEnded(_, minutes, hours_left):
            rested = settled(state, "over", event.uncounted)
            return replace(_roused(rested, minutes), pending=None, resume=hours_left)
        case _:
            assert_never(event)


def _slowings(state: State, times: Fraction | None, reason: str) -> Iterator[Slowing]:
    ends_all = times is None and not reason
    for slowing in state.slowings:
        if not ends_all and slowing.reason != reason:
            yield slowing
    if times is not None:
        yield Slowing(times, reason)


def _ran(state: State, event: Ran) -> State:
    hours = (event.rounds + event.rests) * ROUND
    later = _let_pass(state, hours)
    count = RunCount(event.count, later.clock) if event.count else None
    return change_member(later, event.who, lambda m: replace(m, ran=count))


def _aged(member: Member, rest: Fraction, slept: bool) -> Member:
    if member.absence is not None:
        return member
    rested = NONE
    if rest:
        rested = member.rested + rest
    if slept:
        return replace(member, rested=rested, marched=NONE, hustled=NONE)
    return replace(member, rested=rested)


def _travelled(member: Member, event: Travelled, add: Callable[[Fraction], Fraction]) -> Member:
    # `add` adds the event's hours; it is the same for all, who mostly marched as long.
    if member.absence is not None:
        party_km = member.absence.party_km + event.km
        return replace(member, absence=replace(member.absence, party_km=party_km))
    if not member.present:
        return member
    marched = member.marched
    if member.id in event.marched:
        marched = add(marched)
    hustled = member.hustled
    if member.id in event.hustled:
        hustled = add(hustled)
    return replace(member, marched=marched, hustled=hustled, rested=NONE)


def _mounted(fight: Encounter, rider: str, mount: str) -> Encounter:
    figure = fight.figure(rider)
    if figure is None or (mount and fight.figure(mount) is None):
        return fight
    carrier = fight.figure(mount or figure.mount)
    at = figure.at if carrier is None else carrier.at
    return with_figure(fight, rider, lambda one: replace(one, mount=mount, at=at))


def _strayed(state: State, event: Travelled) -> Fraction:
    if event.place or not state.place:
        return NONE
    on_legs = state.plan is not None and state.plan.goal == ""
    if on_legs:
        return state.strayed + event.km
    return state.strayed


def _free(state: State) -> State:
    if state.camped is not None:
        return state
    return replace(state, resume=NONE)


def _moored(state: State, boat: str, at: str) -> State:
    boats = tuple(replace(b, at=at) if b.id == boat else b for b in state.boats)
    return replace(state, boats=boats)


def _strained(member: Member, event: Strained) -> Member:
    member = hurt(member, event.amount, event.lethal)
    if event.lethal:
        return replace(member, strain_lethal=member.strain_lethal + event.amount)
    return replace(member, strain=member.strain + event.amount)


def _roused(state: State, minutes: int) -> State:
    return _let_pass(state, Fraction(minutes, 60))


def _let_pass(state: State, hours: Fraction) -> State:
    later = replace(state, clock=state.clock.after(hours))
    return all_changed(later, lambda m: replace(m, rested=NONE) if m.present else m)
