"""A modal that asks for one of several choices, each with a letter of its own."""

from __future__ import annotations

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList

from core.messages import Message
from tui.kit.lines_view import sentence
from tui.kit.modal import ELSEWHERE, Choice, Choices, Modal, label, option

ROOM = 72
"""Columns of a row of `Choose`, as its style sheet has them."""


class Choose(Modal[str | None]):
    """Asks for one of `choices`; None when the GM leaves with Escape."""

    YIELDS = "line"
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
            yield label(id="wrong")

    def _line(self, choice: Choice) -> str:
        lead = f"{choice.letter or ' '}  "
        below = " " * len(ELSEWHERE + lead)
        rows = sentence(self.told(choice.words), ROOM - len(ELSEWHERE), lead, below)
        return "\n".join(rows)

    def on_key(self, event: events.Key) -> None:
        letter = event.character or ""
        same = [c for c in self._choices if c.letter and c.letter.lower() == letter.lower()]
        picked = [c for c in same if c.letter == letter] or same
        if picked:
            event.stop()
            self.dismiss(picked[0].id)
        elif event.is_printable:
            self.write("wrong", Message("No choice has the key {key}.", key=letter))

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)
