"""Work off the event loop: the open campaign and its past, and slow answers for a fast screen.

The saves and the rules are imported on the threads of their workers, after the first paint.
"""

from __future__ import annotations

import asyncio
import operator
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from fractions import Fraction
from functools import cached_property, partial, wraps
from threading import Event
from typing import TYPE_CHECKING, Concatenate, Generic, Literal, ParamSpec, Protocol, TypeVar
from uuid import uuid4

from core.messages import Message, Refusal
from core.values import Struct, replace
from saves.store.refusals import MOVED_ON, NotRecorded
from tui.kit.failures import Hosted, catching, saying_failures

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from textual.worker import WorkType

    from core.dice import Answers
    from core.play.history.previously import LastSession
    from core.play.union import Command, Decided, Needs
    from core.rulesets.schema import Ruleset
    from core.travel.regionmap import RegionMap
    from saves.campaign.campaign import Campaign
    from saves.campaign.patrol import Patrol, PatrolProgress
    from saves.history.history import History
    from saves.library.dice import DiceRoller
    from saves.library.library import Shelf
    from saves.store.backend import Place
    from tui.view import CampaignView

T = TypeVar("T")
P = ParamSpec("P")
Worker = TypeVar("Worker", bound="WorkThread")
Step = Literal["undo", "redo", "undo_step", "undo_turn"]


class Founding(Struct):
    """The GM's answers for a new campaign."""

    name: str
    rules: Ruleset
    region: RegionMap | None = None
    hex_km: Fraction = Fraction(12)
    place: str = ""


class Deed(Struct):
    """A command with all its answers, and what was decided on it, if that is known."""

    command: Command
    answers: Answers
    decided: Decided | None = None


class Overtaken(Refusal):
    """Somebody else has written, and a command comes to something else by now.

    `left` are the deeds that were to be recorded, from the first that was not. If not `by_others`,
    the GM has written, on another screen.
    """

    def __init__(self, why: Message, left: tuple[Deed, ...], *, by_others: bool = True) -> None:
        super().__init__("overtaken", "{why}", why=why)
        self.left = left
        self.by_others = by_others


class ReturnPoint(Struct):
    """Where a what-if began: the screen, and its cursor."""

    screen: str = ""
    cursor: object = None


NOWHERE = ReturnPoint()


class Dropped(Struct):
    """The campaign open after a what-if, and where the GM was; `trouble`: why it is not binned."""

    view: CampaignView
    return_point: ReturnPoint
    trouble: Message | None = None


def _say_nothing() -> None:
    pass


async def _decline(reason: Message) -> bool:
    return False


def _before(campaign: Campaign) -> LastSession | None:
    from saves.history.sessions import last_session

    return last_session(campaign.place, campaign.story.entry_reader, campaign.head)


