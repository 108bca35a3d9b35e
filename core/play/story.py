"""The story in words: events as lines of the log, commands as short names."""

from __future__ import annotations

from typing import assert_never

from core.messages import Message
from core.play.fight.commands import FightCommand
from core.play.fight.events import FightEvent
from core.play.fight.story import tell_fight, title_fight
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
    if isinstance(event, FightEvent):
        return tell_fight(event, state)
    assert_never(event)


def title(command: Command, state: State) -> Message:
    """A short name of the command ("march 2 h"); `state` is the state before it."""
    if isinstance(command, RoadCommand):
        return title_road(command, state)
    if isinstance(command, TableCommand):
        return title_table(command, state)
    if isinstance(command, FightCommand):
        return title_fight(command, state)
    assert_never(command)
