"""Steps through a campaign's past by entry, turn, round, fight, day and session."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from core.play.history.facts import Facts
from core.values import Struct
from saves.history.history import History
from saves.history.index import index_paths
from saves.history.index.index import read, starts
from saves.history.index.index_file import IndexReader
from saves.history.index.index_paths import Unit
from saves.history.index.index_rows import load_facts
from saves.store.entries import RowKind
from saves.store.entry_reader import KINDS


class Beat(Struct):
    """The place of one row in the story, for lists and the timeline.

    `day` (number since the epoch) and `hour` are the clock after it; `encounter` is the id of
    the encounter on the board then ("" on the road), `round` its round and `acting` the key of
    the slot that acts. `session` counts from 1. `undone`: a play entry that is not part of the
    current story. `text` is the row's sentences in the reader's language.
    """

    seq: int
    kind: RowKind
    session: int
    day: int
    hour: Fraction
    encounter: str = ""
    round: int = 0
    acting: str = ""
    undone: bool = False
    text: str = ""


_BEATS = (
    "SELECT seq, kind, day, hour, encounter, round, acting, story, text"
    " FROM beat JOIN telling USING (seq)"
)
_FACTS = (
    "SELECT seq, facts FROM beat JOIN telling USING (seq)"
    " WHERE seq > ? AND seq <= ? AND story >= ? AND facts IS NOT NULL"
    " AND instr(facts, ?) ORDER BY seq LIMIT 500"
)


def beat(history: History, seq: int) -> Beat | None:
    """The beat of row `seq`, or None if there is no such row."""
    found = beats(history, seq, seq)
    return found[0] if found else None


def beats(history: History, low: int = 1, high: int | None = None) -> tuple[Beat, ...]:
    """The rows `low` to `high` (None: the last), in order."""
    wanted = (low, index_paths.LAST if high is None else high)
    query = f"{_BEATS} WHERE seq BETWEEN ? AND ? ORDER BY seq"
    rows = read(history, lambda db: db.execute(query, wanted).fetchall())
    firsts = starts(history)
    return tuple(
        Beat(
            seq, KINDS[kind], bisect_right(firsts, seq), day, _hour(hour), encounter, number,
            acting, kind == "play" and not story, text,
        )
        for seq, kind, day, hour, encounter, number, acting, story, text in rows
    )  # fmt: skip


def neighbour(history: History, seq: int, unit: Unit, by: int = 1) -> int | None:
    """The row `by` units after `seq` (before it if negative); None if there is none.

    For turns, rounds, fights, days and sessions it is their first row: one day back is the
    morning of the day before. It stops at the first or last one. Undone rows do not count.
    """
    firsts = starts(history)

    def work(db: IndexReader) -> int | None:
        path = index_paths.path(db, unit, firsts)
        at, found = seq, None
        for _ in range(abs(by)):
            reached = path.after(at) if by > 0 else path.before(at)
            if reached is None:
                break
            at = found = reached
        return found

    return read(history, work)


def facts_of(
    history: History,
    low: int = 1,
    high: int | None = None,
    *,
    story: bool = True,
    holding: str = "",
) -> Iterator[tuple[int, Facts]]:
    """The facts of the play entries `low` to `high` (None: the last), in order.

    Undone entries are included unless `story`. With the name of a field as `holding` only entries
    in which it differs from its default.
    """
    at, end = low - 1, index_paths.LAST if high is None else high
    key = f'"{holding}":' if holding else ""

    def page(db: IndexReader) -> list[tuple[int, Facts]]:
        rows = db.execute(_FACTS, (at, end, int(story), key))
        return [(int(seq), load_facts(text)) for seq, text in rows]

    while found := read(history, page):
        yield from found
        at = found[-1][0]


@lru_cache(maxsize=4096)
def _hour(text: str) -> Fraction:
    return Fraction(text)