class WorkThread:
    """Does work on one thread of its own, in the language and units of who asks for it."""

    def __init__(self, name: str) -> None:
        self._name = name

    @cached_property
    def _thread(self) -> ThreadPoolExecutor:
        # begun with the first work: the first screen is painted before
        from concurrent.futures import ThreadPoolExecutor

        return ThreadPoolExecutor(1, thread_name_prefix=self._name)

    async def run(self, work: Callable[[], T]) -> T:
        """Do `work` on the thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, copy_context().run, work)

    def stop(self) -> None:
        """Let the thread end once its work is done."""
        if "_thread" in vars(self):
            self._thread.shutdown(wait=False)


def on_thread(
    work: Callable[Concatenate[Worker, P], T],
) -> Callable[Concatenate[Worker, P], Coroutine[None, None, T]]:
    """Make a method of a `WorkThread` a coroutine that does its work on the thread."""

    @wraps(work)
    async def asked(self: Worker, /, *args: P.args, **named: P.kwargs) -> T:
        return await self.run(partial(work, self, *args, **named))

    return asked


class CampaignWorker(WorkThread):
    """Opens, queries and writes the campaign on its thread; every answer is a `CampaignView`."""

    def __init__(self) -> None:
        super().__init__("campaign")
        self._campaign: Campaign | None = None
        self._return_point = NOWHERE
        self._last: LastSession | None = None
        self._decided_at = 0
        self.checked = 100
        """Percent of the open campaign's file that was looked over."""
        self.offer: Callable[[Message], Awaitable[bool]] = _decline
        """Asks the GM whether to go on in a copy, for the reason that it is given."""
        self.making: Callable[[], object] = _say_nothing
        """Called on the thread before the demo is made, which takes a while."""
        self._stops_making = Event()
        self.binned: list[tuple[str, Place]] = []
        """The names of the campaigns that went to the bin, and their places there."""

    @cached_property
    def dice(self) -> DiceRoller:
        """What rolls the GM's dice; its rules are imported with the first roll."""
        from saves.library.dice import DiceRoller

        return DiceRoller()

    async def run(self, work: Callable[[], T]) -> T:
        """Do `work` on the campaign's thread. CannotOpen if the open file proves damaged."""
        return await super().run(partial(self._read, work))

    def _read(self, work: Callable[[], T]) -> T:
        if self._campaign is None:
            return work()
        from saves.store.places import legible

        with legible(self._campaign.place):
            return work()

    @on_thread
    def listing(self) -> tuple[Shelf, ...]:
        """The campaigns of this home."""
        from saves.library import library

        return library.listing()

    @on_thread
    def open(self, wanted: str | Place) -> CampaignView:
        """Open a campaign given by its place, or by a path, a name, a unique beginning."""
        from saves.library import library

        return self._shown(library.open(wanted))

    async def demo(self, fresh: bool = False) -> CampaignView:
        """Open the demo campaign; the first time, or if `fresh`, it is played through first.

        Refusal "stopped" if `stop_making` was called meanwhile; then nothing is made.
        """
        self._stops_making.clear()
        return await self._open_demo(fresh)

    @on_thread
    def _open_demo(self, fresh: bool) -> CampaignView:
        from saves.demo.open_demo import open_demo

        return self._shown(open_demo(fresh, self._watch_making))

    def stop_making(self) -> None:
        """Make no demo, if one is being made."""
        self._stops_making.set()

    def _watch_making(self, done: int) -> None:
        if not done:
            self.making()
        if self._stops_making.is_set():
            raise Refusal("stopped", "The demo was not made, and nothing is kept of it.")

    @on_thread
    def found(self, founding: Founding) -> CampaignView:
        """Begin a campaign and open it."""
        from saves.library import library

        campaign = library.create(founding.name, founding.rules)
        if founding.region is not None:
            campaign.adopt_map(founding.region, founding.hex_km, founding.place)
        return self._shown(campaign, new=True)

    @on_thread
    def propose(
        self, command: Command, answers: Answers, after: Decided | None = None
    ) -> Decided | Needs:
        """The decision on `command`, now or `after` another, or the questions still open.

        Records nothing.
        """
        if after is None:
            self._decided_at = self._open.head
        return self._open.propose(command, answers, after=after)

    async def record(self, *deeds: Deed) -> CampaignView:
        """Record commands with their answers, one after the other; returns after COMMIT.

        What `propose` decided last is recorded as it is, unless a row has come since. Raises
        Overtaken where others may write too, and have done so.
        """
        names = [str(uuid4()) for _ in deeds]

        def record() -> None:
            for number, (name, deed) in enumerate(zip(names, deeds, strict=True)):
                with self._overtaken_before(deeds[number:]):
                    self._open.record(
                        deed.command,
                        deed.answers,
                        entry_id=name,
                        decided=deed.decided,
                        head=self._decided_at + number,
                    )

        return await self._done(record, again=True)

    @contextmanager
    def _overtaken_before(self, left: tuple[Deed, ...]) -> Iterator[None]:
        try:
            yield
        except NotRecorded as refusal:
            if refusal.code == MOVED_ON and self._open.opened.shared:
                raise Overtaken(refusal.message, left) from refusal
            raise

    async def propose_over(self, answers: Answers) -> Decided | Needs:
        """The last entry's outcome with these answers instead. Records nothing."""
        return await self.run(lambda: self._open.propose_over(answers))

    async def write(self, act: Callable[[Campaign], object]) -> CampaignView:
        """Do to the open campaign what `act` does, on the thread; returns after COMMIT."""

        def write() -> None:
            act(self._open)
            if self._last is not None and self._open.session <= self._last.number:
                self._last = _before(self._open)  # it may have another title now

        return await self._done(write)

    @on_thread
    def stop_writing(self, place: Place, why: Message) -> CampaignView | None:
        """Stop recording in the campaign at a place; None when another is open."""
        if self.place != place:
            return None
        self._open.stop_writing(why)
        return self._taken()

    async def look(self) -> CampaignView:
        """The open campaign now, with what another window has written."""
        return await self._done(lambda: self._open.refresh())

    async def look_for_others(self, known: CampaignView) -> CampaignView:
        """The open campaign, with what others have written; `known` itself if that is nothing.

        Then no more than the number of the newest entry is read.
        """

        def look() -> CampaignView:
            campaign = self._open
            campaign.refresh()
            if (campaign.head, campaign.read_only) == (known.head, known.read_only):
                return known
            return self._taken()

        return await self._here_or_in_a_copy(look)

    @on_thread
    def take_over(self) -> CampaignView:
        """Open the campaign for writing that another window has closed.

        Its marks and its damage are checked as at every opening. Raises Refusal if there is nothing
        to take over, CannotOpen.
        """
        from saves.library import library

        campaign = self._open
        if not campaign.opened.follows:
            raise Refusal(
                "not_open_elsewhere",
                "There is nothing to take over: no other window has this campaign open.",
            )
        if not campaign.opened.free:
            raise Refusal(
                "still_open",
                "This campaign is still open in another window. Close it there first.",
            )
        return self._shown(library.open(campaign.place))

    @on_thread
    def bin(self, place: Place, name: str) -> None:
        """Move a campaign to the bin, closing it if it is open."""
        from saves.library import library

        self._put_down(place)
        self.binned.append((name, library.bin(place)))

    @on_thread
    def unbin(self) -> tuple[str, Place] | None:
        """Put back the campaign that was binned last; None when there is none."""
        from saves.library import library

        if not self.binned:
            return None
        name, place = self.binned[-1]
        back = library.unbin(place)
        del self.binned[-1]
        return name, back

    async def try_from(self, seq: int, return_point: ReturnPoint = NOWHERE) -> CampaignView:
        """Copy the open campaign as it was after row `seq`, and open the copy."""

        def branch() -> None:
            from saves.library import branches, library
            from tui.kit.phrases import say

            self._open.opened.refuse_astray()
            self._shown(library.open(branches.branch(self._open.place, seq, say)))
            self._return_point = return_point

        return await self._done(branch)

    @on_thread
    def keep_trial(self, name: str = "") -> CampaignView:
        """Make the open what-if a campaign of its own, called `name`; it stays open."""
        from saves.library import branches, library

        place = self._open.place
        self._put_down(place)
        try:
            place = branches.keep(place, name)
        finally:
            self._campaign = library.open(place)
        return self._taken()

    @on_thread
    def drop_trial(self) -> Dropped:
        """Move the open what-if to the bin, and open its campaign."""
        from saves.library import branches

        left = branches.leave(self._open)
        return_point = self._return_point
        if left.binned is not None:
            self.binned.append((self._open.name, left.binned))
        return Dropped(self._shown(left.campaign), return_point, left.trouble)

    @on_thread
    def rename(self, place: Place, name: str) -> Place:
        """Rename a campaign, closing it if it is open."""
        from saves.library import library

        self._put_down(place)
        return library.rename(place, name)

    @property
    def place(self) -> Place | None:
        """Where the open campaign is stored, if one is open."""
        if self._campaign is None:
            return None
        return self._campaign.place

    @on_thread
    def close(self) -> Message | None:
        """Close the open campaign, if any; return a message if the disk failed."""
        return self._put_down(self.place)

    @on_thread
    def keep_sessions_apart(self, gap: Fraction) -> None:
        """Begin a new session of the open campaign after so many hours (0: never)."""
        if self._campaign is not None:
            self._campaign.recorder.author = replace(self._campaign.recorder.author, gap=gap)

    @on_thread
    def sign_as(self, name: str) -> None:
        """Sign entries of the open campaign with a name; "": with the user's."""
        if self._campaign is not None:
            self._campaign.sign_as(name)

    @property
    def _open(self) -> Campaign:
        assert self._campaign is not None, "screens that ask are shown only with a campaign"
        return self._campaign

    def _put_down(self, place: Place | None) -> Message | None:
        campaign = self._campaign
        if campaign is None or campaign.place != place:
            return None
        self._campaign = None
        return campaign.close()

    def _shown(self, campaign: Campaign, *, new: bool = False) -> CampaignView:
        # A `new` one has no session that came before. One that is open here already stays as it is:
        # opened anew it would be for reading only, for the sake of its own window. Raises
        # CannotOpen where it cannot be read; the one before stays open then.
        from saves.store.places import legible
        from tui.view import taken

        before = self._campaign
        here_already = (
            before is not None and before.place == campaign.place and not before.opened.follows
        )
        if here_already and campaign.read_only:
            campaign.close()
            return self._taken()
        try:
            with legible(campaign.place):
                last = None if new else _before(campaign)
                view = taken(campaign, last=last)
        except BaseException:
            campaign.close()
            raise
        if before is not None:
            before.close()
        self._campaign = campaign
        self._last = last
        self.checked = 100
        self._return_point = NOWHERE
        return view

    async def _done(self, act: Callable[[], object], *, again: bool = False) -> CampaignView:
        def work() -> CampaignView:
            act()
            return self._taken()

        return await self._here_or_in_a_copy(work, again=again)

    async def _here_or_in_a_copy(
        self, work: Callable[[], CampaignView], *, again: bool = False
    ) -> CampaignView:
        # `again`: all of it can be done again in the copy, where nothing is recorded twice.
        try:
            return await self.run(work)
        except NotRecorded as refusal:
            if refusal.code != "astray" or not await self.offer(refusal.message):
                raise
            stored = refusal.outcome == "unknown"  # it is in what is copied
        await self.go_on_in_a_copy()
        return await self.run(self._taken if stored and not again else work)

    @on_thread
    def go_on_in_a_copy(self) -> CampaignView:
        """Copy all that is recorded to a new file, and open that. Raises CannotKeep."""
        from saves.library import library
        from saves.library.branches import rescue
        from tui.kit.phrases import say

        last = self._last
        return_point = self._return_point
        self._shown(library.open(rescue(self._open, say)))
        self._last = last
        self._return_point = return_point
        return self._taken()

    @on_thread
    def astray(self) -> Message | None:
        """Why nothing can be recorded, when the open campaign's file is gone; else None."""
        if self._campaign is None:
            return None
        return self._campaign.opened.astray

    def _taken(self) -> CampaignView:
        from tui.view import taken

        return replace(taken(self._open, last=self._last), checked=self.checked)


