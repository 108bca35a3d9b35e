"""What is written on an evening of a club is seen by all who watch, and painted."""

from __future__ import annotations

import pytest

pytest.importorskip("psycopg", reason="campaigns on a server need psycopg")

from tests.saves.store.postgres.club_evening import Evening, measure
from tests.servers import find_programs

pytestmark = pytest.mark.nightly


def test_every_entry_of_an_evening_is_seen_and_the_newest_are_painted() -> None:
    """Given three campaigns, each with one who plays and some who watch, then nothing is missed."""
    find_programs()

    found = measure(Evening(campaigns=3, watchers=2, seconds=3, pause=1))

    assert found.not_seen == 0
    assert found.painted > 0
