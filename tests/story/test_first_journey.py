"""From nothing to three days on the road, the process killed, and everything is there."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from saves.library import library
from saves.store.sqlite.file_place import file_of
from tests.saves.verifying import verify
from tests.story.driving import Driver
from tests.story.evening import MAP, evening
from tests.story.killing import killed
from tui.app import OutriderApp


@pytest.fixture
def played(tmp_path: Path) -> dict[str, object]:
    """What the evening said of itself before it was killed with signal 9."""
    file = tmp_path / "road.txt"
    file.write_text(MAP, encoding="utf-8")
    return killed(partial(evening, file))


async def test_the_first_journey_survives_a_kill(played: dict[str, object]) -> None:
    """Given an evening that was killed, when it is opened again, then everything is there."""
    with library.open("First Evening") as campaign:
        assert campaign.head == played["head"]
        assert campaign.tip == played["tip"]
        assert repr(campaign.state) == played["state"]
        assert verify(file_of(campaign.place)) == ()
        kinds = [entry.kind for entry in campaign.story.log(limit=100)]
    assert kinds.count("undo") == 2
    assert kinds.count("redo") == 1

    app = OutriderApp()
    async with app.run_test(size=(80, 24)) as pilot:
        drive = Driver(app, pilot)
        await drive.shows("First Evening")
        await drive.press("enter")
        await drive.opened("Previously")
        await drive.shows("On the way to Eastkeep.")
        await drive.press("x")
        await drive.opened("JourneyScreen")
        await drive.shows("3 Deepwinter 1212  08:00")
        await drive.shows(f"saved {played['head']}")
        assert repr(drive.state) == played["state"]
