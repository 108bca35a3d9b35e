"""Heroes who join the party, a line each, with what the line becomes while it is typed."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input

from core.messages import N_, Message, Refusal
from core.play.state import Member, State
from core.play.table.commands import Join
from core.play.union import Assets
from core.values import replace
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase, say
from tui.kit.text_line import LineInput, WordSuggester
from tui.party.sheets import blank
from tui.play.typed.creature_lines import Hero, describe_hero, join_heroes, read_heroes, words_of

EXAMPLES = {
    "race_and_armor": "Borin dwarf heavy con16 hp34 ac20",
    "net": "Borin speed6m con16 hp34 ac20",
}
"""A line to follow, by where the system has its speeds from."""


class AddHeroes(Modal[Join | Member | None]):
    """Asks for heroes until an empty line. None when the GM leaves; a member for the long form."""

    SHARED = True
    CSS_PATH = "add_heroes.tcss"
    AUTO_FOCUS = "Input"
    BINDINGS = [
        Binding("f10", "keep", "join", show=False, id="heroes-keep"),
        Binding("f2", "form", "every line", show=False, id="heroes-form"),
        Binding(
            "ctrl+u", "drop", "take the last back", priority=True, show=False, id="heroes-drop"
        ),
    ]

    def __init__(self, state: State, assets: Assets) -> None:
        super().__init__()
        self._state = state
        self._assets = assets
        self._heroes: tuple[Hero, ...] = ()
        self._warned = False

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(Message("Who joins the party?"), id="head")
            yield label(id="joining")
            yield label(id="would")
            yield label(id="wrong")
            line = LineInput(
                compact=True, suggester=WordSuggester(lambda: words_of(self._assets.rules))
            )
            line.several = self._take
            yield line
            example = EXAMPLES[self._assets.rules.mechanisms.speed]
            yield label(
                Message("{example}, or paste several lines", example=example), classes="hint"
            )
            keys = N_("Enter adds, empty Enter: they join   Ctrl+U takes the last back")
            yield label(Message(keys), classes="hint")
            more = N_("Tab completes   F2 the form with every line   Esc leaves")
            yield label(Message(more), classes="hint")

    def on_mount(self) -> None:
        """Show the empty list."""
        self._show()

    @property
    def _with_them(self) -> State:
        members = (member for hero in self._heroes for member in hero.members)
        return replace(self._state, members=(*self._state.members, *members))

    def _show(self) -> None:
        state, told = self._state, []
        for hero in self._heroes:
            told.append(say(describe_hero(hero, state, self._assets)[0]))
            state = replace(state, members=(*state.members, *hero.members))
        self.write("joining", "\n".join(told) or phrase("nobody yet"))

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._warned = False
        self.write("wrong", "")
        told: tuple[Message, ...] = ()
        state = self._with_them
        try:
            for hero in read_heroes(event.value, state, self._assets):
                told = describe_hero(hero, state, self._assets)
        except Refusal as refusal:
            told = (refusal.message,)
        self.write("would", "\n".join(say(message) for message in told))

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        text = event.input.value  # not the event's: a second Enter may follow at once
        if not text.strip():
            self.action_keep()
        elif self._take(text):
            event.input.clear()

    def _take(self, text: str) -> bool:
        try:
            found = read_heroes(text, self._with_them, self._assets)
        except Refusal as refusal:
            self.write("wrong", refusal.message)
            self.write("would", "")
            return False
        self._heroes += found
        self.write("wrong", "")
        self._show()
        return True

    def action_keep(self) -> None:
        """Let them join, with the one that is typed."""
        line = self.query_one(Input)
        if line.value.strip() and not self._take(line.value):
            return
        self.dismiss(join_heroes(self._heroes) if self._heroes else None)

    def action_form(self) -> None:
        """Open the form with every line for what is typed."""
        if self._heroes:
            self.write("wrong", Message("An empty Enter first: they join."))
            return
        line = self.query_one(Input)
        member = replace(blank(self._assets.rules), name=line.value.strip())
        try:
            for hero in read_heroes(line.value, self._state, self._assets):
                member = hero.member if len(hero.members) == 1 else replace(hero.member, rides="")
        except Refusal:
            pass
        self.dismiss(replace(member, id=""))

    def action_drop(self) -> None:
        """Drop the typed text; where there is none the last hero is a line again."""
        line = self.query_one(Input)
        if line.value:
            line.clear()
        elif self._heroes:
            *kept, last = self._heroes
            self._heroes, line.value = tuple(kept), last.line
            line.cursor_position = len(line.value)
            self._show()

    def action_leave(self) -> None:
        """Close; asks once more while heroes wait to join."""
        if self._heroes and not self._warned:
            self._warned = True
            self.write("wrong", Message("Esc again leaves without them; Enter: they join."))
        else:
            super().action_leave()
