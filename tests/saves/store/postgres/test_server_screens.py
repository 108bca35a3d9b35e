"""The first screen with the campaigns of a server: listed, opened, played, renamed, binned."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("psycopg", reason="campaigns on a server need psycopg")

import psycopg

import outrider
from saves import paths
from saves.library import library
from saves.store.places import library_at
from tests.saves.campaigns import HARSK, begun
from tests.story.driving import Driver
from tui.app import OutriderApp

NAME = "The Long Marches"


@pytest.fixture
def url(server_url: str, home: Path) -> str:
    """The server is in the settings, and has one campaign; a file has another."""
    begun(paths.campaigns() / f"{NAME}.outrider", HARSK).close()
    assert outrider.main(["copy", NAME, f"{server_url}#Frost"]) == 0
    (home / "settings.toml").write_text(f'db = "{server_url}"\n', encoding="utf-8")
    return server_url


async def test_a_campaign_of_a_server_is_opened_and_played_from_the_list(url: str) -> None:
    """Given a server in the settings, when Enter opens its campaign, then play is stored there."""
    app = OutriderApp()
    async with app.run_test(size=(120, 40)) as pilot:
        drive = Driver(app, pilot)
        await drive.shows("Frost")
        assert NAME not in drive.text()
        await drive.press("enter")
        await drive.greeted()
        head = drive.view.head
        await drive.enter(":note the ferry is gone")
        await drive.until(lambda: drive.view.head == head + 1, "a note")

    with library_at(url):
        (shelf,) = library.listing()
    assert (shelf.name, shelf.entries) == ("Frost", head + 1)


async def test_a_campaign_of_a_server_is_binned_and_put_back(url: str) -> None:
    app = OutriderApp()
    async with app.run_test(size=(120, 40)) as pilot:
        drive = Driver(app, pilot)
        await drive.shows("Frost")
        await drive.press("delete", "enter")
        await drive.says("Frost is in the bin; u puts it back.")
        await drive.shows("none yet")
        await drive.press("u")
        await drive.says("Frost is back.")
        await drive.until(lambda: "none yet" not in drive.text(), "the campaign in the list")


async def test_two_campaigns_of_one_name_are_two_rows(url: str) -> None:
    """Given a copy of one's own that has the name of a campaign of all, then both are listed."""
    assert outrider.main(["copy", f"{url}#Frost", f"{url}#Thaw"]) == 0
    with psycopg.connect(url) as raw:
        raw.execute(
            "UPDATE outrider_campaign SET name = 'Frost',"
            " parent = (SELECT id FROM outrider_campaign WHERE name = 'Frost')"
            " WHERE name = 'Thaw'"
        )

    app = OutriderApp()
    async with app.run_test(size=(120, 40)) as pilot:
        drive = Driver(app, pilot)
        await drive.until(lambda: drive.text().count("Frost ") == 2, "two rows")
        await drive.press("enter")
        await drive.greeted()


async def test_a_server_that_is_gone_is_a_sentence_on_the_first_screen(
    home: Path, tmp_path: Path
) -> None:
    home.mkdir(parents=True)
    url = f"postgresql://gm@/club?host={tmp_path}"
    (home / "settings.toml").write_text(f'db = "{url}"\n', encoding="utf-8")

    app = OutriderApp()
    async with app.run_test(size=(120, 40)) as pilot:
        await Driver(app, pilot).says("The server cannot be used: connection to server on socket")


@pytest.mark.parametrize(
    ("name", "stem"),
    [("../../outside", "-..-outside"), ("/tmp/outside", "-tmp-outside"), ("...", "campaign")],
)
async def test_an_export_of_what_somebody_else_named_stays_in_its_folder(
    url: str, home: Path, name: str, stem: str
) -> None:
    """Given a campaign whose name is a path, when it is exported, then it is among the exports."""
    with psycopg.connect(url) as raw:
        raw.execute("UPDATE outrider_campaign SET name = %s", (name,))

    app = OutriderApp()
    async with app.run_test(size=(120, 40)) as pilot:
        drive = Driver(app, pilot)
        await drive.shows(f"> {name} ")
        await drive.press("enter")
        await drive.greeted()
        await drive.enter(":party export")
        await drive.says("Written: ")

    assert [file.name for file in paths.exports().iterdir()] == [f"{stem}-party.toml"]
