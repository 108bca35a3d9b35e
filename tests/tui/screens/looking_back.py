"""The screen of the past, and the keys that lead there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from saves.history.navigation import Beat, beats
from tests.demos import ambush
from tests.story.driving import Driver
from tests.tui.screens.conftest import Opens
from tui.app import OutriderApp
from tui.play.application.campaign_app import Opening
from tui.sessions.screen import SessionsScreen


def screen(drive: Driver) -> SessionsScreen:
    """The Sessions screen."""
    found = drive.app.screen
    assert isinstance(found, SessionsScreen)
    return found


async def story(drive: Driver) -> tuple[Beat, ...]:
    """All entries, those that were undone among them."""
    app: OutriderApp = drive.app
    return await app.history.ask(screen(drive).reader.place, beats)


async def told(drive: Driver, text: str) -> int:
    """The first entry of the story that tells this."""
    return next(one.seq for one in await story(drive) if text in one.text and not one.undone)


async def stands(drive: Driver, seq: int) -> None:
    """Wait until entry `seq` is shown."""
    reader = screen(drive).reader
    await drive.until(lambda: reader.at == seq and reader.still, f"entry {seq}")


async def jump(drive: Driver, seq: int) -> None:
    """Jump to an entry by its number."""
    await drive.type(str(seq))
    await drive.press("enter")
    await stands(drive, seq)


@asynccontextmanager
async def looking_back(
    table: Opens, opening: Opening = ambush, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Driver]:
    """The Sessions screen of a campaign, in its present."""
    async with table(opening, size) as drive:
        await drive.press("f5")
        await drive.opened("SessionsScreen")
        await drive.until(lambda: screen(drive).reader.still, "the journal")
        drive.begun()
        yield drive
