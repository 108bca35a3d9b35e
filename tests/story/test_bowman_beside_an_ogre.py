"""A bowman in reach of an ogre shoots, by keys, in each system: the ogre is asked first (K-1).

The figures are worked out by hand: +8 against AC 15 needs 7, 14 faces of 20; +6 against AC 16
needs 10, 11 faces. No small step leads out of a reach of two squares.
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
from core.play.facts.fight.turns.commands import EndTurn, RollInitiative
from core.play.facts.road.commands import BeginEncounter
from core.play.facts.state import Member
from core.play.facts.table.commands import Join
from core.travel.movers import Mover
from saves.library import library
from saves.store.packaged_rulesets import packaged
from tests.story.fighting import Table, at_table
from tests.story.yard import SYSTEMS, Story
from tests.thorough import cases

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

BOW = Attack("longbow", (6, 1), "1d8", times=3, mode="ranged", weapon="bow", increment=20)
BOWMAN = Member(
    "bowman",
    "Robin",
    "R",
    mover=Mover(speed_m=Fraction(9)),
    con_score=12,
    con_mod=1,
    hp=30,
    sheet=Sheet(ac=15, dexterity=2, speeds=(("walk", 6),), attacks=(BOW,)),
)
CLUB = Attack("greatclub", (8,), "2d8+7")
OGRE = Foe(
    "ogre",
    "Ogre",
    "o",
    hp=30,
    con_score=15,
    sheet=Sheet(size="L", reach=2, ac=16, speeds=(("walk", 8),), attacks=(CLUB,), reaction=True),
)
BOARD = Board(("................",) * 10)
FIGHT = Encounter(
    "field",
    "The field",
    "",
    foes=(OGRE,),
    figures=(Figure("ogre", "D4"), Figure("bowman", "C3")),
)
CHANCE = Fraction(14, 20)
SHOT = Fraction(11, 20)
BY_DAY = ("pf1", "pf2")
"""A system that counts actions by their kinds, and the one that counts them by number."""


def prepare(system: str) -> str:
    """A campaign in which it is the bowman's turn, and the ogre has acted."""
    name = f"Field {system}"
    with library.create(name, packaged(system), start=Instant(3, Fraction(9))) as campaign:
        campaign.record(Join(BOWMAN))
        campaign.prepare(Prepare(FIGHT), BOARD)
        story = Story(campaign, {})
        story.do(BeginEncounter(FIGHT.name, FIGHT.id))
        story.do(RollInitiative(), {"ogre": 20, "bowman": 10})
        story.do(EndTurn())
    return name


def asks(table: Table) -> list[tuple[str, Fraction | None]]:
    """Who rolls in the tray, and with which chance."""
    fields = table.screen.performer.tray.tray.fields()
    return [(field.question.who, field.question.chance) for field in fields]


@pytest.mark.parametrize("system", cases(zip(SYSTEMS), BY_DAY, "".join))
async def test_the_ogre_is_asked_before_the_shot_is_rolled(system: str) -> None:
    async with at_table(prepare(system)) as table:
        before = table.state
        await table.cursor("D4", "asks o 70 % to strike")
        await table.shows("! before the attack: o 70 %")
        assert "not after a step" not in table.said()

        await table.keys("a")
        await table.asked()
        assert asks(table) == [("ogre", CHANCE)]
        await table.line("2")
        await table.until(lambda: asks(table)[-1] == ("bowman", SHOT), "the shot's dice")
        await table.tray("3", saved=2)

        blows = [one for one in table.view.entries[-1].events if isinstance(one, Struck)]
        assert [(one.by, one.needed, one.outcome) for one in blows] == [
            ("ogre", 7, "miss"),
            ("bowman", 10, "miss"),
        ]
        await table.keys("u", 1)
        assert table.state == before
