"""A question over a screen that can be answered only once."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.await_complete import AwaitComplete
from textual.message import Message
from textual.screen import ModalScreen

from tui.widgets.lines_view import words
from tui.widgets.rows import Words
from tui.widgets.title_line import sign

Result = TypeVar("Result")


class Modal(ModalScreen[Result]):
    """A modal whose second `dismiss` does nothing.

    Two keys typed at once both reach the modal; Textual would let the second one close the
    screen beneath it. One that is not `SHARED` closes when the curtain is drawn, as with Esc.
    """

    SHARED: ClassVar[bool] = False
    """Whether nothing is in it that players may not read."""

    class Ready(Message):
        """The modal is there and takes keys."""

    def on_mount(self) -> None:
        """What lies over the first line of a screen says itself that the curtain is drawn."""
        if hasattr(self.app, "curtain"):
            self.watch(self.app, "curtain", self._show_curtain)

    def _show_curtain(self, drawn: bool) -> None:
        for part in self.children:
            part.border_title = sign().strip() if drawn else ""

    def told(self, message: Words) -> str:
        """What a message says; that it is the GM's, where players look on and may not read it."""
        discreet = getattr(self.app, "discreet", str)
        return str(discreet(words(message)))

    def on_screen_resume(self) -> None:
        """Say that keys are taken from here on."""
        self.call_after_refresh(self.post_message, self.Ready())

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close with `result`, unless the modal is closed already."""
        if not self.is_current:
            return AwaitComplete()
        return super().dismiss(result)
