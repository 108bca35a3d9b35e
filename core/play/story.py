"""The story in words: events as lines of the log, commands as short names."""

from __future__ import annotations

from typing import assert_never

from core.messages import Message
from core.play.fight.blows.commands import BlowCommand
from core.play.fight.blows.events import BlowEvent
from core.play.fight.blows.story import tell_blows, title_blows
from core.play.fight.moves.commands import MoveCommand
from core.play.fight.moves.events import MoveEvent
from core.play.fight.moves.story import tell_moves, title_moves
from core.play.fight.setup.commands import SetupCommand
from core.play.fight.setup.events import SetupEvent
from core.play.fight.setup.story import tell_setup, title_setup
from core.play.fight.turns.commands import TurnCommand
from core.play.fight.turns.events import TurnEvent
from core.play.fight.turns.story import tell_turns, title_turns
from core.play.road.commands import RoadCommand
from core.play.road.events import RoadEvent
from core.play.road.story import tell_road, title_road
from core.play.state import State
from core.play.table.commands import TableCommand
from core.play.table.events import TableEvent
from core.play.table.story import tell_table, title_table
from core.play.union import Command, Event


def tell(event: Event, state: State) -> Message:
    """What happened, as one line of the log; `state` is the state after the event."""
    if isinstance(event, RoadEvent):
        return tell_road(event, state)
    if isinstance(event, TableEvent):
        return tell_table(event, state)
    if isinstance(event, SetupEvent):
        return tell_setup(event, state)
    if isinstance(event, TurnEvent):
        return tell_turns(event, state)
    if isinstance(event, MoveEvent):
        return tell_moves(event, state)
    if isinstance(event, BlowEvent):
        return tell_blows(event, state)
    assert_never(event)


def title(command: Command, state: State) -> Message:
    """A short name of the command ("march 2 h"); `state` is the state before it."""
    if isinstance(command, RoadCommand):
        return title_road(command, state)
    if isinstance(command, TableCommand):
        return title_table(command, state)
    if isinstance(command, SetupCommand):
        return title_setup(command, state)
    if isinstance(command, TurnCommand):
        return title_turns(command, state)
    if isinstance(command, MoveCommand):
        return title_moves(command, state)
    if isinstance(command, BlowCommand):
        return title_blows(command, state)
    assert_never(command)
