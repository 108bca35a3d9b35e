"""Entries found by what they tell: their numbers are the demo's own business."""

from __future__ import annotations

from collections.abc import Mapping

from core.dice import Answer
from core.play.union import Needs
from saves.history.fixing import Consequences, CorrectedStory
from saves.history.history import History
from saves.store.entries import Entry
from tui.kit.phrases import say


def entries(look: History) -> tuple[Entry, ...]:
    """All rows."""
    rows = [row for seq in range(1, look.head + 1) if (row := look.row(seq)) is not None]
    return look.entry_reader.marked(rows, look.tip)


def tells(look: History, text: str, *, undone: bool = False) -> int:
    """The first entry of the story that tells `text`; with `undone` the first taken back."""
    found = (
        one.seq
        for one in entries(look)
        if one.undone is undone and any(text in say(line) for line in one.told)
    )
    return next(found)


def consequences(history: History, seq: int, answers: Mapping[str, Answer]) -> Needs | Consequences:
    """The consequences of other answers, or what is asked for more."""
    corrected = CorrectedStory(history, seq, answers)
    if corrected.needs is not None:
        return corrected.needs
    while not corrected.follow(history):
        pass
    return corrected.consequences(history)
