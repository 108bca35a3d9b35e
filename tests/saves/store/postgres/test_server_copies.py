"""Campaigns go to a server and back by `outrider copy`, and are named there."""

from __future__ import annotations

import gc
import json
import re
from itertools import count
from pathlib import Path

import pytest

pytest.importorskip("psycopg", reason="campaigns on a server need psycopg")

import psycopg

import outrider
from saves import paths
from saves.campaign.campaign import Campaign
from saves.demo.story import make, story
from saves.library import library
from saves.store import journal, state_history
from saves.store.connection import Connection
from saves.store.places import library_at
from saves.store.postgres.server_setup import make_tables
from saves.store.sqlite.file_place import FilePlace
from tests.saves.campaigns import hurt, play_two_sessions
from tests.saves.exchange.exports import docs, exported
from tests.saves.store.postgres.server import url_of

ROOT = Path(outrider.__file__).parent
NAME = "The Long Marches"
NUMBERS = count()


@pytest.fixture
def url(conninfo: str) -> str:
    """The address of a database with the tables of Outrider and no campaign."""
    name = f"club_{next(NUMBERS)}"
    with psycopg.connect(conninfo, autocommit=True) as raw:
        raw.execute(f"CREATE DATABASE {name}".encode())
    url = url_of(conninfo, name)
    make_tables(url)
    return url


