"""Fixtures: a PostgreSQL for tests, started once; who needs it is skipped without it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.saves.store.postgres import server
from tests.saves.store.postgres.server import url_of


@pytest.fixture(scope="session")
def club() -> Iterator[str]:
    """The address of a database with the tables of Outrider."""
    pytest.importorskip("psycopg", reason="psycopg is not installed (the extra `postgres`)")
    programs = server.programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    from saves.store.postgres.server_setup import make_tables

    with server.running(programs) as conninfo:
        url = url_of(conninfo)
        make_tables(url)
        yield url


@pytest.fixture
def server_url(club: str) -> str:
    """The address of a database that has no campaigns when a test begins."""
    import psycopg

    with psycopg.connect(club) as raw:
        raw.execute("DELETE FROM outrider_campaign")
    return club
