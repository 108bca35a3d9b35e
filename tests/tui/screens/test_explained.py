"""Help by task, and the legend of what is on the screen."""

from __future__ import annotations

import pytest
from textual.events import Paste
from textual.widgets import Input, Static

from tests.demos import ambush, the_week
from tests.demos import week as demo
from tests.story.driving import Driver, front
from tests.tui.screens.conftest import Opens
from tui.kit.actions import ACTIONS, TASKS
from tui.kit.help import Help, lead_of
from tui.kit.keys import SCREENS, keymap

SIZES = [(80, 24), pytest.param((120, 40), marks=pytest.mark.nightly)]


def test_every_action_of_a_screen_is_in_one_task() -> None:
    told = [action.id for actions in TASKS.values() for action in actions]
    assert sorted(told) == sorted(action.id for action in ACTIONS if action.on)


@pytest.mark.parametrize("screen", SCREENS)
def test_help_by_task_has_every_key_of_the_screen(screen: str) -> None:
    by_task = [hint for _, hints in keymap().tasks(screen) for hint in hints]
    assert {hint.id for hint in by_task} == {hint.id for hint in keymap().help(screen)}


@pytest.mark.parametrize("size", SIZES)
async def test_help_begins_with_tasks_and_every_page_fits(
    table: Opens, size: tuple[int, int]
) -> None:
    """Given the Journey, when ?, then tasks come first; each page has room, none is cut."""
    the_week()
    async with table(demo, size) as drive:
        await drive.press("question_mark")
        await drive.opened("Help")
        await drive.shows("Go on             Spc march on")
        await drive.shows("Take back         u undo")
        help = front(drive.app, Help)
        pages = [str(page).splitlines() for page in help.pages()]
        for page in pages:
            assert len(page) + 2 <= size[1]
            assert max(map(len, page)) <= size[0] - 4
        for number in range(2, len(pages) + 1):
            await drive.press("space")
            await drive.shows(f"page {number} of {len(pages)}")
            await drive.shows(pages[number - 1][-1].rstrip())
        await drive.press("backspace")
        await drive.shows(f"page {len(pages) - 1} of")
        await drive.press("escape")
        await drive.opened("JourneyScreen")


def test_a_long_line_in_help_is_whole_before_its_meaning() -> None:
    line = "add 8 wolf hp=roll hidden at k9"
    assert lead_of(line) == f":{line}  "
    assert lead_of("pause") == ":pause".ljust(31)


@pytest.mark.nightly
async def test_space_on_the_last_page_of_help_does_nothing(table: Opens) -> None:
    """Given help over a fight, when Space is pressed past its last page, then help stays."""
    async with table(ambush) as drive:
        head = drive.view.head
        await drive.press("question_mark")
        await drive.opened("Help")
        pages = len(front(drive.app, Help).pages())
        for _ in range(pages + 2):
            await drive.rested()
            await drive.press("space")
        await drive.opened("Help")
        await drive.shows(f"page {pages} of {pages}   Bksp back   Esc closes")
        assert drive.view.head == head


async def test_a_paste_is_never_dropped_in_silence(table: Opens) -> None:
    """Given the map, when lines are pasted, then a sentence; given a line, they are all in it."""
    the_week()
    async with table(demo) as drive:
        drive.app.screen.post_message(Paste("note one\ntwo"))
        await drive.says("A paste needs a line: open one with : or q")
        await drive.press("q")
        await drive.opened("TextLine")
        line = drive.app.screen.query_one(Input)
        line.post_message(Paste("one\ntwo"))
        await drive.until(lambda: line.value == "one two", "both lines")


PASTES = {
    "all": ("", "note one\n\n  pace hustle\npace walk", 3, ""),
    "refused": (
        "",
        "note one\npass\nnote two\nnote three",
        1,
        "at line 2 of the paste. Nothing was met that could be passed by. Not done: 2 lines",
    ),
    "unknown": (
        "",
        "note one\nhurtt 7 harsk\nnote two",
        1,
        "There is no command hurtt; did you mean hurt? Not done: 1 line after it.",
    ),
    "records nothing": (
        "",
        "wait 20min\nfind Mereside\nnote two",
        1,
        "Not done: 1 line after it.",
    ),
    "behind a word": ("note ", "one\ntwo", 0, ""),
}
"""What is typed, what is pasted behind it, how many entries it makes, and what is said."""


