"""What each event of moves makes of the state."""

from __future__ import annotations

from core.play.fight.moves.events import MoveEvent
from core.play.state import State


def evolve_moves(state: State, event: MoveEvent) -> State:
    """The state after an event of moves."""
    raise NotImplementedError
