"""The past of the open campaign, read off the UI thread for the Sessions screen."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial, wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeAlias, TypeVar

from textual.worker import Worker

from core.messages import N_, Refusal
from core.values import replace
from tui.play.screen import PlayScreen
from tui.sessions.model import SessionsUI
from tui.sessions.present import visits
from tui.sessions.present.visits import Length, Visit, Wish

if TYPE_CHECKING:
    from pathlib import Path

    from saves.history.history import History
    from saves.history.sessions import Session

P = ParamSpec("P")
T = TypeVar("T")
Work: TypeAlias = Callable[Concatenate["PastReader", P], Coroutine[None, None, None]]


def background(
    group: str = "default", *, exclusive: bool = False
) -> Callable[[Work[P]], Callable[Concatenate[PastReader, P], Worker[None]]]:
    """Make a coroutine about the past a function that runs it as a worker of the screen.

    The message of a Refusal is shown.
    """

    def made(work: Work[P]) -> Callable[Concatenate[PastReader, P], Worker[None]]:
        async def run(past: PastReader, *args: P.args, **kwargs: P.kwargs) -> None:
            try:
                await work(past, *args, **kwargs)
            except Refusal as refusal:
                past.screen.say_message(refusal.message)

        @wraps(work)
        def start(past: PastReader, /, *args: P.args, **kwargs: P.kwargs) -> Worker[None]:
            begin = partial(run, past, *args, **kwargs)  # it may be cancelled before it begins
            return past.screen.run_worker(begin, group=group, exclusive=exclusive)

        return start

    return made


class PastReader:
    """Goes where the GM wishes, and keeps what the screen remembers (`ui`).

    Wishes wait while the past is busy and are followed together: held keys skip moments that no
    one could see. `draw` is called after each change of `ui`, with what it was before.
    """

    def __init__(self, screen: PlayScreen, draw: Callable[[SessionsUI], None]) -> None:
        self.screen = screen
        self._ui = SessionsUI()
        self._draw = draw
        self._wishes: list[Wish] = []
        self._early: list[Wish] = []
        self._visiting = False
        self._indexing = False
        self._left = 0
        self._wanted = 0

    @property
    def ui(self) -> SessionsUI:
        """What the screen remembers; it is drawn when it changes."""
        return self._ui

    @ui.setter
    def ui(self, ui: SessionsUI) -> None:
        before, self._ui = self._ui, ui
        self._draw(before)

    @property
    def path(self) -> Path:
        """The file of the open campaign."""
        path = self.screen.app.worker.path
        assert path is not None, "the past is read only of an open campaign"
        return path

    @property
    def head(self) -> int:
        """The newest entry."""
        return self.screen.moment.head

    @property
    def at(self) -> int:
        """The entry that is shown."""
        return self.ui.at(self.head)

    @property
    def in_the_past(self) -> bool:
        """Whether the entry shown is not the newest."""
        return self.at < self.head

    @property
    def still(self) -> bool:
        """Whether the journal is read and every wish has been followed."""
        return self.ui.journal is not None and not (self._visiting or self._wishes)

    @property
    def hurried(self) -> bool:
        """Whether more is wished for than is shown now."""
        return bool(self._wishes)

    async def ask(self, work: Callable[[History], T]) -> T:
        """Ask the open campaign's history."""
        return await self.screen.app.history.ask(self.path, work)

    # reading

    def follow(self) -> bool:
        """Read what is new: the present has changed, or the screen is back. False: nothing is."""
        overview = self.ui.overview
        news = overview is None or overview.head != self.head or self.ui.visit is None
        if news:
            self._read()
        return news

    @background("read", exclusive=True)
    async def _read(self) -> None:
        follows = self.ui.visit is None or self.ui.visit.present
        if follows:
            present = partial(visits.present, player_view=self.screen.player_view)
            self._arrive(await self.ask(present))
        await self._index()
        overview = await self.ask(visits.overview)
        self.ui = replace(self.ui, overview=overview, journal=None)
        wanted, self._wanted = self._wanted, 0
        early, self._early = self._early, []
        if wanted or not follows:
            self.wish("to", to=wanted or self.at)
        else:
            self.wish("now")
            left, self._left = self._left, 0
            if left:
                words = N_("This is the present. {seq} and Enter goes back to where you were.")
                self.screen.say_message(words, seq=left)
        self._wishes += early

    async def _index(self) -> None:
        from saves.history.index.index import follow

        while (progress := await self.ask(follow)).done < progress.of:
            self._indexing = True
            words = N_("Reading the journal for the first time: {done} of {of} entries. What is "
                       "shown is the present.")  # fmt: skip
            self.screen.say_message(words, done=progress.done, of=progress.of)
        if self._indexing:
            self._indexing = False
            self.screen.say_sentence("")

    # wishes

    def wish(self, unit: Length, by: int = 1, to: int = 0) -> None:
        """Go elsewhere as soon as the past has answered."""
        self.ask_for(Wish(unit, by, to))

    def ask_for(self, wish: Wish) -> None:
        """Go where a wish leads, as soon as the past has answered."""
        if self.ui.overview is None:
            if not self._indexing:
                self._early.append(wish)
            return
        self._wishes.append(wish)
        if not self._visiting:
            self._visiting = True
            self._go()

    @background("visit")
    async def _go(self) -> None:
        path = self.path
        try:
            while self._wishes and path == self.path:
                wishes, self._wishes = tuple(self._wishes), []
                before = self.at
                found = await self.ask(
                    partial(visits.visit, at=before, wishes=wishes,
                            player_view=self.screen.player_view),
                )  # fmt: skip
                await self._read_journal(found.at)
                if path == self.path:
                    self._arrive(found)
                    if found.at == before and wishes[-1].unit not in ("to", "now", "hit"):
                        self._say_end(wishes[-1])
        finally:
            self._visiting = False

    def _arrive(self, found: Visit) -> None:
        self.ui = self.ui.with_visit(found)

    def _say_end(self, wish: Wish) -> None:
        words = N_("This is the first entry.")
        if wish.by > 0:
            words = N_("This is the present: nothing was played after it.")
        self.screen.say_message(words)

    async def _read_journal(self, seq: int) -> None:
        overview, here = self.ui.overview, self.ui.journal
        session = None if overview is None else overview.session_of(seq)
        if session is not None and (
            here is None or here.session.number != session.number or not here.holds(seq)
        ):
            await self._read_session(session, seq)

    async def _read_session(self, session: Session, seq: int) -> None:
        read = partial(visits.journal, session=session, at=seq, only=self.ui.only,
                       player_view=self.screen.player_view)  # fmt: skip
        journal = await self.ask(read)
        self.ui = replace(self.ui, journal=journal)

    @background("journal", exclusive=True)
    async def list_session(self, session: Session, seq: int) -> None:
        """Read the session's journal around an entry; only the last request counts."""
        await self._read_session(session, seq)

    # coming and going

    def leave(self) -> None:
        """Remember the entry, and return to the present."""
        self._left = self.at if self.in_the_past else 0
        self.ui = replace(self.ui, visit=None)

    def return_to(self, seq: int) -> None:
        """Go to an entry once the past is read again."""
        self._wanted, self._left = seq, 0
        self._read()

    def forget(self) -> None:
        """Forget the past of another campaign."""
        self.ui = self.ui.forgetting()
        self._early.clear()
        self._left = 0
