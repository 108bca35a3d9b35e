"""Blows in words: a line of the log for each event, a short name for each command."""

from __future__ import annotations

from core.messages import Message
from core.play.fight.blows.commands import BlowCommand
from core.play.fight.blows.events import BlowEvent
from core.play.state import State


def tell_blows(event: BlowEvent, state: State) -> Message:
    """What happened, as one line; `state` is the state after it."""
    raise NotImplementedError


def title_blows(command: BlowCommand, state: State) -> Message:
    """A short name of the command; `state` is the state before it."""
    raise NotImplementedError
