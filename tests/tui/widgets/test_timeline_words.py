"""The words along the line of time: as many as fit, and none at all where nothing has a name."""

from __future__ import annotations

from tui.sessions.panes.timeline import _labels


def test_a_line_without_words_is_empty() -> None:
    assert _labels([(), (), ()], 40) == ""


def test_a_word_that_would_touch_the_next_is_told_short_or_left_out() -> None:
    days = [("12 Thaw", "12"), (), (), ("13 Thaw", "13"), ("R1",), ("Ambush", "R2")]
    assert _labels(days, 40) == "12   Ambush"
