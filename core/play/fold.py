"""State as a fold of events."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import TypeAlias, assert_never

from core.play.fight.blows.events import BlowEvent
from core.play.fight.blows.evolve import evolve_blows
from core.play.fight.events import FightEvent
from core.play.fight.moves.events import MoveEvent
from core.play.fight.moves.evolve import evolve_moves
from core.play.fight.setup.events import SetupEvent
from core.play.fight.setup.evolve import evolve_setup
from core.play.fight.turns.events import TurnEvent
from core.play.fight.turns.evolve import evolve_turns
from core.play.road.events import RoadEvent
from core.play.road.evolve import evolve_road
from core.play.state import State
from core.play.table.events import TableEvent
from core.play.table.evolve import evolve_table

Event: TypeAlias = RoadEvent | TableEvent | FightEvent


def evolve(state: State, event: Event) -> State:
    """Return the state after `event`. Needs no ruleset, dice or clock."""
    if isinstance(event, RoadEvent):
        return evolve_road(state, event)
    if isinstance(event, TableEvent):
        return evolve_table(state, event)
    if isinstance(event, SetupEvent):
        return evolve_setup(state, event)
    if isinstance(event, TurnEvent):
        return evolve_turns(state, event)
    if isinstance(event, MoveEvent):
        return evolve_moves(state, event)
    if isinstance(event, BlowEvent):
        return evolve_blows(state, event)
    assert_never(event)


def evolve_all(state: State, events: Iterable[Event]) -> State:
    """Return the state after all these events, in order."""
    return reduce(evolve, events, state)
