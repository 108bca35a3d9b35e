"""A bowman in reach of an ogre shoots, by keys, in each system: the ogre is asked first (K-1).

The figures are worked out by hand: +8 against AC 15 needs 7, 14 faces of 20; +6 against AC 16
needs 10, 11 faces. B2 is two diagonals from the ogre: three squares in each system, but within a
reach of two by an exception that pf2 lacks; so only there a small step avoids the strike.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

import pytest

from core.creatures import Attack, Sheet
from core.play.facts.encounter import Encounter, Figure, Foe
from saves.store.packaged_rulesets import packaged
from tests.story.fighting import Table, at_table
from tests.story.reckoning import panel
from tests.story.yard import SYSTEMS, make_member, save_fight
from tests.thorough import cases

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

BOW = Attack("longbow", (6, 1), "1d8", times=3, mode="ranged", weapon="bow", increment=20)
BOWMAN = make_member("Robin", "R", Sheet(ac=15, dexterity=2, speeds=(("walk", 6),), attacks=(BOW,)))
CLUB = Attack("greatclub", (8,), "2d8+7")
OGRE = Foe(
    "ogre",
    "Ogre",
    "o",
    hp=30,
    con_score=15,
    sheet=Sheet(size="L", reach=2, ac=16, speeds=(("walk", 8),), attacks=(CLUB,), reaction=True),
)
FIGHT = Encounter(
    "field",
    "The field",
    "",
    foes=(OGRE,),
    figures=(Figure("ogre", "D4"), Figure("robin", "C3")),
)
CHANCE = Fraction(14, 20)
SHOT = Fraction(11, 20)
SAFE_STEPS: Mapping[str, list[str]] = {"pf1": [], "dnd35": [], "sf": [], "pf2": ["B2"]}
WINDOW = (120, 40)
BY_DAY = ("pf2",)
"""In pf1 the same is played by night in `test_one_fight`."""


def prepare(system: str) -> str:
    """A campaign in which it is the bowman's turn, and the ogre has acted."""
    return save_fight(packaged(system), (BOWMAN,), FIGHT, {"ogre": 20, "robin": 10}, turns=1)


def asks(table: Table) -> list[tuple[str, Fraction | None]]:
    """Who rolls in the tray, and with which chance."""
    fields = table.screen.performer.tray.tray.fields()
    return [(field.question.who, field.question.chance) for field in fields]


@pytest.mark.parametrize("system", cases(zip(SYSTEMS), BY_DAY, "".join))
async def test_the_ogre_is_asked_before_the_shot_is_rolled(system: str) -> None:
    async with at_table(prepare(system), WINDOW) as table:
        before = table.state
        await table.cursor("D4", "asks o 70 % to strike")
        await table.shows("! before the attack: o")
        assert re.findall(r"(?i)step avoids it: (\w+)", panel(table)) == SAFE_STEPS[system]

        await table.keys("a")
        await table.asked()
        assert asks(table) == [("ogre", CHANCE)]
        await table.line("2")
        await table.until(lambda: asks(table)[-1] == ("robin", SHOT), "the shot's dice")
        await table.tray("3", saved=2)

        assert [(blow.by, blow.needed, blow.outcome) for blow in table.blows] == [
            ("ogre", 7, "miss"),
            ("robin", 10, "miss"),
        ]
        await table.keys("u", 1)
        assert table.state == before
