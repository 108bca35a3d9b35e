"""From a day's march into an ambush, killed in the middle of a question, played to its end."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from core.play.facts.state import State
from saves.library import library
from saves.library.dice import DiceRoller
from saves.store.sqlite.file_place import file_of
from tests.saves.verifying import verify
from tests.story.ambush import NAME, ambush, mill
from tests.story.fighting import Table, at_table
from tests.story.killing import killed

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@pytest.fixture
def played(tmp_path: Path) -> dict[str, object]:
    """What was there when the fight was killed with signal 9, two opportunities being asked."""
    return killed(partial(ambush, mill(tmp_path)))


async def second_round(table: Table) -> None:
    """Both miss; a wolf goes into the fog, a spear over rough ground, an arrow into the fog."""
    await table.tray("7 3", saved=2)
    assert (table.at("valeria"), table.waiting) == (["I8"], None)
    assert [table.figure(who).reacted for who in ("wolf-1", "ogre-1")] == [("valeria",)] * 2
    await table.keys("Spc")
    await table.shows("Hawk is dying: to stabilise")
    await table.tray("19")
    await table.keys("Spc", 1)
    await table.cursor("p6", "Wolf b moves to P6")
    await table.keys("RET", 1)
    await table.keys("Spc", 1)
    await table.cursor("g5", "H  E6 to G5")
    await table.shows("3 of 4 squares, move action")
    await table.keys("RET", 1)
    await table.keys("Spc", 1)
    await table.keys("f b RET")
    await table.tray("18", saved=0)
    await table.shows("d% misses below 21")
    await table.tray("20")
    assert table.damage("wolf-1") == [0]
    await table.keys("Spc", 1)
    await table.keys("f V a")
    await table.tray("2")
    await table.keys("Spc", 1)
    assert table.fight.round == 3


async def third_round(table: Table) -> None:
    """What frightened Valeria has ended; her turn is played, taken back, and played otherwise."""
    await table.shows("ENDED shaken (V)")
    valeria = table.state.member("valeria")
    assert valeria is not None
    assert valeria.lasting == ()
    start = table.state
    await table.keys("f a a")
    await table.tray("15", saved=0)
    await table.tray("9")
    await table.keys("Spc", 1)
    assert table.damage("ogre-1") == [9]
    await table.keys("u", 1)
    await table.shows("VALERIA to act")
    await table.keys("u", 1)
    assert table.state == start
    await table.shows('undo would take back: "end the turn of Ogre"')
    await table.keys("f a a")
    await table.tray("2")
    await table.keys("Spc", 1)
    assert table.damage("ogre-1") == [0]
    for _ in ("tam", "wolf", "harsk", "sorrel", "ogre"):
        await table.keys("Spc", 1)
    assert table.fight.round == 4


async def homeward(table: Table) -> None:
    """The fight is over: wounds go back to the party, and the day has the hours that are left."""
    await table.keys("e")
    await table.opened("Encounters")
    await table.keys("e")
    await table.opened("EndEncounterDialog")
    await table.shows("Valeria")
    await table.line("")
    await table.opened("JourneyScreen")
    await table.until(lambda: table.state.pending is None, "the end")
    table.begun()
    await table.shows("V Valeria 11/31")
    assert wounds(table.state) == {"valeria": 20, "harsk": 0, "sorrel": 0, "tam": 0}
    assert table.state.encounters[0].status == "over"
    await table.keys("Spc")
    await table.tray("!!")
    assert table.state.clock.hour == 16  # the seconds of the fight do not delay the road


def wounds(state: State) -> dict[str, int]:
    """The damage of the members."""
    return {member.id: member.damage for member in state.members}


@pytest.mark.nightly
async def test_an_ambush_survives_a_kill_and_is_played_to_its_end(
    played: dict[str, object],
) -> None:
    """Given a fight killed while it asks, when it is opened, then nobody moved; it goes on."""
    with library.open(NAME) as campaign:
        assert campaign.head == played["head"]
        assert campaign.tip == played["tip"]
        assert repr(campaign.state) == played["state"]
        assert verify(file_of(campaign.place)) == ()
    async with at_table(NAME) as table:
        assert repr(table.state) == played["state"]
        table.app.worker.dice = DiceRoller(3)
        await table.opened("EncounterScreen")
        assert table.waiting is None
        await table.cursor("i8", "asks b, a to strike")
        await table.keys("RET")
        await table.asked()
        await table.shows("b Wolf b")
        await table.shows("a Ogre")
        await second_round(table)
        await third_round(table)
        await homeward(table)
    with library.open(NAME) as campaign:
        assert verify(file_of(campaign.place)) == ()
        assert wounds(campaign.state)["valeria"] == 20
