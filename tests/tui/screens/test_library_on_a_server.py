"""Where the campaigns are on a server, the screens list those, or say why they cannot."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from saves.store.places import NO_SERVER, library_at, library_url
from tests.tui.screens.conftest import Opens
from tui.worker import CampaignWorker

URL = "postgresql://gm@/club?host=/nowhere"


async def test_a_list_that_a_server_cannot_give_is_a_sentence(
    table: Opens, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a server in the settings and no psycopg, then the first screen says what is missing."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    home.mkdir(parents=True)
    (home / "settings.toml").write_text(f'db = "{URL}"\n', encoding="utf-8")

    async with table() as drive:
        await drive.says("Campaigns on a server need psycopg. Install it with: pip install")
        await drive.shows("Open the demo campaign")


async def test_a_password_in_the_settings_is_not_shown(table: Opens, home: Path) -> None:
    home.mkdir(parents=True)
    settings = 'db = "postgresql://gm:geheim@db/club"\n'
    (home / "settings.toml").write_text(settings, encoding="utf-8")

    async with table() as drive:
        await drive.says("The address of the server contains a password. Leave it out")
        assert "geheim" not in drive.text()
        await drive.press("f8")
        await drive.opened("SettingsScreen")
        await drive.says("The address of the server contains a password. Leave it out")
        assert "geheim" not in drive.text()


async def test_the_threads_of_the_screens_know_the_library_of_the_command_line() -> None:
    """Given `--db`, when the campaign's thread asks for the library, then it is that server."""
    worker = CampaignWorker()
    try:
        with library_at(URL):
            assert await worker.run(library_url) == URL
        assert await worker.run(library_url) == NO_SERVER
    finally:
        worker.stop()
