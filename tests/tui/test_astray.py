"""The file is gone while it is open: the screens say so, and offer to go on in a copy."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from saves import paths
from saves.library import library
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.demos import week
from tests.story.driving import Driver
from tui.app import OutriderApp

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@asynccontextmanager
async def journey() -> AsyncIterator[Driver]:
    """The demo on its eighth morning."""
    app = OutriderApp(week)
    async with app.run_test(size=(80, 24)) as pilot:
        drive = Driver(app, pilot)
        await drive.opened("Previously")
        await drive.press("escape")
        await drive.opened("JourneyScreen")
        drive.begun()
        yield drive


def moved(drive: Driver) -> Path:
    """Give the open file another name; the one that it had."""
    place = drive.view.place
    assert place is not None
    path = file_of(place)
    path.rename(path.with_name("away.outrider"))
    return path


def title(drive: Driver) -> str:
    return drive.text().splitlines()[0]


async def test_what_was_asked_for_is_done_in_the_copy() -> None:
    """Given a file that was renamed, when u is pressed and then c, then it is done in a copy."""
    async with journey() as drive:
        head = drive.view.head
        assert title(drive).endswith(f"saved {head}")
        moved(drive)
        await drive.press("u")
        await drive.opened("Choose")
        assert "nothing more is recorded" in " ".join(drive.text().replace("|", " ").split())
        await drive.press("c")
        await drive.saved()
        await drive.opened("JourneyScreen")
        copy = paths.campaigns() / "The Long Marches, copy 1.outrider"
        assert (drive.view.place, drive.view.read_only) == (FilePlace(copy), False)
        assert title(drive).endswith(f"saved {head + 1}")
    with library.open(FilePlace(copy)) as again:
        assert (again.head, again.warnings) == (head + 1, ())


async def test_who_leaves_it_reads_on_and_is_told_nothing_is_saved() -> None:
    """Given a file that was renamed, when no copy is wanted, then nothing is called saved."""
    async with journey() as drive:
        head = drive.view.head
        path = moved(drive)
        drive.app.look_after_the_file()
        await drive.opened("Choose")
        await drive.press("l")
        await drive.opened("JourneyScreen")
        assert title(drive).endswith(f"READ ONLY {head}")
        assert drive.view.head == head
        path.with_name("away.outrider").rename(path)
        await drive.until(lambda: not drive.view.read_only, "the file that came back")
        await drive.until(lambda: title(drive).endswith(f"saved {head}"), "saved")


async def test_without_an_entry_it_is_told_as_well() -> None:
    """Given a file that was deleted, when the program looks, then c goes on in a copy."""
    async with journey() as drive:
        head = drive.view.head
        moved(drive).with_name("away.outrider").unlink()
        drive.app.look_after_the_file()
        await drive.opened("Choose")
        await drive.press("c")
        await drive.opened("JourneyScreen")
        await drive.until(lambda: not drive.view.read_only, "the copy")
        assert drive.view.head == head
        assert drive.view.called == "The Long Marches, copy 1"
