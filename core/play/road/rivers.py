"""The terms of travel on the rivers of a map: the current, and whether boats drift at night."""

from __future__ import annotations

from core.messages import KmPerHour, Message, Refusal
from core.play.facts.road.events import PlanSet, RiverSet
from core.play.resolution import Resolution
from core.play.road.deadlines import change_plan
from core.travel.stretches import RiverTerms, Voyage, current, on_river
from core.values import replace


def set_river(resolution: Resolution, river: RiverTerms) -> None:
    """Set the terms of travel on rivers, and change the way ahead on the map accordingly.

    The way itself stays the same. Refusal: `bad_current`.
    """
    if river.current_km_h is not None and river.current_km_h < 0:
        raise Refusal("bad_current", "The current must be 0 or more.")
    state = resolution.state
    rules = resolution.rules
    resolution.emit(RiverSet(river))
    km_h, why = current(Voyage("", "river", "downstream", river.current_km_h), rules)
    resolution.explain(why)
    if river.drifts:
        label = Message("adrift in the hours without propulsion, with a guide")
        resolution.explain(rules.cite("T-186", label, KmPerHour(km_h)))
    plan = state.plan
    if plan is None or not plan.goal:
        return
    stretches = tuple(on_river(stretch, river, rules) for stretch in plan.stretches)
    if stretches == plan.stretches:
        return
    change_plan(resolution, PlanSet(replace(plan, stretches=stretches), state.progress))


def end_night_adrift(resolution: Resolution) -> bool:
    """End a drift that was for one night (T-186); whether there was one."""
    river = resolution.state.river
    if not river.one_night:
        return False
    set_river(resolution, river.after_the_night)
    return True
