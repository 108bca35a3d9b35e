"""Two who play one campaign of a server: one has a screen, the other records beside it."""

from __future__ import annotations

from fractions import Fraction

from core.play.facts.road.commands import Wait
from saves.library import library
from tests.story.driving import Driver

HOUR = Wait(Fraction(1))


async def play_beside_another(drive: Driver, name: str) -> None:
    """Open a new campaign from the first screen: what each records, the other sees, and goes on."""
    await drive.shows(name)
    await drive.press("enter")
    await drive.greeted()
    with library.open(name) as other:
        other.record(HOUR)
        await drive.shows("saved 2")
        await drive.enter(":note the ogre stirs")
        await drive.shows("saved 3")
        assert other.refresh()
        assert other.head == 3
