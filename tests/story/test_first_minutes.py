"""The first ten minutes, typed as a person does: a campaign, four heroes, a way, and its end.

The keys are counted: typed heroes take as long as they have letters, a paste counts as one key.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.story.driving import Driver
from tui.app import OutriderApp

HEROES = (
    "Borin dwarf heavy con16 hp34",
    "Elin elf con12 hp22",
    "Rana half-orc con14 hp28 on a light horse",
    "Tam halfling con10 hp18",
)
WAY = "legs 20 plains road;40 forest"


async def found(drive: Driver) -> None:
    """A new campaign under the first rules, without a map."""
    await drive.shows("New campaign")
    await drive.press("down", "enter")
    await drive.opened("NewCampaignScreen")
    await drive.enter("Marsh")
    await drive.press("enter", "enter")
    await drive.greeted()
    drive.begun()
    await drive.press("f3")
    await drive.opened("PartyScreen")
    await drive.shows("add a member")
    await drive.press("enter")
    await drive.opened("AddHeroes")


async def travel(drive: Driver) -> None:
    """The way in legs, then march and camp until the party is there."""
    await drive.saved()
    assert [member.name for member in drive.state.members] == [
        "Borin",
        "Elin",
        "Light horse",
        "Rana",
        "Tam",
    ]
    await drive.press("f2")
    await drive.opened("JourneyScreen")
    await drive.type(":")
    await drive.opened("TextLine")
    await drive.enter(WAY)
    await drive.saved()
    await drive.shows("to the last leg  60 km")
    await drive.shows("40 50 55")
    while drive.state.plan is not None and drive.pressed < 300:
        await drive.rested()
        await drive.press("space")
        await drive.saved()
    assert drive.state.plan is None
    assert drive.state.clock.day > 1


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.nightly)])
@pytest.mark.parametrize(
    ("pasted", "most"),
    [
        pytest.param(False, 230, id="typed"),
        pytest.param(True, 90, id="pasted", marks=pytest.mark.nightly),
    ],
)
async def test_four_heroes_arrive_in_few_keys(
    home: Path, pasted: bool, most: int, size: tuple[int, int]
) -> None:
    """Given nothing but the program, when heroes and way are typed, then the keys are few."""
    app = OutriderApp()
    async with app.run_test(size=size) as pilot:
        drive = Driver(app, pilot)
        await found(drive)
        if pasted:
            await drive.paste("\n".join(HEROES))
        else:
            for hero in HEROES:
                await drive.enter(hero)
        await drive.press("enter")
        await travel(drive)
        assert drive.pressed <= most, drive.pressed
