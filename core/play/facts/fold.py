"""State as a fold of events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any, TypeAlias, get_args

from core.play.facts.fight.blows.events import BlowEvent
from core.play.facts.fight.blows.evolve import evolve_blows
from core.play.facts.fight.moves.events import MoveEvent
from core.play.facts.fight.moves.evolve import evolve_moves
from core.play.facts.fight.setup.events import SetupEvent
from core.play.facts.fight.setup.evolve import evolve_setup
from core.play.facts.fight.turns.events import TurnEvent
from core.play.facts.fight.turns.evolve import evolve_turns
from core.play.facts.road.events import RoadEvent
from core.play.facts.road.evolve import evolve_road
from core.play.facts.state import State
from core.play.facts.table.events import TableEvent
from core.play.facts.table.evolve import evolve_table

FightEvent: TypeAlias = SetupEvent | TurnEvent | MoveEvent | BlowEvent


Event: TypeAlias = RoadEvent | TableEvent | FightEvent

FOLDS: Mapping[type[Event], Callable[[State, Any], State]] = {
    kind: evolved
    for events, evolved in (
        (RoadEvent, evolve_road),
        (TableEvent, evolve_table),
        (SetupEvent, evolve_setup),
        (TurnEvent, evolve_turns),
        (MoveEvent, evolve_moves),
        (BlowEvent, evolve_blows),
    )
    for kind in get_args(events)
}


def evolve(state: State, event: Event) -> State:
    """Return the state after `event`. Needs no ruleset, dice or clock."""
    return FOLDS[type(event)](state, event)


def evolve_all(state: State, events: Iterable[Event]) -> State:
    """Return the state after all these events, in order."""
    return reduce(evolve, events, state)
