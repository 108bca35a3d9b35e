"""Conditions and timers: a few letters pick one, and a duration may follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input

from core.messages import N_, Message, Refusal
from core.play.fight.setup.commands import Hide
from core.play.fight.turns.commands import ClearCondition, SetCondition
from tui.kit.lines_view import Line, Pane, fit, trimmed
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase, say
from tui.kit.text_line import LineInput
from tui.play.typed.picking import Pick, Picking, lasts_words

ROWS = 12


class PickList(Pane):
    """Picks in two columns: ">" at the one that Enter takes, "*" at those already set."""

    _picking: Picking | None = None
    _picks: tuple[Pick, ...] = ()
    _at = 0

    def show(self, picking: Picking, picks: tuple[Pick, ...], at: int) -> None:
        """Show these picks, the `at`-th picked."""
        self._picking, self._picks, self._at = picking, picks, at
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """Two columns, filled row by row, around the pick that Enter takes."""
        if not self._picks:
            none = phrase("no such condition: Enter adds a timer of this name")
            return [((trimmed(none, width), "dim"),)]
        rows = (len(self._picks) + 1) // 2
        first = min(max(0, self._at // 2 - ROWS + 2), max(0, rows - ROWS))
        shown = [self._row(row, width) for row in range(first, min(rows, first + ROWS))]
        left = len(self._picks) - 2 * (first + ROWS)
        if left > 0:
            shown.append(((phrase("  ... {count} more", count=left), "dim"),))
        return shown

    def _row(self, row: int, width: int) -> Line:
        half = width // 2
        return tuple(
            (fit(trimmed(self._cell(at), half - 1), half), "cursor" if at == self._at else "")
            for at in (2 * row, 2 * row + 1)
            if at < len(self._picks)
        )

    def _cell(self, at: int) -> str:
        pick = self._picks[at]
        lead = f"{'>' if at == self._at else ' '}{'*' if pick.lies else ' '}"
        if pick.lasts is None or self._picking is None:
            return f"{lead}{pick.words}"
        when = lasts_words(pick.lasts, self._picking.state)
        again = N_("again: {what}") if when is None else N_("again: {what}, {when}")
        text = Message(again, what=pick.words, when=when or "")
        return f"{lead}{say(text)}"


class Conditions(Modal[SetCondition | ClearCondition | Hide | None]):
    """Asks for a condition for the creatures of `picking`; None when the GM leaves.

    Picking a condition that all of them have ends it.
    """

    CSS_PATH = "conditions.tcss"
    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move(2)", "down", priority=True, show=False, id="conditions-down"),
        Binding("up", "move(-2)", "up", priority=True, show=False, id="conditions-up"),
        Binding("tab", "move(1)", "next", priority=True, show=False, id="conditions-next"),
        Binding(
            "shift+tab", "move(-1)", "before", priority=True, show=False, id="conditions-before"
        ),
    ]

    def __init__(self, picking: Picking) -> None:
        super().__init__()
        self._picking = picking
        self._at = 0
        self._named = ""

    def compose(self) -> ComposeResult:
        with Vertical():
            head = Message("conditions and timers")
            yield label(head, id="head")
            yield PickList(id="picks")
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
        picks = self._picking.picks(text)
        self._at = min(self._at, max(0, len(picks) - 1))
        self.query_one(PickList).show(self._picking, picks, self._at)
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
        last = len(self._picking.picks(text)) - 1
        self._at = min(max(0, self._at + steps), max(0, last))
        self._show(text)

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        try:
            self.dismiss(self._picking.command(event.value, self._at))
        except Refusal as refusal:
            self.write("would", refusal.message)
