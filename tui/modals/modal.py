"""A question over a screen that can be answered only once."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.message import Message
from textual.screen import ModalScreen

Result = TypeVar("Result")


class Modal(ModalScreen[Result]):
    """A modal whose second `dismiss` does nothing.

    Two keys typed at once both reach the modal; Textual would let the second one close the
    screen beneath it.
    """

    class Ready(Message):
        """The modal is there and takes keys."""

    def on_screen_resume(self) -> None:
        """Say that keys are taken from here on."""
        self.call_after_refresh(self.post_message, self.Ready())

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close with `result`, unless the modal is closed already."""
        if not self.is_current:
            return AwaitComplete()
        return super().dismiss(result)
