"""What each event of setup makes of the state."""

from __future__ import annotations

from core.play.fight.setup.events import SetupEvent
from core.play.state import State


def evolve_setup(state: State, event: SetupEvent) -> State:
    """The state after an event of setup."""
    raise NotImplementedError
