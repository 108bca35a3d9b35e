"""Pages about the whole past: numbers, rulings, previously."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

from textual import work

from core.messages import Message
from tui.play.dialogs.previously_page import Previously
from tui.play.typed.line import Go
from tui.sessions.dialogs.charts_page import Charts
from tui.sessions.dialogs.rulings import Rulings
from tui.sessions.noting import NotingScreen

if TYPE_CHECKING:
    from saves.history.sessions import Session

Part = Literal["days", "luck"]


class PagesScreen(NotingScreen):
    """Each page opens over the screen; Esc comes back to the same moment."""

    def action_charts(self) -> None:
        """Show the campaign in numbers, or the session whose number was typed."""
        self.charts(self.count())

    @work(group="pages", exclusive=True)
    async def charts(self, text: str = "", at: Part = "days") -> None:
        """Show kilometres, forced hours and luck: of a session, or of all."""
        from saves.history.statistics import statistics

        part = self.part_of(text)
        if part is None:
            return
        title, low, high = part
        self.say_message("Counting ...")
        counted = await self.app.history.ask(self.path, partial(statistics, low=low, high=high))
        self.say_sentence("")
        self.app.push_screen(Charts(counted, title, self.app.preferences.look, at))

    @work(group="pages", exclusive=True)
    async def rulings(self) -> None:
        """Show all rulings; Enter goes to a ruling's entry."""
        from saves.history.rulings import rulings

        if self.veiled():
            return
        found = await self.app.history.ask(self.path, rulings)
        seq = await self.app.push_screen_wait(Rulings(found, self.state.calendar))
        if seq is not None:
            self.go_there(seq)

    def action_previously(self) -> None:
        """Show the page for the start of the next session."""
        if not self.veiled():
            self.app.push_screen(Previously(self.moment))

    def told_session(self) -> int | None:
        session = self.shown_session()
        return None if session is None else session.number

    def part_of(self, text: str) -> tuple[Message | str, int, int | None] | None:
        """The session whose number was typed, else all: title, first and last row.

        None when there is no such session; says so.
        """
        if not text:
            return self.moment.called, 1, None
        session = self.numbered(text)
        if session is None:
            return None
        title = session.title or Message("session {number}", number=session.number)
        return title, session.first, session.last

    def numbered(self, text: str) -> Session | None:
        """The session whose number was typed; says so when there is none."""
        number = int(text) if text.isascii() and text.isdigit() else 0
        found = self.overview.session(number) if self.overview is not None else None
        if found is None and text:
            self.say_message("There is no session {number}.", number=text)
        elif found is None:
            self.say_message("Which session? Type :session 2 for the second, for example.")
        return found

    def go(self, go: Go) -> None:
        match go.action:
            case "stats":
                self.charts(go.argument)
            case "luck":
                self.charts(go.argument, "luck")
            case "rulings":
                self.rulings()
            case "previously":
                self.action_previously()
            case _:
                super().go(go)
