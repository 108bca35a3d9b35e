"""How the Encounter screen looks: the threat cursor at both sizes, a pack that is proposed."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from tests.evening import evening
from tests.story.driving import Driver
from tests.tui.screens.test_encounter import ORDER, keys, screen, settled
from tests.tui.screens.test_looks import Snap
from tui.app import OutriderApp
from tui.view import CampaignView
from tui.worker import CampaignWorker


@pytest.mark.parametrize(
    ("size", "does"),
    [((80, 24), "f d"), ((120, 40), "f d RET Spc V f V RET")],
    ids=["80x24", "120x40"],
)
def test_encounter(snap_compare: Snap, size: tuple[int, int], does: str) -> None:
    """The grid with its panels, as a turn is weighed and as a pack is placed."""
    name = evening()

    async def opening(worker: CampaignWorker) -> CampaignView:
        return await worker.open(name)

    app = OutriderApp(opening)

    async def play(pilot: Pilot[None]) -> None:
        drive = Driver(app, pilot)
        await drive.greeted("EncounterScreen")
        await drive.until(lambda: screen(drive).battle is not None, "the board")
        await drive.press("i")
        await drive.asked()
        await drive.enter(ORDER)
        await drive.shows("VALERIA to act")
        await settled(drive)
        await keys(drive, does)
        await settled(drive)

    assert snap_compare(app, terminal_size=size, run_before=play)
