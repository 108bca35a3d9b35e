"""The keys that go from entry to entry: to one typed, lettered or chosen, and back to the present.

What Enter and w mean is in `model.py`, and so is which entry or session was typed (`find_entry`,
`find_session`).
"""

from __future__ import annotations

from functools import partial
from string import ascii_letters

from core.messages import Message
from core.receipts import Receipt
from core.values import replace
from saves.history.sessions import Session
from tui.kit.receipt import Why
from tui.play.conversation import SILENCE
from tui.play.dialogs.dialog import PageDialog
from tui.sessions.change import (
    Focus,
    JournalRequest,
    PastChange,
    PastStandpoint,
)
from tui.sessions.model import PastAction, SessionsUI, find_entry
from tui.sessions.present import history_rows
from tui.sessions.present.visits import Wish


def take(standpoint: PastStandpoint, past_action: PastAction) -> PastChange:
    """Do what Enter means."""
    match past_action:
        case Message():
            return past_action
        case tuple():
            picture = standpoint.ui.picture
            if picture is None:
                state = standpoint.state
            else:
                state = picture.then.state
            return PageDialog(partial(Why, past_action, state.ruleset_name))
        case Session(first=first):
            return Focus("journal"), Wish("to", to=first)
        case _:
            return Wish("to", to=past_action)


def choose(standpoint: PastStandpoint, typed: str) -> PastChange:
    """Go to the entry typed or the session in focus, else show the receipts."""
    past_action = standpoint.ui.enter(
        standpoint.head, typed, standpoint.session, player_view=standpoint.player_view
    )
    return take(standpoint, past_action)


def show_why(standpoint: PastStandpoint, asked: tuple[Receipt, ...] | None) -> PastChange:
    """Show the receipts of the dice `asked` for, else of the entry shown."""
    return take(standpoint, standpoint.ui.why(asked, player_view=standpoint.player_view))


def go_to_entry(standpoint: PastStandpoint, text: str) -> PastChange:
    """Go to the entry whose number was typed."""
    return take(standpoint, find_entry(text, standpoint.head))


def go_to_session(standpoint: PastStandpoint, text: str) -> PastChange:
    """Go to the first entry of the session whose number was typed."""
    return take(standpoint, standpoint.ui.find_session(text))


def show_now(standpoint: PastStandpoint) -> PastChange:
    """Go to the present."""
    now = Wish("now")
    if standpoint.in_the_past:
        return Message("This is the present: nothing in it has changed."), now
    return now


def put_away(standpoint: PastStandpoint) -> SessionsUI | Wish | None:
    """Forget the hits, else leave the past; None: there was neither."""
    if standpoint.ui.hits is not None:
        return replace(standpoint.ui, hits=None)
    if standpoint.in_the_past:
        return Wish("now")
    return None


def go_through_journal(standpoint: PastStandpoint, seq: int) -> PastChange:
    """Go to the entry that the journal's cursor is on; the cursor stays ahead until then."""
    return replace(standpoint.ui, settled=False), Wish("to", to=seq)


def list_session(standpoint: PastStandpoint, number: int) -> PastChange:
    """List the journal of a session from its start; the moment stays."""
    if standpoint.ui.overview is None:
        return ()
    session = standpoint.ui.overview.session(number)
    if session is None:
        return ()
    return JournalRequest(session, session.first)


def narrow(standpoint: PastStandpoint, only: str) -> PastChange:
    """List only entries of one kind, or all again."""
    ui = replace(standpoint.ui, only=only)
    if ui.journal is None:
        return ui
    return ui, JournalRequest(ui.journal.session, standpoint.at)


def put_letters(standpoint: PastStandpoint) -> PastChange:
    """Put letters on the days and fights of the timeline; the next key picks one."""
    if standpoint.ui.journal is None:
        return ()
    places = history_rows.landmarks(standpoint.ui.journal.beats)
    letters = dict(zip(ascii_letters, places, strict=False))
    words = Message("jump: press the letter of a day or of a fight")
    return replace(standpoint.ui, letters=letters), words


def take_letter(standpoint: PastStandpoint, character: str) -> PastChange:
    """Jump to the entry of the letter pressed; any key removes the letters."""
    seq = standpoint.ui.letters.get(character)
    ui = replace(standpoint.ui, letters={})
    if seq:
        return ui, SILENCE, Wish("to", to=seq)
    return ui, SILENCE


def refuse_undo(standpoint: PastStandpoint) -> PastChange:
    """Say that undo is for the present."""
    return Message(
        "Undo works only in the present: F2 or F4. To change this entry, press o to overrule it."
    )
