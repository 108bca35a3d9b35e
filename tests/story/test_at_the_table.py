"""What stands at a table, by keys: allies, mounts, the carried, heights, boats, a split party.

The demo's ambush is played on and ended, then the road goes on. All of it is undone, done again,
opened again and exported, and is the same.
"""

from __future__ import annotations

import pytest

from core.play.facts.state import Member
from saves.demo import NAME
from saves.library import library
from saves.store.sqlite.file_place import file_of
from tests.demos import ambush as demo
from tests.saves.exchange.exports import brought_in, exported_from
from tests.saves.verifying import verify
from tests.story.driving import Driver, ungreeted

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


def member(drive: Driver, who: str) -> Member:
    """A member as it is now."""
    found = drive.state.member(who)
    assert found is not None
    return found


def taken(drive: Driver) -> list[str]:
    """The boats that the party takes."""
    return [boat.id for boat in drive.state.boats if boat.taken]


async def line(drive: Driver, text: str, *dice: str, saved: int = 1) -> None:
    """Type a ':' line, answer its dice, and wait until it is saved."""
    await drive.enter(text)
    for typed in dice:
        await drive.asked()
        await drive.enter(typed)
    await drive.saved(saved)


async def play_the_fight(drive: Driver) -> None:
    """Points 1, 3 and 6: a summoned wolf, a truce, a wall of a height, a rider who drops."""
    await line(drive, ":add wolf ally summoned 3", "15")
    await line(drive, ":side neutral a")
    await line(drive, ":paint wall 4 o6:p7")
    await line(drive, ":place R d10", "3")
    await line(drive, ":mount S R")
    await line(drive, ":hurt 28 s", "50", "3")  # 51 up stays in the saddle, else 1d6
    fight = drive.state.fight
    assert fight is not None
    wolf = fight.foe("wolf-9")
    assert wolf is not None
    assert (wolf.side, [one.name for one in wolf.lasting]) == ("party", ["summoned"])
    truce = fight.foe("wolf-1")
    assert truce is not None
    assert truce.side == "neutral"
    assert {one.height for one in fight.edits if one.what == "wall"} == {4}
    sorrel = fight.figure("sorrel")
    assert sorrel is not None
    assert (sorrel.mount, member(drive, "sorrel").damage) == ("", 28 + 3)


async def end_the_fight(drive: Driver) -> None:
    """Point 9: what ends with the fight is on the page, and is gone behind it."""
    await line(drive, ":stabilise S")
    await line(drive, ":condition prone harsk")
    await drive.press("e")
    await drive.press("e")
    await drive.shows("ends with the fight: Harsk prone")
    await drive.press("enter")
    await drive.until(lambda: drive.state.pending is None, "the road")
    drive.begun()
    assert [one.name for one in member(drive, "harsk").lasting] == ["bless"]


async def ride_a_wolf(drive: Driver) -> None:
    """Point 2: a hero joins on a wolf, which comes whole from the bestiary."""
    await drive.press("f3")
    await drive.opened("PartyScreen")
    await drive.press("end", "enter")
    await drive.opened("AddHeroes")
    await drive.enter("Bo human hp9 on a wolf")
    await drive.press("enter")
    await drive.saved()
    wolf = member(drive, member(drive, "bo").rides)
    assert wolf.sheet is not None
    assert (wolf.hp, wolf.con_score, wolf.sheet.ac) == (13, 15, 14)
    assert [attack.name for attack in wolf.sheet.attacks] == ["bite"]
    await drive.press("f2")
    await drive.opened("JourneyScreen")


async def go_on(drive: Driver) -> None:
    """Points 2, 4, 5, 7 and 8, on the road."""
    await drive.opened("JourneyScreen")
    await drive.press("space")
    await drive.shows("Sorrel cannot walk")
    await drive.shows("Sorrel is carried by Pony 1")
    await drive.press("P")
    await drive.saved()
    assert member(drive, "sorrel").rides == "pony-1"
    await drive.asked()  # the march goes on, with its dice: not now
    await drive.press("escape")
    await drive.press("u")
    await drive.shows("no longer owed")

    await line(drive, ":slow 1/2 storm")
    assert [one.reason for one in drive.state.slowings] == ["storm"]
    await ride_a_wolf(drive)
    await line(drive, ":slow off storm")
    await line(drive, ":boat keelboat 1706")
    await drive.enter(":boat rowboat 1706")
    await drive.shows("Rowboat lies at Tarn already")
    await drive.press("enter")
    await drive.saved()
    await line(drive, ":boat keelboat-1 take")
    await line(drive, ":boat rowboat-1 take")  # instead of the other
    assert taken(drive) == ["rowboat-1"]
    await line(drive, ":boat rowboat-1 moor")
    assert taken(drive) == []
    await line(drive, ":boat keelboat-1 off")
    await line(drive, ":away tam harsk at Fort Wyll")
    assert member(drive, "tam").absence == member(drive, "harsk").absence
    await drive.enter(":back tam harsk")
    await drive.shows("Tam, Harsk")
    await drive.press("2")
    await drive.saved()
    assert member(drive, "tam").present


@pytest.mark.nightly
async def test_the_nine_points_by_keys() -> None:
    """Given the ambush, when each point has had its keys, then all of it is kept and undone."""
    app = ungreeted(demo)
    async with app.run_test(size=(80, 24)) as pilot:
        drive = Driver(app, pilot)
        await drive.seated()
        drive.begun()
        before = drive.state
        head = drive.view.head
        await play_the_fight(drive)
        await end_the_fight(drive)
        await go_on(drive)
        after = drive.state
        entries = drive.view.head - head
    with library.open(NAME) as campaign:
        assert campaign.state == after
        for _ in range(entries):
            campaign.undo()
        assert campaign.state == before
        for _ in range(entries):
            campaign.redo()
        assert campaign.state == after
        assert verify(file_of(campaign.place)) == ()
        place = campaign.place
    text = exported_from(place)
    made = brought_in(text, "The same")
    with library.open(made.name) as copy:
        assert copy.state == after
        assert exported_from(copy.place).count(b"\n") == text.count(b"\n")
