"""The fight in words: a line of the log for each event, a short name for each command."""

from __future__ import annotations

from typing import assert_never

from core.messages import Message
from core.play.fight.blows.commands import BlowCommand
from core.play.fight.blows.events import BlowEvent
from core.play.fight.blows.story import tell_blows, title_blows
from core.play.fight.commands import FightCommand
from core.play.fight.events import FightEvent
from core.play.fight.moves.commands import MoveCommand
from core.play.fight.moves.events import MoveEvent
from core.play.fight.moves.story import tell_moves, title_moves
from core.play.fight.setup.commands import SetupCommand
from core.play.fight.setup.events import SetupEvent
from core.play.fight.setup.story import tell_setup, title_setup
from core.play.fight.turns.commands import TurnCommand
from core.play.fight.turns.events import TurnEvent
from core.play.fight.turns.story import tell_turns, title_turns
from core.play.state import State


def tell_fight(event: FightEvent, state: State) -> Message:
    """What happened, as one line; `state` is the state after it."""
    if isinstance(event, BlowEvent):
        return tell_blows(event, state)
    if isinstance(event, MoveEvent):
        return tell_moves(event, state)
    if isinstance(event, SetupEvent):
        return tell_setup(event, state)
    if isinstance(event, TurnEvent):
        return tell_turns(event, state)
    assert_never(event)


def title_fight(command: FightCommand, state: State) -> Message:
    """A short name of the command; `state` is the state before it."""
    if isinstance(command, BlowCommand):
        return title_blows(command, state)
    if isinstance(command, MoveCommand):
        return title_moves(command, state)
    if isinstance(command, SetupCommand):
        return title_setup(command, state)
    if isinstance(command, TurnCommand):
        return title_turns(command, state)
    assert_never(command)
