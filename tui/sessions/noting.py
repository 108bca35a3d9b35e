"""Notes, titles and session boundaries that the GM writes into the past."""

from __future__ import annotations

from collections.abc import Callable

from textual import work
from textual.worker import Worker

from core.messages import N_, Message, Refusal
from core.play.table.commands import WriteNote
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.store.entries import Entry
from tui.play.typed.line import Go
from tui.sessions.finding import FindingScreen


class NotingScreen(FindingScreen):
    """Adds notes and names as rows of the journal; the story does not change."""

    def action_note(self) -> Worker[None]:
        """Write a note at the moment shown."""
        return self.ask_note()

    @work
    async def ask_note(self, *, shared: bool = False) -> None:
        """Ask for a note at the moment shown, for the GM alone or for all."""
        at = self.at
        words = N_("note at entry {seq}, for the GM alone (:share is for all)")
        if shared:
            words = N_("note at entry {seq}, for the players, too")
        text = await self.line(Message(words, seq=at))
        if text:
            self.write_note(at, text, shared=shared)

    def write_note(self, at: int, text: str, *, shared: bool = False) -> None:
        """Write a note at the entry shown; in the present a note of now."""
        if at >= self.moment.head:
            self.perform(WriteNote(text, shared=shared))
        else:
            self._mark(
                lambda campaign: marks.annotate(campaign, at, text, shared),
                Message("Noted at entry {seq}.", seq=at),
            )

    @work
    async def action_rename(self) -> None:
        """Give the session shown a title."""
        session = self.shown_session()
        if session is None:
            return
        prompt = Message("title of session {number}", number=session.number)
        text = await self.line(prompt, session.title, replace=True)
        if text:
            self.name_session(text)

    def name_session(self, title: str) -> None:
        """Set the title of the session shown; its notes stay."""
        session = self.shown_session()
        if session is not None:
            named = Message("Session {number} is called {title}.",
                            number=session.number, title=title)  # fmt: skip
            first, notes = session.first, session.notes
            self._mark(lambda campaign: marks.name_session(campaign, first, title, notes), named)

    def note_session(self, notes: str) -> None:
        """Set the notes of the session shown; its title stays."""
        session = self.shown_session()
        if session is not None:
            noted = Message("Noted for session {number}.", number=session.number)
            first, title = session.first, session.title
            self._mark(lambda campaign: marks.name_session(campaign, first, title, notes), noted)

    def join_session(self) -> None:
        """Join the session shown to the one before."""
        session = self.shown_session()
        if session is None or session.number == 1:
            self.say_message("There is no session before this one to join it with.")
            return
        joined = Message("Sessions {first} and {second} are one; :split at entry {seq} parts "
                            "them again.", first=session.number - 1, second=session.number,
                         seq=session.first)  # fmt: skip
        first = session.first
        self._mark(lambda campaign: marks.join_sessions(campaign, first), joined)

    def split_session(self) -> None:
        """Begin another session at the entry shown."""
        session = self.shown_session()
        if session is None or self.at <= session.first:
            self.say_message("The session begins with this entry already.")
            return
        split = Message("Another session begins with entry {seq}; :join makes them one again.",
                        seq=self.at)  # fmt: skip
        at = self.at
        self._mark(lambda campaign: marks.split_session(campaign, at), split)

    @work(group="perform")
    async def _mark(self, write: Callable[[Campaign], Entry], said: Message) -> None:
        try:
            self.app.moment = await self.app.worker.mark(write)
        except Refusal as refusal:
            self.say_message(refusal.message)
            return
        self.say_message(said)

    def go(self, go: Go) -> None:
        match go.action:
            case "title" if go.argument:
                self.name_session(go.argument)
            case "title":
                self.action_rename()
            case "notes":
                self.note_session(go.argument)
            case "note" | "share" if go.argument:
                self.write_note(self.at, go.argument, shared=go.action == "share")
            case "note" | "share":
                self.ask_note(shared=go.action == "share")
            case "join":
                self.join_session()
            case "split":
                self.split_session()
            case _:
                super().go(go)
