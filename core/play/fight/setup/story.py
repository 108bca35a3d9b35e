"""Setup in words: a line of the log for each event, a short name for each command."""

from __future__ import annotations

from core.messages import Message
from core.play.fight.setup.commands import SetupCommand
from core.play.fight.setup.events import SetupEvent
from core.play.state import State


def tell_setup(event: SetupEvent, state: State) -> Message:
    """What happened, as one line; `state` is the state after it."""
    raise NotImplementedError


def title_setup(command: SetupCommand, state: State) -> Message:
    """A short name of the command; `state` is the state before it."""
    raise NotImplementedError
