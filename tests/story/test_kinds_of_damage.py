"""Damage by its kinds, by keys, each figure by hand; undone, redone and opened again: equal."""

from __future__ import annotations

import pytest

from core.creatures import Attack, Sheet
from core.play.facts.encounter import Encounter, Figure, Foe
from core.play.facts.fight.combatants import someone
from core.play.facts.state import State
from saves.library import library
from saves.store.packaged_rulesets import packaged
from tests.story.fighting import Table, at_table
from tests.story.yard import make_member, save_fight

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

BLADE = Attack("longsword", (9,), "1d8+3", extra="1d6", kinds=("slashing",), extra_kinds=("fire",))
MIRA = make_member("Mira", "M", Sheet(ac=17, attacks=(BLADE,)))


def foe(name: str, token: str, *lines: str) -> Foe:
    """A creature of 60 hit points with these defences."""
    return Foe(name.lower(), name, token, hp=60, con_score=14, sheet=Sheet(ac=10, defences=lines))


FOES = (
    foe("Salamander", "s", "resist fire 10"),
    foe("Werewolf", "w", "DR 5/silver", "resist fire 2"),
    foe("Icebeast", "i", "vulnerable cold", "resist fire 10"),
    foe("Door", "d", "hardness 5"),
    foe("Troll", "t", "regeneration 5 acid fire"),
    foe("Ember", "b", "immune fire"),
)
PLACES = {
    "salamander": "D3",
    "werewolf": "E3",
    "icebeast": "F3",
    "door": "D4",
    "troll": "E4",
    "ember": "F4",
    "mira": "E5",
}
YARD = Encounter(
    "yard", "The yard", "", foes=FOES, figures=tuple(Figure(*one) for one in PLACES.items())
)
ORDER = {"mira": 20, **{one.id: 10 - number for number, one in enumerate(FOES)}}


def wounds(state: State) -> dict[str, int]:
    """The damage of each creature."""
    return {one.id: someone(state, one.id).damage for one in FOES}


async def points(table: Table, line: str, shows: str) -> None:
    """Type points on the line that `-` opens, see what arrives, and take them away."""
    await table.press("minus")
    await table.opened("TextLine")
    await table.type(line)
    await table.shows(shows)
    await table.press("enter")
    await table.saved()
    await table.settled()


@pytest.mark.nightly
async def test_each_kind_of_damage_arrives_as_the_rules_have_it() -> None:
    name = save_fight(packaged("pf1"), (MIRA,), YARD, ORDER)
    async with at_table(name, (120, 40)) as table:
        start = table.state
        await points(table, "12 fire s", "12 fire>2 (resist fire 10)")
        await points(table, "9 slashing w", "9 slashing>4 (DR 5/silver)")
        await points(table, "9 slashing silver w", "56>47")
        await points(table, "10 cold i", "10 cold>15 (vulnerable to cold)")
        await points(table, "12 slashing d", "12 slashing>7 (hardness 5)")
        await points(table, "7 slashing 4 fire w", "4 fire>2 (resist fire 2)")
        await points(table, "3 acid t", "regeneration stops")
        typed = wounds(table.state)
        assert typed == {
            "salamander": 2,
            "werewolf": 4 + 9 + 2 + 2,
            "icebeast": 15,
            "door": 7,
            "troll": 3,
            "ember": 0,
        }

        await table.press("minus")
        await table.opened("TextLine")
        await table.type("12 s")
        await table.shows("s asks which kind")
        await table.press("enter")
        await table.asked()
        await table.shows("1 any other 12, 2 fire 2")
        await table.tray("2")
        assert wounds(table.state)["salamander"] == 4

        await table.cursor("E4", "Troll")
        await table.press("A")
        await table.opened("AimLine")
        await table.type("burst 4 20 fire nosave")
        await table.press("enter")
        await table.saved()
        await table.settled()
        burnt = wounds(table.state)
        assert burnt == {
            "salamander": 4 + 10,
            "werewolf": 17 + 18,
            "icebeast": 15 + 10,
            "door": 7 + 15,
            "troll": 3 + 20,
            "ember": 0,
        }

        end = table.state
        for _ in range(9):
            await table.keys("u", 1)
        assert table.state == start
        for _ in range(9):
            await table.keys("U", 1)
        assert table.state == end
    with library.open(name) as again:
        assert again.state == end
