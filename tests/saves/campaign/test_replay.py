"""Replay shows exactly what happened, and undo never destroys (P15, P16)."""

from __future__ import annotations

import pytest

from tests.saves.replaying import Story, run


def test_live_replayed_and_reopened_are_the_same() -> None:
    run(Story, 16, 30)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(10))
def test_live_replayed_and_reopened_are_the_same_at_length(part: int) -> None:
    """Two thousand stories by night, which draws other ones for each part."""
    run(Story, 200, 60)
