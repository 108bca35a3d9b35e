"""Marks: notes to earlier entries, and titles and limits of sessions. They change no state."""

from __future__ import annotations

from bisect import bisect_right

from core.messages import Refusal
from core.play.facts.table.events import Noted
from saves.campaign.campaign import Campaign
from saves.store import journal, session_starts
from saves.store.entries import (
    Annotate,
    BeginSession,
    Entry,
    JoinSessions,
    Mark,
    NameSession,
    SplitSession,
)

TITLE = 80
"""Maximum letters of a title."""
NOTES = 4_000
"""Maximum letters of a note."""


def annotate(campaign: Campaign, entry: int, text: str, shared: bool = False) -> Entry:
    """Write a note to row `entry`; only for the GM unless `shared`.

    Raises Refusal "empty_note", "too_long", "no_entry".
    """
    text = _note(text)
    if not text:
        raise Refusal("empty_note", "The note is empty. Type its text.")
    _there(campaign, entry)
    return campaign.insist(lambda: _annotate(campaign, entry, text, shared))


def _annotate(campaign: Campaign, entry: int, text: str, shared: bool) -> Entry:
    row = journal.row(campaign.opened.reader, entry)
    at = campaign.story.states.moment(row.tip if row else 0).state.clock
    mark = Annotate(entry, text, shared)
    return campaign.recorder.write_mark(mark, campaign.tip, (Noted(at, text, shared),))


def begin_session(campaign: Campaign, title: str = "") -> Entry:
    """Begin a new session with the next play entry, however late that is.

    Raises Refusal "odd_title".
    """
    beginning = BeginSession(_title(title))
    return campaign.insist(lambda: _write(campaign, beginning))


def name_session(
    campaign: Campaign, at: int, title: str | None = None, notes: str | None = None
) -> Entry:
    """Set the title or the notes of the session that holds row `at`, or both.

    None keeps what is there when the row is written, whoever wrote that; "" takes it away. Raises
    Refusal "odd_title", "too_long", "no_entry".
    """
    if title is not None:
        title = _title(title)
    if notes is not None:
        notes = _note(notes)
    _there(campaign, at)
    return campaign.insist(lambda: _name_session(campaign, at, title, notes))


def _name_session(campaign: Campaign, at: int, title: str | None, notes: str | None) -> Entry:
    title_now, notes_now = _title_and_notes(campaign, at)
    if title is None:
        title = title_now
    if notes is None:
        notes = notes_now
    return _write(campaign, NameSession(at, title, notes))


def _title_and_notes(campaign: Campaign, at: int) -> tuple[str, str]:
    reader = campaign.opened.reader
    newest = campaign.head
    starts = _starts(campaign)
    if not starts:
        return "", ""
    number = max(bisect_right(starts, at) - 1, 0)
    return session_starts.titles(reader, starts, newest)[number]


def join_sessions(campaign: Campaign, at: int) -> Entry:
    """Join the session that holds row `at` with the session before it.

    Raises Refusal "no_entry", "nothing_to_join", and "joined_already" if somebody else was faster.
    """
    _there(campaign, at)
    starts = _starts(campaign)
    number = bisect_right(starts, at)
    if number < 2:
        raise Refusal(
            "nothing_to_join", "This is the first session; there is none before it to join."
        )
    start = starts[number - 1]
    return campaign.insist(lambda: _join_sessions(campaign, start))


def _join_sessions(campaign: Campaign, start: int) -> Entry:
    # Joined by somebody else meanwhile, it must not be joined with one more before it.
    if start not in _starts(campaign):
        raise Refusal(
            "joined_already",
            "Somebody else has joined these sessions already, at entry {seq}.",
            seq=start,
        )
    return _write(campaign, JoinSessions(start))


def split_session(campaign: Campaign, at: int) -> Entry:
    """Begin a new session at row `at`.

    Raises Refusal "no_entry", "begins_already", and "nothing_to_split" if nothing was played in
    the session before that row, or after it.
    """
    _there(campaign, at)
    return campaign.insist(lambda: _split_session(campaign, at))


def _split_session(campaign: Campaign, at: int) -> Entry:
    starts = _starts(campaign)
    if at in starts:
        raise Refusal("begins_already", "A session already begins with entry {seq}.", seq=at)
    parted = session_starts.starts(campaign.opened.reader, campaign.head, (at, False))
    if len(parted) == len(starts):
        raise Refusal(
            "nothing_to_split",
            "Nothing was played in this session before or after entry {seq}; it was not split.",
            seq=at,
        )
    return _write(campaign, SplitSession(at))


def _starts(campaign: Campaign) -> tuple[int, ...]:
    return session_starts.starts(campaign.opened.reader, campaign.head)


def _write(campaign: Campaign, mark: Mark) -> Entry:
    return campaign.recorder.write_mark(mark, campaign.tip)


def _there(campaign: Campaign, seq: int) -> None:
    last = campaign.head
    if not 1 <= seq <= last:
        raise Refusal(
            "no_entry", "There is no entry {seq}; the last one is {last}.", seq=seq, last=last
        )


def _title(text: str) -> str:
    title = " ".join(text.split())
    if len(title) > TITLE or not title.isprintable():
        raise Refusal(
            "odd_title",
            "A title has at most {most} letters, all printable.",
            most=TITLE,
        )
    return title


def _note(text: str) -> str:
    note = text.strip()
    if len(note) > NOTES:
        raise Refusal("too_long", "A note has at most {most} letters.", most=NOTES)
    return note
