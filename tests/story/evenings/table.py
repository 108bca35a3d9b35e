"""The table of an evening by hand: what the evenings of all systems do and compare alike."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeAlias, TypeVar

from tests.story.evenings import HandFigures, figures
from tests.story.fighting import Table
from tui.app import OutriderApp

Reading: TypeAlias = Callable[["re.Match[str]"], str]
"""A figure, as the file has it, from what a pattern found on the screen."""


def join_groups(match: re.Match[str]) -> str:
    """All groups in a row."""
    return " ".join(match.groups())


class EveningTable(Table):
    """A table at 80x24 with the figures of its evening."""

    hand: HandFigures

    async def reads(self, name: str, pattern: str, told: Reading = join_groups) -> None:
        """Wait until the screen shows the figure `name` where `pattern` finds it."""
        expected = self.hand.text(name)

        def is_shown() -> bool:
            match = re.search(pattern, self.text())
            return match is not None and told(match) == expected

        await self.until(is_shown, f"{name}: {expected}")

    async def word(self, line: str, saved: int = 1) -> None:
        """Type a line after a colon, and wait for its entries."""
        await self.line(f":{line}")
        if saved:
            await self.saved(saved)
        await self.settled()

    async def words(self, *lines: str) -> None:
        """Type lines after a colon, one entry each."""
        for line in lines:
            await self.word(line)

    async def look(self, square: str) -> None:
        """Put the cursor on a square."""
        await self.line(f":{square}")
        await self.settled()

    async def found_campaign(self, name: str, rules: str) -> None:
        """Begin a campaign by these rules, without a map."""
        await self.shows("New campaign")
        await self.press("down", "enter")
        await self.opened("NewCampaignScreen")
        await self.line(name)
        await self.line(rules)
        await self.press("enter")
        await self.greeted()
        self.begun()

    async def enlist(self, heroes: Iterable[str]) -> None:
        """Let heroes join, a line each."""
        await self.press("f3")
        await self.opened("PartyScreen")
        await self.press("end", "enter")
        await self.opened("AddHeroes")
        for hero in heroes:
            await self.line(hero)
            await self.shows(hero.split()[0])
        await self.press("enter")
        await self.saved()
        await self.opened("PartyScreen")

    async def prepare(self, name: str, file: Path, *lines: str) -> None:
        """Prepare a fight on the board of a file, and type what is put on it."""
        await self.line(f":prepare {name}")
        await self.opened("DrawBoard")
        await self.keys("End RET")
        await self.opened("TextLine")
        await self.line(str(file))
        await self.saved()
        await self.press("f4")
        await self.opened("EncounterScreen")
        await self.settled()
        await self.words(*lines)

    async def begin_fight(self) -> None:
        """Begin the encounter that is first in the list."""
        await self.keys("e")
        await self.opened("Encounters")
        await self.keys("RET", 1)
        await self.opened("EncounterScreen")
        await self.settled()

    async def fight_over(self) -> None:
        """Wait until the fight is over; what ends with it is written in entries before its end."""
        await self.until(lambda: self.state.fight is None, "the end of the fight")
        self.begun()


T = TypeVar("T", bound=EveningTable)


@asynccontextmanager
async def sit_down(kind: type[T], system: str) -> AsyncIterator[T]:
    """The program without a campaign; at the end every figure of the system was compared."""
    app = OutriderApp()
    async with app.run_test(size=(80, 24)) as pilot:
        table = kind(app, pilot)
        table.hand = figures(system)
        yield table
        assert table.hand.never_asked() == ()
