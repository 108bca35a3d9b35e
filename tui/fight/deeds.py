"""What Enter would do on the grid now: in words, and as a command; the two never part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.messages import N_, Message
from core.play.union import Command
from tui.widgets.rows import Words


@dataclass(frozen=True, slots=True)
class Deed:
    """What Enter does: performs `command`, or runs `run`; with neither it says `words`.

    `waits`: what it would do is still being worked out, and Enter is done once that is known.
    """

    words: Words
    command: Command | None = None
    run: Callable[[], None] | None = None
    waits: bool = False


WORKING = Deed(Message(N_("...")), waits=True)
"""Nothing is known of the cursor's square yet."""


def nothing(why: Message) -> Deed:
    """Enter does nothing, and says why."""
    return Deed(Message(N_("nothing: {why}"), why=why))
