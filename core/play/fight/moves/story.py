"""Moves in words: a line of the log for each event, a short name for each command."""

from __future__ import annotations

from core.messages import Message
from core.play.fight.moves.commands import MoveCommand
from core.play.fight.moves.events import MoveEvent
from core.play.state import State


def tell_moves(event: MoveEvent, state: State) -> Message:
    """What happened, as one line; `state` is the state after it."""
    raise NotImplementedError


def title_moves(command: MoveCommand, state: State) -> Message:
    """A short name of the command; `state` is the state before it."""
    raise NotImplementedError
