"""Going from entry to entry, and back to the present."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters
from typing import TYPE_CHECKING

from core.messages import N_
from core.values import replace
from tui.kit.receipt import Why
from tui.play.dice_tray import DiceTray
from tui.sessions import enter
from tui.sessions.enter import PastAction
from tui.sessions.panes.entry_list import EntryList
from tui.sessions.past_reader import PastReader
from tui.sessions.present import history_rows

if TYPE_CHECKING:
    from textual import events


def take(past: PastReader, action: PastAction) -> None:
    """Do what Enter means."""
    visit = past.ui.visit
    if action.refused is not None:
        past.screen.say_message(action.refused)
    elif action.receipts:
        shown = None if visit is None else visit.picture
        state = past.screen.state if shown is None else shown.then.state
        past.screen.app.push_screen(Why(action.receipts, state.ruleset_name))
    else:
        if action.listed:
            past.screen.query_one(EntryList).focus()
        past.wish("to", to=action.to)


def go_to_entry(past: PastReader, text: str) -> None:
    """Go to the entry whose number was typed."""
    take(past, enter.go_to_entry(text, past.head))


def go_to_session(past: PastReader, text: str) -> None:
    """Go to the first entry of the session whose number was typed."""
    take(past, enter.go_to_session(past.ui, text))


def show_now(past: PastReader) -> None:
    """Go to the present."""
    if past.in_the_past:
        past.screen.say_message("This is the present: nothing in it has changed.")
    past.wish("now")


def close(past: PastReader) -> bool:
    """Forget the hits, else leave the past; whether there was either."""
    closed = past.ui.hits is not None or past.in_the_past
    if past.ui.hits is not None:
        past.ui = replace(past.ui, hits=None)
    elif closed:
        past.wish("now")
    return closed


def list_session(past: PastReader, number: int) -> None:
    """Show the journal of a session from its start; the moment stays."""
    session = None if past.ui.overview is None else past.ui.overview.session(number)
    if session is not None:
        past.list_session(session, session.first)


def narrow(past: PastReader, only: str) -> None:
    """List only entries of one kind, or all again."""
    past.ui = replace(past.ui, only=only)
    if past.ui.journal is not None:
        past.list_session(past.ui.journal.session, past.at)


def put_letters(past: PastReader) -> None:
    """Put letters on the days and fights of the timeline; the next key picks one."""
    if past.ui.journal is not None:
        places: Sequence[int] = history_rows.landmarks(past.ui.journal.beats)
        past.ui = replace(past.ui, letters=dict(zip(ascii_letters, places, strict=False)))
        past.screen.say_message("jump: press the letter of a day or of a fight")


def take_letter(past: PastReader, event: events.Key) -> None:
    """Jump to the entry of the letter pressed; any key removes the letters."""
    if past.ui.letters and not past.screen.query_one(DiceTray).display:
        seq = past.ui.letters.get(event.character or "")
        past.ui = replace(past.ui, letters={})
        past.screen.say_sentence("")
        if seq:
            past.wish("to", to=seq)
        event.stop()
        event.prevent_default()


def refuse_undo(past: PastReader) -> None:
    """Say that undo is for the present."""
    words = N_("Undo works only in the present: F2 or F4. To change this entry, press o to "
               "overrule it.")  # fmt: skip
    past.screen.say_message(words)
