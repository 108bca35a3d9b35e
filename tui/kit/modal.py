"""Modals: the base of all, and a list to choose from."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, Literal, TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.content import Content
from textual.message import Message as Posted
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import Worker, active_worker

from core.messages import Message
from core.values import Struct
from tui.kit.front import Front
from tui.kit.lines_view import sign, words
from tui.kit.phrases import Words

Result = TypeVar("Result")

SHEET = Path(__file__).with_name("modal.tcss")
"""The style sheet of all modals, before their own."""


def label(text: Words = "", *, id: str | None = None, classes: str | None = None) -> Static:
    """A line of a modal; its text is not read as markup."""
    return Static(_text(text), id=id, classes=classes, markup=False)


def _text(text: Words | None) -> str:
    if isinstance(text, str):
        return text
    return words(text)


class Modal(ModalScreen[Result]):
    """A modal whose second `dismiss` does nothing.

    Two keys typed at once both reach the modal; Textual would let the second one close the
    screen beneath it. One that is not `SHARED` closes when the curtain is drawn, as with Esc.
    """

    BINDINGS = [Binding("escape", "leave", "leave", id="modal-leave")]
    SHARED = False
    """Whether players may read all of it."""
    YIELDS: ClassVar[Literal["", "line", "numbers"]] = ""
    """The keys that close it and are taken by the screen beneath (`TypeAhead`): "line" is the key
    of the `:` line; "numbers", for pages that are only read, the digits as well."""

    def __init__(self) -> None:
        super().__init__()
        self.css_path = [SHEET, *self.css_path]
        self.asker: Worker[object] | None = active_worker.get(None)
        """The worker that waits for the result, if one does."""
        self._front = Front()

    class Ready(Posted):
        """The modal is there and takes keys."""

        def __init__(self, modal: Modal[Any]) -> None:
            super().__init__()
            self.modal = modal

    def on_compose(self) -> None:
        """Be styled by its own sheet, which is read only now; its parts are when they are made."""
        self.update_node_styles(animate=False)

    def on_mount(self) -> None:
        """Show the curtain in the border, which may cover the first line of the screen."""
        if hasattr(self.app, "player_view"):
            self.watch(self.app, "player_view", self._show_curtain)

    def _show_curtain(self, drawn: bool) -> None:
        for part in self.children:
            if drawn:
                part.border_title = sign().strip()
            else:
                part.border_title = ""

    def told(self, message: Words) -> str:
        """`message` in words, or a note that it is for the GM, where players must not read it."""
        discreet = getattr(self.app, "discreet", str)
        return str(discreet(words(message)))

    def write(self, id: str, text: Words | None) -> None:
        """Show a text in the line `id`; None empties it. An empty line loses its class `shown`."""
        line = self.query_one(f"#{id}", Static)
        written = _text(text)
        if line.content != written:  # else each key would lay out the screen again
            line.update(written)
        line.set_class(bool(text), "shown")

    def refuse_line(self, line: Input, message: Words, id: str = "wrong") -> None:
        """Say in the line `id` why a typed line is refused, and select it: typing replaces it."""
        line.select_all()
        self.write(id, message)

    def copy(self, text: str) -> None:
        """Copy a text and say so in the line `keys`."""
        self.app.copy_to_clipboard(text)
        self.write("keys", Message("Copied as text.   Esc leaves"))

    def action_leave(self) -> None:
        """Close without a result."""
        self.dismiss(None)

    def on_screen_suspend(self) -> None:
        """Take note that another screen is in front."""
        self._front.leave()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Post `Ready` once keys are taken."""
        self._front.reach(event)
        self.call_after_refresh(self.post_message, self.Ready(self))

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close with `result`, unless the modal is closed already, or another is over it."""
        if self.app.screen is not self:
            return AwaitComplete()
        return super().dismiss(result)


HERE = "> "
ELSEWHERE = "  "
MOVES = {
    "up": "cursor_up",
    "down": "cursor_down",
    "nw": "first",
    "ne": "page_up",
    "sw": "last",
    "se": "page_down",
}


def option(text: str, id: str | None = None, *, disabled: bool = False) -> Option:
    """A row of a `Choices`; `text` is never read as markup."""
    return Option(Content(ELSEWHERE + text), id=id, disabled=disabled)


TITLE_STYLE = "bold $accent-text"


def headed(title: str) -> tuple[Option, Option]:
    """A blank row and a title over the rows that follow."""
    text = Content.styled(ELSEWHERE + title, TITLE_STYLE)
    return option("", disabled=True), Option(text, disabled=True)


class Choices(OptionList):
    """An `OptionList` of `option(...)` rows that marks the highlighted one."""

    _marked: str | None = None

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Move the mark to this row."""
        super().watch_highlighted(highlighted)
        now = self.here
        before = self._marked
        if before not in (None, now) and any(each.id == before for each in self.options):
            self._write(before, ELSEWHERE)
        if now is not None:
            self._write(now, HERE)
        self._marked = now

    @property
    def here(self) -> str | None:
        """The id of the highlighted row."""
        place = self.highlighted
        if place is None:
            return None
        return self.get_option_at_index(place).id

    def move(self, direction: str) -> None:
        """Go a row up or down, a page or to an end; nowhere to the left and right."""
        if direction in MOVES:
            getattr(self, f"action_{MOVES[direction]}")()

    def _write(self, id: str, mark: str) -> None:
        text = str(self.get_option(id).prompt)
        if not text.startswith(mark):
            self.replace_option_prompt(id, Content(mark + text[len(mark) :]))


class Choice(Struct):
    """An option: its id, the letter that picks it ("" = none) and its words."""

    id: str
    letter: str
    words: Message
