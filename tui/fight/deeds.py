"""What Enter would do on the grid: the words and the command, together."""

from __future__ import annotations

from collections.abc import Callable

from core.messages import Message
from core.play.union import Command
from core.values import Struct
from tui.widgets.rows import Words


class Deed(Struct):
    """The effect of Enter: performs `command`, or runs `run`; with neither it says `words`.

    `waits`: it is still being computed, and Enter takes effect once that is done.
    """

    words: Words
    command: Command | None = None
    run: Callable[[], object] | None = None
    waits: bool = False


WORKING = Deed(Message("..."), waits=True)
"""Nothing is known of the cursor's square yet."""


def nothing(why: Message) -> Deed:
    """Enter does nothing, for this reason."""
    return Deed(Message("nothing: {why}", why=why))
