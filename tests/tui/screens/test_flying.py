"""A flyer at a height by its keys: p chooses what it does, its flying speed how far."""

from __future__ import annotations

import pytest

from tests.tui.screens.test_encounter import fight, keys, screen

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


async def test_whatever_p_chooses_a_flyer_in_the_air_flies_it() -> None:
    """Given Tam at height 3, then he charges farther than he could walk, and down to the wolf."""
    async with fight() as drive:
        await drive.press("colon")
        await drive.opened("TextLine")
        await drive.enter("place T E6 3")
        await drive.saved()
        await keys(drive, "f T v f g")
        for key, action in (("r", "run"), ("x", "withdraw"), ("c", "charge")):
            await drive.press("p")
            await drive.opened("Choose")
            await drive.press(key)
            await drive.opened("EncounterScreen")
            gaze = screen(drive).gaze()
            assert gaze is not None
            assert (gaze.action, gaze.mode) == (action, "fly")
        await drive.shows("Tam charges to S")
        found = screen(drive).prospect
        assert found is not None
        assert found.move is not None
        assert (found.move.mode, found.move.action, found.move.elevation) == ("fly", "charge", 1)
