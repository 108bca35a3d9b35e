"""The word `animals` where no animal lacks a figure."""

from __future__ import annotations

from tests.demos import week as demo
from tests.tui.screens.conftest import Opens
from tests.tui.screens.journey_keys import line


async def test_animals_that_lack_no_figures_are_refused_in_words(table: Opens) -> None:
    """Given ponies that have theirs, when `animals` is typed, then a sentence says so."""
    async with table(demo) as drive:
        await line(drive, "colon", "animals")
        await drive.shows("No animal of the party lacks the figures")
