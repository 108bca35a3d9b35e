"""Choosing from a list, by letter or by arrows and Enter.

">" is at the row that Enter takes: colour is never the only sign.
"""

from __future__ import annotations

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from core.messages import Message
from core.values import Struct
from tui.kit.modal import Modal, label

HERE, ELSEWHERE = "> ", "  "
MOVES = {
    "up": "cursor_up", "down": "cursor_down", "nw": "first", "ne": "page_up", "sw": "last",
    "se": "page_down",
}  # fmt: skip


def option(text: str, id: str | None = None, *, disabled: bool = False) -> Option:
    """A row of a `Choices`; `text` is never read as markup."""
    return Option(Content(ELSEWHERE + text), id=id, disabled=disabled)


def headed(title: str) -> tuple[Option, Option]:
    """A blank row and a title over the rows that follow."""
    text = Content.styled(ELSEWHERE + title, "bold $accent-text")
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
        at = self.highlighted
        return None if at is None else self.get_option_at_index(at).id

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


class Choose(Modal[str | None]):
    """Asks for one of `choices`; None when the GM leaves with Escape."""

    CSS_PATH = "choose.tcss"

    def __init__(self, prompt: Message, choices: tuple[Choice, ...]) -> None:
        super().__init__()
        self._prompt = prompt
        self._choices = choices

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(self.told(self._prompt), id="prompt")
            yield Choices(
                *(option(self._line(choice), choice.id) for choice in self._choices),
                compact=True,
            )

    def _line(self, choice: Choice) -> str:
        return f"{choice.letter or ' '}  {self.told(choice.words)}"

    def on_key(self, event: events.Key) -> None:
        letter = event.character or ""
        same = [c for c in self._choices if c.letter and c.letter.lower() == letter.lower()]
        picked = [c for c in same if c.letter == letter] or same
        if picked:
            event.stop()
            self.dismiss(picked[0].id)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)
