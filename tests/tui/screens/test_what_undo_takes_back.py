"""What u names and takes back after dice were put away: what happened last."""

from __future__ import annotations

import pytest

from core.play.facts.state import Fighting
from tests.demos import week as demo
from tests.story.driving import Driver
from tests.tui.screens.conftest import Opens

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

OWED = "the dice of"


async def put_away(drive: Driver, keys: str) -> None:
    """Ask for the dice of a march and put them away."""
    await drive.type(keys)
    await drive.asked()
    await drive.press("escape")
    await drive.shows("Cancelled; nothing was rolled")
    await drive.shows(f'undo would take back: "{OWED}: march 2 h"')


@pytest.mark.nightly
async def test_dice_that_were_asked_again_and_given_are_owed_no_more(table: Opens) -> None:
    """Given a march put away and marched after all, when a fight begins, then u takes that back."""
    async with table(demo) as drive:
        await put_away(drive, "2t")
        await drive.type("2t")
        await drive.asked()
        await drive.enter("12")
        await drive.saved()
        await drive.shows('undo would take back: "march 2 h"')
        await drive.enter(":begin wolves")
        await drive.saved()
        await drive.shows('undo would take back: "begin wolves"')
        assert isinstance(drive.state.pending, Fighting)
        await drive.press("u")
        await drive.saved()
        assert drive.state.pending is None
        assert drive.state.clock.hour == 10
        await drive.shows("Spc: march 6 h")


async def test_what_happened_since_goes_before_dice_that_are_owed_still(table: Opens) -> None:
    """Given a march put away, when a wound follows, then u takes that back, and then the dice."""
    async with table(demo) as drive:
        await put_away(drive, "2t")
        await drive.enter(":hurt 7 harsk")
        await drive.saved()
        await drive.shows("Spc: ask for what is owed")
        await drive.shows('undo would take back: "7 damage to Harsk"')
        assert "drops it" not in drive.text()
        await drive.press("u")
        await drive.saved()
        await drive.shows(f'undo would take back: "{OWED}: march 2 h"')
        await drive.press("u")
        await drive.shows("no longer owed")
        assert drive.view.head == 47


@pytest.mark.nightly
async def test_redo_does_not_touch_dice_that_are_owed(table: Opens) -> None:
    """Given something undone and dice put away, when U, then it is done again."""
    async with table(demo) as drive:
        await drive.enter(":hurt 7 harsk")
        await drive.saved()
        await drive.press("u")
        await drive.saved()
        await put_away(drive, "2t")
        await drive.press("U")
        await drive.saved()
        harsk = drive.state.member("harsk")
        assert harsk is not None
        assert harsk.damage == 7
        await drive.shows("Spc: ask for what is owed")


async def test_dice_of_a_march_wait_until_the_encounter_is_over(table: Opens) -> None:
    """Given a march put away, when a fight begins, then Space is the fight's; after it the dice."""
    async with table(demo) as drive:
        await put_away(drive, "2t")
        await drive.enter(":begin wolves")
        await drive.saved()
        await drive.shows("end wolves, after its minutes")
        await drive.shows('undo would take back: "begin wolves"')
        await drive.rested()
        await drive.press("space")
        await drive.opened("TextLine")
        await drive.press("enter")
        await drive.saved()
        await drive.shows("Spc: ask for what is owed")


async def test_dice_that_no_longer_fall_due_are_not_owed(table: Opens) -> None:
    """Given a march put away, when the day has passed in camp, then Space marches that day."""
    async with table(demo) as drive:
        await put_away(drive, "2t")
        await drive.enter(":stay 1")
        await drive.saved()
        await drive.says("The dice that were owed are not asked for any more.")
        await drive.shows("Spc: march 8 h, asks 2 rolls")


@pytest.mark.nightly
async def test_in_the_tray_u_is_said_to_empty_only_what_is_typed_there(table: Opens) -> None:
    """Given dice asked for, then u takes back nothing until a die is typed, and names that then."""
    async with table(demo) as drive:
        await drive.type("2t")
        await drive.asked()
        await drive.shows("undo would take back: nothing")
        await drive.press("1", "2")
        await drive.shows('undo would take back: "what is half typed"')
        await drive.press("space")
        await drive.shows('undo would take back: "the last die typed"')
        await drive.press("u")
        await drive.shows("undo would take back: nothing")


async def test_dice_that_are_owed_with_a_die_typed_are_not_lost_for_others(table: Opens) -> None:
    """Given half a number put away, when other dice fall due, then both keys are named instead.

    Space asks for the first with what was typed; u drops them, and others come.
    """
    async with table(demo) as drive:
        await drive.type("2t")
        await drive.asked()
        await drive.press("1", "escape")
        await drive.shows("Put away with what was typed")
        await drive.enter(":check swim 10 h")
        await drive.says("First the dice of march 2 h: Spc asks for them, u drops them.")
        assert not drive.app.screen.has_class("asking")
        await drive.rested()
        await drive.press("space")
        await drive.asked()
        await drive.shows("[1_]")
        await drive.press("escape", "u")
        await drive.shows("no longer owed")
        await drive.enter(":check swim 10 h")
        await drive.asked()


async def test_the_same_command_asks_for_its_owed_dice_again(table: Opens) -> None:
    """Given a die typed and put away, when the march is typed again, then the die is there."""
    async with table(demo) as drive:
        await drive.type("2t")
        await drive.asked()
        await drive.press("1", "2", "space", "escape")
        await drive.type("2t")
        await drive.asked()
        await drive.shows("[12]")


async def test_owed_dice_in_which_nothing_is_typed_make_way_in_a_sentence(table: Opens) -> None:
    """Given a march put away as it was asked, when a check is called, then it is owed no more."""
    async with table(demo) as drive:
        await put_away(drive, "2t")
        await drive.enter(":check swim 10 h")
        await drive.asked()
        await drive.says("The dice of march 2 h are owed no more.")


async def test_dice_that_wait_are_owed_still_when_others_are_put_away(table: Opens) -> None:
    """Given a march put away before a fight, when dice of the fight are, then both are owed."""
    async with table(demo) as drive:
        await drive.type("2t")
        await drive.asked()
        await drive.press("1", "2", "space", "escape")
        await drive.enter(":begin wolves")
        await drive.saved()
        await drive.enter(":check swim 10 h")
        await drive.asked()
        await drive.press("escape")
        await drive.shows(f'undo would take back: "{OWED}: swim check')
        await drive.press("u")
        await drive.shows("no longer owed")
        await drive.press("u")
        await drive.saved()
        await drive.shows("Spc: ask for what is owed; u drops it")
        await drive.rested()
        await drive.press("space")
        await drive.asked()
        await drive.shows("[12]")


async def test_u_typed_behind_the_enter_of_the_tray_takes_back_what_that_did(table: Opens) -> None:
    """Given the last die, when Enter and u come at once, then the march is recorded and undone."""
    async with table(demo) as drive:
        before = drive.state
        await drive.type("2t")
        await drive.asked()
        await drive.strike("1", "2", "enter", "u")
        await drive.saved(2)
        assert drive.state == before
        await drive.shows('redo: "march 2 h"')
