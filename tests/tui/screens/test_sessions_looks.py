"""How the Sessions screen looks: a blow of the fight's second round, seen again."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from tests.demos import ambush
from tests.story.driving import Driver
from tests.tui.screens.looking_back import jump, screen, told
from tests.tui.screens.snapshots import Snap
from tui.app import OutriderApp


@pytest.mark.parametrize(
    "size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.nightly)], ids=["80x24", "120x40"]
)
def test_sessions(snap_compare: Snap, size: tuple[int, int]) -> None:
    """The list of sessions, the journal, the board as it was, the entry, the line of time."""
    app = OutriderApp(ambush)

    async def look_back(pilot: Pilot[None]) -> None:
        drive = Driver(app, pilot)
        await drive.greeted("EncounterScreen")
        await drive.press("f5")
        await drive.opened("SessionsScreen")
        await drive.until(lambda: screen(drive).reader.still, "the journal")
        await jump(drive, await told(drive, "Valeria attacks Wolf a: 21 against 14, hit"))
        await drive.press("slash")
        await drive.opened("Find")
        await drive.type("ogre")
        await drive.shows("70  R1  the turn of Ogre is over")
        await drive.press("enter", "n", "n", "n")
        await drive.opened("SessionsScreen")
        await drive.until(lambda: screen(drive).reader.still, "the hit")
        await drive.pilot.pause()

    assert snap_compare(app, terminal_size=size, run_before=look_back)
