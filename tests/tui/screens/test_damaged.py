"""A damaged campaign on the screens: a sentence, and the program goes on."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from core.messages import Message
from saves import paths
from saves.store.refusals import CannotOpen
from tests.demos import the_week, week
from tests.saves.campaigns import tamper
from tests.tui.screens.conftest import Opens
from tui.play.key_press import press
from tui.sessions import pages
from tui.sessions.screen import SessionsScreen
from tui.worker import CampaignWorker

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

NAME = "The Long Marches"
OPENING = Message("Opening ...")
SPOIL = {
    "a newer entry": "UPDATE entry SET body = x'ff' WHERE seq = 40",
    "an early entry": "UPDATE entry SET body = x'ff' WHERE seq = 2",
    "the first entry": "UPDATE entry SET body = x'ff' WHERE seq = 1",
    "no rules": "DELETE FROM blob WHERE kind = 'ruleset'",
    "no map": "DELETE FROM blob WHERE kind = 'region'",
}


def the_file() -> Path:
    return paths.campaigns() / f"{NAME}.outrider"


def schema_of_rubbish(path: Path) -> None:
    """What the file says of its own parts is no text any more."""
    data = path.read_bytes()
    words = b"CREATE INDEX entry_aside ON"
    assert words in data
    path.write_bytes(data.replace(words, words[:-2] + b"\xb6\xff"))


def no_index(path: Path) -> None:
    """The page where notes are looked up is none."""
    raw = sqlite3.connect(path)
    asked = "SELECT rootpage FROM sqlite_master WHERE name = 'entry_aside'"
    ((root,),) = raw.execute(asked).fetchall()
    raw.close()
    data = bytearray(path.read_bytes())
    data[(root - 1) * 4096] = 0xFF
    path.write_bytes(bytes(data))


@pytest.mark.parametrize("statement", SPOIL.values(), ids=SPOIL)
async def test_it_is_opened_as_far_as_it_is_whole_or_refused(statement: str) -> None:
    the_week()
    tamper(the_file(), statement)
    worker = CampaignWorker()
    try:
        view = await worker.open(NAME)
        assert view.read_only
        assert view.warnings
    except CannotOpen:
        assert worker.place is None
    finally:
        await worker.close()
        worker.stop()


@pytest.mark.parametrize("spoil", [schema_of_rubbish, no_index])
async def test_opening_says_so_and_the_list_stays(
    table: Opens, spoil: Callable[[Path], None]
) -> None:
    """Given a file that SQLite itself cannot make out, when it is opened, then that is said."""
    the_week()
    spoil(the_file())
    async with table() as drive:
        await drive.shows("Long Marches")
        drive.app.enter(lambda worker: worker.open(str(the_file())), OPENING)
        await drive.shows("damaged")
        assert drive.app.farewell is None


async def test_the_campaign_before_stays_open_when_another_cannot_be_shown() -> None:
    """Given an open campaign, when a damaged one is chosen, then the first is still open."""
    worker = CampaignWorker()
    try:
        before = await week(worker)
        other = paths.campaigns() / "Other.outrider"
        other.write_bytes(the_file().read_bytes())
        no_index(other)
        with pytest.raises(CannotOpen, match="damaged"):
            await worker.open(str(other))
        assert worker.place == before.place
        assert (await worker.look()).head == before.head
    finally:
        await worker.close()
        worker.stop()


async def test_a_past_that_cannot_be_read_is_a_sentence(table: Opens) -> None:
    """Given damage while the campaign is open, when its rulings are asked for, then it is said."""
    async with table(week) as drive:
        tamper(the_file(), "UPDATE entry SET body = x'ff' WHERE seq = 3")
        await drive.press("f5")
        await drive.opened("SessionsScreen")
        here = drive.app.screen
        assert isinstance(here, SessionsScreen)
        press(here, pages.show_rulings)
        await drive.shows("damaged")
        assert drive.app.farewell is None


async def test_the_undamaged_part_is_looked_back_at(table: Opens) -> None:
    """Given damage in a later entry, when F5 is pressed, then the entries before it are there."""
    the_week()
    tamper(the_file(), "UPDATE entry SET body = x'ff' WHERE seq = 40")
    async with table() as drive:
        drive.app.enter(lambda worker: worker.open(NAME), OPENING)
        await drive.greeted()
        await drive.press("f5")
        await drive.shows("39 of 39")
        await drive.press("backspace")
        await drive.shows("PAST 38/39")
        assert "too damaged" not in drive.text() + drive.said()
