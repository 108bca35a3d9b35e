"""From the screens: a page for the players copied at once, files of all kinds, and back again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from core.values import replace
from saves import paths
from saves.campaign import marks
from saves.exchange.exporting import ExportRequest
from saves.exchange.writing import START
from saves.library import library
from saves.store.sqlite.file_place import FilePlace
from tests.demos import week
from tests.saves.campaigns import HARSK, begun
from tests.saves.exchange.exports import exported
from tests.themed import Themed
from tests.tui.screens.conftest import Opens
from tui.campaigns.screen import DOORS
from tui.play.dialogs.export_dialog import Export, Order, Recap, Written
from tui.play.dialogs.export_dialog import begun as ordered
from tui.worker import HistoryWorker

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


class Stage(Themed):
    """An app with a past to ask, for the modals alone."""

    def __init__(self) -> None:
        super().__init__()
        self.history = HistoryWorker()
        self.written: list[Written | None] = []
        self.after: list[str | None] = []


@asynccontextmanager
async def staged() -> AsyncIterator[tuple[Stage, Pilot[None]]]:
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        yield app, pilot
        await app.history.close()
        app.history.stop()


@pytest.fixture
def campaign() -> Path:
    """A campaign with a note for the GM alone."""
    path = paths.campaigns() / "The Long Marches.outrider"
    with begun(path, HARSK) as opened:
        marks.annotate(opened, 2, "the miller pays")
    return path


def said(app: Stage, id: str) -> str:
    return " ".join(str(app.screen.query_one(id, Static).render()).split())


async def settled(app: Stage, pilot: Pilot[None]) -> None:
    await app.workers.wait_for_complete()
    await pilot.pause()


async def test_a_dialog_says_what_it_writes_and_asks_before_it_writes_over(
    campaign: Path, home: Path
) -> None:
    async with staged() as (app, pilot):
        order = Order(ExportRequest(1), 1)
        app.push_screen(Export(FilePlace(campaign), order), app.written.append)
        await pilot.pause()
        assert said(app, "#file") == f"file {home / 'exports' / 'The Long Marches 1.md'}"
        await pilot.press("right", "down", "right", "down", "right")
        assert said(app, "#file").endswith("The Long Marches gm.html")
        await pilot.press("right", "up", "right")
        assert said(app, "#wrong") == "JSON Lines contain the whole campaign, with its secrets."
        await pilot.press("enter")
        await settled(app, pilot)
        (written,) = app.written
        assert written is not None
        assert written.path.read_bytes() == exported(campaign)

        written.path.write_text("mine")
        app.push_screen(Export(FilePlace(campaign), ordered(written.order, 1)), app.written.append)
        await pilot.pause()
        await pilot.press("enter")
        await settled(app, pilot)
        assert said(app, "#wrong").endswith("already. Press Enter to overwrite it.")
        assert written.path.read_text() == "mine"
        await pilot.press("enter")
        await settled(app, pilot)
        assert written.path.read_bytes() == exported(campaign)

        app.push_screen(
            Export(FilePlace(campaign), replace(order, folder=str(campaign))), app.written.append
        )
        await pilot.pause()
        await pilot.press("enter")
        await settled(app, pilot)
        assert said(app, "#wrong").endswith("cannot be written: File exists.")
        for folder in ("~nobody-here/", "a\0b"):
            app.screen.query_one(Input).value = folder
            await pilot.pause()
            assert said(app, "#wrong") == ""
        await pilot.press("escape")
        assert app.written[-1] is None


async def test_a_page_is_read_and_copied_without_what_is_for_files(campaign: Path) -> None:
    async with staged() as (app, pilot):
        for audience, secret in (("players", False), ("gm", True)):
            wanted = ExportRequest(1, audience)  # type: ignore[arg-type]
            app.push_screen(Recap(FilePlace(campaign), wanted), app.after.append)
            await settled(app, pilot)
            await settled(app, pilot)
            await pilot.press("y")
            assert "[[Harsk]]" in app.clipboard
            assert START not in app.clipboard
            assert ("the miller pays" in app.clipboard) == secret
            assert ("the miller pays" in said(app, "#page")) == secret
            await pilot.press("E" if secret else "escape")
        assert app.after == [None, "save"]


@pytest.mark.nightly
async def test_words_ask_for_both_on_any_screen(table: Opens, home: Path) -> None:
    """Given the road, when :recap and E, then the players' page is a file; :export remembers."""
    async with table(week) as drive:
        for words, screen in (("recap", "Recap"), ("export", "Export")):
            await drive.enter(f":{words}")
            await drive.opened(screen)
            if screen == "Recap":
                await drive.press("E")
                await drive.opened("Export")
                drive.app.screen.query_one(Input).value = str(home / "elsewhere")
                await drive.press("enter")
                await drive.shows("Written: ")
        assert drive.app.screen.query_one(Input).value == str(home / "elsewhere")
        assert [path.suffix for path in (home / "elsewhere").iterdir()] == [".md"]


async def test_a_campaign_is_imported_on_the_first_screen(
    table: Opens, campaign: Path, tmp_path: Path
) -> None:
    """Given JSON Lines of a campaign that is there, then another name is asked for."""
    file = tmp_path / "marches.jsonl"
    file.write_bytes(exported(campaign))
    async with table() as drive:
        door = ["home", *["down"] * [*DOORS].index("import"), "enter"]
        await drive.shows("The Long Marches")  # the list is there, and its cursor stays
        await drive.press(*door)
        await drive.opened("TextLine")
        await drive.enter(str(tmp_path / "nowhere"))
        await drive.says("nowhere: No such file")
        await drive.press(*door)
        await drive.opened("TextLine")
        await drive.press("ctrl+u")  # what was typed before is still there
        await drive.enter(str(file))
        await drive.says("Another name")
        await drive.enter("Again")
        await drive.says("Again is imported, 3 entries.")
        assert {shelf.name for shelf in library.listing()} == {"Again", "The Long Marches"}