class HistoryWorker(WorkThread):
    """Queries a campaign's past. The code is imported, and the file opened, on first use."""

    def __init__(self) -> None:
        super().__init__("history")
        self._look: History | None = None
        self._patrol: Patrol | None = None

    async def ask(self, place: Place, work: Callable[[History], T], last: int | None = None) -> T:
        """Return what `work` finds in the past of the campaign at a place, up to row `last`.

        Closes the past of another campaign. Raises CannotOpen, and what `work` raises.
        """
        return await self.run(lambda: self._opened(place, last).ask(work))

    @on_thread
    def is_patrol_needed(self, place: Place) -> bool:
        """Whether a campaign is too large to have been checked whole when it was opened.

        Raises CannotOpen if that cannot be asked just now.
        """
        from saves.campaign.patrol import needed

        return needed(place)

    @on_thread
    def patrol(self, place: Place) -> None:
        """Begin checking all of the campaign at a place. Raises CannotOpen."""
        from saves.campaign.patrol import Patrol

        self._stand_down()
        self._patrol = Patrol(place)

    @on_thread
    def stand_down(self) -> None:
        """Stop checking."""
        self._stand_down()

    @on_thread
    def further(self) -> PatrolProgress | None:
        """Check a little further; None when `close` has ended it."""
        if self._patrol is None:
            return None
        progress = self._patrol.step()
        if progress.over:
            self._stand_down()
        return progress

    @on_thread
    def close(self) -> None:
        """Close what is open; the next question opens it again."""
        self._forget()
        self._stand_down()

    def _opened(self, place: Place, last: int | None) -> History:
        look = self._look
        if look is not None and (look.place, look.last) == (place, last):
            return look
        self._forget()
        from saves.history.history import History
        from tui.view import said

        self._look = History.open(place, said, last)
        return self._look

    def _stand_down(self) -> None:
        if self._patrol is not None:
            self._patrol.close()
        self._patrol = None

    def _forget(self) -> None:
        if self._look is not None:
            self._look.close()
        self._look = None


