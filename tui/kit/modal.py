"""The base of all modals."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static

from core.messages import N_
from core.messages import Message as Said
from tui.kit.lines_view import sign, words
from tui.kit.phrases import Words

Result = TypeVar("Result")

SHEET = Path(__file__).with_name("modal.tcss")
"""The style sheet of all modals, before their own."""


def label(text: Words = "", *, id: str | None = None, classes: str | None = None) -> Static:
    """A line of a modal; its text is not read as markup."""
    return Static(_text(text), id=id, classes=classes, markup=False)


def _text(text: Words | None) -> str:
    return text if isinstance(text, str) else words(text)


class Modal(ModalScreen[Result]):
    """A modal whose second `dismiss` does nothing.

    Two keys typed at once both reach the modal; Textual would let the second one close the
    screen beneath it. One that is not `SHARED` closes when the curtain is drawn, as with Esc.
    """

    BINDINGS = [Binding("escape", "leave", "leave", id="modal-leave")]
    SHARED = False
    """Whether players may read all of it."""

    def __init__(self) -> None:
        super().__init__()
        self.css_path = [SHEET, *self.css_path]

    class Ready(Message):
        """The modal is there and takes keys."""

    def on_mount(self) -> None:
        """Show the curtain in the border, which may cover the first line of the screen."""
        if hasattr(self.app, "player_view"):
            self.watch(self.app, "player_view", self._show_curtain)

    def _show_curtain(self, drawn: bool) -> None:
        for part in self.children:
            part.border_title = sign().strip() if drawn else ""

    def told(self, message: Words) -> str:
        """`message` in words, or a note that it is for the GM, where players must not read it."""
        discreet = getattr(self.app, "discreet", str)
        return str(discreet(words(message)))

    def write(self, id: str, text: Words | None) -> None:
        """Show a text in the line `id`; None empties it. An empty line loses its class `shown`."""
        line = self.query_one(f"#{id}", Static)
        line.update(_text(text))
        line.set_class(bool(text), "shown")

    def copy(self, text: str) -> None:
        """Copy a text and say so in the line `keys`."""
        self.app.copy_to_clipboard(text)
        self.write("keys", Said(N_("Copied as text.   Esc leaves")))

    def action_leave(self) -> None:
        """Close without a result."""
        self.dismiss(None)

    def on_screen_resume(self) -> None:
        """Post `Ready` once keys are taken."""
        self.call_after_refresh(self.post_message, self.Ready())

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close with `result`, unless the modal is closed already, or another is over it."""
        if self.app.screen is not self:
            return AwaitComplete()
        return super().dismiss(result)
