"""Replay shows exactly what happened, and undo never destroys (P15, P16)."""

from __future__ import annotations

import pytest

from tests.saves.replaying import Story, run


def test_live_replayed_and_reopened_are_the_same() -> None:
    run(Story, 16, 30)


@pytest.mark.nightly
def test_live_replayed_and_reopened_are_the_same_at_length() -> None:
    run(Story, 2000, 60)
