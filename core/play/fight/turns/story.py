"""Turns in words: a line of the log for each event, a short name for each command."""

from __future__ import annotations

from core.messages import Message
from core.play.fight.turns.commands import TurnCommand
from core.play.fight.turns.events import TurnEvent
from core.play.state import State


def tell_turns(event: TurnEvent, state: State) -> Message:
    """What happened, as one line; `state` is the state after it."""
    raise NotImplementedError


def title_turns(command: TurnCommand, state: State) -> Message:
    """A short name of the command; `state` is the state before it."""
    raise NotImplementedError
