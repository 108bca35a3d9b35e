"""A rider by keys: who is struck at, what the saddle adds, whose actions are used (K-8, K-9).

The figures are worked out by hand. The orc's +6 against the horse's 14 needs 8, 13 faces of 20,
against the rider's 17 it needs 11, 10 faces. The rider's +6 +1 against 15 needs 8, 13 faces; a shot
while the horse runs is at +6 -8 and needs 17, 4 faces.
"""

from __future__ import annotations

import pytest

from core.combat.board.drawing import Board
from core.creatures import Attack, Sheet
from core.play.facts.encounter import Encounter, Figure, Foe
from core.play.facts.fight.combatants import sheet
from core.play.facts.fight.moves.commands import AnswerStrikes
from core.play.fight.turns.budget import left
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.story.fighting import at_table
from tests.story.one_fight import HORSE
from tests.story.yard import make_member, save_fight
from tests.thorough import cases

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

SWORD = Attack("longsword", (6,), "1d8+3")
BOW = Attack("longbow", (6,), "1d8", mode="ranged", weapon="bow", increment=20)
VAL = make_member(
    "Val", "V", Sheet(ac=17, dexterity=2, speeds=(("walk", 6),), attacks=(SWORD, BOW))
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


def prepare(system: str, orc: str, *feats: str, other: str = "") -> str:
    """Val's turn in the second round, on her horse at A3, and the orc is somewhere.

    With an `other` square there is another orc, e.
    """
    riding = (Figure("val", "A3", mount="star"), Figure("star", "A3"))
    others = (Figure("other", other),) if other else ()
    foes = (ORC, replace(ORC, id="other", token="e")) if other else (ORC,)
    rider = replace(VAL, sheet=replace(sheet(VAL), feats=feats))
    fight = Encounter(
        "field",
        "The field",
        "",
        foes=foes,
        figures=(*others, Figure("orc", orc), *riding),
    )
    order = {"val": 20, "star": 10, **{foe.id: 5 for foe in foes}}
    turns = 1 + len(foes)  # nobody is flat-footed any more
    return save_fight(packaged(system), (rider, HORSE), fight, order, board=BOARD, turns=turns)


@pytest.mark.nightly
@pytest.mark.parametrize("system", ["pf1", "dnd35"])
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
        assert (table.blow.at, table.blow.needed, table.blow.outcome) == ("val", 11, "miss")
        assert table.at("val", "star") == ["A8", "A8"]
        assert table.figure("orc").reacted == ("val",)


async def test_a_strike_is_turned_behind_the_die_of_another() -> None:
    """Given two strikers, when the die of one is typed, V turns the other's row and keeps it."""
    async with at_table(prepare("pf1", "C5", other="C7")) as table:
        await table.line(":A8")
        await table.keys("RET")
        await table.asked()
        await table.shows("d > s")
        await table.shows("e > s")
        await table.type("5 V7")
        await table.shows("e > V")
        await table.press("enter")
        await table.saved(2)

        blows = {blow.by: (blow.at, blow.face) for blow in table.blows}
        assert blows == {"orc": ("star", 5), "other": ("val", 7)}


@pytest.mark.nightly
async def test_a_strike_that_nobody_turns_is_at_the_mount() -> None:
    async with at_table(prepare("pf1", "C5")) as table:
        await table.line(":A8")
        await table.keys("RET")
        await table.tray("2", saved=2)

        assert (table.blow.at, table.blow.needed) == ("star", 8)


@pytest.mark.parametrize("system", cases([("pf1",), ("dnd35",)], ("dnd35",), "".join))
async def test_a_sword_from_the_saddle_strikes_once_and_higher(system: str) -> None:
    """Given six squares of the horse, then one blow at +7, and a second has a remark."""
    async with at_table(prepare(system, "I3")) as table:
        await table.line(":G3")
        await table.keys("RET", 1)
        await table.keys("f d")
        await table.shows("left: full round, one attack,")
        await table.keys("a")
        await table.asked()
        await table.shows("needs 8 up")
        await table.tray("2")
        assert (table.blow.bonus, table.blow.needed) == (7, 8)

        await table.keys("a d")
        await table.asked()
        await table.shows("no attack left this turn")


@pytest.mark.nightly
@pytest.mark.parametrize("system", ["pf1", "dnd35"])
async def test_a_shot_says_by_its_words_how_the_mount_will_move(system: str) -> None:
    async with at_table(prepare(system, "M3")) as table:
        await table.line(":attack V d 2 running")
        await table.asked()
        await table.shows("needs 17 up")
        await table.tray("3")
        assert (table.blow.bonus, table.blow.needed, table.blow.outcome) == (-2, 17, "miss")


@pytest.mark.parametrize("system", cases([("pf1",), ("dnd35",)], ("dnd35",), "".join))
async def test_a_rider_rides_by_whom_she_charged_at(system: str) -> None:
    """Given a charge over 5 squares and a blow, then the rest is straight on, past the orc."""
    async with at_table(prepare(system, "H5", "Ride-By Attack")) as table:
        await table.keys("p c")
        await table.cursor("H5", "Val on Star charges to F3")
        await table.keys("RET", 1)
        await table.keys("a d")
        await table.tray("2")

        await table.cursor("L1", "in the line of the charge")
        await table.cursor("L3", "Val on Star moves to L3")
        await table.keys("RET", 1)
        assert table.at("val", "star") == ["L3", "L3"]
        assert table.waiting is None


@pytest.mark.nightly
async def test_in_the_playtest_rider_and_mount_have_three_actions() -> None:
    """Given two blows and a stride of the horse, then nothing is left to either."""
    async with at_table(prepare("pf2", "I3")) as table:
        await table.line(":G3")
        await table.keys("RET", 1)
        for face in ("2", "3"):
            await table.keys("a d")
            await table.tray(face)

        assert left(table.state, table.view.assets, "val").actions == 0
        assert left(table.state, table.view.assets, "star").actions == 0
        await table.keys("a d")
        await table.asked()
        await table.shows("no action left")
