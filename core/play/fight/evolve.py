"""What each event of a fight makes of the state."""

from __future__ import annotations

from typing import assert_never

from core.play.fight.blows.events import BlowEvent
from core.play.fight.blows.evolve import evolve_blows
from core.play.fight.events import FightEvent
from core.play.fight.moves.events import MoveEvent
from core.play.fight.moves.evolve import evolve_moves
from core.play.fight.setup.events import SetupEvent
from core.play.fight.setup.evolve import evolve_setup
from core.play.fight.turns.events import TurnEvent
from core.play.fight.turns.evolve import evolve_turns
from core.play.state import State


def evolve_fight(state: State, event: FightEvent) -> State:
    """The state after an event of a fight."""
    if isinstance(event, BlowEvent):
        return evolve_blows(state, event)
    if isinstance(event, MoveEvent):
        return evolve_moves(state, event)
    if isinstance(event, SetupEvent):
        return evolve_setup(state, event)
    if isinstance(event, TurnEvent):
        return evolve_turns(state, event)
    assert_never(event)
