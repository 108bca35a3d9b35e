"""Many who write to one campaign of a server lose nothing that was acknowledged (P1, P2)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

pytest.importorskip("psycopg", reason="campaigns on a server need psycopg")

from saves.store.places import library_at
from saves.store.postgres.server_setup import make_tables
from tests.saves.store.postgres.server import SAFE, started, url_of
from tests.saves.store.postgres.writers import (
    begin,
    count_stored,
    end_connections,
    write_together,
)
from tests.servers import find_programs


def check_many(url: str, players: int, entries: int, disturb: Callable[[], object]) -> None:
    """All that was acknowledged is stored once, in one chain."""
    with library_at(url):
        begin()
        acknowledged = write_together(players, entries, disturb)
        found = count_stored(acknowledged)

    assert len(acknowledged) == players * entries + entries // 2
    assert (found.lost, found.doubled, found.damage) == (0, 0, ())


def test_four_who_write_at_once_lose_and_double_nothing(server_url: str) -> None:
    check_many(server_url, players=3, entries=10, disturb=partial(end_connections, server_url))


@pytest.mark.nightly
def test_eight_who_write_two_thousand_entries_lose_and_double_nothing() -> None:
    """Given a server that is restarted at once, twice, and a writer that is killed."""
    with started(find_programs(), SAFE) as server:
        url = url_of(server.conninfo)
        make_tables(url)
        check_many(url, players=8, entries=250, disturb=lambda: server.restart_at_once(SAFE))
