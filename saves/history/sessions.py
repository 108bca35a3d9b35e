"""The sessions of a campaign with their sums, and the last one for the page before the next."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from core.calendars import Instant
from core.messages import Kilometres, Message
from core.play.history.previously import LastSession
from core.values import Struct
from saves.history.history import History
from saves.history.index.index import firsts_of, read
from saves.history.index.index_file import IndexReader
from saves.history.rulings import ruled
from saves.store import codec, journal, session_starts
from saves.store.entry_reader import EntryReader, name
from saves.store.failures import StorageError
from saves.store.places import translating
from saves.store.refusals import UnreadableText
from saves.store.session_starts import read_label, titles

if TYPE_CHECKING:
    from saves.store.backend import Place


def table_date(label: str) -> str:
    """The local date of a row's label: "2026-11-21". Other text is returned as it is."""
    date = read_label(label)
    try:
        if date is None:
            return label[:10]
        return f"{date.astimezone().date()}"
    except (OverflowError, OSError):
        return label[:10]


class Session(Struct, kw_only=True):
    """One session: the rows `first` to `last`, and their sums.

    `number` counts from 1 in the order of play. `title` and `notes` are the GM's. `began` and
    `ended` are the UTC texts of its first and last row (labels only), `played` the time at the
    table: the gaps between its rows, each counted as 20 minutes at most. `start` and `end` are
    the game clock before and after it. `days` counts the game days played, `fights` the
    encounters begun, `km` the kilometres travelled; `hurt` names the members who took damage,
    `entries` counts the play entries that are not undone.
    """

    number: int
    first: int
    last: int
    title: str
    notes: str
    began: str
    ended: str
    played: timedelta
    start: Instant
    end: Instant
    days: int
    fights: int
    km: Kilometres
    hurt: tuple[str, ...]
    entries: int

    @property
    def date(self) -> str:
        """The local date on which it began."""
        return table_date(self.began)


LONGEST = timedelta(minutes=20)
"""The longest gap between two rows that counts as time at the table."""
NONE = timedelta(0)

_ROWS = "SELECT seq, at, kind, story, day, hour FROM beat ORDER BY seq"
ASIDE = ("note", "session")
"""Kinds of rows that may be written long after the session."""
_ROADS = (
    "SELECT seq, json_extract(facts, '$[0].km'), json_array_length(facts, '$[0].fights')"
    " FROM beat JOIN telling USING (seq)"
    """ WHERE story AND (instr(facts, '"km"') OR instr(facts, '"fights"'))"""
)
_HURT = (
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
    """All sessions, the newest last. Raises UnreadableText.

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
            number=number,
            first=one.first,
            last=one.last,
            title=title,
            notes=notes,
            began=one.began,
            ended=one.ended,
            played=one.table,
            start=_instant(one.start),
            end=_instant(one.end),
            days=len(one.days),
            fights=one.fights,
            km=Kilometres(one.km),
            hurt=tuple(_names(history, one.hurt)),
            entries=one.entries,
        )
        for number, (one, (title, notes)) in enumerate(zip(sums, named, strict=True), 1)
    )


def _added(db: IndexReader) -> list[_Sum]:
    firsts = firsts_of(db)
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


MOST_DAYS = 100_000
"""So many days are counted of one entry, at most; an old ruling may span more."""


def _walk(rows: Iterable[tuple[Any, ...]], sums: Sequence[_Sum]) -> None:
    ahead = iter(sums)
    one = coming = next(ahead)
    label: datetime | None = None
    stands: tuple[int, str] | None = None
    for seq, written_at, kind, story, day, hour in rows:
        before = label
        if written_at != one.ended:
            label = read_label(written_at)
        if seq == coming.first:
            one = coming
            coming = next(ahead, coming)
            before = None
            one.began = written_at
            one.start = stands
            one.end = stands
        if before is not None and label is not None and before != label:
            one.since += min(max(label - before, NONE), LONGEST)
        one.ended = written_at
        one.last = seq
        if kind not in ASIDE:
            one.table += one.since
            one.since = NONE
        if kind != "play":
            continue
        if story:
            since = stands[0] if stands is not None else day
            if day != since or since not in one.days:
                until = min(max(day, since + 1), since + MOST_DAYS)
                one.days.update(range(since, until))
            one.entries += 1
            stands = (day, hour)
            one.start = one.start or stands
            one.end = stands


def _instant(at: tuple[int, str] | None) -> Instant:
    day, hour = at or (0, "0")
    return Instant(day, Fraction(hour))


def _names(history: History, hurt: dict[str, int]) -> Iterator[str]:
    now = history.states.moment(history.tip).state
    for who, seq in hurt.items():
        member = now.member(who) or history.states.moment(seq).state.member(who)
        yield who if member is None else member.name


RULED = ('"ruled"', '"ruling_made"')
"""Text in the body of every entry with a ruling."""


def last_session(place: Place, entries: EntryReader, newest: int) -> LastSession | None:
    """The last session of a campaign up to row `newest`.

    None before the first, or if it cannot be read. It needs no index and reads only the rows of
    that session.
    """
    reader = entries.reader
    try:
        with translating(place):
            firsts = session_starts.starts(reader, newest)
            row = journal.row(reader, firsts[-1]) if firsts else None
            if row is None:
                return None
            title, _ = session_starts.titles(reader, firsts, newest)[-1]
            unexplained = dict.fromkeys(_unexplained(entries, row.seq, newest))
            return LastSession(len(firsts), title, table_date(row.at), tuple(unexplained))
    except (StorageError, UnreadableText):
        return None


def _unexplained(entries: EntryReader, first: int, newest: int) -> Iterator[Message]:
    reader = entries.reader
    states = entries.states
    spans = journal.spans(reader, journal.head_at(reader, newest).tip, first)
    for seq, parent, body in journal.holding(reader, first, newest, *RULED):
        if not any(low <= seq <= high for low, high in spans):
            continue
        command, answers, events = codec.load_body(body)
        asked = name(command, states.moment(parent).state)
        state = states.moment(seq).state
        yield from (what for what, reason in ruled(asked, answers, events, state) if not reason)
