"""What each event of turns makes of the state."""

from __future__ import annotations

from core.play.fight.turns.events import TurnEvent
from core.play.state import State


def evolve_turns(state: State, event: TurnEvent) -> State:
    """The state after an event of turns."""
    raise NotImplementedError
