"""The route as a list of legs, for a map on paper."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input

from core.messages import Message, Refusal
from core.quantities import Kilometres, exact
from core.rulesets.schema import Ruleset
from core.travel.stretches import Stretch
from core.values import replace
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase
from tui.kit.text_line import LineInput, WordSuggester
from tui.play.typed.reading import legs


class LegsEditor(Modal[tuple[Stretch, ...] | None]):
    """Asks for legs one by one until an empty line; returns None when the GM leaves."""

    CSS_PATH = "legs.tcss"
    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+u", "drop", "drop the last", priority=True, id="legs-drop"),
    ]

    def __init__(self, before: tuple[Stretch, ...], rules: Ruleset) -> None:
        super().__init__()
        self._rules = rules
        self._legs = list(before)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(Message("The way ahead, leg by leg"), id="head")
            yield label(id="legs")
            yield label(id="wrong")
            known = (*self._rules.terrain, *self._rules.ways, "walk", "hustle")
            yield LineInput(compact=True, suggester=WordSuggester(lambda: known))
            yield label(
                Message("km terrain way pace: 24 forest road   Enter adds, empty Enter goes"),
                classes="hint",
            )
            yield label(
                Message("Tab completes   Ctrl+U drops the last   Esc leaves"), classes="hint"
            )

    def on_mount(self) -> None:
        self._show()

    def _show(self) -> None:
        lines = [f"{number:>3}  {written(leg)}" for number, leg in enumerate(self._legs, 1)]
        total = sum((leg.km for leg in self._legs), Kilometres(0))
        if lines:
            lines.append(phrase("     {km} in all", km=Kilometres(total)))
        self.write("legs", "\n".join(lines) or Message("no legs yet"))

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        text = event.input.value.strip()  # not the event's: a second Enter may follow at once
        try:
            more = legs(text, self._rules)
        except Refusal as refusal:
            self.write("wrong", refusal.message)
            return
        if not text:
            numbered = enumerate(self._legs, 1)
            self.dismiss(tuple(replace(leg, leg=number) for number, leg in numbered))
            return
        self._legs.extend(more)
        event.input.clear()
        self.write("wrong", "")
        self._show()

    def action_drop(self) -> None:
        """Drop the typed text, or the last leg when there is none."""
        typed = self.query_one(Input)
        if typed.value:
            typed.clear()
            return
        del self._legs[-1:]
        self._show()


def written(stretch: Stretch) -> str:
    """A leg as it is typed."""
    parts = (exact(stretch.km), stretch.terrain, stretch.way, stretch.pace)
    return " ".join(part for part in parts if part)
