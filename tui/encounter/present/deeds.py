"""What Enter would do on the grid: the words and the command, together."""

from __future__ import annotations

from collections.abc import Callable

from core.messages import Message
from core.play.union import Command
from core.values import Struct
from tui.kit.phrases import Words


class EnterAction(Struct):
    """The effect of Enter: performs `command`, or runs `run`; with neither it says `words`.

    `waits`: it is still being computed, and Enter takes effect once that is done.
    """

    words: Words
    command: Command | None = None
    run: Callable[[], object] | None = None
    waits: bool = False


WORKING = EnterAction(Message("..."), waits=True)
"""Nothing is known of the cursor's square yet."""


def nothing(why: Message) -> EnterAction:
    """Enter does nothing, for this reason."""
    return EnterAction(Message("nothing: {why}", why=why))
