"""Going from entry to entry, and back to the present."""

from __future__ import annotations

from string import ascii_letters

from textual import events

from core.values import replace
from tui.kit.phrases import say
from tui.kit.receipt import Why
from tui.play.conversation import NumberLine
from tui.play.dice_tray import DiceTray
from tui.sessions import enter
from tui.sessions.enter import PastAction
from tui.sessions.panes.entry_list import EntryList
from tui.sessions.past_reader import PastHost
from tui.sessions.present import history_rows


def take(screen: PastHost, action: PastAction) -> None:
    """Do what Enter means."""
    visit = screen.ui.visit
    if action.refused is not None:
        screen.gm.say_message(action.refused)
    elif action.receipts:
        shown = None if visit is None else visit.picture
        state = screen.state if shown is None else shown.then.state
        screen.app.push_screen(Why(action.receipts, state.ruleset_name))
    else:
        if action.listed:
            screen.query_one(EntryList).focus()
        screen.past.wish("to", to=action.to)


def choose(screen: PastHost, session: int) -> None:
    """Do what Enter means with this session in focus (0 = none is)."""
    head, typed = screen.past.head, screen.gm.count()
    take(screen, enter.enter_action(screen.ui, head, typed, session,
                                    player_view=screen.player_view))  # fmt: skip


def show_why(screen: PastHost) -> None:
    """Show the receipts of the dice asked for, else of the entry shown."""
    asked = screen.performer.dice_receipts()
    take(screen, enter.show_receipts(screen.ui, asked, player_view=screen.player_view))


def go_to_entry(screen: PastHost, text: str) -> None:
    """Go to the entry whose number was typed."""
    take(screen, enter.go_to_entry(text, screen.past.head))


def go_to_session(screen: PastHost, text: str) -> None:
    """Go to the first entry of the session whose number was typed."""
    take(screen, enter.go_to_session(screen.ui, text))


def show_now(screen: PastHost) -> None:
    """Go to the present."""
    if screen.past.in_the_past:
        screen.gm.say_message("This is the present: nothing in it has changed.")
    screen.past.wish("now")


def put_away(screen: PastHost) -> bool:
    """Forget the hits, else leave the past; whether there was either."""
    closed = screen.ui.hits is not None or screen.past.in_the_past
    if screen.ui.hits is not None:
        screen.ui = replace(screen.ui, hits=None)
    elif closed:
        screen.past.wish("now")
    return closed


def close(screen: PastHost) -> None:
    """Close one thing after the other, then the past, then the screen."""
    told, view = say(screen.query_one(NumberLine).told), screen.view
    closes = told or screen.ui.hits is not None or screen.past.in_the_past
    screen.branching.close()
    if not closes and view.birth is None:
        screen.app.switch_mode("journey" if view.fight is None else "encounter")


def list_session(screen: PastHost, number: int) -> None:
    """Show the journal of a session from its start; the moment stays."""
    session = None if screen.ui.overview is None else screen.ui.overview.session(number)
    if session is not None:
        screen.past.list_session(session, session.first)


def narrow(screen: PastHost, only: str) -> None:
    """List only entries of one kind, or all again."""
    screen.ui = replace(screen.ui, only=only)
    if screen.ui.journal is not None:
        screen.past.list_session(screen.ui.journal.session, screen.past.at)


def put_letters(screen: PastHost) -> None:
    """Put letters on the days and fights of the timeline; the next key picks one."""
    if screen.ui.journal is not None:
        places = history_rows.landmarks(screen.ui.journal.beats)
        screen.ui = replace(screen.ui, letters=dict(zip(ascii_letters, places, strict=False)))
        screen.gm.say_message("jump: press the letter of a day or of a fight")


def take_letter(screen: PastHost, event: events.Key) -> None:
    """Jump to the entry of the letter pressed; any key removes the letters."""
    if screen.ui.letters and not screen.query_one(DiceTray).display:
        seq = screen.ui.letters.get(event.character or "")
        screen.ui = replace(screen.ui, letters={})
        screen.gm.say_sentence("")
        if seq:
            screen.past.wish("to", to=seq)
        event.stop()
        event.prevent_default()


def refuse_undo(screen: PastHost) -> None:
    """Say that undo is for the present."""
    screen.gm.say_message(
        "Undo works only in the present: F2 or F4. To change this entry, press o to overrule it."
    )
