"""Conditions and timers: a few letters pick one, and a duration may follow."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input

from core.messages import Message, Refusal
from core.play.fight.setup.commands import Hide
from core.play.fight.turns.commands import ClearCondition, SetCondition
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase
from tui.kit.pick_list import Picks
from tui.kit.text_line import LineInput
from tui.play.typed.picking import Picking


class Conditions(Modal[SetCondition | ClearCondition | Hide | None]):
    """Asks for a condition for the creatures of `picking`; None when the GM leaves.

    Picking a condition that all of them have ends it.
    """

    CSS_PATH = "conditions.tcss"
    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,tab", "move(1)", "down", priority=True, show=False, id="conditions-down"),
        Binding("up,shift+tab", "move(-1)", "up", priority=True, show=False, id="conditions-up"),
    ]

    def __init__(self, picking: Picking) -> None:
        super().__init__()
        self._picking = picking
        self._at = 0
        self._named = ""

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(Message("conditions and timers"), id="head")
            yield Picks(12)
            yield label(id="would")
            yield LineInput(compact=True)
            yield label(
                Message("sha 3 rounds   5m 1h   >O until O acts   O> has acted   =2 its value"),
                classes="hint",
            )
            yield label(
                Message(
                    "letters filter   Tab next   Enter takes, the same again ends   Esc leaves"
                ),
                classes="hint",
            )

    def on_mount(self) -> None:
        self._show("")

    def _show(self, text: str) -> None:
        rows = self._picking.rows(text)
        self._at = min(self._at, max(0, len(rows) - 1))
        none = phrase("no such condition: Enter adds a timer of this name")
        self.query_one(Picks).show(rows, self._at, none)
        self.write("would", self._picking.would(text, self._at))

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        typed = self._picking.named(event.value)
        if typed != self._named:
            self._at, self._named = 0, typed
        self._show(event.value)

    def action_move(self, steps: int) -> None:
        """Go to another pick."""
        text = self.query_one(Input).value
        self._at = max(0, self._at + steps)
        self._show(text)

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        try:
            self.dismiss(self._picking.command(event.value, self._at))
        except Refusal as refusal:
            self.write("would", refusal.message)
