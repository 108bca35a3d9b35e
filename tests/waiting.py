"""Waiting in tests: until the app has nothing left to do, on a clock of the test's own.

The clock of the test loop stops while a callback is ready or a thread works for the app, and jumps
to the next timer when nothing is left to do. So tests depend neither on the speed nor on the load
of the machine. `settled` means that nothing is left to do and nothing is due within the next
frame; seconds (a held key, a message that disappears) pass at once, and only when a test lets them.

Importing this module installs the loop, for `asyncio.run` too.
"""

from __future__ import annotations

import asyncio
import selectors
import warnings
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context, copy_context
from threading import Event, get_ident
from time import monotonic
from typing import Any, Final

FRAME: Final = 0.06
"""Seconds; a timer due sooner counts as work. Textual draws 60 times a second, and the first frame
of another mode's screen comes after 0.05 s."""
FRAMES: Final = 60
"""So many frames in a row are an endless animation, which is not waited for."""
LOOKS: Final = 200
"""How often `until` checks its condition."""
BETWEEN: Final = 0.1
"""Seconds of the test's clock between two checks."""
HANGS: Final = 180.0
"""Seconds of the wall clock after which work in a thread counts as hanging."""
TOO_LONG: Final = 24 * 3600.0
"""Seconds of the test's clock after which a test has failed to get what it waits for."""


class Hangs(AssertionError):
    """Raised when what a test waits for does not come."""


class _Selector(selectors.DefaultSelector):
    """Tells the loop when nothing is ready to run."""

    loop: Loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What came from outside; looked at only when nothing is ready to run."""
        if timeout is not None and timeout <= 0:
            return []
        came = super().select(0)
        if came:
            return came
        if self.loop.nothing_ready(timeout):
            return []
        came = super().select(HANGS)
        if not came:
            raise Hangs(f"{HANGS:.0f} s went by; still at work: {self.loop.at_work()}")
        return came


class Loop(asyncio.SelectorEventLoop):
    """A loop whose clock stops while there is something to do."""

    def __init__(self) -> None:
        selector = _Selector()
        selector.loop = self
        self._now = monotonic()
        self._ends = self._now + TOO_LONG
        # who waits until nothing is left to do
        self._still: list[asyncio.Future[float]] = []
        # what threads do for the app, by what stands for it
        self._work: dict[object, object] = {}
        # what threads have asked the loop to call, and it has not yet called
        self._told: deque[tuple[Callable[..., object], tuple[object, ...], Context]] = deque()
        # how many timers in a row went before the next of these calls
        self._hurried = 0
        super().__init__(selector)
        self._thread = get_ident()
        self._pool = ThreadPoolExecutor(thread_name_prefix="asyncio")
        self.set_default_executor(self._pool)

    def time(self) -> float:
        """Seconds on the test's clock."""
        return self._now

    def run_in_executor(
        self, executor: Executor | None, func: Callable[..., Any], *args: object
    ) -> asyncio.Future[Any]:
        """Run work in a thread and keep track of it until it ends."""
        heard = Event()

        def run() -> object:
            heard.wait()
            return func(*args)

        work: Future[Any] = (executor or self._pool).submit(run)
        self._work[work] = func
        answer = asyncio.wrap_future(work, loop=self)
        work.add_done_callback(self._worked)  # after the loop was told the answer
        heard.set()  # only now: the answer of work that is done already would come at once
        return answer

    def _worked(self, work: Future[Any]) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self.call_soon_threadsafe(self._work.pop, work, None)

    def call_soon_threadsafe(
        self, callback: Callable[..., object], *args: object, context: Context | None = None
    ) -> asyncio.Handle:
        """Run calls from threads one by one, each after the frames due before it."""
        if get_ident() == self._thread:
            return super().call_soon_threadsafe(callback, *args, context=context)
        self._told.append((callback, args, context or copy_context()))
        return super().call_soon_threadsafe(int)  # which only wakes the loop up

    async def shutdown_default_executor(self, *args: float | None) -> None:
        """Wait for the threads; the wait counts as work."""
        self._work[self] = "the end of the threads"
        try:
            await super().shutdown_default_executor(*args)
        finally:
            del self._work[self]

    def at_work(self) -> str:
        """The work of the threads, for a failure's message."""
        return ", ".join(map(str, self._work.values())) or "nothing, and no timer is set"

    def still(self) -> asyncio.Future[float]:
        """Resolves when nothing is left to do: to the seconds until the next timer, or infinity."""
        waits: asyncio.Future[float] = self.create_future()
        self._still.append(waits)
        return waits

    def nothing_ready(self, timeout: float | None) -> bool:
        """Go on with what is next; False when it must come from outside."""
        if self._told:
            # The frames that are due come first, as they would on a machine that is quick enough;
            # but not for ever, as an animation would keep the threads waiting.
            self._hurried += 1
            if timeout is not None and timeout <= FRAME and self._hurried < FRAMES:
                self._now += timeout
            else:
                self._hurried = 0
                callback, args, context = self._told.popleft()
                self.call_soon(callback, *args, context=context)
            return True
        if self._work:
            return False  # a thread will tell; meanwhile the clock stands still
        if self._still:
            due = float("inf") if timeout is None else timeout
            waiting = self._still
            self._still = []
            for waits in waiting:
                if not waits.done():
                    waits.set_result(due)
            return True
        if timeout is None:
            return False  # no timer is set
        self._now += timeout
        if self._now > self._ends:
            raise Hangs(f"{TOO_LONG:.0f} s of the test's clock went by")
        return True


with warnings.catch_warnings():  # Python 3.14 goes on with policies, but does not like them
    warnings.simplefilter("ignore", DeprecationWarning)

    class _Policy(asyncio.DefaultEventLoopPolicy):
        """New loops are such loops."""

        def new_event_loop(self) -> asyncio.AbstractEventLoop:
            return Loop()

    asyncio.set_event_loop_policy(_Policy())


async def settled() -> None:
    """Wait until nothing is left to do and nothing is due within the next frame."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Loop), "tests run on the loop of tests.waiting"
    for _ in range(FRAMES):
        due = await loop.still()
        if due > FRAME:
            return
        await asyncio.sleep(due)


async def until(came: Callable[[], object], what: str | Callable[[], str]) -> None:
    """Wait until `came` is true; raises Hangs with `what` if it never is."""
    for _ in range(LOOKS):
        await settled()
        if came():
            return
        await asyncio.sleep(BETWEEN)
    raise Hangs(f"never came: {what if isinstance(what, str) else what()}")
