"""How the screens look: two pictures each of the demo, and one without colours."""

from __future__ import annotations

import re
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.demos import the_week
from tests.demos import week as demo
from tests.insides import screen_strips, screen_text
from tests.story.driving import front
from tests.tui.screens.snapshots import Snap
from tests.waiting import until
from tui.app import OutriderApp
from tui.journey.panes.region_map import ArrivalLine
from tui.journey.screen import JourneyScreen


async def settled(pilot: Pilot[Any]) -> None:
    """Past the greeting, with all that workers found on the screen."""
    app = pilot.app
    await until(lambda: type(app.screen).__name__ == "Previously", "the page that greets")
    await pilot.press("x")
    await until(lambda: front(app, JourneyScreen).ui.routes, "the routes")
    await until(lambda: front(app, JourneyScreen).ui.survey, "the survey")
    await until(
        lambda: not app.screen.query_one(ArrivalLine).arrivals.busy, "the way to the cursor"
    )


@pytest.mark.parametrize(
    "size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.nightly)], ids=["80x24", "120x40"]
)
def test_journey(snap_compare: Snap, size: tuple[int, int]) -> None:
    """The demo's eighth morning."""
    the_week()
    assert snap_compare(OutriderApp(demo), terminal_size=size, run_before=settled)


def test_dice_tray(snap_compare: Snap) -> None:
    """A forced hour in shouted order: h6 v15."""

    async def asked(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        await pilot.press(*"9t")
        await until(lambda: pilot.app.screen.has_class("asking"), "the dice tray")
        await pilot.press(*"h6v15")

    the_week()
    assert snap_compare(OutriderApp(demo), terminal_size=(80, 24), run_before=asked)


async def test_no_color_still_says_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given NO_COLOR, then the terminal is told of signs, bold, dim and reverse, no colours."""
    monkeypatch.setenv("NO_COLOR", "1")
    the_week()
    app = OutriderApp(demo)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        text = screen_text(app)
        assert "[@@]" in text
        assert "*1" in text
        assert text.isascii()
        told = "".join(strip.render(app.console) for strip in screen_strips(app))
        codes = {code for run in re.findall(r"\x1b\[([\d;]+)m", told) for code in run.split(";")}
        assert codes <= {"0", "1", "2", "7", "22", "27", "39", "49"}
        assert re.search(r"\x1b\[[\d;]*\b7\b[\d;]*m\[@@\]", told)
