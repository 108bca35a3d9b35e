"""What the GM writes beside the past: notes, and the titles and bounds of sessions."""

from __future__ import annotations

from functools import partial

from core.messages import N_, Message
from core.play.facts.table.commands import WriteNote
from saves.campaign import marks
from tui.play.dialogs.dialog import LineDialog
from tui.sessions.change import Mark, PastChange, PastStandpoint


def ask_note(standpoint: PastStandpoint, text: str = "", *, shared: bool = False) -> PastChange:
    """Write a note at the moment shown, for the GM alone or for all; ask for it without `text`."""
    seq = standpoint.at
    if text:
        return write_note(standpoint, text, seq=seq, shared=shared)
    prompt = N_("note at entry {seq}, for the GM alone (:share is for all)")
    if shared:
        prompt = N_("note at entry {seq}, for the players, too")
    write = partial(write_note, seq=seq, shared=shared)
    return LineDialog(prompt=Message(prompt, seq=seq), then=write)


def write_note(
    standpoint: PastStandpoint, text: str, *, seq: int, shared: bool = False
) -> PastChange:
    """Write a note at entry `seq`; in the present a note of now."""
    if seq >= standpoint.head:
        return WriteNote(text, shared=shared)
    return Mark(Message("Noted at entry {seq}.", seq=seq), marks.annotate, (seq, text, shared))


def name_session(standpoint: PastStandpoint, title: str = "") -> PastChange:
    """Give the session shown a title, and ask for it without one; its notes stay."""
    session = standpoint.shown_session
    if session is None:
        return ()

    def name(_: PastStandpoint, title: str) -> PastChange:
        named = Message("Session {number} is called {title}.", number=session.number, title=title)
        return Mark(named, marks.name_session, (session.first, title, None))

    if title:
        return name(standpoint, title)
    prompt = Message("title of session {number}", number=session.number)
    return LineDialog(prompt=prompt, then=name, start=session.title, replaces=True)


def note_session(standpoint: PastStandpoint, notes: str) -> PastChange:
    """Set the notes of the session shown; its title stays."""
    session = standpoint.shown_session
    if session is None:
        return ()
    noted = Message("Noted for session {number}.", number=session.number)
    return Mark(noted, marks.name_session, (session.first, None, notes))


def join_session(standpoint: PastStandpoint) -> PastChange:
    """Join the session shown to the one before."""
    session = standpoint.shown_session
    if session is None or session.number == 1:
        return Message("There is no session before this one to join it with.")
    joined = Message(
        "Sessions {first} and {second} are one; :split at entry {seq} parts them again.",
        first=session.number - 1,
        second=session.number,
        seq=session.first,
    )
    return Mark(joined, marks.join_sessions, (session.first,))


def split_session(standpoint: PastStandpoint) -> PastChange:
    """Begin another session at the entry shown."""
    session = standpoint.shown_session
    seq = standpoint.at
    if session is None or seq <= session.first:
        return Message("The session begins with this entry already.")
    split = Message("Another session begins with entry {seq}; :join makes them one again.", seq=seq)
    return Mark(split, marks.split_session, (seq,))
