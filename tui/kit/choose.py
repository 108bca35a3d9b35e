"""A choice among a few things, by letter or by arrows and Enter."""

from __future__ import annotations

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList

from core.messages import Message
from core.values import Struct
from tui.kit.choices import Choices, option
from tui.kit.modal import Modal, label


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
        picked = [c for c in self._choices if c.letter and c.letter == event.character]
        if picked:
            event.stop()
            self.dismiss(picked[0].id)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)
