"""The tables of a server are made once, and never over those of a newer Outrider."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from threading import Barrier

import pytest

pytest.importorskip("psycopg", reason="campaigns on a server need psycopg")

import psycopg

import outrider
from saves.store.postgres.server_setup import TablesVersion, make_tables, refuse_newer
from saves.store.postgres.server_tables import SERVER_SCHEMA
from saves.store.refusals import CannotOpen
from tests.saves.store.postgres import server
from tests.saves.store.postgres.server import url_of
from tests.servers import find_programs

PROGRAMS = find_programs()

TABLES = {
    "outrider_blob",
    "outrider_campaign",
    "outrider_checkpoint",
    "outrider_entry",
    "outrider_meta",
}
NUMBERS = count()


@pytest.fixture(scope="module")
def conninfo() -> Iterator[str]:
    """A server whose user `gm` is asked for a password, and `guest` is not."""
    with server.running(PROGRAMS, asked="gm") as conninfo:
        with psycopg.connect(conninfo) as raw:
            raw.execute("CREATE ROLE gm LOGIN PASSWORD 'geheim'")
            raw.execute("CREATE ROLE guest LOGIN")
        yield conninfo


@pytest.fixture
def database(conninfo: str) -> str:
    """The name of an empty database."""
    name = f"club_{next(NUMBERS)}"
    with psycopg.connect(conninfo, autocommit=True) as raw:
        raw.execute(f"CREATE DATABASE {name}".encode())
    return name


@pytest.fixture
def url(conninfo: str, database: str) -> str:
    """The address of an empty database."""
    return url_of(conninfo, database)


def tables_of(url: str) -> set[str]:
    with psycopg.connect(url) as raw:
        return {
            name for (name,) in raw.execute("SELECT tablename FROM pg_tables") if name in TABLES
        }


def run_sql(url: str, *texts: str) -> None:
    with psycopg.connect(url) as raw:
        for text in texts:
            raw.execute(text.encode())


def test_the_tables_are_made_once(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Given an empty database, when it is set up twice, then nothing is changed again."""
    assert outrider.main(["db", "init", url]) == 0
    assert capsys.readouterr().out == "The tables are made: campaigns can be kept there.\n"
    assert tables_of(url) == TABLES

    run_sql(url, "INSERT INTO outrider_campaign VALUES ('a', 'A', 0, 1, '', 1)")
    assert outrider.main(["db", "init", url]) == 0
    assert capsys.readouterr().out == "The tables are there already; nothing was changed.\n"
    with psycopg.connect(url) as raw:
        assert raw.execute("SELECT name FROM outrider_campaign").fetchall() == [("A",)]


def test_the_sql_that_is_printed_makes_the_same_tables(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given the printed statements, when they are run twice by hand, then that was the set-up."""
    assert outrider.main(["db", "init", "--sql", url]) == 0
    assert tables_of(url) == set()
    sql = capsys.readouterr().out

    run_sql(url, sql)
    run_sql(url, sql)

    assert tables_of(url) == TABLES
    assert make_tables(url) is False


def test_two_who_set_up_at_once_make_the_tables_once(url: str) -> None:
    ready = Barrier(4)

    def make() -> bool:
        ready.wait()
        return make_tables(url)

    with ThreadPoolExecutor(4) as threads:
        made = [future.result() for future in [threads.submit(make) for _ in range(4)]]

    assert sorted(made) == [False, False, False, True]


@pytest.mark.parametrize(
    ("needs", "said"),
    [
        ("9.8.7", "The tables of the server need Outrider 9.8.7 or newer (format 9; this one"),
        ("'); --", "The tables of the server were made by a newer Outrider (format 9; this one"),
    ],
)
def test_tables_of_a_newer_outrider_are_refused(
    url: str, needs: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    make_tables(url)
    with psycopg.connect(url) as raw:
        raw.execute("UPDATE outrider_meta SET schema = 9, min_reader = 9, needs = %s", (needs,))

    assert outrider.main(["db", "init", url]) == 1

    assert capsys.readouterr().err.startswith(f"outrider: {said}")


def test_newer_tables_that_can_be_read_are_refused_for_play_alone() -> None:
    version = TablesVersion(9, SERVER_SCHEMA, "9.8.7")

    refuse_newer(version, for_play=False)
    with pytest.raises(CannotOpen, match="newer_tables"):
        refuse_newer(version)


def test_who_may_not_make_tables_is_told_whom_to_ask(
    conninfo: str, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a user without the right, when tables are to be made, then none is."""
    as_guest = url_of(conninfo, database, user="guest")

    assert outrider.main(["db", "init", as_guest]) == 1

    said = capsys.readouterr().err
    assert said.startswith("outrider: You may not make the tables: permission denied for schema")
    assert said.endswith(
        "Ask who looks after the server to run what outrider db init URL --sql prints.\n"
    )
    assert tables_of(as_guest) == set()


def test_who_may_not_make_tables_may_find_them_there(conninfo: str, database: str) -> None:
    """Given tables that another has made, when a user without the right asks, then all is well."""
    url = url_of(conninfo, database)
    make_tables(url)
    run_sql(url, "GRANT SELECT ON outrider_meta TO guest")

    assert make_tables(url_of(conninfo, database, user="guest")) is False


def test_a_server_that_is_not_there_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert outrider.main(["db", "init", f"postgresql://gm@/club?host={tmp_path}"]) == 1

    said = capsys.readouterr().err
    assert said.startswith("outrider: The server cannot be used: connection to server on socket")
    assert "No such file or directory" in said
    assert "Traceback" not in said


def test_a_database_that_is_not_there_is_a_sentence(
    conninfo: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert outrider.main(["db", "init", url_of(conninfo, "nowhere")]) == 1
    assert 'database "nowhere" does not exist.' in capsys.readouterr().err


def test_a_password_comes_from_the_environment_a_service_file_or_pgpass(
    conninfo: str,
    database: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Given a user who needs a password, then it is found in each of the three places."""
    run_sql(url_of(conninfo, database), f"ALTER DATABASE {database} OWNER TO gm")
    url = url_of(conninfo, database, user="gm")
    assert outrider.main(["db", "init", url]) == 1
    assert capsys.readouterr().err.startswith("outrider: The server asks for a password. Put it")

    monkeypatch.setenv("PGPASSWORD", "wrong")
    assert outrider.main(["db", "init", url]) == 1
    assert "password authentication failed" in capsys.readouterr().err

    monkeypatch.setenv("PGPASSWORD", "geheim")
    assert make_tables(url) is True

    monkeypatch.delenv("PGPASSWORD")
    passwords = tmp_path / "passwords"
    passwords.write_text("*:*:*:gm:geheim\n")
    passwords.chmod(0o600)
    monkeypatch.setenv("PGPASSFILE", str(passwords))
    assert make_tables(url) is False

    monkeypatch.delenv("PGPASSFILE")
    host = conninfo.split()[0]
    services = tmp_path / "services"
    services.write_text(f"[club]\n{host}\nuser=gm\npassword=geheim\ndbname={database}\n")
    monkeypatch.setenv("PGSERVICEFILE", str(services))
    assert make_tables("postgresql:///?service=club") is False
