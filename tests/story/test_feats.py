"""Feats by keys: words of the attack line, and a move that goes on after its blow (K-13).

The figures are worked out by hand. Val has +6 and a base attack bonus of 6, the orc AC 15: with
Power Attack +4 needs 11 in pf1, with three of it in dnd35 +3 needs 12; Lunge costs 2 of AC 17.
"""

from __future__ import annotations

from operator import itemgetter

import pytest

from core.creatures import Attack, Sheet
from core.play.facts.encounter import Encounter, Figure, Foe
from saves.store.packaged_rulesets import packaged
from tests.story.fighting import at_table
from tests.story.yard import make_member, save_fight
from tests.thorough import cases

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

SWORD = Attack("longsword", (6,), "1d8+3")
CLUB = Attack("club", (5,), "1d6+2")


def prepare(
    system: str, *feats: str, orc: str = "E3", reach: int | None = None, turns: int = 0
) -> str:
    """A campaign in which it is Val's turn at A3; the orc is in front of her."""
    val = make_member(
        "Val",
        "V",
        Sheet(
            ac=17,
            dexterity=2,
            speeds=(("walk", 6),),
            attacks=(SWORD,),
            feats=(*feats, "Toughness"),
            base_attack=6,
        ),
    )
    foe = Foe(
        "orc",
        "Orc",
        "o",
        hp=30,
        con_score=15,
        sheet=Sheet(ac=15, reach=reach, speeds=(("walk", 6),), attacks=(CLUB,)),
    )
    fight = Encounter(
        "hall",
        "The hall",
        "",
        foes=(foe,),
        figures=(Figure("orc", orc), Figure("val", "A3")),
    )
    return save_fight(packaged(system), (val,), fight, {"val": 20, "orc": 5}, turns=turns)


POWERS = (("pf1", "power", 11, "1d8+7", 4), ("dnd35", "power3", 12, "1d8+6", 3))


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("system", "word", "needed", "dice", "added"), POWERS, ids=map(itemgetter(0), POWERS)
)
async def test_power_attack_is_a_word_of_the_attack(
    system: str, word: str, needed: int, dice: str, added: int
) -> None:
    async with at_table(prepare(system, "Power Attack", orc="B3")) as table:
        await table.line(f":attack V o {word}")
        await table.asked()
        await table.shows(f"needs {needed} up")
        await table.line("15")
        await table.shows(f"{dice} with +")
        await table.tray("10")

        blow = table.blow
        assert (blow.needed, blow.outcome, blow.words) == (needed, "hit", (word,))
        assert blow.added == added
        assert table.damage("orc") == [10]


async def test_without_feats_a_word_is_refused_and_a_move_is_over_with_its_blow() -> None:
    async with at_table(prepare("pf1", turns=2)) as table:
        await table.cursor("C3", "Val moves to C3")
        await table.line(":attack V o power")
        await table.shows("Val has no Power Attack on its sheet")

        await table.cursor("D3", "left: standard/move")
        await table.keys("RET", 1)
        await table.cursor("D2", "same movement")
        await table.keys("a o")
        await table.asked()
        await table.tray("2")
        await table.cursor("D2", "no action left; Val moves to D2")


@pytest.mark.nightly
async def test_a_lunge_reaches_a_square_farther_for_armour_class() -> None:
    async with at_table(prepare("pf1", "Lunge", orc="C3")) as table:
        await table.line(":attack V o lunge")
        await table.asked()
        await table.tray("2")
        assert table.blow.outcome == "miss"
        assert table.figure("val").stance == ("lunge",)
        await table.keys("Spc", 1)
        await table.cursor("B3", "Orc moves to B3")
        await table.shows("AC15")


SPRINGS = (("pf1", "spring attack"), ("dnd35", "move action"), ("sf", "spring attack"))


@pytest.mark.parametrize(("system", "spends"), cases(SPRINGS, ("pf1",), itemgetter(0)))
async def test_a_spring_attack_goes_back_where_it_came_from(system: str, spends: str) -> None:
    """Given an orc who reaches two squares, it strikes neither before the blow nor after it."""
    async with at_table(prepare(system, "Spring Attack", reach=2, turns=2)) as table:
        await table.cursor("D3", "asks o to strike")
        await table.shows("by hand: Toughness")
        await table.keys("p a")
        await table.cursor("E3", "Val springs to D2")
        await table.shows(spends)
        await table.keys("RET", 1)
        await table.keys("a o")
        await table.asked()
        await table.tray("2")

        await table.cursor("A2", "Enter: Val moves to A2")
        await table.keys("RET", 1)
        assert table.figure("val").at == "A2"
        assert table.waiting is None
        await table.cursor("D3", "no action left")
