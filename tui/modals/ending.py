"""The end of a fight: what goes back to the road, a line for each, to be mended before Enter."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, Static

from core.messages import N_, Message, Refusal
from core.play.state import State
from core.play.union import Command
from tui.fight.homeward import Homeward, commands, heading, homeward
from tui.modals.modal import Modal
from tui.modals.text_line import LineInput
from tui.phrases import say
from tui.widgets.trimmed import trimmed

MINUTES = "took"


class Ending(Modal[tuple[Command, ...] | None]):
    """Shows what the fight leaves; the commands that end it, or None when the GM goes back."""

    CSS_PATH = "ending.tcss"
    AUTO_FOCUS = "#took"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "leave", id="ending-leave"),
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
            yield Static(say(heading(self._state)), id="head", markup=False)
            hint = N_("damage, 3n nonlethal, 5t temporary; conditions that stay; dead, stable")
            yield Static(say(Message(hint)), classes="hint", markup=False)
            with VerticalScroll(id="rows"):
                for at, row in enumerate(self._rows):
                    yield from self._line(at, row)
            with Horizontal():
                took = say(Message(N_("and then minutes")))
                yield Static(took, classes="who", markup=False)
                yield LineInput(str(self._minutes), id=MINUTES, compact=True)
            yield Static("", id="wrong", markup=False)
            keys = N_("Up Down a line   Enter ends the fight   Esc goes back to it")
            yield Static(say(Message(keys)), classes="hint", markup=False)

    def _line(self, at: int, row: Homeward) -> ComposeResult:
        with Horizontal():
            who = trimmed(f"{row.sign} {row.name}", 18)
            yield Static(who, classes="who", markup=False)
            yield Static(row.hp, classes="hp", markup=False)
            yield LineInput(row.text, id=f"line-{at}", compact=True)

    @on(Input.Submitted)
    def _entered(self) -> None:
        texts = {
            row.id: self.query_one(f"#line-{at}", Input).value for at, row in enumerate(self._rows)
        }
        try:
            found = commands(self._state, texts, self.query_one(f"#{MINUTES}", Input).value)
        except Refusal as refusal:
            wrong = self.query_one("#wrong", Static)
            wrong.update(say(refusal.message))
            wrong.add_class("shown")
            return
        self.dismiss(found)

    def action_leave(self) -> None:
        """Close; the fight goes on."""
        self.dismiss(None)
