"""Steps from row to row of the index. Private to history."""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from core.values import Struct
from saves.store.session_starts import divided

Unit: TypeAlias = Literal["entry", "turn", "round", "fight", "day", "session"]
"""The length of a step."""

LAST = 1 << 62
"""Higher than any row."""

RUNS: Mapping[Unit, tuple[str, ...]] = {
    "turn": ("encounter", "round", "acting"), "round": ("encounter", "round"),
    "fight": ("encounter",), "day": ("day",),
}  # fmt: skip
"""The columns that are equal in all play entries of one turn, round, fight or day."""

_BARE = (
    "encounter = '' AND EXISTS (SELECT 1 FROM telling"
    " WHERE telling.seq = beat.seq AND instr(facts, '\"fights\"'))"
)
BARE = f"seq < ? AND {_BARE}"
BARE_SINCE = f"seq > ? AND {_BARE}"
"""SQL: a fight without a board begins in a row before, or after, another one."""

Key: TypeAlias = tuple[Any, ...]


def path(db: sqlite3.Connection, unit: Unit, firsts: tuple[int, ...]) -> StepPath:
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
    return Fights(rows, runs) if unit == "fight" else runs


def starts(db: sqlite3.Connection) -> tuple[int, ...]:
    """The first row of each session."""

    def played(low: int, high: int) -> bool:
        query = "SELECT 1 FROM beat WHERE seq >= ? AND seq < ? AND kind = 'play' LIMIT 1"
        return db.execute(query, (low, high)).fetchone() is not None

    runs = [int(first) for (first,) in db.execute("SELECT first FROM sitting ORDER BY first")]
    cuts = ((int(at), bool(joins)) for at, joins in db.execute("SELECT at, joins FROM cut"))
    (last,) = db.execute("SELECT coalesce(max(seq), 0) FROM beat").fetchone()
    return divided(runs, cuts, last, played)


class RowPath(Struct):
    """Steps row by row, over rows for which the SQL `listed` is true."""

    db: sqlite3.Connection
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
        found = self.db.execute(query, values).fetchone()
        return None if found is None else int(found[0])


class Runs(Struct):
    """Steps over runs of play entries with equal `columns`; the SQL `counts` selects runs."""

    rows: RowPath
    columns: tuple[str, ...]
    counts: str

    def after(self, seq: int) -> int | None:
        """The beginning of the next run that counts."""
        here = self.rows.last(seq)
        end = seq + 1 if here is None else self.rows.first(here, *self.unlike(here))
        return None if end is None else self.rows.first(end, self.counts)

    def before(self, seq: int) -> int | None:
        """The beginning of the last run that counts before this one."""
        here = self.rows.last(seq)
        end = None if here is None else self.rows.last(here, *self.unlike(here))
        found = None if end is None else self.rows.last(end, self.counts)
        return None if found is None else self.beginning(found)

    def beginning(self, seq: int) -> int | None:
        """The first row of the run of row `seq`."""
        gap = self.rows.last(seq, *self.unlike(seq))
        return self.rows.first((gap or 0) + 1)

    def unlike(self, seq: int) -> tuple[str, *Key]:
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
        return self.rows.first(seq + 1, BARE, LAST if board is None else board) or board

    def before(self, seq: int) -> int | None:
        """The beginning of the fight before."""
        board = self.boards.before(seq)
        here, begun = self.rows.last(seq, "encounter <> ''"), seq
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
        return self.rows.first(self.starts[number]) if number < len(self.starts) else None

    def before(self, seq: int) -> int | None:
        """The first row of the session before."""
        number = bisect_right(self.starts, seq) - 1
        found = self.rows.last(self.starts[number] - 1) if number > 0 else None
        if found is None:
            return None
        return self.rows.first(self.starts[bisect_right(self.starts, found) - 1])


StepPath: TypeAlias = RowPath | Runs | Fights | Sessions
