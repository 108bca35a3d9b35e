"""Questions to the history: where a step leads, its picture, the journal of a session.

Everything here runs on the history's thread.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from core.calendars import Calendar
from core.messages import Message
from core.values import Struct, replace
from saves.history.history import History, NoteAt, notes
from saves.history.navigation import Beat, Unit, beat, beats, facts_of, neighbour
from saves.history.sessions import Session, sessions
from saves.store.refusals import UnreadableText
from tui.sessions.present.scene import Figures, Picture, figures, picture, seen

Length: TypeAlias = Unit | Literal["level", "to", "now", "hit"]

WINDOW = 400
"""Entries of a session before and after the one that is shown that are read at once."""


class Wish(Struct):
    """Where the GM wants to go: `by` steps of a length, to the entry `to`, or to the present.

    A "level" is a round on a board, its setting up counted as one, and a day on the road. A
    "hit" is one of the entries `among`, in order; after the last of them comes the first.
    """

    unit: Length
    by: int = 1
    to: int = 0
    among: Sequence[int] = ()


class Visit(Struct):
    """A moment to show. `picture` is None where the journal cannot be read."""

    at: int
    head: int
    session: int
    picture: Picture | None = None
    figures: Figures | None = None
    trouble: Message | None = None

    @property
    def present(self) -> bool:
        """Whether it is the present."""
        return self.at == self.head


class Overview(Struct):
    """All sessions, the GM's notes by entry, and the names of days."""

    sessions: tuple[Session, ...]
    notes: Mapping[int, tuple[NoteAt, ...]]
    calendar: Calendar
    head: int

    def session(self, number: int) -> Session | None:
        """The session with this number."""
        return next((one for one in self.sessions if one.number == number), None)

    def session_of(self, seq: int) -> Session | None:
        """The session that holds an entry."""
        return next((one for one in self.sessions if one.first <= seq <= one.last), None)


class Journal(Struct):
    """The journal of a session, or of a long one the part around an entry.

    `shown` are the listed entries. `texts` are what players know of each entry; None
    while they are not asked for.
    """

    session: Session
    beats: tuple[Beat, ...]
    shown: frozenset[int]
    fights: Mapping[str, str]
    texts: Mapping[int, str] | None = None

    def holds(self, seq: int) -> bool:
        """Whether an entry and its neighbours are in this part."""
        if not self.beats or not self.beats[0].seq <= seq <= self.beats[-1].seq:
            return False
        first = self.beats[0].seq
        last = self.beats[-1].seq
        near = WINDOW // 4
        low = first <= self.session.first or seq - first > near
        return low and (last >= self.session.last or last - seq > near)


def find_seq(look: History, from_seq: int, wish: Wish) -> int:
    """The entry that a wish leads to from `from_seq`; beyond the last entry is the present."""
    unit = wish.unit
    if unit == "now":
        return look.head
    if unit == "hit":
        if wish.by < 0:
            beyond = bisect_left(wish.among, from_seq) - 1
        else:
            beyond = bisect_right(wish.among, from_seq)
        return wish.among[beyond % len(wish.among)]
    if unit == "to":
        return min(max(1, wish.to), look.head)
    if unit == "level":
        reached_seq = _level(look, from_seq, wish.by)
    else:
        reached_seq = neighbour(look, from_seq, unit, wish.by)
    if reached_seq is not None:
        return reached_seq
    if wish.by > 0:
        return look.head
    return from_seq


def _level(look: History, from_seq: int, by: int) -> int | None:
    here = beat(look, from_seq)
    units: tuple[Unit, ...]
    if here is not None and here.encounter:
        units = ("round", "day")
    else:
        units = ("day",)
    seqs = [seq for unit in units if (seq := neighbour(look, from_seq, unit, by)) is not None]
    nearest = min if by > 0 else max
    return nearest(seqs, default=None)


def visit(look: History, seq: int, wishes: Iterable[Wish], *, player_view: bool = False) -> Visit:
    """Follow the wishes in order, and return the moment reached."""
    for wish in wishes:
        seq = find_seq(look, seq, wish)
    found = beat(look, seq)
    return _seen(look, seq, 0 if found is None else found.session, player_view=player_view)


def present(look: History, *, player_view: bool = False) -> Visit:
    """The present, without asking the index."""
    return _seen(look, look.head, 0, player_view=player_view)


def _seen(look: History, seq: int, session: int, *, player_view: bool) -> Visit:
    unread_visit = Visit(seq, look.head, session)
    try:
        then = look.then(seq)
    except UnreadableText as reason:
        why = Message("Entry {seq} cannot be read: {reason}.", seq=seq, reason=str(reason))
        return replace(unread_visit, trouble=why)
    if then is None:
        return unread_visit
    drawn = picture(then)
    return replace(unread_visit, picture=drawn, figures=figures(drawn, player_view=player_view))


def overview(look: History) -> Overview:
    """The sessions and the notes of the journal."""
    by_entry: dict[int, tuple[NoteAt, ...]] = {}
    for note in notes(look):
        by_entry[note.entry] = (*by_entry.get(note.entry, ()), note)
    state = look.states.moment(look.tip).state
    return Overview(sessions(look), by_entry, state.calendar, look.head)


def journal(
    look: History, session: Session, near_seq: int, *, player_view: bool = False, only: str = "all"
) -> Journal:
    """The journal of `session`; of a long one the part around entry `near_seq`.

    With `player_view` also what players know. `only`: "fights", "travel", "rulings", "notes",
    or "hidden" (unknown to players).
    """
    low = max(session.first, min(near_seq, session.last) - WINDOW)
    high = min(session.last, low + 2 * WINDOW)
    session_beats = beats(look, low, high)
    state = look.states.moment(look.tip).state
    fights = {one.id: one.name for one in state.encounters}
    texts = None
    if player_view or only == "hidden":
        thens = ((beat.seq, look.then(beat.seq)) for beat in session_beats)
        texts = {seq: "; ".join(seen(then)) for seq, then in thens if then is not None}
    shown = frozenset(_only(look, session_beats, only, texts or {}))
    return Journal(session, session_beats, shown, fights, texts if player_view else None)


def _only(
    look: History, session_beats: tuple[Beat, ...], only: str, texts: Mapping[int, str]
) -> Iterator[int]:
    counted = {}
    if only in ("fights", "travel", "rulings") and session_beats:
        counted = dict(facts_of(look, session_beats[0].seq, session_beats[-1].seq, story=False))
    for story_beat in session_beats:
        facts = counted.get(story_beat.seq)
        kept = {
            "fights": story_beat.encounter or (facts and facts.fights),
            "travel": facts and (facts.km or facts.hours),
            "rulings": facts and facts.ruled,
            "notes": story_beat.kind == "note",
            "hidden": not texts.get(story_beat.seq),
        }
        if kept.get(only, True):
            yield story_beat.seq
