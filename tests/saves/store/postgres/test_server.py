"""The server of the tests goes with the process that started it."""

from __future__ import annotations

import pytest

pytest.importorskip("psycopg", reason="campaigns on a server need psycopg")

import psycopg

from tests.forking import Say, forked, stay
from tests.saves.store.postgres import server
from tests.servers import find_programs

PROGRAMS = find_programs()


def run_server(say: Say) -> None:
    """Start a server, say how to connect to it, and wait to be killed."""
    with server.running(PROGRAMS) as conninfo:
        say(conninfo)
        stay()


def test_a_server_stops_when_the_process_that_started_it_is_killed() -> None:
    """Given a connection to a server of a process, when that is killed, then the server goes."""
    with forked(run_server) as child:
        raw = psycopg.connect(child.read_line(), autocommit=True)
    with pytest.raises(psycopg.OperationalError):
        raw.execute("SELECT pg_sleep(60)")
