"""Pages about the whole past: numbers, rulings, previously, then and now.

Each page opens over the screen; Esc comes back to the same moment.
"""

from __future__ import annotations

from functools import partial
from typing import Literal

from textual import work

from core.messages import Message
from saves.history.redecision import Compared, all_again
from saves.history.rulings import rulings
from saves.history.statistics import statistics
from tui.play.dialogs.previously import Previously
from tui.sessions import enter
from tui.sessions.dialogs.charts_page import Charts
from tui.sessions.dialogs.entry_pages import Rulings, ThenAndNow
from tui.sessions.past_reader import PastHost

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
    part = None if screen.gm.veiled() else _part(screen, text)
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
    session = enter.find_session(screen.ui, text)
    if isinstance(session, Message):
        screen.gm.say_message(session)
        return None
    title = session.title or Message("session {number}", number=session.number)
    return title, session.first, session.last
