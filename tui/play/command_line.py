"""The `:` line of a screen: read, completed, and done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Protocol

from core.messages import Message
from core.play.fight.combatants import everyone
from core.play.fight.encounter import Encounter
from core.play.road.commands import DropPlan
from tui.kit.text_line import WordSuggester
from tui.play.branching import Branching
from tui.play.host import PartHost
from tui.play.performer import Performer
from tui.play.records import Records
from tui.play.typed import commandline
from tui.play.typed.commandline import Go, Parsed, Shown
from tui.play.typed.road import ENCOUNTER_CHECKS


class PlayHost(PartHost, Protocol):
    """A screen of the open campaign with its objects; `PlayScreen` describes the members."""

    WORDS: ClassVar[tuple[str, ...]]
    performer: Performer
    branching: Branching
    command_line: CommandLine
    records: Records

    @property
    def encounter(self) -> Encounter | None: ...
    def marked(self) -> tuple[str, ...]: ...
    def meant(self) -> tuple[str, ...]: ...
    def action_help(self) -> None: ...
    def action_leave(self) -> None: ...


class CommandLine:
    """Opens the line, and performs what was typed: a command, or an action of the screen.

    `actions` are the screen's own, by name, each called with the text after the word; `parse`
    reads a line, `words` are completed.
    """

    def __init__(self, screen: PlayHost) -> None:
        self._screen = screen
        self.actions: Mapping[str, Callable[[str], object]] = {}
        self.parse: Callable[[str], Parsed] = self._parse
        self.words: Callable[[], tuple[str, ...]] = self._words

    def open(self, start: str = "") -> None:
        """Open the line with words in it."""
        self._screen.run_worker(self._open(start))

    async def _open(self, start: str) -> None:
        suggester = WordSuggester(self.words, lambda: (line for line, _ in self.examples()))
        typed = await self._screen.gm.line(Message(":"), start, self.parse, suggester)
        if typed:
            self.do(self.parse(typed))

    def do(self, parsed: Parsed) -> None:
        """Perform a command, or do an action, or say where it is known."""
        if not isinstance(parsed, Go):
            self._screen.perform(parsed)
        elif parsed.action in self.actions:
            self.actions[parsed.action](parsed.argument)
        elif parsed.action in ACTIONS:
            ACTIONS[parsed.action](self._screen, parsed.argument)
        else:
            self._screen.gm.refuse("Do that on the Journey screen (F2).")

    def examples(self) -> tuple[tuple[str, Message], ...]:
        """Return example lines for help and completion, each with its meaning."""
        travellers = self._screen.state.travellers
        watches = [m.token.lower() for m in travellers if m.role == "character"]
        checks = Message("a d12 every 4 hours, 1 meets something; nights: in camp too")
        found = (
            (ENCOUNTER_CHECKS, checks),
            (" ".join(("camp", *watches)), Message("who watches, in order; none: nobody")),
        )
        return tuple(one for one in found if one[0].split()[0] in self._screen.WORDS)

    def _parse(self, text: str) -> Parsed:
        found, rules = self._screen.encounter, self._screen.moment.assets.rules
        shown = Shown("" if found is None else found.id, tuple(rules.combat.conditions))
        return commandline.parse(text, self._screen.state, shown)

    def _words(self) -> tuple[str, ...]:
        known = everyone(self._screen.as_shown.state)
        return (*self._screen.WORDS, *(one.name for one in known))


def _drop(screen: PlayHost, _: str) -> None:
    if screen.moment.birth is not None:
        screen.branching.leave()
    else:
        screen.perform(DropPlan())


ACTIONS: Mapping[str, Callable[[PlayHost, str], object]] = {
    "keep": lambda screen, name: screen.branching.keep(name),
    "drop": _drop,
    "session": lambda screen, title: screen.performer.begin_session(title),
    "undo": lambda screen, _: screen.performer.step("undo"),
    "redo": lambda screen, _: screen.performer.step("redo"),
    "undo_step": lambda screen, _: screen.performer.step("undo_step"),
    "undo_turn": lambda screen, _: screen.performer.step("undo_turn"),
    "recap": lambda screen, audience: screen.records.recap(audience),
    "export": lambda screen, _: screen.records.export(),
    "help": lambda screen, _: screen.action_help(),
    "leave": lambda screen, _: screen.action_leave(),
}
"""The actions that a line may mean on every screen."""
