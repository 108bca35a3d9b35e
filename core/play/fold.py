"""State as a fold of events."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import TypeAlias, assert_never

from core.play.fight.events import FightEvent
from core.play.fight.evolve import evolve_fight
from core.play.road.events import RoadEvent
from core.play.road.evolve import evolve_road
from core.play.state import State
from core.play.table.events import TableEvent
from core.play.table.evolve import evolve_table

Event: TypeAlias = RoadEvent | TableEvent | FightEvent


def evolve(state: State, event: Event) -> State:
    """The state after `event`. Needs no ruleset, dice or clock."""
    if isinstance(event, RoadEvent):
        return evolve_road(state, event)
    if isinstance(event, TableEvent):
        return evolve_table(state, event)
    if isinstance(event, FightEvent):
        return evolve_fight(state, event)
    assert_never(event)


def evolve_all(state: State, events: Iterable[Event]) -> State:
    """The state after all these events, in order."""
    return reduce(evolve, events, state)
