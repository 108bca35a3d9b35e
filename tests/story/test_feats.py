"""Feats by keys: words of the attack line, and a move that goes on after its blow (K-13).

The figures are worked out by hand. Val has +6 and a base attack bonus of 6, the orc AC 15: with
Power Attack +4 needs 11 in pf1, with three of it in dnd35 +3 needs 12; Lunge costs 2 of AC 17.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.calendars import Instant
from core.combat.board.drawing import Board
from core.creatures import Attack, Sheet
from core.play.facts.encounter import Encounter, Figure, Foe
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.setup.commands import Prepare
from core.play.facts.fight.turns.commands import RollInitiative
from core.play.facts.road.commands import BeginEncounter
from core.play.facts.state import Member
from core.play.facts.table.commands import Join
from core.travel.movers import Mover
from saves.library import library
from saves.store.packaged_rulesets import packaged
from tests.story.fighting import Table, at_table
from tests.story.yard import Story

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

SWORD = Attack("longsword", (6,), "1d8+3")
CLUB = Attack("club", (5,), "1d6+2")
BOARD = Board(("................",) * 8)


def prepare(system: str, *feats: str, orc: str = "E3") -> str:
    """A campaign in which it is Val's turn at A3; the orc is in front of her."""
    val = Member(
        "val",
        "Val",
        "V",
        mover=Mover(speed_m=Fraction(9)),
        con_score=12,
        con_mod=1,
        hp=30,
        sheet=Sheet(
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
        sheet=Sheet(ac=15, speeds=(("walk", 6),), attacks=(CLUB,)),
    )
    fight = Encounter(
        "hall",
        "The hall",
        "",
        foes=(foe,),
        figures=(Figure("orc", orc), Figure("val", "A3")),
    )
    name = f"Feats {system}"
    with library.create(name, packaged(system), start=Instant(3, Fraction(9))) as campaign:
        campaign.record(Join(val))
        campaign.prepare(Prepare(fight), BOARD)
        story = Story(campaign, {})
        story.do(BeginEncounter(fight.name, fight.id))
        story.do(RollInitiative(), {"val": 20, "orc": 5})
    return name


def blow(table: Table) -> Struck:
    """The attack of the newest entry."""
    (struck,) = [one for one in table.view.entries[-1].events if isinstance(one, Struck)]
    return struck


@pytest.mark.parametrize(
    ("system", "word", "needed", "dice", "added"),
    [("pf1", "power", 11, "1d8+7", 4), ("dnd35", "power3", 12, "1d8+6", 3)],
)
async def test_power_attack_is_a_word_of_the_attack(
    system: str, word: str, needed: int, dice: str, added: int
) -> None:
    async with at_table(prepare(system, "Power Attack", orc="B3")) as table:
        await table.line(f":attack V o {word}")
        await table.asked()
        await table.shows(f"needs {needed} up")
        await table.line("15")
        await table.shows(f"{dice} total dmg")
        await table.tray("10")

        struck = blow(table)
        assert (struck.needed, struck.outcome, struck.words) == (needed, "hit", (word,))
        assert struck.added == added
        assert table.damage("orc") == [10]


async def test_a_word_without_its_feat_is_refused() -> None:
    async with at_table(prepare("pf1", orc="B3")) as table:
        await table.line(":attack V o power")
        await table.shows("Val has no Power Attack on its sheet")


async def test_a_lunge_reaches_a_square_farther_for_armour_class() -> None:
    async with at_table(prepare("pf1", "Lunge", orc="C3")) as table:
        await table.line(":attack V o lunge")
        await table.asked()
        await table.tray("2")
        assert blow(table).outcome == "miss"
        assert table.figure("val").stance == ("lunge",)
        await table.keys("Spc", 1)
        await table.cursor("B3", "Orc moves to B3")
        await table.shows("AC15")


async def test_a_spring_attack_goes_back_where_it_came_from() -> None:
    """Given a move of 3 squares and a blow, then 3 squares are left, and the orc is not asked."""
    async with at_table(prepare("pf1", "Spring Attack")) as table:
        await table.cursor("D3", "Val moves to D3")
        await table.shows("by hand: Toughness")
        await table.keys("RET", 1)
        await table.keys("a o")
        await table.asked()
        await table.tray("2")

        await table.cursor("A3", "Val moves to A3")
        await table.keys("RET", 1)
        assert table.figure("val").at == "A3"
        assert table.waiting is None
        await table.cursor("D3", "no action left")
