"""The `:` line of a screen: read, completed, and done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from core.messages import N_, Message
from core.play.road.commands import DropPlan
from tui.kit.text_line import WordSuggester
from tui.play.typed.commandline import Go, Parsed
from tui.play.typed.road import ENCOUNTER_CHECKS

if TYPE_CHECKING:
    from tui.play.screen import PlayScreen

Doing: TypeAlias = Callable[["PlayScreen", str], object]
"""Does an action of a screen with the argument that was typed."""


class CommandLine:
    """Opens the line, and performs what was typed: a command, or an action of the screen."""

    def __init__(self, screen: PlayScreen) -> None:
        self._screen = screen

    async def open(self, start: str = "") -> None:
        """Open the line with words in it; blocks, so call it from a worker."""
        screen = self._screen
        suggester = WordSuggester(screen.words, lambda: (line for line, _ in screen.examples()))
        typed = await screen.line(Message(":"), start, screen.read_line, suggester)
        if typed:
            self.do(screen.read_line(typed))

    def words(self) -> tuple[str, ...]:
        """Return the words that a line has: verbs, and the names of creatures."""
        known = self._screen.as_shown.state
        foes = () if known.fight is None else known.fight.foes
        names = (*(one.name for one in known.members), *(one.name for one in foes))
        return (*self._screen.WORDS, *names)

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

    def do(self, parsed: Parsed) -> None:
        """Perform a command of the story, or do an action of the screen."""
        if isinstance(parsed, Go):
            self._screen.go(parsed)
        else:
            self._screen.perform(parsed)


def _drop(screen: PlayScreen, _: str) -> None:
    if screen.moment.birth is not None:
        screen.branching.leave()
    else:
        screen.perform(DropPlan())


ACTIONS: Mapping[str, Doing] = MappingProxyType(
    {
        "keep": lambda screen, name: screen.run_worker(
            screen.branching.keep(name), group="perform"
        ),
        "drop": _drop,
        "session": lambda screen, title: screen.run_worker(
            screen.performer.begin_session(title), group="perform"
        ),
        "undo": lambda screen, _: screen.step("undo"),
        "redo": lambda screen, _: screen.step("redo"),
        "undo_step": lambda screen, _: screen.step("undo_step"),
        "undo_turn": lambda screen, _: screen.step("undo_turn"),
        "recap": lambda screen, audience: screen.records.recap(audience),
        "export": lambda screen, _: screen.records.export(),
        "help": lambda screen, _: screen.action_help(),
        "leave": lambda screen, _: screen.action_leave(),
    }
)
"""The actions that a line may mean on every screen."""


def act(screen: PlayScreen, go: Go) -> None:
    """Do an action of a line that every screen knows, or say where it is known."""
    doing = ACTIONS.get(go.action)
    if doing is None:
        screen.refuse(N_("Do that on the Journey screen (F2)."))
    else:
        doing(screen, go.argument)
