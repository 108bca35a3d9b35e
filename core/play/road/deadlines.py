"""A deadline belongs to a goal: it ends when the party no longer goes there."""

from __future__ import annotations

from core.play.facts.road.events import DeadlineSet, PlanDropped, PlanSet
from core.play.facts.table.events import MapAdopted
from core.play.resolution import Resolution


def change_plan(resolution: Resolution, event: PlanSet | PlanDropped | MapAdopted) -> None:
    """Emit the event, and forget the deadline when the plan before it had another goal.

    It stays for another way to the same goal, for any way in place of legs, which have no goal of
    their own, and for the first plan after it was set.
    """
    before = resolution.state.plan
    resolution.emit(event)
    state = resolution.state
    if before is None or state.deadline is None:
        return
    another_goal = state.plan is not None and before.goal not in ("", state.plan.goal)
    if state.plan is None or another_goal:
        resolution.emit(DeadlineSet(None))
