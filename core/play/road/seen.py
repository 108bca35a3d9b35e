"""The way and the boats as players know them: no hex that they do not know of."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import replace

from core.play.road.events import PlanSet, Travelled
from core.play.state import AT_THE_START, Boat, Mark, Plan, State
from core.travel.stretches import Progress, Stretch


def seen_marks(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """What the story says of hexes: of those that players do not know, that they do not."""
    return tuple(mark if mark.known else Mark(mark.hex, False, False) for mark in marks)


def seen_boats(boats: Iterable[Boat], known: Set[str]) -> tuple[Boat, ...]:
    """The boats that lie in no unknown hex."""
    return tuple(boat for boat in boats if not boat.at or boat.at in known)


def seen_way(state: State, known: Set[str]) -> tuple[Plan | None, Progress]:
    """Where the party means to go, and how far along it is."""
    plan = seen_plan(state.plan, known)
    return plan, AT_THE_START if plan is None else state.progress


def seen_plan(plan: Plan | None, known: Set[str]) -> Plan | None:
    """A plan without the hexes on its way that are not known; None when its goal is not."""
    if plan is None or (plan.goal and plan.goal not in known):
        return None
    via = tuple(hex for hex in plan.via if hex in known)
    stretches = tuple(seen_stretch(stretch, known) for stretch in plan.stretches)
    return replace(plan, stretches=stretches, via=via)


def seen_stretch(stretch: Stretch, known: Set[str]) -> Stretch:
    """A piece of the way without the hexes that are not known, and what their ground is like."""
    start = stretch.start if stretch.start in known else ""
    end = stretch.end if stretch.end in known else ""
    if stretch.inside and stretch.inside not in known:
        return Stretch(
            stretch.km, stretch.leg, pace=stretch.pace, mode=stretch.mode, start=start, end=end
        )
    if (start, end) == (stretch.start, stretch.end):
        return stretch
    return replace(stretch, start=start, end=end)


def seen_plan_set(event: PlanSet, known: Set[str]) -> PlanSet | None:
    """That a way was chosen; None when it leads to a hex that is not known."""
    plan = seen_plan(event.plan, known)
    return None if plan is None else replace(event, plan=plan)


def seen_march(event: Travelled, known: Set[str]) -> Travelled:
    """Hours on the way, without the hexes entered in them that are not known any more."""
    if all(hex in known for hex in event.entered):
        return event
    return replace(event, entered=tuple(hex for hex in event.entered if hex in known))