Asked = TypeVar("Asked")
Told = TypeVar("Told")


class AnswerOwner(Hosted, Protocol):
    """A widget or screen that runs workers."""

    def run_worker(self, work: WorkType[object], *, group: str = "") -> object: ...


class Latest(Generic[Asked, Told]):
    """One question at a time; overtaken questions are never answered.

    The question answered last is not worked out again: a dialog that closes asks it once more.
    `is_same` tells whether two questions are one; by default only the very object is. `answer`
    runs in a thread; `take` gets its answer on the event loop, unless a newer question has been
    asked meanwhile. If `answer` fails, `take` gets what `instead` makes of the sentence that
    says so.
    """

    def __init__(
        self,
        owner: AnswerOwner,
        answer: Callable[[Asked], Told],
        take: Callable[[Asked, Told], None],
        instead: Callable[[Asked, Message], Told],
        is_same: Callable[[Asked, Asked], bool] = operator.is_,
    ) -> None:
        self._owner = owner
        self._answer = answer
        self._take = take
        self._instead = instead
        self._is_same = is_same
        self._wanted: Asked | None = None
        self._answered: tuple[Asked, Told] | None = None
        self._idle = asyncio.Event()
        self._idle.set()

    def ask(self, wanted: Asked) -> None:
        """Ask a question, replacing one not answered yet."""
        self._wanted = wanted
        if self._idle.is_set():
            self._idle.clear()
            self._owner.run_worker(self._work(), group=f"latest-{id(self)}")

    def drop(self) -> None:
        """Drop the open question."""
        self._wanted = None

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return not self._idle.is_set()

    async def answered(self) -> None:
        """Wait until no answer is still to come."""
        await self._idle.wait()

    async def _work(self) -> None:
        try:
            while (wanted := self._wanted) is not None:
                answer = await self._find(wanted)
                if wanted is self._wanted:
                    self._wanted = None
                    with saying_failures(self._owner):
                        self._take(wanted, answer)
        finally:
            self._idle.set()

    async def _find(self, wanted: Asked) -> Told:
        if self._answered is not None:
            question, answer = self._answered
            if self._is_same(wanted, question):
                return answer
        with catching(self._owner) as catch:
            told = await asyncio.to_thread(self._answer, wanted)
            self._answered = wanted, told
            return told
        assert catch.message is not None, "what fails has a sentence"
        return self._instead(wanted, catch.message)
