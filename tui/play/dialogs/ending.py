"""The end of a fight: a line of results for each creature, which the GM may edit."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input

from core.messages import Message, Refusal
from core.play.state import State
from core.play.union import Command
from tui.kit.lines_view import trimmed
from tui.kit.modal import Modal, label
from tui.kit.text_line import LineInput
from tui.play.dialogs.homeward import Homeward, commands, heading, homeward

MINUTES = "took"


class EndEncounterDialog(Modal[tuple[Command, ...] | None]):
    """The results of a fight; returns the commands that end it, or None when the GM goes back."""

    CSS_PATH = "ending.tcss"
    AUTO_FOCUS = "#took"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", "next", priority=True, show=False, id="ending-next"),
        Binding("up", "app.focus_previous", "before", priority=True, show=False,
                id="ending-before"),
    ]  # fmt: skip

    def __init__(self, state: State, minutes: int = 0) -> None:
        super().__init__()
        self._state = state
        self._minutes = minutes
        self._rows = homeward(state)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(heading(self._state), id="head")
            yield label(
                Message("damage, 3n nonlethal, 5t temporary; conditions that stay; dead, stable"),
                classes="hint",
            )
            with VerticalScroll(id="rows"):
                for at, row in enumerate(self._rows):
                    yield from self._line(at, row)
            with Horizontal():
                yield label(Message("and then minutes"), classes="who")
                yield LineInput(str(self._minutes), id=MINUTES, compact=True)
            yield label(id="wrong")
            yield label(
                Message("Up Down a line   Enter ends the fight   Esc goes back to it"),
                classes="hint",
            )

    def _line(self, at: int, row: Homeward) -> ComposeResult:
        with Horizontal():
            who = trimmed(f"{row.sign} {row.name}", 18)
            yield label(who, classes="who")
            yield label(row.hp, classes="hp")
            yield LineInput(row.text, id=f"line-{at}", compact=True)

    @on(Input.Submitted)
    def _entered(self) -> None:
        texts = {
            row.id: self.query_one(f"#line-{at}", Input).value for at, row in enumerate(self._rows)
        }
        try:
            found = commands(self._state, texts, self.query_one(f"#{MINUTES}", Input).value)
        except Refusal as refusal:
            self.write("wrong", refusal.message)
            return
        self.dismiss(found)
