"""A campaign of a server on the screen, while others write to it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from core.play.facts.road.commands import Wait
from saves.library import library
from saves.store.packaged_rulesets import packaged
from saves.store.places import library_at
from tests.tui.screens.conftest import Opens

pytestmark = pytest.mark.usefixtures("shared")
HOUR = Wait(Fraction(1))


@pytest.fixture
def shared(server_url: str) -> Iterator[None]:
    """The library is on a server, and has one campaign."""
    with library_at(server_url):
        library.create("Winter", packaged("pf1")).close()
        yield


async def test_what_others_write_appears_by_itself(table: Opens) -> None:
    """Given two who play one campaign, when one records, then the other sees it and goes on."""
    async with table() as drive:
        await drive.shows("Winter")
        await drive.press("enter")
        await drive.greeted()
        with library.open("Winter") as other:
            other.record(HOUR)
            await drive.shows("saved 2")
            await drive.enter(":note the ogre stirs")
            await drive.shows("saved 3")
            assert other.refresh()
            assert other.head == 3


async def test_what_is_being_typed_stays_while_others_write(table: Opens) -> None:
    """Given half a command, when somebody else records, then it can be ended and entered."""
    async with table() as drive:
        await drive.shows("Winter")
        await drive.press("enter")
        await drive.greeted()
        await drive.press(*":note the", "space", *"ogre")
        with library.open("Winter") as other:
            other.record(HOUR)
            await drive.shows("saved 2")
        await drive.press(*"stirs", "enter")
        await drive.shows("saved 3")
        assert drive.view.notes == ("the ogrestirs",)
