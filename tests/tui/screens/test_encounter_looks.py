"""How the Encounter screen looks: the threat cursor at both sizes, a pack that is proposed."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from tests.evening import evening
from tests.story.driving import ungreeted
from tests.story.fighting import Table
from tests.tui.screens.encounter_keys import roll_initiative
from tests.tui.screens.snapshots import Snap


@pytest.mark.parametrize(
    ("size", "does"),
    [((80, 24), "f d"), ((120, 40), "f d RET Spc V f V RET")],
    ids=["80x24", "120x40"],
)
def test_encounter(snap_compare: Snap, size: tuple[int, int], does: str) -> None:
    """The grid with its panels, as a turn is weighed and as a pack is placed."""
    name = evening()
    app = ungreeted(lambda worker: worker.open(name))

    async def play(pilot: Pilot[None]) -> None:
        drive = Table(app, pilot)
        await drive.seated("EncounterScreen")
        await drive.until(lambda: drive.screen.battle is not None, "the board")
        drive.begun()
        await roll_initiative(drive)
        await drive.shows("VALERIA to act")
        await drive.settled()
        await drive.keys(does)
        await drive.settled()

    assert snap_compare(app, terminal_size=size, run_before=play)
