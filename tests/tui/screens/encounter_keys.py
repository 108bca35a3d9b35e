"""A fight on the screen, and the keys that lead there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.evening import evening
from tests.story.fighting import Table, at_table

ORDER = "a19f1V20H15T17O12M10S9"
"""Initiative as it is typed; the totals are V23 a21 T19 H16 S12 M11 O11 f3."""


@asynccontextmanager
async def fight(*, begun: bool = True) -> AsyncIterator[Table]:
    """The Encounter screen of the evening's fight, with initiative rolled if it has begun."""
    async with at_table(evening(begun=begun)) as drive:
        if not begun:
            await drive.press("f4")
        await drive.opened("EncounterScreen")
        await drive.until(lambda: drive.screen.battle is not None, "the board")
        if begun:
            await roll_initiative(drive)
        yield drive


async def roll_initiative(drive: Table) -> None:
    """Type the evening's initiative: ORDER."""
    await drive.press("i")
    await drive.tray(ORDER)
