"""A PostgreSQL for tests, started once in a process; who needs it is skipped without it.

`python -m tests.servers` fails without it, and says what is missing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.saves.store.postgres import server
from tests.saves.store.postgres.server import empty_server, url_of

NEED = "campaigns on a server need"
"""How the reason begins for which a test is skipped."""
INSTALL = (
    "They need PostgreSQL (Debian: apt install postgresql) and psycopg"
    " (pip install -e '.[postgres]')."
)


def find_programs() -> Path:
    """The folder of PostgreSQL's programs; without them or psycopg, what asks is skipped."""
    pytest.importorskip("psycopg", reason=f"{NEED} psycopg")
    programs = server.programs()
    if programs is None:
        pytest.skip(f"{NEED} PostgreSQL", allow_module_level=True)
    return programs


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line what was skipped because there is no server to test with."""
    skipped = terminalreporter.stats.get("skipped", ())
    line = summarise_skips(str(report.longrepr) for report in skipped)
    if line:
        terminalreporter.write_line(line)


def summarise_skips(reasons: Iterable[str]) -> str:
    """The line about the tests that were skipped for want of a server; "" if there are none."""
    if not any(NEED in reason for reason in reasons):
        return ""
    return f"Skipped: tests of campaigns on a server. {INSTALL}"


def is_missing() -> bool:
    """Whether there is no server to test with."""
    return server.programs() is None or find_spec("psycopg") is None


@pytest.fixture(scope="session")
def conninfo() -> Iterator[str]:
    """How libpq connects to a server; each role and database that a test makes there stays."""
    with server.running(find_programs()) as conninfo:
        yield conninfo


@pytest.fixture(scope="session")
def club(conninfo: str) -> str:
    """The address of a database with the tables of Outrider."""
    from saves.store.postgres.server_setup import make_tables

    url = url_of(conninfo)
    make_tables(url)
    return url


@pytest.fixture
def server_url(club: str) -> str:
    """The address of a database that has no campaigns when a test begins."""
    empty_server(club)
    return club


if __name__ == "__main__" and is_missing():
    sys.exit(f"Not run: tests of campaigns on a server. {INSTALL}")
