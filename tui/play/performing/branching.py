"""A what-if: a copy of the campaign, to try something in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from core.messages import Message
from saves.store.backend import Place
from tui.kit.actions import PLAYED
from tui.kit.keys import DECIDING
from tui.kit.phrases import say
from tui.kit.searching import Cursored
from tui.play.foot_lines import NumberLine
from tui.play.performing.performer import PartHost, Performer
from tui.view import CampaignView
from tui.worker import ReturnPoint

T = TypeVar("T")


class Branching:
    """Opens a what-if with x on any screen, and leaves it with Esc when nothing else is open.

    Esc closes one thing after the other: what `closes` closes, then the sentence shown, then the
    copy. `row` is the row after which it begins, `returned` is called with the cursor of then
    when the screen is back, `forget` when another campaign is open.
    """

    def __init__(self, screen: PartHost, performer: Performer) -> None:
        self._screen = screen
        self._performer = performer
        self.closes: Callable[[], bool] = performer.unconfirm
        self.row: Callable[[], int] = lambda: screen.view.head
        self.returned: Callable[[object], None] = self._put_cursor
        self.forget: Callable[[], None] = lambda: None
        self._place: Place | None = None
        self._hint = ""

    def follow(self, view: CampaignView) -> None:
        """Keep what is owed with its campaign when another than the one shown last is open."""
        before = self._place
        self._place = view.place
        if before != self._place:
            self._performer.change_campaign(before, self._place)
            self.forget()
            if before is not None:  # what was said of another campaign is not true of this one
                self._screen.gm.say_sentence("")

    def begin(self) -> None:
        """Open a what-if from the row that is shown."""
        if self._screen.view.birth is not None:
            self._screen.gm.say_message(
                "This is a what-if already. Press Esc to leave it, or type :keep to make"
                " it a campaign of its own."
            )
        elif not self._performer.hindered():
            self._run(self._open)

    def close(self) -> bool:
        """Close what is open on the screen, else leave the what-if; return whether it did."""
        screen = self._screen
        told = say(screen.query_one(NumberLine).told)
        closed = self.closes() or told not in ("", self._hint)
        screen.gm.count()
        screen.gm.say_sentence("")
        tries = screen.view.birth is not None
        if not closed and tries:
            self.leave()
        return closed or tries

    def hint(self, message: Message) -> None:
        """Say what Esc does now; that this is shown does not keep Esc from doing it."""
        self.follow(self._screen.view)
        self._screen.gm.say_message(message)
        self._hint = say(message)

    def leave(self) -> None:
        """Return to the campaign; the copy goes to the bin."""
        if self._tries() and not self._performer.hindered():
            self._run(self._drop)

    def keep(self, name: str) -> None:
        """Make the what-if a campaign of its own, called `name`, and go on in it."""
        self._screen.run_worker(self._keep(name), group="perform")

    async def _keep(self, name: str) -> None:
        screen = self._screen
        birth = screen.view.birth
        if not self._tries() or birth is None or self._performer.hindered():
            return
        kept = await self._closing(lambda: screen.app.worker.keep_trial(name))
        if kept is not None:
            screen.app.view = kept
            screen.gm.say_message(
                "Kept: you are in {name} now, a campaign of its own. {campaign} is "
                "unchanged on the list of campaigns (g c).",
                name=kept.called,
                campaign=birth.name,
            )

    def _tries(self) -> bool:
        if self._screen.view.birth is None:
            self._screen.gm.say_message("No what-if is open. Press x to begin one.")
        return self._screen.view.birth is not None

    def _put_cursor(self, cursor: object) -> None:
        if isinstance(self._screen, Cursored) and cursor is not None:
            self._screen.go_there(cursor)

    def _run(self, work: Callable[[], Awaitable[None]]) -> None:
        async def held() -> None:
            try:
                await work()
            finally:
                self._screen.app.let_go()

        self._screen.app.hold(DECIDING)
        self._screen.run_worker(held(), group="perform")

    async def _open(self) -> None:
        screen = self._screen
        app = screen.app
        cursor = screen.here() if isinstance(screen, Cursored) else None
        with screen.gm.refusing():
            point = ReturnPoint(screen.TABLE, cursor)
            app.view = view = await app.worker.try_from(self.row(), point)
            if screen.TABLE not in PLAYED.split():
                await app.switch_mode("journey" if view.fight is None else "encounter")
            getattr(app.screen, "branching", self).hint(
                Message("What if: this is a copy. Press Esc to bin it, or type :keep to keep it.")
            )

    async def _drop(self) -> None:
        birth = self._screen.view.birth
        dropped = await self._closing(self._screen.app.worker.drop_trial)
        if dropped is None or birth is None:
            return
        app = self._screen.app
        point = dropped.return_point
        app.view = dropped.view
        if point.screen not in ("", self._screen.TABLE):
            await app.switch_mode(point.screen)
        here = getattr(app.screen, "branching", self)
        if point.screen:
            here.returned(point.cursor)
        here.hint(
            Message(
                "Back in {campaign}, unchanged. The what-if stays on the list of "
                "campaigns: {trouble}"
                if dropped.trouble is not None
                else "Back in {campaign}, unchanged. The what-if is in the bin; to put it back, "
                "press u on the list of campaigns (g c).",
                campaign=birth.name,
                trouble=dropped.trouble or "",
            )
        )

    async def _closing(self, work: Callable[[], Awaitable[T]]) -> T | None:
        with self._screen.gm.refusing():
            await self._screen.app.history.close()
            return await work()
        return None
