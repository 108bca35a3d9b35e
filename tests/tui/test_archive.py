"""The past is asked in a thread of its own, and told as whoever asks reads it."""

from __future__ import annotations

import pytest

from core.quantities import Units
from saves.library import library
from tests.demos import the_week
from tui.kit.phrases import set_units, units_in_force
from tui.worker import HistoryWorker


@pytest.mark.parametrize("units", ["metric", "imperial"])
async def test_the_past_is_told_in_the_units_of_whoever_asks(units: Units) -> None:
    the_week()
    archive = HistoryWorker()
    set_units(units)

    found = await archive.ask(library.listing()[0].stored, lambda look: units_in_force())

    assert found == units
    await archive.close()
    archive.stop()
