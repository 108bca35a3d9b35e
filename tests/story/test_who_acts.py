"""By keys, who acts is who is shown: in a group's turn, in the saddle, and where a rider drops."""

from __future__ import annotations

import pytest

from core.combat.board.drawing import Board
from core.combat.board.squares import parse_square
from core.creatures import Attack, Sheet
from core.play.facts.encounter import Encounter, Figure, Foe
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import side_of
from saves.store.packaged_rulesets import packaged
from tests.story.fighting import Table, at_table
from tests.story.yard import make_member, save_fight
from tui.play.foot_lines import AheadLine

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

BOARD = Board(("......................",) * 14)
CHAIN = Attack("chain", (8, 3), "2d4+4", reach=2)
SPEAR = Attack("spear", (5,), "1d8+3")
BITE = Attack("bite", (2,), "1d6+1")
WALKS = (("walk", 6),)
RUNS = (("walk", 10),)
HEROES = (
    make_member("Tarn", "T", Sheet(ac=17, dexterity=2, speeds=WALKS, attacks=(CHAIN,))),
    make_member(
        "Camel", "s", Sheet(size="L", long=True, ac=14, speeds=RUNS, attacks=(BITE,)), mount=True
    ),
    make_member(
        "Elle", "E", Sheet(ac=15, dexterity=2, speeds=WALKS, attacks=(SPEAR,), reaction=True)
    ),
)
WOLVES = tuple(
    Foe(
        f"wolf-{letter}",
        f"Wolf {letter}",
        letter,
        group="wolves",
        hp=13,
        con_score=15,
        sheet=Sheet(ac=14, speeds=RUNS, attacks=(BITE,)),
    )
    for letter in "kl"
)
RAIDERS = tuple(
    Foe(
        f"raider-{letter}",
        f"Raider {letter}",
        letter,
        group="raiders",
        hp=14,
        con_score=12,
        sheet=Sheet(ac=15, speeds=WALKS, attacks=(SPEAR,)),
    )
    for letter in "abc"
)
HORSES = tuple(
    Foe(
        f"horse-{letter}",
        f"Horse {letter}",
        letter,
        group="horses",
        hp=19,
        con_score=15,
        sheet=Sheet(size="L", long=True, ac=14, speeds=RUNS, attacks=(BITE,)),
    )
    for letter in "fgh"
)
PLACES = {"raider-a": "H9", "raider-b": "L9", "raider-c": "P9"}
ORDER = {"wolves": 20, "raiders": 15, "tarn": 10, "elle": 5}


def prepare(system: str, turns: int) -> str:
    """The fight in its second round, so many turns old."""
    figures = [
        Figure("tarn", "B5", mount="camel"),
        Figure("camel", "B5"),
        Figure("elle", "J5"),
        Figure("wolf-k", "K4"),
        Figure("wolf-l", "M2"),
    ]
    for raider, horse in zip(RAIDERS, HORSES, strict=True):
        at = PLACES[raider.id]
        figures += [Figure(raider.id, at, mount=horse.id), Figure(horse.id, at)]
    foes = (*WOLVES, *RAIDERS, *HORSES)
    fight = Encounter("field", "The field", "", foes=foes, figures=tuple(figures))
    return save_fight(packaged(system), HEROES, fight, ORDER, board=BOARD, turns=len(ORDER) + turns)


def who_attacks(table: Table) -> tuple[str, ...]:
    """The attackers of the newest entry."""
    command = table.view.entries[-1].command
    assert isinstance(command, MakeAttack)
    return command.by


@pytest.mark.nightly
async def test_in_a_groups_turn_who_is_shown_attacks_until_it_has_nothing_left() -> None:
    """Given wolf k past an opportunity, then a and E are its bite; after it, l is shown, and acts.

    A G picks the next, Enter another of the group, and u gives wolf k its bite back.
    """
    async with at_table(prepare("pf1", 0)) as table:
        await table.line(":i5")
        await table.shows("Enter: Wolf k moves to I5, asks E")
        await table.keys("RET")
        await table.tray("//", saved=2)
        await table.keys("a E")
        await table.asked()
        await table.shows("attack, Wolf k on Elle")
        await table.tray("2")
        assert who_attacks(table) == ("wolf-k",)
        await table.shows("Enter: Wolf l moves to ")
        await table.keys("u", saved=1)
        await table.shows("Enter: attack, Wolf k on Elle")
        await table.keys("a")
        await table.tray("2")
        await table.keys("G")
        assert table.screen.grid.cursor == parse_square("M2")
        await table.shows("Enter: nothing: Wolf l is there already; point elsewhere")
        await table.keys("G")
        await table.shows("Enter: nothing: Wolf k is there already; point elsewhere")
        await table.keys("f l")
        await table.shows("Enter: go on with Wolf l")


