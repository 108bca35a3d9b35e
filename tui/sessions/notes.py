"""Notes, titles and session boundaries that the GM writes into the past."""

from __future__ import annotations

from collections.abc import Callable

from textual import work

from core.messages import Message
from core.play.table.commands import WriteNote
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.history.sessions import Session
from saves.store.entries import Entry
from tui.sessions.past_reader import PastHost


@work
async def ask_note(screen: PastHost, text: str = "", *, shared: bool = False) -> None:
    """Write a note at the moment shown, for the GM alone or for all; ask for it without `text`."""
    at = screen.past.at
    text = text or await screen.gm.line(
        Message(
            "note at entry {seq}, for the players, too"
            if shared
            else "note at entry {seq}, for the GM alone (:share is for all)",
            seq=at,
        )
    )
    if text:
        write_note(screen, at, text, shared=shared)


def write_note(screen: PastHost, at: int, text: str, *, shared: bool = False) -> None:
    """Write a note at an entry; in the present a note of now."""
    if at >= screen.past.head:
        screen.perform(WriteNote(text, shared=shared))
    else:
        noted = Message("Noted at entry {seq}.", seq=at)
        _mark(screen, lambda campaign: marks.annotate(campaign, at, text, shared), noted)


@work
async def name_session(screen: PastHost, title: str = "") -> None:
    """Give the session shown a title, and ask for it without one; its notes stay."""
    session = shown_session(screen)
    if session is None:
        return
    number, first, notes = session.number, session.first, session.notes
    prompt = Message("title of session {number}", number=number)
    title = title or await screen.gm.line(prompt, session.title, replace=True)
    if title:
        named = Message("Session {number} is called {title}.", number=number, title=title)
        _mark(screen, lambda campaign: marks.name_session(campaign, first, title, notes), named)


def note_session(screen: PastHost, notes: str) -> None:
    """Set the notes of the session shown; its title stays."""
    session = shown_session(screen)
    if session is not None:
        noted = Message("Noted for session {number}.", number=session.number)
        first, title = session.first, session.title
        _mark(screen, lambda campaign: marks.name_session(campaign, first, title, notes), noted)


def join_session(screen: PastHost) -> None:
    """Join the session shown to the one before."""
    session = shown_session(screen)
    if session is None or session.number == 1:
        screen.gm.say_message("There is no session before this one to join it with.")
        return
    first = session.first
    joined = Message("Sessions {first} and {second} are one; :split at entry {seq} parts them "
                     "again.", first=session.number - 1, second=session.number,
                     seq=first)  # fmt: skip
    _mark(screen, lambda campaign: marks.join_sessions(campaign, first), joined)


def split_session(screen: PastHost) -> None:
    """Begin another session at the entry shown."""
    session, at = shown_session(screen), screen.past.at
    if session is None or at <= session.first:
        screen.gm.say_message("The session begins with this entry already.")
        return
    split = Message("Another session begins with entry {seq}; :join makes them one again.", seq=at)
    _mark(screen, lambda campaign: marks.split_session(campaign, at), split)


def shown_session(screen: PastHost) -> Session | None:
    """The session whose journal is shown."""
    return screen.ui.session(screen.past.head)


def shown_number(screen: PastHost) -> int | None:
    """Return the number of the session shown; None when none is."""
    session = shown_session(screen)
    return None if session is None else session.number


@work(group="perform")
async def _mark(screen: PastHost, write: Callable[[Campaign], Entry], said: Message) -> None:
    with screen.gm.refusing():
        screen.app.view = await screen.app.worker.mark(write)
        screen.gm.say_message(said)
