"""The tray of those who may strike: Esc makes no move, and each strike is declined by a key."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from core.play.facts.fight.moves.commands import Move
from saves.demo import NAME
from saves.library import library
from tests.demos import the_ambush
from tests.story.fighting import Table, at_table

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@asynccontextmanager
async def harsk_goes() -> AsyncIterator[Table]:
    """The demo's ambush, and Harsk asked to go from D9 to D5, where wolves may strike at him."""
    the_ambush()
    async with at_table(NAME) as table:
        await table.keys("f d")
        await table.shows("to strike")
        await table.keys("RET")
        await table.asked()
        yield table


async def test_esc_in_the_tray_of_strikers_makes_no_move() -> None:
    """Given two who may strike, when Esc is pressed, then nobody moved and nothing is recorded."""
    async with harsk_goes() as table:
        head = table.view.head
        state = table.state
        await table.type("19 ")
        await table.keys("Esc")
        await table.shows("Cancelled; nobody has moved")
        assert (table.view.head, table.state) == (head, state)
        assert (table.at("harsk"), str(table.screen.grid.cursor)) == (["D9"], "E6")
        await table.shows("Enter: Harsk moves")
        await table.keys("RET")
        await table.asked()


@pytest.mark.nightly
async def test_two_slashes_decline_every_strike() -> None:
    """Given two who may strike, when // and Enter are typed, then he arrives and nobody strikes."""
    async with harsk_goes() as table:
        await table.shows("// nobody strikes")
        await table.tray("//", saved=2)
        assert (table.at("harsk"), table.damage("harsk")) == (["D5"], [0])
        assert table.waiting is None
        await table.keys("u", 1)
        assert table.at("harsk") == ["D9"]


async def test_a_slash_declines_one_strike() -> None:
    """Given two who may strike, when one is declined, then the other strikes alone."""
    async with harsk_goes() as table:
        await table.shows("/ lets it pass")
        await table.tray("/ 2", saved=2)
        assert table.at("harsk") == ["D5"]
        reacted = [one.id for one in table.fight.figures if "harsk" in one.reacted]
        assert len(reacted) == 1


async def test_a_move_found_waiting_is_told_of_when_its_tray_is_put_away() -> None:
    """Given a movement that waits from before, when Esc is pressed, then it says how to go on."""
    the_ambush()
    with library.open(NAME) as campaign:
        campaign.record(Move("harsk", "D5"))
    async with at_table(NAME) as table:
        head = table.view.head
        state = table.state
        await table.shows("Enter: ask who strikes")
        await table.keys("RET")
        await table.asked()
        await table.keys("Esc")
        await table.shows("Harsk is still on the way")
        assert (table.view.head, table.state) == (head, state)
        await table.keys("Spc")
        await table.tray("//")
        assert table.at("harsk") == ["D5"]
        assert table.waiting is None
