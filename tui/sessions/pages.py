"""Pages about the whole past: numbers, rulings, previously, then and now.

Each page opens over the screen; Esc comes back to the same moment.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

from core.messages import Message
from tui.play.dialogs.previously_page import Previously
from tui.sessions import enter
from tui.sessions.dialogs.charts_page import Charts
from tui.sessions.dialogs.rulings import Rulings
from tui.sessions.dialogs.then_and_now import ThenAndNow
from tui.sessions.past_reader import PastReader, background

if TYPE_CHECKING:
    from saves.history.redecision import Compared

Part = Literal["days", "luck"]


@background("pages", exclusive=True)
async def show_charts(past: PastReader, text: str = "", at: Part = "days") -> None:
    """Show kilometres, forced hours and luck: of the session typed, or of all."""
    from saves.history.statistics import statistics

    part = _part(past, text)
    if part is None:
        return
    title, low, high = part
    past.screen.say_message("Counting ...")
    counted = await past.ask(partial(statistics, low=low, high=high))
    past.screen.say_sentence("")
    app = past.screen.app
    app.push_screen(Charts(counted, title, app.preferences.look, at))


@background("pages", exclusive=True)
async def show_rulings(past: PastReader) -> None:
    """Show all rulings; Enter goes to a ruling's entry."""
    from saves.history.rulings import rulings

    if past.screen.veiled():
        return
    found = await past.ask(rulings)
    await _go_to(past, Rulings(found, past.screen.state.calendar))


def show_previously(past: PastReader) -> None:
    """Show the page for the start of the next session."""
    if not past.screen.veiled():
        past.screen.app.push_screen(Previously(past.screen.moment))


@background("pages", exclusive=True)
async def show_then_and_now(past: PastReader, text: str = "") -> None:
    """Decide the whole campaign again, or the session whose number was typed."""
    from saves.history.redecision import all_again

    part = None if past.screen.veiled() else _part(past, text)
    if part is None:
        return
    title, low, high = part

    async def compare(here: Compared | None) -> Compared:
        return await past.ask(partial(all_again, low=low, high=high, most=50, since=here))

    await _go_to(past, ThenAndNow(title, compare, past.screen.moment.region))


async def _go_to(past: PastReader, page: Rulings | ThenAndNow) -> None:
    seq = await past.screen.app.push_screen_wait(page)
    if seq is not None:
        past.wish("to", to=seq)


def _part(past: PastReader, text: str) -> tuple[Message | str, int, int | None] | None:
    if not text:
        return past.screen.moment.called, 1, None
    session = enter.find_session(past.ui, text)
    if isinstance(session, Message):
        past.screen.say_message(session)
        return None
    title = session.title or Message("session {number}", number=session.number)
    return title, session.first, session.last
