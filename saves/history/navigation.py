"""Steps through a campaign's past by entry, turn, round, fight, day and session."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from core.play.history.entry_facts import Facts
from core.values import Struct
from saves.history.history import History
from saves.history.index.index import load_facts, read, starts
from saves.history.index.index_file import IndexReader
from saves.store.entries import RowKind
from saves.store.entry_reader import KINDS
from saves.store.journal import NEWEST

Unit: TypeAlias = Literal["entry", "turn", "round", "fight", "day", "session"]
"""The length of a step."""

RUNS: Mapping[Unit, tuple[str, ...]] = {
    "turn": ("encounter", "round", "acting"),
    "round": ("encounter", "round"),
    "fight": ("encounter",),
    "day": ("day",),
}
"""The columns that are equal in all play entries of one turn, round, fight or day."""

_BARE = (
    "encounter = '' AND EXISTS (SELECT 1 FROM telling"
    " WHERE telling.seq = beat.seq AND instr(facts, '\"fights\"'))"
)
BARE = f"seq < ? AND {_BARE}"
BARE_SINCE = f"seq > ? AND {_BARE}"
"""SQL: a fight without a board begins in a row before, or after, another one."""


def path(db: IndexReader, unit: Unit, firsts: tuple[int, ...]) -> StepPath:
    """Steps of a unit over the rows of the story; `firsts` are the starts of sessions.

    `after` and `before` return the first row of the next one, or of the one before, or None.
    """
    rows = RowPath(db, "story")
    if unit == "entry":
        return rows
    if unit == "session":
        return Sessions(rows, firsts)
    rows = RowPath(db, f"{rows.listed} AND kind = 'play'")
    runs = Runs(rows, RUNS[unit], "TRUE" if unit == "day" else "encounter <> ''")
    if unit == "fight":
        return Fights(rows, runs)
    return runs


class RowPath(Struct):
    """Steps row by row, over rows for which the SQL `listed` is true."""

    db: IndexReader
    listed: str

    def after(self, seq: int) -> int | None:
        """The next row."""
        return self.first(seq + 1)

    def before(self, seq: int) -> int | None:
        """The row before."""
        return self.last(seq - 1)

    def first(self, low: int, where: str = "TRUE", *values: object) -> int | None:
        """The first of these rows from `low` on."""
        return self._one(f"seq >= ? AND {where} ORDER BY seq", low, *values)

    def last(self, high: int, where: str = "TRUE", *values: object) -> int | None:
        """The last of these rows up to `high`."""
        return self._one(f"seq <= ? AND {where} ORDER BY seq DESC", high, *values)

    def _one(self, where: str, *values: object) -> int | None:
        query = f"SELECT seq FROM beat WHERE {self.listed} AND {where} LIMIT 1"
        row = self.db.execute(query, values).fetchone()
        if row is None:
            return None
        return int(row[0])


class Runs(Struct):
    """Steps over runs of play entries with equal `columns`; the SQL `counts` selects runs."""

    rows: RowPath
    columns: tuple[str, ...]
    counts: str

    def after(self, seq: int) -> int | None:
        """The beginning of the next run that counts."""
        here = self.rows.last(seq)
        end: int | None
        if here is None:
            end = seq + 1
        else:
            end = self.rows.first(here, *self.unlike(here))
        if end is None:
            return None
        return self.rows.first(end, self.counts)

    def before(self, seq: int) -> int | None:
        """The beginning of the last run that counts before this one."""
        here = self.rows.last(seq)
        if here is None:
            return None
        end = self.rows.last(here, *self.unlike(here))
        if end is None:
            return None
        seq_before = self.rows.last(end, self.counts)
        if seq_before is None:
            return None
        return self.beginning(seq_before)

    def beginning(self, seq: int) -> int | None:
        """The first row of the run of row `seq`."""
        gap = self.rows.last(seq, *self.unlike(seq))
        return self.rows.first((gap or 0) + 1)

    def unlike(self, seq: int) -> tuple[str, *tuple[Any, ...]]:
        """SQL, with values, for a row outside the run of row `seq`."""
        names = ", ".join(self.columns)
        key = self.rows.db.execute(f"SELECT {names} FROM beat WHERE seq = ?", (seq,)).fetchone()
        return f"({names}) <> ({', '.join('?' * len(self.columns))})", *key


class Fights(Struct):
    """Steps over fights: those on a board, as `boards`, and those without."""

    rows: RowPath
    boards: Runs

    def after(self, seq: int) -> int | None:
        """The beginning of the next fight."""
        board = self.boards.after(seq)
        return self.rows.first(seq + 1, BARE, NEWEST if board is None else board) or board

    def before(self, seq: int) -> int | None:
        """The beginning of the fight before."""
        board = self.boards.before(seq)
        here = self.rows.last(seq, "encounter <> ''")
        begun = seq
        if here is not None and here == self.rows.last(seq):
            begun = self.boards.beginning(here) or seq
        return self.rows.last(begun - 1, BARE_SINCE, board or 0) or board


class Sessions(Struct):
    """Steps over sessions; one without listed rows is skipped."""

    rows: RowPath
    starts: tuple[int, ...]

    def after(self, seq: int) -> int | None:
        """The first row of the next session."""
        number = bisect_right(self.starts, seq)
        if number < len(self.starts):
            return self.rows.first(self.starts[number])
        return None

    def before(self, seq: int) -> int | None:
        """The first row of the session before."""
        number = bisect_right(self.starts, seq) - 1
        seq_before = self.rows.last(self.starts[number] - 1) if number > 0 else None
        if seq_before is None:
            return None
        return self.rows.first(self.starts[bisect_right(self.starts, seq_before) - 1])


StepPath: TypeAlias = RowPath | Runs | Fights | Sessions


class Beat(Struct, kw_only=True):
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
    if found:
        return found[0]
    return None


def beats(history: History, low: int = 1, high: int | None = None) -> tuple[Beat, ...]:
    """The rows `low` to `high` (None: the last), in order."""
    wanted = (low, NEWEST if high is None else high)
    query = f"{_BEATS} WHERE seq BETWEEN ? AND ? ORDER BY seq"
    rows = read(history, lambda db: db.execute(query, wanted).fetchall())
    firsts = starts(history)
    return tuple(
        Beat(
            seq=seq,
            kind=KINDS[kind],
            session=bisect_right(firsts, seq),
            day=day,
            hour=_hour(hour),
            encounter=encounter,
            round=number,
            acting=acting,
            undone=kind == "play" and not story,
            text=text,
        )
        for seq, kind, day, hour, encounter, number, acting, story, text in rows
    )


def neighbour(history: History, seq: int, unit: Unit, by: int = 1) -> int | None:
    """The row `by` units after `seq` (before it if negative); None if there is none.

    For turns, rounds, fights, days and sessions it is their first row: one day back is the
    morning of the day before. It stops at the first or last one. Undone rows do not count.
    """
    firsts = starts(history)

    def work(db: IndexReader) -> int | None:
        steps = path(db, unit, firsts)
        place = seq
        neighbour_seq = None
        for _ in range(abs(by)):
            if by > 0:
                reached = steps.after(place)
            else:
                reached = steps.before(place)
            if reached is None:
                break
            place = neighbour_seq = reached
        return neighbour_seq

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
    last = low - 1
    end = NEWEST if high is None else high
    key = f'"{holding}":' if holding else ""

    def page(db: IndexReader) -> list[tuple[int, Facts]]:
        rows = db.execute(_FACTS, (last, end, int(story), key))
        return [(int(seq), load_facts(text)) for seq, text in rows]

    while found := read(history, page):
        yield from found
        last = found[-1][0]


@lru_cache(maxsize=4096)
def _hour(text: str) -> Fraction:
    return Fraction(text)