@pytest.fixture
def original(monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign with undone entries, a note, two sessions and checkpoints."""
    monkeypatch.setattr(state_history, "EVERY", 2)
    path = paths.campaigns() / f"{NAME}.outrider"
    play_two_sessions(path)
    return path


def run(*argv: str) -> int:
    return outrider.main([*argv])


def written(reference: str, tmp_path: Path, *more: str) -> bytes:
    """The JSON Lines of what a reference names."""
    file = tmp_path / f"{next(NUMBERS)}.jsonl"
    assert run("export", reference, "--format", "jsonl", "--output", str(file), *more) == 0
    return file.read_bytes()


def test_from_a_file_to_a_server_and_back_the_export_is_the_same(
    original: Path, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a campaign, when it goes to a server and back, then not a byte of it has changed."""
    before = exported(original)
    back = tmp_path / "back.outrider"

    assert run("copy", NAME, f"{url}#{NAME}") == 0
    said = f"{NAME} is copied, {len(docs(before)) - 3} entries: {url}#{NAME}\n"
    assert capsys.readouterr() == (said, "")
    assert run("copy", f"{url}#the long", str(back)) == 0

    assert written(f"{url}#{NAME}", tmp_path) == before
    assert exported(back) == before


def test_the_demo_is_the_same_on_a_server(url: str, tmp_path: Path) -> None:
    """Given a fight, maps, boards and five evenings, then each export is that of the file."""
    make(story()).close()
    assert run("copy", NAME, url) == 0

    assert written(NAME, tmp_path, "--db", url) == written(NAME, tmp_path)
    for form in ("md", "html"):
        for audience in ("players", "gm"):
            wanted = ("--format", form, "--for", audience)
            here = tmp_path / f"here.{audience}.{form}"
            there = tmp_path / f"there.{audience}.{form}"
            assert run("export", NAME, *wanted, "--output", str(here)) == 0
            assert run("export", f"{url}#{NAME}", *wanted, "--output", str(there)) == 0
            assert there.read_bytes() == here.read_bytes()


def test_a_copy_on_a_server_is_played_on_there(original: Path, url: str, tmp_path: Path) -> None:
    before = exported(original)
    assert run("copy", NAME, url) == 0

    with library.open(f"{url}#{NAME}") as campaign:
        hurt(campaign, 1)
        campaign.undo()
        assert (campaign.read_only, campaign.warnings) == (False, ())
    back = tmp_path / "back.outrider"
    assert run("copy", f"{url}#{NAME}", str(back)) == 0

    assert exported(original) == before
    assert len(docs(exported(back))) == len(docs(before)) + 2
    with Campaign.open(FilePlace(back)) as campaign:
        campaign.redo()
        assert campaign.warnings == ()


def test_a_connection_that_is_closed_complains_of_nothing(
    original: Path, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Given a campaign on a server, when it is copied and closed, then no driver logs an error."""
    assert run("copy", NAME, url) == 0
    with library.open(f"{url}#{NAME}") as campaign:
        hurt(campaign, 1)
    gc.collect()

    assert [record.getMessage() for record in caplog.records] == []


def test_a_name_that_a_server_has_is_not_written_over(
    original: Path, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("copy", NAME, url) == 0
    before = written(f"{url}#{NAME}", tmp_path)
    capsys.readouterr()

    for target in (url, f"{url}#{NAME}", f"{url}#the long marches"):
        assert run("copy", NAME, target) == 1
        said = capsys.readouterr().err
        assert said.startswith("outrider: There is already a campaign called ")
        assert said.endswith(" Nothing was copied.\n")
    assert run("copy", NAME, f"{url}#Frost", "--json") == 0
    assert json.loads(capsys.readouterr().out)["new_id"] is True

    assert written(f"{url}#{NAME}", tmp_path) == before


def test_an_original_that_fails_is_not_taken_for_the_copy(
    original: Path, url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a server that goes while it is read, then that is said, and not of the new name."""
    assert run("copy", NAME, url) == 0
    capsys.readouterr()

    def fail(reader: Connection, sha256: str) -> str:
        raise psycopg.OperationalError("the line is cut")

    monkeypatch.setattr(journal, "blob_kind", fail)

    assert run("copy", f"{url}#{NAME}", f"{url}#Frost") != 0
    said = capsys.readouterr().err
    assert "The server cannot be used: the line is cut." in said
    assert "Frost" not in said


def test_the_campaigns_of_a_server_are_listed_and_those_of_files_are_not(
    original: Path, url: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a server in the settings, then it has the list, and names are looked for there."""
    assert run("copy", NAME, f"{url}#Frost") == 0
    capsys.readouterr()
    assert run("list") == 0
    assert capsys.readouterr().out.startswith(NAME)

    (home / "settings.toml").write_text(f'db = "{url}"\n', encoding="utf-8")

    assert run("list") == 0
    listed = capsys.readouterr().out
    assert listed.startswith("Frost ")
    assert NAME not in listed
    assert run("list", "--json") == 0
    (shelf,) = json.loads(capsys.readouterr().out)
    assert (shelf["name"], shelf["path"]) == ("Frost", f"{url}#Frost")
    assert run("export", "fro", "--format", "jsonl") == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["name"] == "Frost"
    assert run("export", NAME) == 2
    assert "There is no campaign The Long Marches; there are: Frost." in capsys.readouterr().err


def test_an_import_makes_a_campaign_on_the_server(
    original: Path, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = tmp_path / "a.jsonl"
    lines.write_bytes(exported(original))

    assert run("import", str(lines), "--db", url) == 0

    assert written(f"{url}#{NAME}", tmp_path) == exported(original)
    with library_at(url):
        assert [shelf.name for shelf in library.listing()] == [NAME]


def test_info_counts_what_a_server_has_and_does_not_name_it(
    original: Path, url: str, conninfo: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("copy", NAME, url) == 0
    capsys.readouterr()

    assert run("info", "--json", "--db", url) == 0

    said = capsys.readouterr().out
    facts = json.loads(said)
    assert facts["library"] == {"campaigns": "on a server"}
    assert facts["counts"]["campaigns"] == 1
    for secret in (url, "club_", "host", NAME):
        assert secret not in said


def test_the_rights_that_the_guide_grants_are_enough_to_play(
    original: Path, url: str, tmp_path: Path
) -> None:
    """Given the statements of docs/sharing.md, when a user has no other right, then all works."""
    guide = (ROOT / "docs" / "sharing.md").read_text(encoding="utf-8")
    (grants,) = re.findall(r"```sql\n(.*?)```", guide, flags=re.DOTALL)
    with psycopg.connect(url) as raw:
        raw.execute("CREATE ROLE gm LOGIN")
        raw.execute(grants.encode())
    as_gm = url.replace("outrider@", "gm@")

    assert run("copy", NAME, as_gm) == 0
    with library.open(f"{as_gm}#{NAME}") as campaign:
        hurt(campaign, 1)
        assert (campaign.read_only, campaign.warnings) == (False, ())
    with library_at(as_gm):
        library.unbin(library.bin(library.rename(NAME, "Frost")))
        assert [shelf.name for shelf in library.listing()] == ["Frost"]
