"""The past of the open campaign, read off the UI thread for the Sessions screen."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

from textual.worker import Worker, WorkerError

from core.values import replace
from saves.history.history import History
from saves.history.index.index import follow
from saves.history.sessions import Session
from saves.store.backend import Place
from tui.sessions.host import PastHost
from tui.sessions.layer_answers import LayerAnswers
from tui.sessions.present import visits
from tui.sessions.present.visits import Visit, Wish

T = TypeVar("T")

READING = ("read", "visit", "journal")
"""The groups of the workers that lead to another moment, or to the journal of another session."""
STEPS = ("story", "back", "level-up", "level-down", "next-thing", "previous-thing")
"""The keys that lead from one moment to another, whichever is shown."""


class PastReader:
    """Goes where the GM wishes, and gives what it reads to the screen.

    Wishes wait while the past is busy or what is new is read, and are followed together: held keys
    skip moments that no one could see.
    """

    def __init__(self, screen: PastHost) -> None:
        self._screen = screen
        self.layers = LayerAnswers(screen)
        self._wishes: list[Wish] = []
        self._visiting = False
        self._readings = 0
        self._reading = 0  # the number of the one under way
        self._indexing = False
        self._left = 0
        self._wanted = 0
        self._place = 0

    @property
    def place(self) -> Place:
        """Where the open campaign is stored."""
        place = self._screen.app.worker.place
        assert place is not None, "the past is read only of an open campaign"
        return place

    @property
    def head(self) -> int:
        """The newest entry."""
        return self._screen.view.head

    @property
    def at(self) -> int:
        """The entry that is shown."""
        return self._screen.ui.at(self.head)

    @property
    def still(self) -> bool:
        """Whether the journal is read and every wish has been followed."""
        busy = self._reading or self._visiting or self._wishes
        return self._screen.ui.journal is not None and not busy

    @property
    def readings(self) -> tuple[Worker[object], ...]:
        """What leads to another moment or journal; nothing while it is read for the first time."""
        if self._indexing:
            return ()
        workers = self._screen.app.workers
        return tuple(one for one in workers if one.group in READING and not one.is_finished)

    def is_behind(self, key: str) -> bool:
        """Whether a key has to wait for the moment that those before lead to, or a layer's words.

        Steps from the moment do not wait for it: they are followed together.
        """
        if self.layers.is_untold:
            return True
        if not self.readings:
            return False
        return self._screen.app.keys.action_of(key, "sessions") not in STEPS

    async def catch_up(self, key: str) -> None:
        """Wait until the moment is read, and a layer described."""
        while readings := self.readings:
            with suppress(WorkerError):
                await readings[0].wait()
        if self.layers.is_untold:
            await self.layers.answered()

    async def ask(self, work: Callable[[History], T]) -> T:
        """Ask the open campaign's history."""
        return await self._screen.app.history.ask(self.place, work, self._screen.view.sound)

    async def ask_as_shown(self, work: Callable[..., T]) -> T:
        """Ask for what those who look on may know: again, where the curtain was turned meanwhile.

        `work` is told of the curtain as its `player_view`.
        """
        while True:
            drawn = self._screen.player_view
            found = await self.ask(partial(work, player_view=drawn))
            if drawn == self._screen.player_view:
                return found

    # reading

    def follow(self) -> bool:
        """Read what is new: the present has changed, or the screen is back. False: nothing is."""
        ui = self._screen.ui
        overview = ui.overview
        news = overview is None or overview.head != self.head or ui.visit is None or ui.left
        if news:
            self._read()
        return news

    def _read(self) -> None:
        self._readings += 1
        self._reading = self._readings
        work = partial(self._read_for, self._reading)
        self._screen.run_worker(work, group="read", exclusive=True)

    async def _read_for(self, reading: int) -> None:
        try:
            await self._read_news()
        finally:
            if self._reading == reading:  # else another one has taken its place
                self._reading = 0

    async def _read_news(self) -> None:
        screen = self._screen
        visit = screen.ui.visit
        follows = visit is None or screen.ui.left or visit.present
        with screen.gm.refusing():
            if follows:
                self._arrive(await self.ask_as_shown(visits.present))
            await self._index()
            overview = await self.ask(visits.overview)
            screen.remember(screen.ui.with_overview(overview))
            wanted_seq = self._wanted
            self._wanted = 0
            early = self._wishes
            self._wishes = []
            self._reading = 0
            if wanted_seq or not follows:
                self.wish(Wish("to", to=wanted_seq or self.at))
            else:
                self.wish(Wish("now"))
                left = self._left
                self._left = 0
                if left:
                    screen.gm.say_message(
                        "This is the present. {seq} and Enter goes back to where you were.",
                        seq=left,
                    )
            self._wishes += early

    async def _index(self) -> None:
        while (progress := await self.ask(follow)).done < progress.of:
            self._indexing = True
            self._screen.gm.say_message(
                "Reading the journal for the first time: {done} of {of} entries. What is "
                "shown is the present.",
                done=progress.done,
                of=progress.of,
            )
        if self._indexing:
            self._indexing = False
            self._screen.gm.say_sentence("")

    # wishes

    def wish(self, wish: Wish) -> None:
        """Go where this leads, as soon as the past has answered."""
        early = self._screen.ui.overview is None or self._reading > 0
        if early and self._indexing:
            return
        self._wishes.append(wish)
        if not (early or self._visiting):
            self._visiting = True
            self._screen.run_worker(self._go, group="visit")

    async def _go(self) -> None:
        try:
            with self._screen.gm.refusing():
                await self._follow_wishes(self.place)
        finally:
            self._visiting = False

    async def _follow_wishes(self, place: Place) -> None:
        while self._wishes and place == self.place:
            wishes = tuple(self._wishes)
            self._wishes = []
            before = self.at
            visit = await self.ask_as_shown(partial(visits.visit, seq=before, wishes=wishes))
            await self._read_journal(visit.at)
            if place == self.place:
                self._arrive(visit)
                if visit.at == before and wishes[-1].unit not in ("to", "now", "hit"):
                    self._screen.gm.say_message(
                        "This is the present: nothing was played after it."
                        if wishes[-1].by > 0
                        else "This is the first entry."
                    )

    def _arrive(self, found: Visit) -> None:
        ui = self._screen.ui.with_visit(found, settled=not self._wishes)
        self._screen.remember(ui)

    async def _read_journal(self, seq: int) -> None:
        overview = self._screen.ui.overview
        here = self._screen.ui.journal
        if overview is None:
            return
        session = overview.session_of(seq)
        if session is not None and (
            here is None or here.session.number != session.number or not here.holds(seq)
        ):
            await self._read_session(session, seq)

    async def _read_session(self, session: Session, seq: int) -> None:
        read = partial(visits.journal, session=session, near_seq=seq, only=self._screen.ui.only)
        journal = await self.ask_as_shown(read)
        self._screen.remember(self._screen.ui.with_journal(journal))

    def list_session(self, session: Session, seq: int) -> None:
        """Read the session's journal around an entry; only the last request counts."""
        read = partial(self._read_session, session, seq)
        self._screen.run_worker(read, group="journal", exclusive=True)

    # coming and going

    def leave(self) -> None:
        """Remember the entry, and return to the present."""
        self._left = self.at if self.at < self.head else 0
        self._screen.remember(replace(self._screen.ui, left=True))

    def keep_place(self) -> int:
        """Return the entry shown, and keep it for coming back from another campaign."""
        self._place = self.at
        return self._place

    def return_to_place(self, _: object) -> None:
        """Go to the entry that was kept, once the past is read again."""
        self._wanted = self._place
        self._left = 0
        self._read()

    def forget(self) -> None:
        """Forget the past of another campaign."""
        self._screen.remember(self._screen.ui.forgetting())
        self._wishes.clear()
        self._left = 0
