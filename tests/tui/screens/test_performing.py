"""Several commands in turn, as the end of a fight has them."""

from __future__ import annotations

import asyncio
from unittest import mock

import pytest
from textual import events
from textual.widgets import Input

from core.dice import Answers
from core.play.facts.table.commands import CallCheck, WriteNote
from core.play.resolution import Needs
from core.play.union import Command, Decided
from saves.demo import NAME
from tests.demos import the_ambush
from tests.story.driving import NAMES
from tests.story.fighting import Table, at_table
from tui.play.dice.dice_tray import DiceTray
from tui.play.foot_lines import AheadLine, NumberLine
from tui.play.performing.performer import REACTION

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


async def test_all_of_several_commands_are_performed_in_turn() -> None:
    """Given three notes to write, when they are performed together, then all three are saved."""
    the_ambush()
    async with at_table(NAME) as table:
        table.screen.performer.perform(*(WriteNote(text) for text in ("one", "two", "three")))
        await table.settled()
        commands = [entry.command for entry in table.view.entries[-3:]]
        assert commands == [WriteNote("one"), WriteNote("two"), WriteNote("three")]


async def test_a_command_typed_while_dice_are_asked_leaves_those_that_come_after_alone() -> None:
    """Given a check and then a note, when another is typed at the tray, then both still follow."""
    the_ambush()
    async with at_table(NAME) as table:
        members = table.screen.state.members
        check = CallCheck("swim", 5, tuple(m.id for m in members if m.role == "character")[:1])
        table.screen.performer.perform(check, WriteNote("after it"))
        await table.asked()
        table.screen.performer.perform(WriteNote("too early"))
        await table.shows("Finish the dice first")
        await table.tray("15", saved=2)
        commands = [entry.command for entry in table.view.entries[-2:]]
        assert commands == [check, WriteNote("after it")]


@pytest.mark.parametrize(
    "line", ["note ready", pytest.param("add wolf at p9", marks=pytest.mark.nightly)]
)
async def test_a_line_typed_at_the_tray_takes_what_is_typed_behind_it_along_and_is_kept(
    line: str,
) -> None:
    """Given dice asked, when a line is refused, no key behind it is their die, and : has it."""
    the_ambush()
    async with at_table(NAME) as table:
        await table.press("a", "c")
        await table.asked()
        await table.strike("colon", *(NAMES.get(key, key) for key in line))
        await table.strike("enter", "1", "5", "enter")
        await table.says("Finish the dice first, or press Esc to put them away. 3 keys")
        await table.settled()
        assert not table.screen.performer.tray.tray.answers()
        await table.press("colon")
        await table.opened("TextLine")
        assert table.app.screen.query_one(Input).value == line
        await table.press("escape")
        await table.tray("1")
        assert not table.screen.query_one(NumberLine).told


async def test_what_is_typed_while_a_page_explains_the_dice_is_for_them() -> None:
    """Given dice asked and their page, when a die is typed, then it is there without the page."""
    the_ambush()
    async with at_table(NAME) as table:
        await table.press("a", "c")
        await table.asked()
        await table.press("w")
        await table.opened("Why")
        await table.strike("1", "5")
        await table.shows("[15")


async def test_a_line_typed_over_the_list_of_encounters_is_that_line() -> None:
    """Given the list of encounters, when a line is typed, then none of its letters is a command."""
    the_ambush()
    async with at_table(NAME) as table:
        await table.press("e")
        await table.opened("Encounters")
        await table.strike("colon", *"pa")
        await table.opened("TextLine")
        await table.settled()
        assert table.app.screen.query_one(Input).value == "pa"
        assert table.view.state.fight is not None


async def test_enter_typed_behind_dice_that_the_gm_has_changed_is_for_those() -> None:
    """Given dice asked, when the GM does something on F2 and types on at once, Enter counts."""
    the_ambush()
    async with at_table(NAME) as table:
        await table.press("a", "c")
        await table.asked()
        await table.strike("f2", "T", "1", "0", "enter", "u", "U", "f4", "1", "enter")
        await table.saved(4)
        assert table.blow.total is not None