@pytest.mark.nightly
@pytest.mark.parametrize(("typed", "pasted", "done", "told"), PASTES.values(), ids=PASTES.keys())
async def test_each_line_of_a_paste_is_a_command(
    table: Opens, typed: str, pasted: str, done: int, told: str
) -> None:
    """Given :, when lines are pasted, then they are done in turn, to the first without a record."""
    the_week()
    async with table(demo) as drive:
        await paste_lines(drive, typed, pasted, done, told)


async def test_each_line_of_one_paste_after_the_other_is_a_command(table: Opens) -> None:
    """Given one evening, when all of that is pasted, then each paste ends as it does alone."""
    the_week()
    async with table(demo) as drive:
        for typed, pasted, done, told in PASTES.values():
            drive.app.sentence(None)
            await paste_lines(drive, typed, pasted, done, told)


async def paste_lines(drive: Driver, typed: str, pasted: str, done: int, told: str) -> None:
    """Open a line, type, paste: so many entries are made, and it is said what was not done."""
    head = drive.view.head
    await drive.type(f":{typed}")
    await drive.opened("TextLine")
    drive.app.screen.query_one(Input).post_message(Paste(pasted))
    if typed:
        line = drive.app.screen.query_one(Input)
        await drive.until(lambda: line.value == "note one two", "one line")
        return
    await drive.until(lambda: drive.view.head >= head + done, "what is done")
    await drive.opened("JourneyScreen")
    if told:
        await drive.says(told)
    await drive.until(lambda: not drive.app.workers, "an end")
    assert drive.view.head == head + done


async def test_a_refused_line_stands_there_again_to_be_mended(table: Opens) -> None:
    """Given a refused command, when :, then its line stands there, until one is not refused."""
    async with table(demo) as drive:
        await drive.type(":")
        await drive.enter("pass")
        await drive.says("Nothing was met that could be passed by.")
        await drive.type(":")
        await drive.opened("TextLine")
        line = drive.app.screen.query_one(Input)
        assert line.value == "pass"
        await drive.enter("note mended")
        await drive.saved()
        await drive.type(":")
        await drive.opened("TextLine")
        line = drive.app.screen.query_one(Input)
        assert line.value == ""
        await drive.press("up", "up")
        assert line.value == "pass"


async def test_a_refused_line_is_forgotten_when_players_look_on(table: Opens) -> None:
    """Given a refused command, when the curtain is drawn, then : opens an empty line."""
    async with table(demo) as drive:
        await drive.type(":")
        await drive.enter("pass")
        await drive.says("Nothing was met that could be passed by.")
        await drive.press("f9")
        await drive.says("The curtain is drawn: no secrets or DCs, but the whole board")
        await drive.type(":")
        await drive.opened("TextLine")
        await drive.press("up")
        assert drive.app.screen.query_one(Input).value == ""


@pytest.mark.parametrize("size", SIZES)
async def test_a_legend_explains_the_signs_that_are_there(
    table: Opens, size: tuple[int, int]
) -> None:
    """Given the map, when W, then what is drawn is explained, and nothing else."""
    the_week()
    async with table(demo, size) as drive:
        text = drive.text()
        await drive.press("W")
        await drive.opened("Legend")
        await drive.shows("@@         the party")
        told = str(drive.app.screen.query_one("#signs", Static).render())
        words = {line.split(maxsplit=1)[0]: line for line in told.splitlines() if line.strip()}
        assert all(sign in text for sign in words if len(sign) == 2), told
        assert "swamp" not in told
        await drive.press("escape")
        await drive.opened("JourneyScreen")


@pytest.mark.parametrize(
    ("look", "water", "wall"),
    [pytest.param("plain", "~", "#", marks=pytest.mark.nightly), ("lines", "≈", "█")],
)
async def test_the_legend_of_a_board_tells_sides_states_and_ground(
    table: Opens, look: str, water: str, wall: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given the demo's fight, when W, then sides (large ones too), ground and cursor are told."""
    monkeypatch.setenv("OUTRIDER_LOOK", look)
    async with table(ambush) as drive:
        await drive.shows("HARSK to act")
        await drive.press("question_mark")
        await drive.opened("Help")
        await drive.shows("Go on             Spc end turn")
        await drive.press("escape", "W")
        await drive.opened("Legend")
        told = str(drive.app.screen.query_one("#signs", Static).render()).splitlines()
        signs = {meaning: sign for sign, meaning in (line.split(maxsplit=1) for line in told)}
        for meaning, sign in {
            "party": "HMSTV",
            "foe": "abdefghi",
            "dead": "x",
            "down": "b/",
            "hidden": "h?",
            "the cursor": "@",
            "wall": wall,
            "deep water": water,
        }.items():
            assert signs[meaning] == sign
        await drive.press("f9")
        await drive.opened("EncounterScreen")
