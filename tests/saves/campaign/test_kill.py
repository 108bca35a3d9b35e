"""kill -9 at any instant loses nothing that was acknowledged, and doubles nothing (P1, P2)."""

from __future__ import annotations

import json

import pytest

from tests.forking import Say, forked
from tests.saves.killing import WRONG, kill_players

pytestmark = pytest.mark.usefixtures("both_libraries")


def loop(kills: int) -> dict[str, int]:
    """What the loop has counted when it has killed so often; it says so after each kill."""

    def act(say: Say) -> None:
        for counts in kill_players(kills, 7):
            say(json.dumps(counts))

    with forked(act) as child:
        told = [child.read_line() for _ in range(kills)]
        counts: dict[str, int] = json.loads(told[-1])
        return counts


def whole(counts: dict[str, int], kills: int) -> None:
    """Nothing is wrong, and both what was acknowledged and what was not was looked for."""
    assert counts["kills"] == kills
    assert counts["acknowledged"] >= kills
    assert counts["unanswered"] > 0  # sent again, so that it could be doubled
    assert {name: counts[name] for name in WRONG} == dict.fromkeys(WRONG, 0)


def test_fifteen_kills_lose_and_double_nothing() -> None:
    whole(loop(15), 15)


@pytest.mark.nightly
def test_fifty_kills_lose_and_double_nothing() -> None:
    whole(loop(50), 50)


@pytest.mark.nightly
def test_five_hundred_kills_lose_and_double_nothing() -> None:
    counts = loop(500)
    whole(counts, 500)
    assert counts["unseen"] > 0  # the window between COMMIT and its answer was hit
