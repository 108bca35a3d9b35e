"""What the screen of the journey shows."""

from __future__ import annotations

from tests.story.driving import Driver
from tui.journey.panes.region_map import RegionMapView


def cursor(drive: Driver) -> str:
    """The hex under the cursor."""
    return drive.app.screen.query_one(RegionMapView).cursor


async def line(drive: Driver, key: str, text: str) -> None:
    """Press a key that asks for a line, and answer it."""
    await drive.press(key)
    await drive.opened("TextLine")
    await drive.enter(text)
