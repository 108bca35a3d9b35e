"""The rows at which sessions begin. Private to saves.

A session is the rows of one `session` id. A play entry begins a new one if the play entry before
it is some hours old by its label, or if the GM said so: then the GM's row has the new id. Every
other row belongs to the session of the row before it. If the wall clock jumps, the GM can join or
split sessions.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import TypeAlias

from core.values import Struct, replace
from saves.store import canonical, codec, journal
from saves.store.connection import Connection
from saves.store.entries import BeginSession, JoinSessions, NameSession, Recorded, SplitSession
from saves.store.models import StoredRow

GAP = Fraction(4)
"""Default hours without a play entry after which a new session begins."""

Cut: TypeAlias = tuple[int, bool]
"""A row at which the GM joined (True) or split (False) sessions."""


class RunningSession(Struct):
    """The session of the newest row.

    `session` is its id ("" before the first row), `played` the label of its last play entry (""
    if there is none), `number` the count of sessions with play entries up to now.
    """

    session: str = ""
    played: str = ""
    number: int = 0

    @property
    def counted(self) -> int:
        """The session's number, from 1, even if nothing was played in it yet."""
        if self.played:
            return self.number
        return self.number + 1

    def over(self, at: str, gap: Fraction) -> bool:
        """Whether a play entry at this time begins a new session; a `gap` of 0 hours never does.

        Unreadable labels never do either.
        """
        if not self.session:
            return True
        last = read_label(self.played)
        now = read_label(at)
        if not gap or last is None or now is None:
            return False
        seconds = (now - last) // timedelta(seconds=1)
        return seconds * gap.denominator >= gap.numerator * 3600

    def after(self, row: StoredRow, command: Recorded | None = None) -> RunningSession:
        """The running session after this row; `command` is that of a mark."""
        goes_on = row.session == self.session
        if row.kind == "play":
            number = self.number
            if not goes_on or not self.played:
                number += 1
            return RunningSession(row.session, row.at, number)
        if isinstance(command, JoinSessions):
            return replace(self, number=self.number - 1)
        if isinstance(command, SplitSession):
            return replace(self, number=self.number + 1)
        if goes_on:
            return self
        return replace(self, session=row.session, played="")


def read_label(label: str) -> datetime | None:
    """The time of a row's label; None if it is not a time."""
    try:
        found = datetime.fromisoformat(label)
    except ValueError:
        return None
    if found.tzinfo:
        return found
    return found.replace(tzinfo=UTC)


def running_session(reader: Connection, newest: int, face: str = "") -> RunningSession:
    """The session of row `newest`; `face` is the campaign's label if it can be trusted, else ""."""
    row = journal.row(reader, newest)
    if row is None:
        return RunningSession()
    last = reader.execute(reader.statements.last_played, newest=newest).fetchone()
    if last is not None and last[0] == row.session:
        played = str(last[1])
    else:
        played = ""
    number = None
    with suppress(ValueError, KeyError, TypeError, RecursionError):
        number = canonical.load(face)["sessions"]
    if not (isinstance(number, int) and number):
        number = len(starts(reader, newest))
    return RunningSession(row.session, played, number)


def starts(reader: Connection, newest: int, *more: Cut) -> tuple[int, ...]:
    """The first rows of all sessions up to row `newest`, in order, with `more` cuts.

    Raises UnreadableText.
    """
    runs = [int(seq) for (seq,) in reader.execute(reader.statements.runs, newest=newest)]
    marks = (codec.load_body(row.body)[0] for row in journal.aside(reader, "session", newest))
    cuts = [
        (mark.at, isinstance(mark, JoinSessions))
        for mark in marks
        if isinstance(mark, JoinSessions | SplitSession)
    ]
    return divided(runs, (*cuts, *more), newest, lambda low, high: _played(reader, low, high))


def _played(reader: Connection, low: int, high: int) -> bool:
    return bool(reader.scalar(reader.statements.has_play, low=low, high=high))


def titles(reader: Connection, firsts: Sequence[int], newest: int) -> list[tuple[str, str]]:
    """Title and notes of the sessions that begin with these rows, from rows up to `newest`.

    The last title that the GM gave counts, else the one the session was begun with, if anything
    was played in it. Raises UnreadableText.
    """
    begun = [""] * len(firsts)
    named = dict[int, tuple[str, str]]()
    ends = (*firsts[1:], newest + 1)
    for row in journal.aside(reader, "session", newest) if firsts else ():
        command = codec.load_body(row.body)[0]
        if isinstance(command, NameSession):
            named[_number_at(firsts, command.at)] = command.title, command.notes
        elif isinstance(command, BeginSession):
            number = _number_at(firsts, row.seq)
            if _played(reader, row.seq, ends[number]):
                begun[number] = begun[number] or command.title
    return [named.get(number, (title, "")) for number, title in enumerate(begun)]


def _number_at(firsts: Sequence[int], seq: int) -> int:
    # Which session row `seq` is in, from 0; a row before them all is in the first.
    return max(bisect_right(firsts, seq) - 1, 0)


def divided(
    runs: Sequence[int], cuts: Iterable[Cut], newest: int, played: Callable[[int, int], bool]
) -> tuple[int, ...]:
    """The first rows of all sessions, in order.

    `runs` are the first rows of all runs of rows with one session id, `cuts` the GM's joins and
    splits in order; `played` says whether there is a play entry from one row up to another. Rows
    without any belong to the session before them, at the very beginning to the one after.
    """
    found = set(_with_play(runs, newest, played))
    for at, joins in cuts:
        if joins:
            found.discard(at)
        elif 1 < at <= newest:
            found.add(at)
    return _with_play(sorted({*found, *runs[:1]}), newest, played)


def _with_play(
    firsts: Sequence[int], newest: int, played: Callable[[int, int], bool]
) -> tuple[int, ...]:
    ends = (*firsts[1:], newest + 1)
    kept = [low for low, high in zip(firsts, ends, strict=False) if played(low, high)]
    if kept:
        return (firsts[0], *kept[1:])
    return ()
