"""Facts as the index keeps them, and sums of days and dice over blocks of rows. Private to history.

A block is summed once it is full, and again after one of its rows was undone or redone.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

import msgspec

from core.play.history.facts import DayTotal, Facts, by_day, joined
from core.play.history.thrown_dice import Roll
from core.values import Struct
from saves.store import codec


def load_facts(text: str) -> Facts:
    """Read facts, compact JSON without defaults. Raises ValueError."""
    return _read(tuple[Facts], text)[0]


def _read(kind: type[T], text: str) -> T:
    try:
        return codec.read(kind, text)
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from error


T = TypeVar("T")
STORED: Final = tuple[tuple[DayTotal, ...], tuple[tuple[Roll, int], ...], dict[str, int]]
"""The sums of a block as they are stored."""
ROWS = 250
"""Rows of a block; the first begins with row 1."""

_STORY = (
    "SELECT seq, facts FROM beat JOIN telling USING (seq)"
    " WHERE seq BETWEEN ? AND ? AND story AND facts IS NOT NULL ORDER BY seq"
)
_WHOLE = "SELECT stretch, sums FROM stretch WHERE stretch BETWEEN ? AND ? ORDER BY stretch"


class Sums(Struct):
    """The sums of entries of the story.

    `thrown` counts equal rolls, in the order of the first; `last` is each roller's last entry.
    """

    days: tuple[DayTotal, ...] = ()
    thrown: Counter[Roll] = msgspec.field(default_factory=Counter)
    last: Mapping[str, int] = msgspec.field(default_factory=dict)


def summed(story: Iterable[tuple[int, Facts]]) -> Sums:
    """The sums of entries."""
    found = tuple(story)
    rolls = [(seq, roll) for seq, facts in found for roll in facts.rolls]
    return Sums(
        by_day(facts for _, facts in found),
        Counter(roll for _, roll in rolls),
        {roll.who: seq for seq, roll in rolls},
    )


def together(parts: Iterable[Sums]) -> Sums:
    """Consecutive sums as one."""
    days: list[DayTotal] = []
    thrown: Counter[Roll] = Counter()
    last: dict[str, int] = {}
    for part in parts:
        days += part.days
        thrown.update(part.thrown)
        last |= part.last
    return Sums(joined(days), thrown, last)


def stretch_of(seq: int) -> int:
    """The number of the block that holds a row."""
    return (seq - 1) // ROWS


def keep(
    db: sqlite3.Connection, stale: Iterable[int], end: int, known: Mapping[int, Facts]
) -> None:
    """Sum the `stale` blocks that are full at row `end`; `known` are facts already read."""
    for number in sorted(stale):
        low, high = number * ROWS + 1, (number + 1) * ROWS
        if high > end:
            continue
        rows = db.execute(_STORY, (low, high)).fetchall()
        sums = summed((seq, known.get(seq) or load_facts(text)) for seq, text in rows)
        kept = codec.ENCODER.encode((sums.days, tuple(sums.thrown.items()), sums.last)).decode()
        db.execute("INSERT OR REPLACE INTO stretch VALUES (?, ?)", (number, kept))


def stretches(db: sqlite3.Connection, low: int, high: int) -> tuple[int, int, Sums] | None:
    """First row, last row and sums of all blocks within these rows; None if there are none."""
    first, last = stretch_of(low + ROWS - 1), stretch_of(high + 1) - 1
    found = db.execute(_WHOLE, (first, last)).fetchall()
    if not found:
        return None
    sums = together(_load(text) for _, text in found)
    return found[0][0] * ROWS + 1, (found[-1][0] + 1) * ROWS, sums


def _load(text: str) -> Sums:
    days, rolls, last = _read(STORED, text)
    return Sums(days, Counter(dict(rolls)), last)
