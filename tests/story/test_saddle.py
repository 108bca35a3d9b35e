"""A rider by keys: who is struck at, what the saddle adds, whose actions are used (K-8, K-9).

The figures are worked out by hand. The orc's +6 against the horse's 14 needs 8, 13 faces of 20,
against the rider's 17 it needs 11, 10 faces. The rider's +6 +1 against 15 needs 8, 13 faces; a shot
while the horse runs is at +6 -8 and needs 17, 4 faces.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.calendars import Instant
from core.combat.board.drawing import Board
from core.creatures import Attack, Sheet
from core.play.facts.encounter import Encounter, Figure, Foe
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.moves.commands import AnswerStrikes
from core.play.facts.fight.setup.commands import Prepare
from core.play.facts.fight.turns.commands import EndTurn, RollInitiative
from core.play.facts.road.commands import BeginEncounter
from core.play.facts.state import Member
from core.play.facts.table.commands import Join
from core.play.fight.turns.budget import left
from core.travel.movers import Mover
from saves.library import library
from saves.store.packaged_rulesets import packaged
from tests.story.fighting import Table, at_table
from tests.story.yard import Story
from tests.thorough import cases

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

SWORD = Attack("longsword", (6,), "1d8+3")
BOW = Attack("longbow", (6,), "1d8", mode="ranged", weapon="bow", increment=20)
VAL = Member(
    "val",
    "Val",
    "V",
    mover=Mover(speed_m=Fraction(9)),
    con_score=12,
    con_mod=1,
    hp=30,
    sheet=Sheet(ac=17, dexterity=2, speeds=(("walk", 6),), attacks=(SWORD, BOW)),
)
HORSE = Member(
    "horse",
    "Star",
    "s",
    role="mount",
    mover=Mover(speed_m=Fraction(15)),
    con_score=14,
    con_mod=2,
    hp=20,
    sheet=Sheet(size="L", long=True, ac=14, speeds=(("walk", 10),)),
)
ORC = Foe(
    "orc",
    "Orc",
    "d",
    hp=30,
    con_score=15,
    sheet=Sheet(ac=15, speeds=(("walk", 6),), attacks=(SWORD,), reaction=True),
)
BOARD = Board(("......................",) * 10)


def prepare(system: str, orc: str) -> str:
    """Val's turn in the second round, on her horse at A3, and the orc is somewhere."""
    fight = Encounter(
        "field",
        "The field",
        "",
        foes=(ORC,),
        figures=(Figure("orc", orc), Figure("val", "A3", mount="horse"), Figure("horse", "A3")),
    )
    name = f"Saddle {system}"
    with library.create(name, packaged(system), start=Instant(3, Fraction(9))) as campaign:
        campaign.record(Join(VAL))
        campaign.record(Join(HORSE))
        campaign.prepare(Prepare(fight), BOARD)
        story = Story(campaign, {})
        story.do(BeginEncounter(fight.name, fight.id))
        story.do(RollInitiative(), {"val": 20, "horse": 10, "orc": 5})
        story.do(EndTurn())
        story.do(EndTurn())  # nobody is flat-footed any more
    return name


def blow(table: Table) -> Struck:
    """The attack of the newest entry."""
    (struck,) = [one for one in table.view.entries[-1].events if isinstance(one, Struck)]
    return struck


@pytest.mark.parametrize("system", cases([("pf1",), ("dnd35",)], ("pf1",), "".join))
async def test_who_strikes_at_the_pair_chooses_by_a_letter(system: str) -> None:
    """Given a row at the mount, when V is typed, then it is at Val, and s turns it back."""
    async with at_table(prepare(system, "C5")) as table:
        await table.line(":A8")
        await table.keys("RET")
        await table.asked()
        await table.shows("d > s")
        await table.shows("needs 8 up")

        await table.press("V")
        await table.shows("d > V")
        await table.shows("needs 11 up")
        await table.press("s")
        await table.shows("d > s")
        await table.press("V")
        await table.shows("d > V")
        await table.tray("2", saved=2)

        entry = table.view.entries[-1]
        assert entry.command == AnswerStrikes(("orc>val",))
        assert (blow(table).at, blow(table).needed, blow(table).outcome) == ("val", 11, "miss")
        assert table.at("val", "horse") == ["A8", "A8"]
        assert table.figure("orc").reacted == ("val",)


async def test_a_strike_that_nobody_turns_is_at_the_mount() -> None:
    async with at_table(prepare("pf1", "C5")) as table:
        await table.line(":A8")
        await table.keys("RET")
        await table.tray("2", saved=2)

        assert (blow(table).at, blow(table).needed) == ("horse", 8)


@pytest.mark.parametrize("system", cases([("pf1",), ("dnd35",)], ("dnd35",), "".join))
async def test_a_sword_from_the_saddle_strikes_once_and_higher(system: str) -> None:
    """Given six squares of the horse, then one blow at +7, and a second has a remark."""
    async with at_table(prepare(system, "I3")) as table:
        await table.line(":G3")
        await table.keys("RET", 1)
        await table.keys("a d")
        await table.asked()
        await table.shows("needs 8 up")
        await table.tray("2")
        assert (blow(table).bonus, blow(table).needed) == (7, 8)

        await table.keys("a d")
        await table.asked()
        await table.shows("no action left")


@pytest.mark.parametrize("system", cases([("pf1",), ("dnd35",)], ("pf1",), "".join))
async def test_a_shot_says_by_its_words_how_the_mount_will_move(system: str) -> None:
    async with at_table(prepare(system, "M3")) as table:
        await table.line(":attack V d 2 running")
        await table.asked()
        await table.shows("needs 17 up")
        await table.tray("3")
        assert (blow(table).bonus, blow(table).needed, blow(table).outcome) == (-2, 17, "miss")


async def test_in_the_playtest_rider_and_mount_have_three_actions() -> None:
    """Given two blows and a stride of the horse, then nothing is left to either."""
    async with at_table(prepare("pf2", "I3")) as table:
        await table.line(":G3")
        await table.keys("RET", 1)
        for face in ("2", "3"):
            await table.keys("a d")
            await table.tray(face)

        assert left(table.state, table.view.assets, "val").actions == 0
        assert left(table.state, table.view.assets, "horse").actions == 0
        await table.keys("a d")
        await table.asked()
        await table.shows("no action left")
