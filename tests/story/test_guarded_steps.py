"""A turn of sf by keys: guarded steps, a rifle fired lying down, both Armour Classes (K-10, K-11).

The figures are worked out by hand. +6 against EAC 12 needs 6, 15 faces of 20, against KAC 15 it
needs 9, 12 faces; in melee a prone attacker's +6 -4 needs 13, 8 faces.
"""

from __future__ import annotations

import pytest

from core.creatures import Attack, Sheet
from core.play.facts.encounter import Encounter, Figure, Foe
from core.play.fight.turns.budget import left
from saves.store.packaged_rulesets import packaged
from tests.story.fighting import Table, at_table
from tests.story.yard import make_member, save_fight

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

LASER = Attack("laser", (6,), "1d8", mode="ranged", energy=True, increment=16)
RIFLE = Attack("rifle", (6,), "1d8", mode="ranged", increment=16)
KNIFE = Attack("knife", (6,), "1d4+2")
ZOE = make_member(
    "Zoe",
    "Z",
    Sheet(
        ac=15,
        eac=14,
        dexterity=2,
        speeds=(("walk", 6),),
        attacks=(LASER, RIFLE, KNIFE),
    ),
)
RAIDER = Foe(
    "raider",
    "Raider",
    "r",
    hp=30,
    con_score=12,
    sheet=Sheet(ac=15, eac=12, dexterity=0, speeds=(("walk", 6),), attacks=(KNIFE,)),
)


def prepare(raider: str) -> str:
    """A campaign in which it is Zoe's turn, at C4, and the raider is somewhere."""
    fight = Encounter(
        "field",
        "The field",
        "",
        foes=(RAIDER,),
        figures=(Figure("raider", raider), Figure("zoe", "C4")),
    )
    return save_fight(packaged("sf"), (ZOE,), fight, {"zoe": 20, "raider": 5})


async def attack_lying(table: Table, keys: str) -> None:
    """Zoe lies down, and keys open the dice of an attack."""
    await table.line(":lie Z")
    await table.saved(1)
    await table.keys(keys)
    await table.asked()


async def test_two_guarded_steps_are_the_whole_turn() -> None:
    async with at_table(prepare("L4")) as table:
        for square in ("D4", "E4"):
            await table.keys("p s")
            await table.line(f":{square}")
            await table.keys("RET", 1)

        have = left(table.state, table.view.assets, "zoe")
        assert table.at("zoe") == ["E4"]
        assert (have.standard, have.move) == (False, False)
        await table.keys("1a r")
        await table.asked()
        await table.shows("no action left")


@pytest.mark.nightly
async def test_who_lies_down_shoots_as_well_as_before() -> None:
    """Given a laser and a rifle, then each names what it has to beat, in the tray and after.

    A full attack has to be chosen before: two lasers at +6 -4 need 10, 11 faces of 20.
    """
    async with at_table(prepare("J4")) as table:
        await table.cursor("J4", "* full: 2 at 55 %")
        await attack_lying(table, "1a r")
        await table.shows("EAC 12")
        await table.shows("needs 6 up")
        await table.shows("* full: 2 at 55 %")
        await table.tray("2")
        assert (table.blow.bonus, table.blow.ac) == (6, 12)
        await table.shows("8 against EAC 12")

        await table.keys("u", 1)
        await table.keys("2a r")
        await table.asked()
        await table.shows("KAC 15")
        await table.shows("needs 9 up")
        await table.tray("3")
        assert (table.blow.bonus, table.blow.ac) == (6, 15)


@pytest.mark.nightly
async def test_a_knife_lying_down_is_at_minus_four() -> None:
    async with at_table(prepare("D4")) as table:
        await attack_lying(table, "3a r")
        await table.shows("needs 13 up")
        await table.tray("2")
        assert (table.blow.bonus, table.blow.ac) == (2, 15)
