"""A password is used to connect, and is then nowhere: not in what is said, written or stored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("psycopg", reason="campaigns on a server need psycopg")

import psycopg

import outrider
from saves import paths
from saves.history.history import History
from saves.library import library
from saves.store.places import backend_of, home_backend, library_at
from saves.store.postgres.server_access import connect, refusal_of
from tests.saves.campaigns import HARSK, begun, hurt
from tests.saves.exchange.exports import quietly
from tests.saves.store.postgres import server
from tests.saves.store.postgres.server import url_of
from tests.servers import find_programs
from tui.kit.phrases import say
from tui.play.application.unexpected import keep_traceback

PROGRAMS = find_programs()
NAME = "The Long Marches"
PASSWORD = "xyzzy-geheim-4711"
TABLES = ("meta", "campaign", "entry", "blob", "checkpoint")


@pytest.fixture(scope="module")
def conninfo() -> Iterator[str]:
    """A server whose user `gm` is asked for a password, and has a database."""
    with server.running(PROGRAMS, asked="gm") as conninfo:
        with psycopg.connect(conninfo, autocommit=True) as raw:
            raw.execute(f"CREATE ROLE gm LOGIN PASSWORD '{PASSWORD}'".encode())
            raw.execute("CREATE DATABASE club OWNER gm")
        yield conninfo


def use_environment(monkeypatch: pytest.MonkeyPatch, folder: Path, conninfo: str) -> str:
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    return url_of(conninfo, "club", user="gm")


def use_password_file(monkeypatch: pytest.MonkeyPatch, folder: Path, conninfo: str) -> str:
    file = folder / "passwords"
    file.write_text(f"*:*:*:gm:{PASSWORD}\n")
    file.chmod(0o600)
    monkeypatch.setenv("PGPASSFILE", str(file))
    return url_of(conninfo, "club", user="gm")


def use_service_file(monkeypatch: pytest.MonkeyPatch, folder: Path, conninfo: str) -> str:
    host, *_ = conninfo.split()
    file = folder / "services"
    file.write_text(f"[club]\n{host}\nuser=gm\npassword={PASSWORD}\ndbname=club\n")
    monkeypatch.setenv("PGSERVICEFILE", str(file))
    return "postgresql:///?service=club"


@pytest.fixture(params=[use_environment, use_password_file, use_service_file])
def url(
    request: pytest.FixtureRequest,
    conninfo: str,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> str:
    """The address of the server, and a password where PostgreSQL looks for it."""
    with psycopg.connect(url_of(conninfo, "club")) as raw:
        for table in reversed(TABLES):
            raw.execute(f"DROP TABLE IF EXISTS outrider_{table} CASCADE".encode())
    url: str = request.param(monkeypatch, tmp_path_factory.mktemp("secret"), conninfo)
    return url


def run(*argv: str) -> None:
    outrider.main([*argv])


def do_all(url: str, folder: Path) -> None:
    """Everything that a GM does with a server, and everything that goes wrong with it."""
    with begun(paths.campaigns() / f"{NAME}.outrider", HARSK) as campaign:
        hurt(campaign, 3)
    campaign_there = f"{url}#{NAME}"
    run("db", "init", url)
    run("db", "init", url, "--sql")
    run("copy", NAME, url)
    run("copy", NAME, url)
    run("copy", campaign_there, str(folder / "back.outrider"), "--json")
    run("list", "--db", url)
    run("list", "--db", url, "--json")
    run("--db", url)
    run("info", "--db", url)
    run("info", "--json", "--db", url)
    run("paths", "--json")
    run("export", "Nobody", "--db", url)
    for form in ("md", "html", "jsonl"):
        run("export", campaign_there, "--format", form)
        run("export", campaign_there, "--format", form, "--output", str(folder / f"a.{form}"))
    run("import", str(folder / "a.jsonl"), "--name", "Frost", "--db", url)


def representations(url: str) -> Iterator[str]:
    """What an open campaign and all beneath it say of themselves, and an error that is logged."""
    with library_at(url):
        place = library.find(NAME)
        yield repr((place, str(place), place.key, home_backend(), backend_of(place)))
        yield repr(library.listing())
        with library.open(place) as campaign, History.open(place, quietly) as history:
            hurt(campaign, 1)
            opened = campaign.opened
            for held in (campaign, opened, opened.reader, opened.writer, history, history.reading):
                yield repr(held)
                yield repr(getattr(held, "__dict__", ""))
            connection: object = opened.reader
            yield repr(getattr(connection, "raw", ""))
    with connect(url) as raw:
        yield repr((raw, raw.info, raw.info.dsn, raw.info.get_parameters()))
        try:
            raw.execute("SELECT nothing FROM nowhere")
        except psycopg.Error as error:
            yield say(keep_traceback(error))
            yield say(refusal_of(error).message)
            yield repr(error)


def failures(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """What is said where the password does not serve: another database, and a wrong password."""
    yield from refused(url.replace("club", "nowhere"))
    monkeypatch.setenv("PGPASSWORD", f"{PASSWORD}-wrong")
    yield from refused(url)


def refused(url: str) -> Iterator[str]:
    run("list", "--db", url)
    run("db", "init", url)
    run("export", f"{url}#{NAME}")
    try:
        connect(url).close()
    except psycopg.Error as error:
        yield say(keep_traceback(error))
        yield repr(error)


def stored(conninfo: str) -> Iterator[str]:
    """All that the server has."""
    with psycopg.connect(url_of(conninfo, "club")) as raw:
        for table in TABLES:
            rows = raw.execute(f"SELECT * FROM outrider_{table}".encode()).fetchall()
            assert rows or table == "checkpoint"
            yield repr(rows)


@pytest.mark.mistakes
def test_a_password_is_nowhere_after_it_was_used(
    url: str,
    conninfo: str,
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Given a password in each place for one, when all is done, then it is in nothing of it."""
    home.mkdir(parents=True)
    (home / "settings.toml").write_text(f'db = "{url}"\nmotion = "off"\n', encoding="utf-8")
    monkeypatch.setenv("OUTRIDER_DB", "")

    do_all(url, tmp_path)
    texts = [*representations(url), *failures(url, monkeypatch), *stored(conninfo)]
    said = capfd.readouterr()
    files = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    assert "The tables are made" in said.out
    assert f"{NAME} is copied" in said.out
    assert f"{NAME} is imported" not in said.out
    assert "Frost is imported" in said.out
    assert "Traceback" in (home / "outrider.log").read_text(encoding="utf-8")
    assert {path.name for path in files} >= {"a.md", "a.html", "a.jsonl", "back.outrider"}
    for text in (said.out, said.err, *texts):
        assert PASSWORD not in text
    for path, data in files.items():
        assert PASSWORD.encode() not in data, path
