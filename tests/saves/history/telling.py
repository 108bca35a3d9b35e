"""Entries found by what they tell: their numbers are the demo's own business."""

from __future__ import annotations

from saves.history.history import History
from saves.store.entries import Entry
from tui.kit.phrases import say


def entries(look: History) -> tuple[Entry, ...]:
    """All rows."""
    return look.entries(range(1, look.head + 1))


def tells(look: History, text: str, *, undone: bool = False) -> int:
    """The first entry of the story that tells `text`; with `undone` the first taken back."""
    found = (
        one.seq
        for one in entries(look)
        if one.undone is undone and any(text in say(line) for line in one.told)
    )
    return next(found)