@pytest.mark.nightly
async def test_a_rider_acts_and_not_its_mount_unless_the_mount_is_picked() -> None:
    """Given raiders on horses, then Enter goes on with c, and c attacks when its horse has moved.

    The letter of a horse means the horse: v marks it, and Enter goes on with it.
    """
    async with at_table(prepare("pf1", 1)) as table:
        await table.shows("RAIDER a-c to act")
        await table.keys("f c")
        await table.shows("Enter: go on with Raider c")
        for _ in range(3):
            await table.keys("RET")
            await table.shows("Enter: nothing: Raider c is there already; point elsewhere")
        await table.line(":k6")
        await table.shows("Enter: Raider c on Horse h moves to K6")
        await table.keys("RET", saved=1)
        await table.keys("a E")
        await table.tray("2")
        assert who_attacks(table) == ("raider-c",)
        await table.keys("f h")
        await table.shows("h  Horse h")
        await table.keys("v")
        assert table.screen.ui.marked == ("horse-h",)
        await table.keys("v RET")
        await table.shows("Enter: nothing: Horse h is there already")
        await table.keys("a E")
        await table.asked()
        await table.shows("attack, Horse h on Elle")


async def test_sides_are_changed_by_keys_and_who_was_summoned_goes_when_its_time_is_over() -> None:
    """Given wolf k made an ally by I, then Elle may not strike at it; u and U take it and give it.

    A wolf that is summoned for one round is offered off the board as that turn comes again.
    """
    async with at_table(prepare("pf1", 0)) as table:
        await table.keys("f k")
        await table.keys("I a", saved=1)
        await table.shows("ally")
        assert side_of(table.state, table.fight, "wolf-k") == "party"
        await table.keys("u", saved=1)
        assert side_of(table.state, table.fight, "wolf-k") == "foes"
        await table.keys("U", saved=1)
        assert [slot.who for slot in table.fight.order][:2] == [("wolf-k",), ("wolf-l",)]
        await table.line(":side neutral a f")
        await table.saved()
        await table.shows("on neither side: Raider a, Horse f")
        await table.line(":add bear ally summoned 1 at b2")
        await table.tray("20")
        bear = table.fight.foes[-1]
        assert (bear.side, bear.lasting[0].until.round) == ("party", 3)
        await table.shows("ally summon")
        while table.being(bear.id).lasting:
            await table.keys("Spc", 1)
        await table.shows("Press Enter to take")
        await table.keys("RET", saved=1)
        assert table.fight.foe(bear.id) is None


async def test_a_rider_who_drops_keeps_the_cursor_and_the_keys() -> None:
    """Given Tarn on his camel, then after his attack and after his fall keys still mean him."""
    async with at_table(prepare("pf1", 2)) as table:
        await table.keys("f a RET", saved=1)
        await table.shows("+8 hits on 7")
        await table.keys("a")
        await table.tray("2")
        assert who_attacks(table) == ("tarn",)
        await table.shows("attack, Tarn on Raider a")
        await table.keys("G")
        await table.keys("-")
        await table.line("35")
        await table.asked()
        await table.shows("stays mounted from 51 up")
        await table.keys("50")
        await table.keys("RET")
        await table.shows("1d6")
        await table.tray("3")
        await table.shows("T  Tarn")
        await table.keys("+")
        await table.line("60")
        await table.saved()
        assert table.damage("tarn", "camel") == [0, 0]
        await table.keys("c")
        await table.opened("Conditions")
        await table.shows("asleep on T,")
        beneath = table.app.screen_stack[-2].query_one(AheadLine)
        assert beneath.shown.silent
        await table.keys("Esc")
        await table.shows("Enter: ")
        assert not beneath.shown.silent
