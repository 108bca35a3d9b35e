"""The keys of the pages about the whole past: figures, rulings, then and now.

A page opens over the screen; Esc comes back to the same moment.
"""

from __future__ import annotations

from functools import partial
from typing import Literal

from core.messages import Message
from core.values import Struct
from saves.history.redecision import Compared, all_again
from saves.history.rulings import RulingAt, rulings
from saves.history.statistics import Statistics, statistics
from tui.play.dialogs.dialog import PageDialog
from tui.play.log.previously import Previously
from tui.sessions.change import (
    InquiringPage,
    Inquiry,
    PastChange,
    PastQuestions,
    PastStandpoint,
)
from tui.sessions.dialogs.charts_page import Charts
from tui.sessions.dialogs.entry_pages import Rulings, ThenAndNow
from tui.sessions.present.visits import Wish

ChartPart = Literal["days", "luck"]


class StoryPart(Struct):
    """The entries from `low` to `high` (None: the newest), and what they are called."""

    title: Message | str
    low: int
    high: int | None


def show_charts(
    standpoint: PastStandpoint, text: str = "", chart_part: ChartPart = "days"
) -> PastChange:
    """Show kilometres, forced hours and luck: of the session typed, or of all."""
    part = _part(standpoint, text)
    if isinstance(part, Message):
        return part

    def show(standpoint: PastStandpoint, counted: Statistics) -> PastChange:
        if standpoint.player_view:
            counted = counted.for_players()
        return PageDialog(partial(Charts, counted, part.title, standpoint.look, chart_part))

    return Inquiry(
        work=partial(statistics, low=part.low, high=part.high),
        then=show,
        meanwhile=Message("Counting ..."),
    )


def show_rulings(standpoint: PastStandpoint) -> PastChange:
    """Show all rulings; Enter goes to a ruling's entry."""

    def show(standpoint: PastStandpoint, found: tuple[RulingAt, ...]) -> PastChange:
        return PageDialog(partial(Rulings, found, standpoint.state.calendar), _go_to)

    return Inquiry(work=rulings, then=show, secret=True)


def show_previously(standpoint: PastStandpoint) -> PastChange:
    """Show the page for the start of the next session."""
    return PageDialog(partial(Previously, standpoint.view), secret=True)


def show_then_and_now(standpoint: PastStandpoint, text: str = "") -> PastChange:
    """Decide the whole campaign again, or the session whose number was typed."""
    part = _part(standpoint, text)
    region = standpoint.view.region
    if isinstance(part, Message):
        return part

    def make(past: PastQuestions) -> ThenAndNow:
        async def compare(here: Compared | None) -> Compared:
            again = partial(all_again, low=part.low, high=part.high, most=50, since=here)
            return await past.ask(again)

        return ThenAndNow(part.title, compare, region)

    return InquiringPage(make, _go_to, secret=True)


def _go_to(standpoint: PastStandpoint, seq: int | None) -> PastChange:
    if seq is None:
        return ()
    return Wish("to", to=seq)


def _part(standpoint: PastStandpoint, text: str) -> StoryPart | Message:
    # The session whose number was typed, else all of the story; or why there is no such session.
    if not text:
        return StoryPart(standpoint.view.called, 1, None)
    session = standpoint.ui.find_session(text)
    if isinstance(session, Message):
        return session
    title = session.title or Message("session {number}", number=session.number)
    return StoryPart(title, session.first, session.last)
