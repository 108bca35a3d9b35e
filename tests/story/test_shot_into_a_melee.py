"""A bowman shoots at an ogre that fights his friend, by keys, in each system (K-2).

The figures are worked out by hand. +6 against AC 16 needs 10: 11 faces of 20; at -4 it needs 14: 7
faces. The ogre is one size larger than the fighter beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from core.creatures import Attack, Sheet
from core.dice import Question
from core.messages import Chance
from core.play.facts.encounter import Encounter, Figure, Foe
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.state import Member
from core.play.fight.previews import preview
from saves.store.packaged_rulesets import packaged
from tests.story.fighting import Table, at_table
from tests.story.yard import SYSTEMS, make_member, save_fight
from tests.thorough import cases

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

BOW = Attack("longbow", (6, 1), "1d8", times=3, mode="ranged", weapon="bow", increment=20)
SWORD = Attack("longsword", (7, 2), "1d8+3", critical=19)
CLUB = Attack("greatclub", (8,), "2d8+7")
ORDER = {"robin": 20, "flint": 15, "ogre": 10}


def hero(name: str, token: str, attack: Attack) -> Member:
    """A member who stands on foot with one attack."""
    sheet = Sheet(ac=15, dexterity=2, speeds=(("walk", 6),), attacks=(attack,))
    return make_member(name, token, sheet)


HEROES = (hero("Robin", "R", BOW), hero("Flint", "F", SWORD))
OGRE = Foe(
    "ogre",
    "Ogre",
    "o",
    hp=60,
    con_score=15,
    sheet=Sheet(size="L", reach=2, ac=16, speeds=(("walk", 8),), attacks=(CLUB,), reaction=False),
)
FIGHT = Encounter(
    "field",
    "The field",
    "",
    foes=(OGRE,),
    figures=(Figure("ogre", "D4"), Figure("robin", "A4"), Figure("flint", "F4")),
)
HINDERED = Fraction(7, 20)
FREE = Fraction(11, 20)
CHANCES: Mapping[str, Fraction] = {"pf1": HINDERED, "dnd35": HINDERED, "sf": FREE, "pf2": FREE}
BY_DAY = ("dnd35",)


def prepare(system: str) -> str:
    """A campaign in which it is the bowman's turn, and his friend stands beside the ogre."""
    return save_fight(packaged(system), HEROES, FIGHT, ORDER)


def asked(table: Table) -> Question:
    """The first die of the tray."""
    return table.screen.performer.tray.tray.rows[0].fields[0].question


@pytest.mark.parametrize("system", cases(zip(SYSTEMS), BY_DAY, "".join))
async def test_a_shot_into_a_melee_has_one_chance_everywhere(system: str) -> None:
    chance = CHANCES[system]
    hindered = chance == HINDERED
    async with at_table(prepare(system)) as table:
        before = table.state
        ahead = preview(before, table.view.assets, "robin", "ogre")
        assert ahead.p_hit == chance
        assert ahead.receipt.value == Chance(chance)
        await table.cursor("D4", "35 %" if hindered else "55 %")
        assert ("-4 into a melee with F" in table.text()) is hindered

        await table.keys("a")
        await table.asked()
        assert asked(table).chance == chance
        assert ("-4 into a melee" in table.text()) is hindered
        await table.tray("2")

        shot = table.blow
        assert (shot.by, shot.needed, shot.outcome) == ("robin", 14 if hindered else 10, "miss")
        await table.keys("u", 1)
        assert table.state == before


@pytest.mark.nightly
@pytest.mark.parametrize("system", SYSTEMS[:2])
async def test_a_part_of_the_ogre_away_from_friends_is_aimed_at_by_a_word(system: str) -> None:
    """Given squares of the ogre two away from its foe, when "far" is typed, then -4 is gone."""
    async with at_table(prepare(system)) as table:
        await table.cursor("D4", "far")
        await table.keys("a")
        await table.asked()
        assert asked(table).chance == HINDERED
        await table.press("*")
        await table.opened("TextLine")
        await table.line(" far")
        await table.asked()
        assert asked(table).chance == FREE
        await table.tray("2")

        command = table.view.entries[-1].command
        assert isinstance(command, MakeAttack)
        assert command.words.far
