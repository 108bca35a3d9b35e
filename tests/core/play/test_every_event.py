"""Every event changes the state and is told in the log by its own family's functions."""

from __future__ import annotations

from typing import get_args

from core.play.facts.fold import FOLDS, Event
from core.play.union import NARRATED


def test_every_event_has_a_fold_and_a_line_of_the_log() -> None:
    events = set(get_args(Event))
    assert set(FOLDS) == events
    assert set(NARRATED) == events
