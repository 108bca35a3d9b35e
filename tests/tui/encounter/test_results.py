"""What a group attack or an area came to, line by line, until the next action."""

from __future__ import annotations

from typing import Any

import pytest

from core.play.facts.encounter import Encounter, Foe, Lasting
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.blows.events import AreaStruck, Struck
from core.play.facts.fight.combatants import sheet
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.turns.commands import EndTurn, SetCondition
from core.play.facts.fight.turns.events import ConditionBegan, TurnBegan
from core.values import replace
from saves.demo import NAME
from saves.store.entries import Entry
from tests.demos import the_ambush
from tests.fights import fight_world
from tests.story.fighting import Table, at_table
from tests.tui.encounter.skirmish import FIGHT, state_of
from tests.tui.views import row_of, view_of
from tui.encounter.panes.result_strip import ResultStrip, results
from tui.kit.lines_view import words
from tui.play.foot_lines import NumberLine

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


async def undo(table: Table, times: int) -> None:
    for _ in range(times):
        await table.keys("u", saved=1)


def strip(table: Table) -> str:
    return table.screen.query_one(ResultStrip).as_text()


async def test_each_attack_of_a_pack_has_a_line_until_the_next_action() -> None:
    """Given two wolves that attacked, when their turn ends, then their lines are gone."""
    the_ambush()
    async with at_table(NAME) as table:
        await undo(table, 3)  # back to just after the wolves' attack
        assert [line.split() for line in strip(table).splitlines()[1:]] == [
            ["a", ">", "V", "Valeria", "21", "against", "18", "hit", "5", "damage,", "trip"],
            ["d", ">", "V", "Valeria", "10", "against", "18", "missed"],
        ]
        await table.keys("Spc", saved=1)
        assert strip(table) == ""


async def test_what_a_hit_brings_is_settled_by_one_key() -> None:
    """Given a bite that may trip, when F and prone are chosen, then nothing is left to settle."""
    the_ambush()
    async with at_table(NAME) as table:
        await undo(table, 3)
        await table.shows("F settles a > V trip")
        await table.shows("Spc: F settles a > V trip; ")
        await table.keys("F c")
        await table.type("prone")
        await table.keys("RET", saved=1)
        assert "settles" not in table.text()
        assert "hit" in strip(table)  # the results stay until something else is done
        await table.keys("F")
        await table.says("No attack of this turn brings anything to settle.")


async def test_players_see_results_without_what_the_gm_settles() -> None:
    """Given a bite that may trip, when players look on, then only the attacks are told."""
    the_ambush()
    async with at_table(NAME) as table:
        await undo(table, 3)
        await table.press("f9")
        await table.settled()
        assert "trip" not in strip(table)
        assert "hit" in strip(table)


async def test_a_check_of_several_has_a_line_for_each() -> None:
    """Given a save of the whole party, when its dice are typed, then each result is a line."""
    the_ambush()
    async with at_table(NAME) as table:
        await table.keys("S")
        await table.type("will 14")
        await table.keys("RET")
        await table.asked()
        await table.type("h15 m3 t20 s9 v12")
        await table.keys("RET", saved=1)
        rows = [line.split() for line in strip(table).splitlines()[1:]]
        assert {(row[0], row[-1]) for row in rows} == {
            ("V", "fails"),
            ("H", "passes"),
            ("M", "fails"),
            ("S", "fails"),
            ("T", "passes"),
        }
        await table.keys("Spc", saved=1)
        assert strip(table) == ""


async def test_w_shows_the_panels_whole_where_there_is_no_figure_to_explain() -> None:
    """Given Harsk under the cursor, when w, then his sheet is shown in full until w."""
    the_ambush()
    async with at_table(NAME) as table:
        await table.press("w")
        await table.opened("FullPanels")
        await table.shows("Fort +7")
        await table.press("w")
        await table.opened("EncounterScreen")


async def test_a_refusal_of_enter_goes_with_its_square() -> None:
    """Given Enter that does nothing, when the cursor leaves the square, then its words go too."""
    the_ambush()
    async with at_table(NAME) as table:
        await table.keys("RET")
        line = table.screen.query_one(NumberLine)
        assert "is there already" in words(line.told)
        await table.keys("l")
        assert words(line.told) == ""


