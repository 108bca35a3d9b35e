"""Navigate recorded entries; reads run off the UI thread."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual import work

from core.messages import N_, Refusal
from tui.kit.searching import Searching
from tui.play.screen import PlayScreen
from tui.sessions.present import visits
from tui.sessions.present.visits import Journal, Length, Overview, Visit, Wish
from tui.view import CampaignView

if TYPE_CHECKING:
    from pathlib import Path

    from saves.history.sessions import Session


class SteppingScreen(Searching[int], PlayScreen):
    """Knows the sessions and one moment; subclasses show them.

    Requests wait while the past is busy and are answered together: held keys skip moments that
    no one could see.
    """

    filter = "all"
    """What the journal is narrowed to."""

    def __init__(self) -> None:
        super().__init__()
        self.visit: Visit | None = None
        self.overview: Overview | None = None
        self.journal: Journal | None = None
        self._wishes: list[Wish] = []
        self._early: list[Wish] = []
        self._visiting = False
        self._building = False
        self._left = 0
        self._wanted = 0

    # what subclasses show

    def show_visit(self, visit: Visit) -> None:
        """Show this moment."""
        raise NotImplementedError

    def show_overview(self, overview: Overview) -> None:
        """Show the sessions."""
        raise NotImplementedError

    def show_journal(self, journal: Journal) -> None:
        """Show the journal of a session."""
        raise NotImplementedError

    # where one stands

    @property
    def path(self) -> Path:
        """The file of the open campaign."""
        path = self.app.worker.path
        assert path is not None, "this screen is shown only with a campaign"
        return path

    @property
    def at(self) -> int:
        """The entry that is shown."""
        return self.visit.at if self.visit is not None else self.moment.head

    @property
    def still(self) -> bool:
        """Whether every request about the past has been answered."""
        return not (self._visiting or self._wishes)

    @property
    def in_the_past(self) -> bool:
        """Whether the moment shown is not the present."""
        return self.visit is not None and self.visit.at < self.moment.head

    def here(self) -> int:
        """The entry that is shown."""
        return self.at

    def go_there(self, place: int) -> None:
        """Go to an entry."""
        self.wish("to", to=place)

    # reading

    def show(self, moment: CampaignView) -> None:
        """Read what is new: the present has changed, or the screen is back."""
        if not self.is_current:
            return
        if self.overview is None or self.overview.head != moment.head or self.visit is None:
            self._read()
        else:
            self.show_visit(self.visit)

    @work(group="read", exclusive=True)
    async def _read(self) -> None:
        try:
            await self._read_all()
        except Refusal as refusal:
            self.say_message(refusal.message)

    async def _read_all(self) -> None:
        follows = self.visit is None or self.visit.present
        if follows:
            present = partial(visits.present, player_view=self.player_view)
            self._arrive(await self.app.history.ask(self.path, present))
        await self._indexed()
        self.overview = await self.app.history.ask(self.path, visits.overview)
        self.journal = None
        self.show_overview(self.overview)
        wanted, self._wanted = self._wanted, 0
        early, self._early = self._early, []
        if wanted or not follows:
            self.wish("to", to=wanted or self.at)
        else:
            self.wish("now")
            self._say_left()
        self._wishes += early

    def _say_left(self) -> None:
        left, self._left = self._left, 0
        if left:
            words = N_("This is the present. {seq} and Enter goes back to where you were.")
            self.say_message(words, seq=left)

    async def _indexed(self) -> None:
        from saves.history.index.index import follow

        while (progress := await self.app.history.ask(self.path, follow)).done < progress.of:
            self._building = True
            words = N_("Reading the journal for the first time: {done} of {of} entries. What is "
                       "shown is the present.")  # fmt: skip
            self.say_message(words, done=progress.done, of=progress.of)
        if self._building:
            self._building = False
            self.say_sentence("")

    # steps

    def wish(self, unit: Length, by: int = 1, to: int = 0) -> None:
        """Go elsewhere as soon as the past has answered."""
        self.ask_for(Wish(unit, by, to))

    def ask_for(self, wish: Wish) -> None:
        """Go where a wish leads, as soon as the past has answered."""
        if self.overview is None:
            if not self._building:
                self._early.append(wish)
            return
        self._wishes.append(wish)
        if not self._visiting:
            self._visiting = True
            self._go()

    @property
    def hurried(self) -> bool:
        """Whether more is wished for than is shown now."""
        return bool(self._wishes)

    @work(group="visit")
    async def _go(self) -> None:
        path = self.path
        try:
            while self._wishes and path == self.path:
                wishes, self._wishes = tuple(self._wishes), []
                before = self.at
                found = await self.app.history.ask(
                    path,
                    partial(visits.visit, at=before, wishes=wishes, player_view=self.player_view),
                )
                await self._read_journal(found.at)
                if path == self.path:
                    self._arrive(found)
                    if found.at == before and wishes[-1].unit not in ("to", "now", "hit"):
                        self._say_end(wishes[-1])
        except Refusal as refusal:
            self.say_message(refusal.message)
        finally:
            self._visiting = False

    def _arrive(self, found: Visit) -> None:
        self.visit = found
        self.show_visit(found)

    def _say_end(self, wish: Wish) -> None:
        if wish.by > 0:
            self.say_message("This is the present: nothing was played after it.")
        else:
            self.say_message("This is the first entry.")

    async def _read_journal(self, seq: int) -> None:
        session = self.overview.session_of(seq) if self.overview is not None else None
        if session is None:
            return
        here = self.journal
        if here is None or here.session.number != session.number or not here.holds(seq):
            await self.read_session(session, seq)

    async def read_session(self, session: Session, seq: int) -> None:
        """Read the journal of a session and show it."""
        self.journal = await self.app.history.ask(
            self.path,
            partial(visits.journal, session=session, at=seq, player_view=self.player_view,
                    only=self.filter),
        )  # fmt: skip
        self.show_journal(self.journal)

    @work(group="journal", exclusive=True)
    async def reread(self, session: Session, seq: int) -> None:
        """Read the session's journal again; only the last request counts."""
        await self.read_session(session, seq)

    # keys

    def action_story(self) -> None:
        """Go to the next entry of the story."""
        self.wish("entry", 1)

    def action_back(self) -> None:
        """Go to the entry before."""
        self.wish("entry", -1)

    def action_level_up(self) -> None:
        """Go a round forward; on the road, a day."""
        self.wish("level", 1)

    def action_level_down(self) -> None:
        """Go a round back; on the road, a day."""
        self.wish("level", -1)

    def action_next_thing(self) -> None:
        """Go to the next fight."""
        self.wish("fight", 1)

    def action_previous_thing(self) -> None:
        """Go to the fight before."""
        self.wish("fight", -1)

    def action_now(self) -> None:
        """Go to the present."""
        was_past = self.in_the_past
        self.wish("now")
        if was_past:
            self.say_message("This is the present: nothing in it has changed.")

    def go_to_entry(self, text: str) -> None:
        """Go to the entry whose number was typed."""
        number = int(text) if text.isascii() and text.isdigit() else 0
        head = self.moment.head
        if 1 <= number <= head:
            self.wish("to", to=number)
        elif text:
            sentence = N_("There is no entry {text}. Type a number from 1 to {head}.")
            self.say_message(sentence, head=head, text=text)
        else:
            self.say_message("Which entry? Type a number from 1 to {head}.", head=head)

    # undo is of the present

    def action_undo(self) -> None:
        """Refuse: undo works in the present."""
        words = N_("Undo works only in the present: F2 or F4. To change this entry, press o to "
                   "overrule it.")  # fmt: skip
        self.say_message(words)

    def action_redo(self) -> None:
        """Refuse: redo works in the present."""
        self.action_undo()

    def leave_the_past(self) -> None:
        """Remember the entry, and return to the present."""
        self._left = self.at if self.in_the_past else 0
        self.visit = None

    def put_away(self) -> bool:
        """Leave the past."""
        if super().put_away():
            return True
        if self.in_the_past:
            self.wish("now")
            return True
        return False

    def tried_from(self) -> int:
        """The entry that is shown."""
        return self.at

    def perched(self, cursor: object) -> None:
        """Go back to the entry where a what-if began, once the past is read."""
        if isinstance(cursor, int):
            self._wanted, self._left = cursor, 0
            self._read()

    def other_campaign(self, before: Path | None, now: Path | None) -> None:
        """Forget the past of another campaign."""
        super().other_campaign(before, now)
        self.visit = self.overview = self.journal = None
        self._early.clear()
        self._left = 0

    def shown_session(self) -> Session | None:
        """The session whose journal is shown."""
        if self.journal is not None:
            return self.journal.session
        return self.overview.session_of(self.at) if self.overview is not None else None
