"""A server that is killed loses nothing where a second follows it and takes its place (P1, P2)."""

from __future__ import annotations

import pytest

pytest.importorskip("psycopg", reason="campaigns on a server need psycopg")

from tests.saves.store.postgres.promoting import promote
from tests.servers import find_programs

pytestmark = pytest.mark.nightly


def test_three_promotions_in_mid_play_lose_and_double_nothing() -> None:
    """Given eight who write, when the first server is killed and the second promoted, three times.

    Then all that was acknowledged is stored once, and play goes on by itself.
    """
    find_programs()

    found = promote(writers=8, times=3, entries=40)

    stored = found.stored
    assert found.acknowledged >= 8 * 4 * 40
    assert (stored.lost, stored.doubled, stored.damage) == (0, 0, ())
