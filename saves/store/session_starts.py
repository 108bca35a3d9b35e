"""Evenings at the table: when a row opens another session, and where sessions begin.

A session is the rows of one `session` id. A play entry opens another when the last one before it
is some hours old by its label, or when the GM said so: the row that says it carries the new id,
and keeps it open until something is played. Every other row belongs to the session of the row
before it. A clock that jumps ahead opens a session too many and one that jumps back opens none;
the GM's word mends both. Private to saves.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Final, TypeAlias

from core.values import Struct, replace
from saves.store import canonical, codec, journal
from saves.store.chain import RowDraft
from saves.store.database import Connection, scalar
from saves.store.entries import BeginSession, JoinSessions, NameSession, Recorded, SplitSession

GAP: Final = Fraction(4)
"""Hours without a play entry after which another session begins, unless the GM prefers others."""

Cut: TypeAlias = tuple[int, bool]
"""The GM's word on where sessions begin: the row, and whether it joins (else it splits)."""

_RUNS: Final = (
    "SELECT row.seq FROM entry row LEFT JOIN entry before ON before.seq = row.seq - 1"
    " WHERE row.seq <= :newest AND before.session IS NOT row.session ORDER BY row.seq"
)
_LAST_PLAYED: Final = (
    "SELECT session, at FROM entry WHERE kind = 'play' AND seq <= :newest ORDER BY seq DESC LIMIT 1"
)
_PLAYED: Final = ("SELECT EXISTS(SELECT 1 FROM entry WHERE kind = 'play' AND seq >= :low"
                      " AND seq < :high)")  # fmt: skip


class RunningSession(Struct):
    """The session of the newest row.

    `session` is its id ("" before the first row), `played` the label of its last play entry (""
    while nothing was played in it), `number` how many sessions were played up to now.
    """

    session: str = ""
    played: str = ""
    number: int = 0

    @property
    def counted(self) -> int:
        """The number of the evening, from 1; one in which nothing was played yet counts."""
        return self.number + (not self.played)

    def over(self, at: str, gap: Fraction) -> bool:
        """Whether a play entry of this time opens another session; never by time with a gap of 0.

        Labels that cannot be read are no reason to.
        """
        if not self.session:
            return True
        last, now = read_label(self.played), read_label(at)
        if not gap or last is None or now is None:
            return False
        return (now - last) / timedelta(hours=1) >= gap

    def after(self, draft: RowDraft, command: Recorded | None = None) -> RunningSession:
        """The evening once this row is stored; `command` is what a mark says."""
        goes_on = draft.session == self.session
        if draft.kind == "play":
            first = not (goes_on and self.played)
            return RunningSession(draft.session, draft.at, self.number + first)
        if isinstance(command, JoinSessions | SplitSession):
            more = -1 if isinstance(command, JoinSessions) else 1
            return replace(self, number=self.number + more)
        return self if goes_on else replace(self, session=draft.session, played="")


def read_label(label: str) -> datetime | None:
    """The time of a row's label; None where it is none."""
    try:
        found = datetime.fromisoformat(label)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def running_session(reader: Connection, newest: int, face: str = "") -> RunningSession:
    """The evening of row `newest`; `face` is the campaign's, where it can be trusted."""
    row = journal.row(reader, newest)
    if row is None:
        return RunningSession()
    last = reader.execute(_LAST_PLAYED, {"newest": newest}).fetchone()
    played = str(last[1]) if last is not None and last[0] == row.session else ""
    return RunningSession(row.session, played, _counted(face) or len(starts(reader, newest)))


def _counted(face: str) -> int | None:
    try:
        found = canonical.load(face)["sessions"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return found if isinstance(found, int) else None


def starts(reader: Connection, newest: int, *more: Cut) -> tuple[int, ...]:
    """The first rows of all sessions up to row `newest`, in order; `more` is said beyond the rows.

    Raises codec.Unreadable.
    """
    runs = [int(seq) for (seq,) in reader.execute(_RUNS, {"newest": newest})]
    cuts = (*_cuts(reader, newest), *more)
    return divided(runs, cuts, newest, lambda low, high: _played(reader, low, high))


def _played(reader: Connection, low: int, high: int) -> bool:
    return bool(scalar(reader, _PLAYED, {"low": low, "high": high}))


def titles(reader: Connection, firsts: Sequence[int], newest: int) -> list[tuple[str, str]]:
    """Title and notes of the sessions that begin with these rows, in rows up to `newest`.

    The GM's last word holds, else the title that the session was begun with. One that was begun,
    and not played in before another was, gave its title to none. Raises codec.Unreadable.
    """
    begun, named = [""] * len(firsts), dict[int, tuple[str, str]]()
    ends = (*firsts[1:], newest + 1)
    for row in journal.aside(reader, "session", newest) if firsts else ():
        command = codec.load_body(row.body)[0]
        at = command.at if isinstance(command, NameSession) else row.seq
        number = max(bisect_right(firsts, at) - 1, 0)
        if isinstance(command, NameSession):
            named[number] = command.title, command.notes
        elif isinstance(command, BeginSession) and _played(reader, row.seq, ends[number]):
            begun[number] = begun[number] or command.title
    return [named.get(number, (title, "")) for number, title in enumerate(begun)]


def _cuts(reader: Connection, newest: int) -> Iterable[Cut]:
    for row in journal.aside(reader, "session", newest):
        command = codec.load_body(row.body)[0]
        if isinstance(command, JoinSessions | SplitSession):
            yield command.at, isinstance(command, JoinSessions)


def divided(
    runs: Sequence[int], cuts: Iterable[Cut], newest: int, played: Callable[[int, int], bool]
) -> tuple[int, ...]:
    """The first rows of all sessions, in order.

    `runs` are the first rows of all runs of rows with one session id, `cuts` the GM's word in the
    order of its rows; `played` tells whether there is a play entry from one row up to another.
    Rows without any belong to the session before them, at the very beginning to the one after.
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
    return (firsts[0], *kept[1:]) if kept else ()
