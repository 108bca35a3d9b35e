"""Unexpected errors end the app in one sentence: the only use of Textual's internals."""

from __future__ import annotations

from typing import Any

from textual.app import App

from core.messages import Message
from tui.kit.edge import keep_traceback, unreadable


class LastWords(App[Any]):
    """An app that logs the error it ended on, and has a sentence about it.

    Textual has no public way to hear of an error that no handler caught: it prints pages of
    traceback over the terminal, which are of no use to a GM.
    """

    farewell: Message | None = None
    """What is to be said once the terminal is restored."""

    def sentence(self, message: Message | None) -> None:
        """Show one sentence on the present screen; None clears it."""
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
