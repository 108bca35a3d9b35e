"""Creatures from the bestiary: a few letters pick a kind, a number before them is the count."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input

from core.bestiary import Beast
from core.messages import N_, Message, Refusal
from core.play.fight.encounter import Encounter
from core.play.fight.setup.commands import AddFoes
from core.play.state import State
from core.values import replace
from tui.encounter.present.recruiting import Library, Roll, enlist, pick_row
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase
from tui.kit.pick_list import Picks
from tui.kit.text_line import LineInput
from tui.play.typed.areas import Adding, adding


class AddCreatures(Modal[AddFoes | None]):
    """Asks for creatures to bring into `encounter`; None when the GM leaves.

    "8 wolf hp=roll hidden at k9": the words of the command line without its verb. `at` is the
    square where they are placed ("" = wherever there is room); `roll` rolls hit points.
    """

    CSS_PATH = "add_creatures.tcss"
    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move(1)", "down", priority=True, show=False, id="add-down"),
        Binding("up", "move(-1)", "up", priority=True, show=False, id="add-up"),
        Binding("tab", "take", "take the name", priority=True, show=False, id="add-take"),
    ]

    def __init__(
        self,
        here: Library,
        state: State,
        encounter: Encounter,
        roll: Roll,
        at: str = "",
    ) -> None:
        super().__init__()
        self._here = here
        self._state = state
        self._encounter = encounter
        self._roll = roll
        self._square = at
        self._at = 0
        self._kind: str | None = None

    def compose(self) -> ComposeResult:
        with Vertical():
            head = Message("creatures into {encounter}", encounter=self._encounter.name)
            yield label(head, id="head")
            yield Picks(id="beasts")
            yield label(id="would")
            yield LineInput(compact=True)
            hint = N_("8 wolf   hp=roll   hidden   at k9   your own: bandit x4 hp11 ac14 +3 1d6+1")
            yield label(Message(hint), classes="hint")
            keys = N_("letters filter   Up Down pick   Tab its name   Enter adds   Esc leaves")
            yield label(Message(keys), classes="hint")

    def on_mount(self) -> None:
        """Show all kinds, and the files that could not be read."""
        self._show("")
        if self._here.wrong is not None:
            self.write("would", self._here.wrong)

    def _wanted(self, text: str) -> Adding:
        try:
            return adding(text)
        except Refusal:
            words = [word for word in text.split() if not word.lstrip("+-").isdigit()]
            return Adding(1, " ".join(word for word in words if "=" not in word))

    def _found(self, text: str) -> tuple[Beast, ...]:
        wanted = self._wanted(text)
        if wanted.made is not None:
            return (self._here.asked(wanted),)
        return self._here.found(wanted.kind)

    def _show(self, text: str) -> None:
        found = self._found(text)
        self._at = min(self._at, max(0, len(found) - 1))
        rows = tuple(pick_row(beast) for beast in found)
        self.query_one(Picks).show(rows, self._at, phrase("no creature of this name"))
        self.write("would", self._would(text, found))

    def _would(self, text: str, found: tuple[Beast, ...]) -> Message:
        if not found:
            return Message("No creature of this name: write its figures, as in {example}.",
                           example="bandit x4 hp11 ac14 +3 1d6+1")  # fmt: skip
        wanted, name = self._wanted(text), found[self._at].name()
        template = N_("Enter adds {count} {name}")
        if wanted.hidden:
            template = N_("Enter adds {count} {name}, hidden")
        return Message(template, count=wanted.count, name=name)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        kind = self._wanted(event.value).kind
        if kind != self._kind:
            self._at, self._kind = 0, kind
        self._show(event.value)

    def action_move(self, steps: int) -> None:
        """Pick another kind."""
        text = self.query_one(Input).value
        self._at = min(max(0, self._at + steps), max(0, len(self._found(text)) - 1))
        self._show(text)

    def action_take(self) -> None:
        """Write the picked kind into the line."""
        line = self.query_one(Input)
        found = self._found(line.value)
        if found and self._wanted(line.value).made is None:
            count = self._wanted(line.value).count
            line.value = f"{count} {found[self._at].slug} "
            line.action_end()

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        found = self._found(event.value)
        try:
            wanted = self._asked(event.value)
            if wanted.made is None:
                kind = found[self._at].slug if found else self._here.one(wanted.kind).slug
                wanted = replace(wanted, kind=kind)
            exact = replace(wanted, at=wanted.at or self._square)
            self.dismiss(enlist(exact, self._here, self._state, self._encounter, self._roll))
        except Refusal as refusal:
            self.write("would", refusal.message)

    @staticmethod
    def _asked(text: str) -> Adding:
        bare = text.strip()
        if not bare:
            return Adding(1, "")
        return adding(" ".join((bare, "-")) if bare.isdigit() else bare)