@pytest.mark.nightly
async def test_an_area_has_a_line_for_each_creature_in_it() -> None:
    """Given a burst on wolves, when their saves are rolled, then each has save and damage."""
    the_ambush()
    async with at_table(NAME) as table:
        await undo(table, 3)
        await table.press("A")
        await table.opened("AimLine")
        await table.type("burst 2 4 reflex 14")
        await table.press("enter")
        await table.asked()
        await table.type("!!")
        await table.press("enter")
        await table.saved()
        lines = strip(table).splitlines()[1:]
        caught = next(e for e in table.view.entries[-1].events if isinstance(e, AreaStruck))
        assert len(lines) == len(caught.who) > 1
        assert all("saved" in line and "damage" in line for line in lines)


def bite(by: str) -> Entry:
    """A bite of a wolf that hits Harsk, and may trip him."""
    command = MakeAttack((by,), "harsk")
    struck = Struck(
        by=by,
        at="harsk",
        attack="bite",
        outcome="hit",
        face=18,
        total=20,
        needed=16,
        ac=18,
        bonus=2,
    )
    return row_of(command, struck)


def test_what_a_hit_brings_is_open_until_it_is_settled_or_the_turn_passes() -> None:
    """Given the bites of two wolves in one turn, then the first is not lost when b acts.

    A move of another leaves both open; a condition settles them, and so does the end of the turn.
    """
    state = state_of(FIGHT)

    def left_open(*entries: Entry) -> list[str]:
        rows = tuple(replace(entry, seq=seq) for seq, entry in enumerate(entries, 1))
        view = view_of(state, fight_world(), len(rows), entries=rows)
        return [one.sign for one in results(view).open]

    moved = row_of(Move("wolf-3", "A1"))
    settled = row_of(SetCondition(("harsk",), "prone"), ConditionBegan("harsk", Lasting("prone")))
    passed = row_of(EndTurn(), TurnBegan("tam"))
    assert left_open(bite("wolf-1")) == ["a > H"]
    assert left_open(bite("wolf-1"), bite("wolf-2")) == ["b > H", "a > H"]
    assert left_open(bite("wolf-1"), moved) == ["a > H"]
    assert left_open(bite("wolf-1"), settled, bite("wolf-2")) == ["b > H"]
    assert left_open(bite("wolf-1"), settled) == []
    assert left_open(bite("wolf-1"), passed) == []
    assert left_open(bite("wolf-1"), passed, bite("wolf-2")) == ["b > H"]


@pytest.mark.parametrize(
    ("more", "left"),
    [
        ({}, ["a > H"]),
        ({"lasting": (Lasting("prone"),)}, []),
        ({"lasting": (Lasting("shaken"),)}, ["a > H"]),
        ({"damage": 200}, []),
        ({"damage": 40}, []),
    ],
)
def test_a_trip_of_who_is_prone_or_out_is_not_offered(
    more: dict[str, Any], left: list[str]
) -> None:
    """Given a bite that may trip, when its victim lies already or is out, nothing is left."""
    state = state_of(FIGHT)
    harsk, *others = state.members
    victim = replace(harsk, **more)
    state = replace(state, members=(victim, *others))
    view = view_of(state, fight_world(), 1, entries=(replace(bite("wolf-1"), seq=1),))
    assert [one.sign for one in results(view).open] == left


def test_a_trait_of_the_weapon_is_not_left_to_settle() -> None:
    """Given a bite whose line has only a trait, when it hits, then nothing is asked about it."""
    state = state_of(with_bite("finesse"))
    view = view_of(state, fight_world(), 1, entries=(replace(bite("wolf-1"), seq=1),))
    assert results(view).open == ()


def with_bite(also: str) -> Encounter:
    """The fight, with what the bites of the wolves bring."""
    return replace(FIGHT, foes=tuple(_with_bite(foe, also) for foe in FIGHT.foes))


def _with_bite(foe: Foe, also: str) -> Foe:
    attacks = tuple(replace(one, also=also) for one in sheet(foe).attacks)
    return replace(foe, sheet=replace(sheet(foe), attacks=attacks))
