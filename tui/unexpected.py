"""What nobody expected ends the app in one sentence: the only part of Textual's insides in use."""

from __future__ import annotations

from typing import Any

from textual.app import App

from core.messages import Message
from tui.edge import keep_traceback, unreadable


class LastWords(App[Any]):
    """An app that keeps what it ended on in a file, and has a sentence to say so.

    Textual has no public way to hear of a mistake that no handler caught: it prints pages of
    traceback over the terminal, which a GM can do nothing with.
    """

    farewell: Message | None = None
    """What is to be said once the terminal is restored."""

    def sentence(self, message: Message | None) -> None:
        """Say one sentence in the screen that is shown; None clears it."""
        raise NotImplementedError

    def _handle_exception(self, error: Exception) -> None:
        # A damaged file is no mistake of the program's: it is said, and the program goes on.
        refusal = unreadable(error)
        if refusal is not None:
            self.sentence(refusal.message)
            return
        if self.farewell is None:
            self.farewell = keep_traceback(error)
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        self.panic()
