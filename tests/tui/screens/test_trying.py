"""What if: x on the screens of a campaign, the banner, and the ways out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from core.combat.board.squares import parse_square
from saves.demo import NAME
from saves.library import library
from tests.demos import the_ambush
from tests.demos import week as demo
from tests.story.driving import Driver, front
from tests.story.fighting import Table, at_table
from tests.tui.screens.conftest import Opens
from tests.tui.screens.journey_keys import cursor, line
from tests.tui.screens.looking_back import jump, looking_back, stands, told
from tui.party.screen import PartyScreen

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

BANNER = "WHAT IF: The Long Marches is untouched"
BACK = "Back in The Long Marches, unchanged."


@asynccontextmanager
async def fight() -> AsyncIterator[Table]:
    """The demo in its fight, Harsk to act."""
    the_ambush()
    async with at_table(NAME) as drive:
        await drive.until(lambda: drive.screen.battle is not None, "the board")
        yield drive


async def tried(drive: Driver) -> None:
    """Press x, and wait for the copy."""
    head = drive.view.head
    await drive.press("x")
    await drive.shows(BANNER)
    await drive.shows("What if: this is a copy.")
    assert drive.view.head == head + 1
    drive.begun()


def titled(drive: Driver) -> None:
    """The first line says that this is a copy, and how far it is saved."""
    title = drive.text().splitlines()[0]
    assert title.startswith(BANNER)
    assert title.endswith(f"saved {drive.view.head}")


def names() -> list[tuple[str, str]]:
    return [(shelf.name, shelf.under) for shelf in library.listing()]


async def a_march_is_tried_left_and_brought_back_from_the_bin(drive: Driver) -> None:
    """Given the morning, when a day is tried and left, then none of it has happened; u finds it."""
    before = drive.view
    await drive.press("L", "x")
    await drive.shows(BANNER)
    here = cursor(drive)
    drive.begun()
    await drive.press("space")
    await drive.asked()
    await drive.enter("7 11")
    await drive.saved()
    assert drive.state.place == "1806"
    await drive.press("G", "escape")
    await drive.shows(BACK)
    assert (drive.view.head, drive.state) == (before.head, before.state)
    assert cursor(drive) == here
    assert names() == [("The Long Marches", "")]
    await drive.press("g")
    await drive.opened("Choose")
    await drive.press("c")
    await drive.opened("CampaignsScreen")
    await drive.press("u")
    await drive.shows("The Long Marches, what if 1 is back.")
    await drive.shows(">   what if 1 ")
    await drive.press("enter")
    await drive.greeted()
    await drive.shows(BANNER)
    assert drive.state.place == "1806"
    await drive.press("escape")
    await drive.shows(BACK)


async def test_every_screen_says_that_it_is_a_copy_and_esc_leaves_it_last() -> None:
    """Given a fight, when it is tried, then all screens say so; Esc goes back to its square.

    Marks and a sentence are closed before, one after the other.
    """
    async with fight() as drive:
        drive.screen.go_there(parse_square("C3"))
        await drive.settled()
        before = drive.view
        await tried(drive)
        await drive.settled()
        await drive.rested()
        await drive.press("space")
        await drive.saved()
        await drive.shows("OGRE to act")
        for key, name in (("f3", "PartyScreen"), ("f2", "JourneyScreen")):
            await drive.press(key)
            await drive.opened(name)
            titled(drive)
        await drive.pilot.resize_terminal(120, 40)
        for key, name in (("f3", "PartyScreen"), ("f4", "EncounterScreen")):
            await drive.press(key)
            await drive.opened(name)
            titled(drive)
        await drive.settled()
        await drive.press("v")
        await drive.until(lambda: drive.screen.ui.marked, "a mark")
        await drive.press("5", "escape", "escape")
        await drive.until(lambda: not drive.screen.ui.marked, "no mark")
        await drive.press("x")
        await drive.shows("This is a what-if already")
        await drive.press("escape")
        await drive.until(lambda: "a what-if already" not in drive.text(), "the sentence closed")
        await drive.shows(BANNER)
        await drive.press("f2")
        await drive.opened("JourneyScreen")
        await drive.press("escape")
        await drive.opened("EncounterScreen")
        await drive.shows("HARSK to act")
        await drive.settled()
        await drive.shows(BACK)
        assert (drive.view.head, drive.state) == (before.head, before.state)
        assert str(drive.screen.grid.cursor) == "C3"


async def test_esc_with_nothing_open_says_so_on_the_screens_it_does_not_leave() -> None:
    """Given nothing open, when Esc is pressed, then it says so; a mark it takes silently."""
    async with fight() as drive:
        drive.begun()
        drive.screen.go_there(parse_square("H6"))
        await drive.settled()
        await drive.press("v")
        await drive.until(lambda: drive.screen.ui.marked, "a mark")
        await drive.press("escape")
        await drive.until(lambda: not drive.screen.ui.marked, "no mark")
        assert "Nothing is open" not in drive.text()
        await drive.press("escape")
        await drive.shows("Nothing is open that Esc would close; F2 goes to the journey.")
        await drive.press("f2")
        await drive.opened("JourneyScreen")
        await drive.press("escape")
        await drive.shows("Nothing is open that Esc would close; F4 goes to the encounter.")


@pytest.mark.nightly
async def test_a_moment_of_the_past_is_tried_and_left_for_it_again(table: Opens) -> None:
    """Given an entry of the past, when it is tried from there, then Esc stands at it again."""
    async with looking_back(table) as drive:
        head = drive.view.head
        seq = await told(drive, "initiative")
        await jump(drive, seq)
        await drive.press("x")
        await drive.opened("EncounterScreen")
        await drive.shows(f"{BANNER}  R1  VALERIA to act")
        await drive.shows("What if: this is a copy.")
        assert drive.view.head == seq + 1
        await drive.press("f5")
        await drive.opened("SessionsScreen")
        await stands(drive, seq + 1)
        await drive.shows(f"{BANNER}  SESSIONS")
        await drive.press("escape")
        await drive.shows(BACK)
        await stands(drive, seq)
        assert drive.view.head == head


@pytest.mark.nightly
async def test_what_was_said_of_a_what_if_is_not_said_of_the_campaign(table: Opens) -> None:
    """Given a sentence on another screen of the copy, when it is left, then it is gone there."""
    async with table(demo) as drive:
        await tried(drive)
        await drive.press("f3")
        await drive.opened("PartyScreen")
        front(drive.app, PartyScreen).gm.say_sentence("said of the copy")
        await drive.shows("said of the copy")
        await drive.press("f2")
        await drive.opened("JourneyScreen")
        await drive.press("escape")
        await drive.shows(BACK)
        await drive.press("f3")
        await drive.opened("PartyScreen")
        await drive.until(lambda: "Back in" not in drive.text(), "the party")
        assert "said of the copy" not in drive.text()


async def test_what_is_tried_is_dropped_or_kept_by_a_word(table: Opens) -> None:
    """Given a plan, then :drop is for it, in a trial for that; :keep names a campaign."""
    async with table(demo) as drive:
        await line(drive, "colon", "keep")
        await drive.shows("No what-if is open. Press x to begin one.")
        await tried(drive)
        await line(drive, "colon", "drop plan")
        await drive.saved()
        assert drive.state.plan is None
        await line(drive, "colon", "drop")
        await drive.shows(BACK)
        assert drive.state.plan is not None
        drive.begun()
        await line(drive, "colon", "drop")
        await drive.saved()
        assert drive.state.plan is None
        await tried(drive)
        await line(drive, "colon", "keep The Long Marches")
        await drive.shows("There is already a campaign called The Long Marches.")
        await drive.shows(BANNER)
        await line(drive, "colon", "keep The Short Cut")
        await drive.shows("Kept: you are in The Short Cut now")
        await drive.shows("Outrider  The Short Cut")
        assert sorted(names()) == [("The Long Marches", ""), ("The Short Cut", "")]
        await drive.press("escape", "escape", "x")
        await drive.shows("WHAT IF: The Short Cut is untouched")


async def dice_that_are_owed_wait_in_their_own_campaign(drive: Driver) -> None:
    """Given a die typed and put away, then a trial owes none, and Space asks again after it."""
    await drive.press("space")
    await drive.asked()
    await drive.type("7x")
    assert drive.view.birth is None
    await drive.press("backspace", "escape")
    await drive.shows("Press Space to be asked again")
    await tried(drive)
    assert "what is owed" not in drive.text()
    await drive.press("escape")
    await drive.shows(BACK)
    await drive.rested()
    await drive.press("space")
    await drive.asked()
    await drive.enter("11")
    await drive.until(lambda: drive.state.travelled == 8, "the march")


@pytest.mark.nightly
async def test_on_the_road_a_trial_takes_nothing_and_leaves_nothing(table: Opens) -> None:
    """Given the morning, then what is tried, and what is owed, stays where it was."""
    async with table(demo) as drive:
        await a_march_is_tried_left_and_brought_back_from_the_bin(drive)
        drive.begun()
        await dice_that_are_owed_wait_in_their_own_campaign(drive)


async def test_a_trial_that_nobody_left_is_listed_and_outlives_its_campaign(table: Opens) -> None:
    """Given a program that ended in a trial, then it is listed; without its campaign it stays."""
    async with table(demo) as drive:
        await tried(drive)
    assert names() == [
        ("The Long Marches", ""),
        ("The Long Marches, what if 1", "The Long Marches"),
    ]
    async with table() as drive:
        await drive.shows("> The Long Marches")
        lines = drive.text().splitlines()
        under = next(i for i, text in enumerate(lines) if "> The Long Marches" in text) + 1
        assert lines[under].split()[:4] == ["what", "if", "1", "from"]
        await drive.press("down", "enter")
        await drive.greeted()
        library.bin("The Long Marches")
        await drive.press("escape")
        await drive.shows("is no longer in the list of campaigns")
        await drive.shows(BANNER)
        await line(drive, "colon", "keep")
        await drive.shows("Kept: you are in The Long Marches, what if 1 now")
