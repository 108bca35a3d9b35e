"""The sessions of a campaign, with their sums."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from core.calendars import Instant
from core.quantities import Kilometres
from saves.history.index.index import read
from saves.history.index.index_file import IndexReader
from saves.history.index.index_paths import starts
from saves.history.session import Session
from saves.store.session_starts import read_label, titles

if TYPE_CHECKING:
    from saves.history.history import History

LONGEST: Final = timedelta(minutes=20)
"""The longest gap between two rows that counts as time at the table."""
NONE: Final = timedelta(0)

_ROWS: Final = "SELECT seq, at, kind, story, day, hour FROM beat ORDER BY seq"
ASIDE: Final = ("note", "session")
"""Kinds of rows that may be written long after the session."""
_ROADS: Final = (
    "SELECT seq, json_extract(facts, '$[0].km'), json_array_length(facts, '$[0].fights')"
    " FROM beat JOIN telling USING (seq)"
    """ WHERE story AND (instr(facts, '"km"') OR instr(facts, '"fights"'))"""
)
_HURT: Final = (
    "SELECT json_extract(blow.value, '$[0]') AS who, min((seq << 16) + blow.key)"
    " FROM beat JOIN telling USING (seq), json_each(facts, '$[0].hurt') blow"
    " WHERE seq BETWEEN ? AND ? AND story AND instr(facts, '\"hurt\"') GROUP BY who"
    " ORDER BY 2"
)
"""Facts are JSON without defaults; most entries have none of these keys."""


@dataclass(slots=True)
class _Sum:
    # `table` is the time at the table up to the last play entry, `since` that from there on;
    # `hurt` are ids, with the entry in which each was hurt first.

    first: int
    last: int = 0
    began: str = ""
    ended: str = ""
    table: timedelta = NONE
    since: timedelta = NONE
    entries: int = 0
    start: tuple[int, str] | None = None
    end: tuple[int, str] | None = None
    days: set[int] = field(default_factory=set)
    km: Fraction = Fraction(0)
    fights: int = 0
    hurt: dict[str, int] = field(default_factory=dict)


def sessions(history: History) -> tuple[Session, ...]:
    """All sessions, the newest last. Raises codec.UnreadableText.

    Rows without play entries belong to the session before them. A gap between two rows counts as
    20 minutes at most, and as nothing if the wall clock went back; marks after the last play
    entry add no time. A game day counts if something was done on it; a night's sleep does not.
    """
    sums = read(history, _added)
    if not sums:
        return ()
    named = titles(history.reader, [one.first for one in sums], sums[-1].last)
    return tuple(
        Session(
            number, one.first, one.last, *named[number - 1], one.began, one.ended, one.table,
            _instant(one.start), _instant(one.end), len(one.days), one.fights, Kilometres(one.km),
            tuple(_names(history, one.hurt)), one.entries,
        )
        for number, one in enumerate(sums, 1)
    )  # fmt: skip


def _added(db: IndexReader) -> list[_Sum]:
    firsts = starts(db)
    sums = [_Sum(first) for first in firsts]
    if sums:
        _walk(db.execute(_ROWS), sums)
    for seq, km, fights in db.execute(_ROADS):
        one = sums[bisect_right(firsts, seq) - 1]
        one.km += Fraction(km or 0)
        one.fights += fights or 0
    for one in sums:
        found = db.execute(_HURT, (one.first, one.last))
        one.hurt = {who: first >> 16 for who, first in found}
    return sums


def _walk(rows: Iterable[tuple[Any, ...]], sums: Sequence[_Sum]) -> None:
    ahead = iter(sums)
    one = coming = next(ahead)
    label: datetime | None = None
    stands: tuple[int, str] | None = None
    for seq, at, kind, story, day, hour in rows:
        before, label = label, label if at == one.ended else read_label(at)
        if seq == coming.first:
            one, coming, before = coming, next(ahead, coming), None
            one.began, one.start, one.end = at, stands, stands
        if before is not None and label is not None and before != label:
            one.since += min(max(label - before, NONE), LONGEST)
        one.ended, one.last = at, seq
        if kind not in ASIDE:
            one.table, one.since = one.table + one.since, NONE
        if kind != "play":
            continue
        if story:
            since = stands[0] if stands is not None else day
            if day != since or since not in one.days:
                one.days.update(range(since, max(day, since + 1)))
            one.entries += 1
            stands = (day, hour)
            one.start, one.end = one.start or stands, stands


def _instant(at: tuple[int, str] | None) -> Instant:
    day, hour = at or (0, "0")
    return Instant(day, Fraction(hour))


def _names(history: History, hurt: dict[str, int]) -> Iterator[str]:
    now = history.states.moment(history.tip).state
    for who, seq in hurt.items():
        member = now.member(who) or history.states.moment(seq).state.member(who)
        yield who if member is None else member.name