@pytest.mark.parametrize("curtain", [True, pytest.param(False, marks=pytest.mark.nightly)])
async def test_a_tray_that_opens_behind_the_curtain_tells_players_no_dc(curtain: bool) -> None:
    """Given the curtain drawn before the screen was made, when dice are asked, no DC is shown."""
    the_ambush()
    async with at_table(NAME) as table:
        await table.press("f5")
        await table.opened("SessionsScreen")
        await table.press(*["f9"] * curtain, "f3")
        await table.opened("PartyScreen")
        await table.press("S")
        await table.opened("TextLine")
        await table.line("swim 17")
        await table.asked()
        assert ("17" in table.app.screen.query_one(DiceTray).as_text()) is not curtain


async def test_a_check_is_for_those_whom_the_gm_names_whoever_is_marked() -> None:
    """Given two marked, when a check names another by letter, then it is called for that one."""
    the_ambush()
    async with at_table(NAME) as table:
        await table.press("f3")
        await table.opened("PartyScreen")
        await table.press("v", "down", "v", "S")
        await table.opened("TextLine")
        last = [m for m in table.state.travellers if m.role == "character"][-1]
        await table.line(f"swim 10 {last.token.lower()}")
        await table.tray("15")
        command = table.view.entries[-1].command
        assert isinstance(command, CallCheck)
        assert command.who == (last.id,)


async def test_time_that_passes_is_not_half_understood() -> None:
    """Given a slip behind the duration, when Enter is pressed, then it is said and nothing done."""
    the_ambush()
    async with at_table(NAME) as table:
        await table.press("f3")
        await table.opened("PartyScreen")
        await table.press("T")
        await table.opened("TextLine")
        head = table.view.head
        await table.line("20 bussy")
        await table.shows("What is 'bussy' there? Type it like :wait 20min busy")
        assert table.view.head == head


@pytest.mark.nightly
async def test_a_line_typed_while_help_is_read_is_done() -> None:
    """Given the page of keys, when a line is typed with its colon, then it is not lost."""
    the_ambush()
    async with at_table(NAME) as table:
        (before,) = table.damage("harsk")
        await table.keys("?")
        await table.opened("Help")
        await table.line(":hurt 3 harsk")
        await table.saved()
        assert table.damage("harsk") == [before + 3]


async def test_space_pressed_again_while_it_is_worked_on_goes_on_once() -> None:
    """Given a slow machine, when Space is held down, then one turn ends, and both are said.

    Other keys are done behind it, as if typed slowly.
    """
    the_ambush()
    async with at_table(NAME) as table:
        worker = table.app.worker
        propose = worker.propose

        async def propose_slowly(
            command: Command, answers: Answers, after: Decided | None
        ) -> Decided | Needs:
            await asyncio.sleep(1)
            return await propose(command, answers, after)

        turn = table.fight.acting
        with mock.patch.object(worker, "propose", propose_slowly):
            await table.strike("space")
            await asyncio.sleep(0.5)
            await table.shows("Enter: not yet: the last key is still worked on")
            await table.strike("space", "space", "v")
            await table.saved()
            await table.says("Spc was pressed again at once: it went on once.")
            await table.until(lambda: table.screen.ui.marked, "the key behind them")
            await table.press("f3", "f4")
            await table.until(lambda: "pressed again" not in table.said(), "that it was said once")
            await table.rested()
            assert table.fight.acting != turn
            assert "not yet" not in table.text()
            await table.strike("space", "f3")
            await table.saved()
            await table.opened("PartyScreen")


async def test_space_pressed_again_before_its_screen_is_read_ends_no_other_turn() -> None:
    """Given a turn that Space has ended, when it comes again before that is read, then no other.

    Once the next turn has been there to be read, Space ends that.
    """
    the_ambush()
    async with at_table(NAME) as table:
        await table.strike("space")
        await table.saved()
        await table.settled()
        turn = table.fight.acting
        shown_at = table.screen.query_one(AheadLine).shown_at
        press_space(table, shown_at + REACTION / 2)
        await table.says("Spc was pressed again at once: it went on once.")
        assert table.fight.acting == turn
        press_space(table, shown_at + REACTION * 10)
        await table.saved()
        assert table.fight.acting != turn


def press_space(table: Table, at: float) -> None:
    """Press Space at a time of the event loop's clock."""
    event = events.Key("space", " ")
    event.time = at
    table.app.post_message(event)
