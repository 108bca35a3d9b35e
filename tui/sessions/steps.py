"""Going from entry to entry, back to the present, and to the pages about the whole past.

A page opens over the screen; Esc comes back to the same moment.
"""

from __future__ import annotations

from functools import partial
from string import ascii_letters
from typing import Literal

from textual import events, work

from core.messages import Message
from core.values import replace
from saves.history.redecision import Compared, all_again
from saves.history.rulings import rulings
from saves.history.sessions import Session
from saves.history.statistics import statistics
from tui.kit.phrases import say
from tui.kit.receipt import Why
from tui.play.conversation import NumberLine
from tui.play.dice.dice_tray import DiceTray
from tui.play.log.previously import Previously
from tui.sessions.dialogs.charts_page import Charts
from tui.sessions.dialogs.entry_pages import Rulings, ThenAndNow
from tui.sessions.model import PastAction, find_entry
from tui.sessions.panes.entry_list import EntryList
from tui.sessions.past_reader import PastHost
from tui.sessions.present import history_rows


def take(screen: PastHost, action: PastAction) -> None:
    """Do what Enter means."""
    match action:
        case Message():
            screen.gm.say_message(action)
        case tuple():
            shown = screen.ui.picture
            if shown is None:
                state = screen.state
            else:
                state = shown.then.state
            screen.app.push_screen(Why(action, state.ruleset_name))
        case Session(first=first):
            screen.query_one(EntryList).focus()
            screen.past.wish("to", to=first)
        case _:
            screen.past.wish("to", to=action)


def choose(screen: PastHost, session: int) -> None:
    """Do what Enter means with this session in focus (0 = none is)."""
    head = screen.past.head
    typed = screen.gm.count()
    take(screen, screen.ui.enter(head, typed, session, player_view=screen.player_view))


def show_why(screen: PastHost) -> None:
    """Show the receipts of the dice asked for, else of the entry shown."""
    asked = screen.performer.dice_receipts()
    take(screen, screen.ui.why(asked, player_view=screen.player_view))


def go_to_entry(screen: PastHost, text: str) -> None:
    """Go to the entry whose number was typed."""
    take(screen, find_entry(text, screen.past.head))


def go_to_session(screen: PastHost, text: str) -> None:
    """Go to the first entry of the session whose number was typed."""
    take(screen, screen.ui.find_session(text))


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
    told = say(screen.query_one(NumberLine).told)
    view = screen.view
    closes = told or screen.ui.hits is not None or screen.past.in_the_past
    screen.branching.close()
    if not closes and view.birth is None:
        screen.app.switch_mode("journey" if view.fight is None else "encounter")


def list_session(screen: PastHost, number: int) -> None:
    """Show the journal of a session from its start; the moment stays."""
    if screen.ui.overview is None:
        return
    session = screen.ui.overview.session(number)
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


Part = Literal["days", "luck"]


@work(group="pages", exclusive=True)
async def show_charts(screen: PastHost, text: str = "", at: Part = "days") -> None:
    """Show kilometres, forced hours and luck: of the session typed, or of all."""
    part = _part(screen, text)
    if part is None:
        return
    title, low, high = part
    screen.gm.say_message("Counting ...")
    counted = await screen.past.ask(partial(statistics, low=low, high=high))
    screen.gm.say_sentence("")
    app = screen.app
    app.push_screen(Charts(counted, title, app.preferences.look, at))


@work(group="pages", exclusive=True)
async def show_rulings(screen: PastHost) -> None:
    """Show all rulings; Enter goes to a ruling's entry."""
    if screen.gm.veiled():
        return
    found = await screen.past.ask(rulings)
    await _go_to(screen, Rulings(found, screen.state.calendar))


def show_previously(screen: PastHost) -> None:
    """Show the page for the start of the next session."""
    if not screen.gm.veiled():
        screen.app.push_screen(Previously(screen.view))


@work(group="pages", exclusive=True)
async def show_then_and_now(screen: PastHost, text: str = "") -> None:
    """Decide the whole campaign again, or the session whose number was typed."""
    if screen.gm.veiled():
        return
    part = _part(screen, text)
    if part is None:
        return
    title, low, high = part

    async def compare(here: Compared | None) -> Compared:
        return await screen.past.ask(partial(all_again, low=low, high=high, most=50, since=here))

    await _go_to(screen, ThenAndNow(title, compare, screen.view.region))


async def _go_to(screen: PastHost, page: Rulings | ThenAndNow) -> None:
    seq = await screen.app.push_screen_wait(page)
    if seq is not None:
        screen.past.wish("to", to=seq)


def _part(screen: PastHost, text: str) -> tuple[Message | str, int, int | None] | None:
    if not text:
        return screen.view.called, 1, None
    session = screen.ui.find_session(text)
    if isinstance(session, Message):
        screen.gm.say_message(session)
        return None
    title = session.title or Message("session {number}", number=session.number)
    return title, session.first, session.last
