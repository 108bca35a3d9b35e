"""The `:` line of a screen: read, completed, and done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.messages import Message
from tui.kit.text_line import WordSuggester
from tui.play.typed.road import ENCOUNTER_CHECKS

if TYPE_CHECKING:
    from tui.play.host import PlayHost


class CommandLine:
    """Opens the line, and performs what was typed: a command, or an action of the screen."""

    def __init__(self, screen: PlayHost) -> None:
        self._screen = screen

    async def open(self, start: str = "") -> None:
        """Open the line with words in it; blocks, so call it from a worker."""
        screen = self._screen
        suggester = WordSuggester(screen.words, lambda: (line for line, _ in screen.examples()))
        typed = await screen.line(Message(":"), start, screen.read_line, suggester)
        if typed:
            screen.do(screen.read_line(typed))

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
