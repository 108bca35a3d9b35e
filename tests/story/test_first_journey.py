"""From nothing to three days on the road, the process killed, and everything is there."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from saves import library
from tests.story.driving import Driver
from tests.story.evening import MAP
from tui.app import OutriderApp

ROOT = Path(__file__).parents[2]


@pytest.fixture
def played(home: Path, tmp_path: Path) -> dict[str, object]:
    """What the evening said of itself before it was killed with signal 9."""
    file = tmp_path / "road.txt"
    file.write_text(MAP, encoding="utf-8")
    environment = {**os.environ, "OUTRIDER_HOME": str(home), "PYTHONPATH": str(ROOT)}
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.story.evening", str(file)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stderr is not None
    said = child.stdout.readline()
    child.send_signal(signal.SIGKILL)
    error = child.stderr.read()
    child.stdout.close()
    child.stderr.close()
    assert child.wait() == -signal.SIGKILL or said, error
    assert said.startswith("PLAYED "), error
    told: dict[str, object] = json.loads(said.removeprefix("PLAYED "))
    return told


async def test_the_first_journey_survives_a_kill(played: dict[str, object]) -> None:
    """Given an evening that was killed, when it is opened again, then everything is there."""
    with library.open("First Evening") as campaign:
        assert campaign.head == played["head"]
        assert campaign.tip == played["tip"]
        assert repr(campaign.state) == played["state"]
        assert campaign.verify() == ()
        kinds = [entry.kind for entry in campaign.log(limit=100)]
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
