"""What each event of blows makes of the state."""

from __future__ import annotations

from core.play.fight.blows.events import BlowEvent
from core.play.state import State


def evolve_blows(state: State, event: BlowEvent) -> State:
    """The state after an event of blows."""
    raise NotImplementedError
