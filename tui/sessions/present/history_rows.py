"""Rows of the Sessions screen: sessions, and the journal of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from core.calendars import Calendar
from core.messages import N_, Message
from core.play import times
from core.values import Struct, replace
from saves.history.navigation import Beat
from saves.history.sessions import Session
from tui.kit.phrases import Roughly, Words, clock, say
from tui.sessions.present.visits import Journal, Overview


class SessionLine(Struct):
    """A session as one row of the list.

    `real` is the date at the table, `played` the hours there, `span` its days of the game calendar
    (`brief` without months), `days` how many of them.
    """

    number: int
    real: str
    played: str
    span: str
    brief: str
    days: int
    fights: int
    km: str
    hurt: tuple[str, ...]


class JournalRow(Struct):
    """A row of the journal of a session: a heading (a day, or a round of a fight) or an entry.

    `seq` is the entry, under a heading the first one. `when` is the hour of the clock after it.
    What stands `aside` is a note that was written later, to the entry before it.
    """

    seq: int
    text: str
    heading: bool = False
    when: str = ""
    undone: bool = False
    aside: bool = False


class SessionLines(Struct):
    """All sessions, in the order of play, and their sum; None before they are read."""

    rows: tuple[SessionLine, ...] = ()
    total: SessionLine | None = None


class Listing(Struct, kw_only=True, dict=True):
    """The journal of session `number`: its title, its rows, and the stops of its timeline.

    `note` says which entries are listed. `days` and `fights` are the names of those of the stops;
    with `now` the last stop is the present.
    """

    number: int = 0
    title: Words = ""
    note: Words = ""
    rows: tuple[JournalRow, ...] = ()
    stops: tuple[Beat, ...] = ()
    days: Mapping[int, str] = {}
    fights: Mapping[str, str] = {}
    now: bool = False

    @cached_property
    def entries(self) -> dict[int, int]:
        """The places of the entries among the rows, in order."""
        places = enumerate(self.rows)
        return {row.seq: place for place, row in places if not (row.heading or row.aside)}


def list_sessions(overview: Overview) -> SessionLines:
    """All sessions in rows."""
    rows = tuple(session_line(session, overview.calendar) for session in overview.sessions)
    return SessionLines(rows, totals(overview.sessions))


def list_journal(journal: Journal, overview: Overview, only: str) -> Listing:
    """The journal of a session in rows; `only` is the filter by which it was read."""
    session = journal.session
    if session.title:
        title = N_("session {number}: {title}")
    else:
        title = N_("session {number}")
    note: Words = ""
    if only != "all":
        note = Message("only {filter}", filter=only)
    stops = tuple(played(journal.beats))
    return Listing(
        number=session.number,
        title=Message(title, number=session.number, title=session.title),
        note=note,
        rows=journal_rows(journal, overview),
        stops=stops,
        days={stop.day: say(times.day(stop.day, overview.calendar)) for stop in stops},
        fights=journal.fights,
        now=session.last >= overview.head,
    )


def session_line(session: Session, calendar: Calendar) -> SessionLine:
    """A session in words and short numbers."""
    first = session.start.day
    last = session.end.day
    begin = calendar.date(first).day
    end = calendar.date(last).day
    return replace(
        totals((session,)),
        number=session.number,
        real=session.date,
        span=span(first, last, calendar),
        brief=str(end) if last <= first else f"{begin}-{end}",
    )


def span(first: int, last: int, calendar: Calendar) -> str:
    """The days from `first` to `last`, short: "13-14 Thaw", "28 Deep-2 Thaw"."""
    start = calendar.date(first)
    end = calendar.date(last)
    until = say(times.short_day(last, calendar))
    if last <= first:
        return until
    if (start.month, start.year) == (end.month, end.year):
        return f"{start.day}-{until}"
    return f"{say(times.short_day(first, calendar))}-{until}"


def totals(sessions: Sequence[Session]) -> SessionLine:
    """The sum of these sessions, as a row of the same columns."""
    minutes = sum(int(one.played.total_seconds()) // 60 for one in sessions)
    km = Roughly(sum(one.km for one in sessions))
    return SessionLine(
        number=0,
        real="",
        played=f"{minutes // 60}h{minutes % 60:02}",
        span="",
        brief="",
        days=_days(sessions),
        fights=sum(one.fights for one in sessions),
        km=say(km).partition(" ")[0],
        hurt=tuple(dict.fromkeys(name for one in sessions for name in one.hurt)),
    )


def _days(sessions: Iterable[Session]) -> int:
    # A session counts every day from its first on; its last one only where something was done on
    # it.
    days = 0
    last = None
    for session in sessions:
        if session.days:
            days += session.days
            if session.start.day == last:
                days -= 1
            last = session.end.day if session.start.day + session.days > session.end.day else None
    return days


def journal_rows(journal: Journal, overview: Overview) -> tuple[JournalRow, ...]:
    """The journal of a session with its headings: a day, a round of a fight.

    Its notes come first. A note that was written later stands at the entry that it is of. For
    players only notes for them are shown, and entries that they know nothing of are left out.
    """
    calendar = overview.calendar
    notes = overview.notes
    texts = journal.texts
    later = {
        note.seq for entry_notes in notes.values() for note in entry_notes if note.seq != note.entry
    }
    rows = []
    under = None
    if journal.session.notes and texts is None:
        rows.append(JournalRow(journal.session.first, journal.session.notes, aside=True))
    for beat in journal.beats:
        if beat.seq in later or beat.seq not in journal.shown:
            continue
        if texts is None:
            text = beat.text
        else:
            text = texts.get(beat.seq, "")
            if not text:
                continue
        place = (beat.day, beat.encounter, beat.round)
        if place != under:
            under = place
            rows.append(
                JournalRow(beat.seq, say(heading(beat, calendar, journal.fights)), heading=True)
            )
        rows.append(JournalRow(beat.seq, text, when=clock(beat.hour), undone=beat.undone))
        rows += [
            JournalRow(beat.seq, note.text, aside=True)
            for note in notes.get(beat.seq, ())
            if note.seq in later and (texts is None or note.shared)
        ]
    return tuple(rows)


def played(beats: Iterable[Beat]) -> Iterator[Beat]:
    """What is part of the story: the stops of the timeline."""
    return (one for one in beats if not one.undone and one.kind not in ("undo", "redo"))


def heading(beat: Beat, calendar: Calendar, fights: Mapping[str, str]) -> Words:
    """The heading of an entry: its day, in a fight the encounter and its round."""
    if not beat.encounter:
        return times.day(beat.day, calendar)
    name = fights.get(beat.encounter, beat.encounter)
    if not beat.round:
        return name
    return Message("{encounter}  round {round}", encounter=name, round=beat.round)


def landmarks(beats: Iterable[Beat]) -> tuple[int, ...]:
    """The entries with which a day or a fight begins, in order."""
    seqs = []
    day = None
    fight = ""
    for beat in played(beats):
        if beat.day != day or (beat.encounter and beat.encounter != fight):
            seqs.append(beat.seq)
        day = beat.day
        fight = beat.encounter
    return tuple(seqs)
