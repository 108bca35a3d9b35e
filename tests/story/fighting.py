"""Driving the Encounter screen as a GM does, and counting what it costs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from core.play.facts.encounter import Encounter, Figure
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import Being
from core.play.facts.state import Fighting, Waiting
from tests.story.driving import Driver, ungreeted
from tui.encounter.screen import EncounterScreen

NAMED = {
    "RET": "enter", "Spc": "space", "Esc": "escape", "Tab": "tab", "Bksp": "backspace",
    "Up": "up", "Down": "down", "End": "end", "F2": "f2", "F3": "f3", "F4": "f4", "F5": "f5",
}  # fmt: skip
"""How keys that have names are written in a line of keys."""


class Table(Driver):
    """A driver at the Encounter screen; `keys` takes lines as the GM's notes have them."""

    async def press(self, *keys: str) -> None:
        """Press keys as fast as a keyboard gives them, and let the app take them all."""
        await self.strike(*keys)

    async def keys(self, line: str, saved: int = 0) -> None:
        """Press keys: words are typed, "RET" "Spc" "Esc" are keys; wait for so many entries.

        After each word the screen comes to rest, as a GM looks before going on.
        """
        for word in line.split():
            if word == "Spc":
                await self.rested()
            await (self.press(NAMED[word]) if word in NAMED else self.type(word))
            await self.settled()
        if saved:
            await self.saved(saved)
            await self.settled()

    async def tray(self, line: str, saved: int = 1) -> None:
        """Type into the dice tray, which asks now, then Enter."""
        await self.asked()
        await self.line(line)
        if saved:
            await self.saved(saved)
            await self.settled()

    async def line(self, text: str) -> None:
        """Type a text with its blanks, then Enter."""
        await self.type(text)
        await self.press("enter")

    async def cursor(self, square: str, shows: str) -> None:
        """Put the cursor on a square, and see what awaits there."""
        await self.line(f":{square}")
        await self.shows(shows)
        await self.settled()

    async def settled(self) -> None:
        """Wait until the screen draws the newest moment and knows what awaits at the cursor."""

        def still() -> bool:
            here = self.app.screen
            if not isinstance(here, EncounterScreen) or here.encounter is None:
                return True
            drawn = here.battle is not None and here.battle.view is self.view
            return drawn and not here.answers.battles.busy and not here.answers.previews.busy

        await self.until(still, "the screen at rest")
        await self.pilot.pause(0)

    @property
    def screen(self) -> EncounterScreen:
        """The Encounter screen."""
        found = self.app.screen
        assert isinstance(found, EncounterScreen), type(found)
        return found

    @property
    def fight(self) -> Encounter:
        """The fight as it stands."""
        found = self.state.fight
        assert found is not None
        return found

    @property
    def waiting(self) -> Waiting | None:
        """The movement that waits for those who may strike."""
        pending = self.state.pending
        return pending.waiting if isinstance(pending, Fighting) else None

    def figure(self, who: str) -> Figure:
        """Somebody on the board."""
        found = self.fight.figure(who)
        assert found is not None
        return found

    def at(self, *who: str) -> list[str]:
        """Where they stand."""
        return [self.figure(one).at for one in who]

    def being(self, who: str) -> Being:
        """A member or a foe."""
        found = self.state.member(who) or self.fight.foe(who)
        assert found is not None
        return found

    def damage(self, *who: str) -> list[int]:
        """Their damage."""
        return [self.being(one).damage for one in who]

    @property
    def blows(self) -> list[Struck]:
        """The attacks of the newest entry."""
        return [event for event in self.view.entries[-1].events if isinstance(event, Struck)]

    @property
    def blow(self) -> Struck:
        """The attack of the newest entry, which has no other."""
        (blow,) = self.blows
        return blow


@asynccontextmanager
async def at_table(name: str, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Table]:
    """The app with a campaign of the library open, which no page greets."""
    app = ungreeted(lambda worker: worker.open(name))
    async with app.run_test(size=size) as pilot:
        table = Table(app, pilot)
        await table.seated()
        await table.settled()
        table.begun()
        yield table
