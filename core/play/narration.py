"""Events as lines of the log, commands as short names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, assert_never, get_args

from core.messages import Message
from core.play.fight.blows.commands import BlowCommand
from core.play.fight.blows.events import BlowEvent
from core.play.fight.blows.narration import describe_blows, narrate_blows
from core.play.fight.moves.commands import MoveCommand
from core.play.fight.moves.events import MoveEvent
from core.play.fight.moves.narration import describe_moves, narrate_moves
from core.play.fight.setup.commands import SetupCommand
from core.play.fight.setup.events import SetupEvent
from core.play.fight.setup.narration import describe_setup, narrate_setup
from core.play.fight.turns.commands import TurnCommand
from core.play.fight.turns.events import TurnEvent
from core.play.fight.turns.narration import describe_turns, narrate_turns
from core.play.road.commands import RoadCommand
from core.play.road.events import RoadEvent
from core.play.road.narration import describe_road, narrate_road
from core.play.state import State
from core.play.table.commands import TableCommand
from core.play.table.events import TableEvent
from core.play.table.narration import describe_table, narrate_table
from core.play.union import Command, Event

LINES: Final[Mapping[type[Event], Callable[[Any, State], Message]]] = {
    **dict.fromkeys(get_args(RoadEvent), narrate_road),
    **dict.fromkeys(get_args(TableEvent), narrate_table),
    **dict.fromkeys(get_args(SetupEvent), narrate_setup),
    **dict.fromkeys(get_args(TurnEvent), narrate_turns),
    **dict.fromkeys(get_args(MoveEvent), narrate_moves),
    **dict.fromkeys(get_args(BlowEvent), narrate_blows),
}


def narrate(event: Event, state: State) -> Message:
    """Return an event as one line of the log; `state` is the state after it."""
    return LINES[type(event)](event, state)


def describe(command: Command, state: State) -> Message:
    """Return a short name of the command ("march 2 h"); `state` is the state before it."""
    if isinstance(command, RoadCommand):
        return describe_road(command, state)
    if isinstance(command, TableCommand):
        return describe_table(command, state)
    if isinstance(command, SetupCommand):
        return describe_setup(command, state)
    if isinstance(command, TurnCommand):
        return describe_turns(command, state)
    if isinstance(command, MoveCommand):
        return describe_moves(command, state)
    if isinstance(command, BlowCommand):
        return describe_blows(command, state)
    assert_never(command)
