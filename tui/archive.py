"""The open campaign's past, on a thread of its own, so that the present never waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from saves.campaign.patrol import Patrol, PatrolProgress
    from saves.history.history import History

T = TypeVar("T")


class Archive:
    """Queries a campaign's past. The code is imported, and the file opened, on first use."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="archive")
        self._look: History | None = None
        self._patrol: Patrol | None = None

    async def ask(self, path: Path, work: Callable[[History], T]) -> T:
        """Return what `work` finds in the past of the campaign at `path`.

        Closes the past of another campaign. Uses the caller's language and units. Raises
        CannotOpen, and what `work` raises.
        """

        def asked() -> T:
            return self._opened(path).ask(work)

        here = copy_context()
        return await asyncio.get_running_loop().run_in_executor(self._thread, here.run, asked)

    async def patrol(self, path: Path) -> None:
        """Begin checking the whole file of the campaign at `path`. Raises CannotOpen."""

        def begin() -> None:
            from saves.campaign.patrol import Patrol

            self._stand_down()
            self._patrol = Patrol(path)

        await asyncio.get_running_loop().run_in_executor(self._thread, begin)

    async def stand_down(self) -> None:
        """Stop checking."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._stand_down)

    async def further(self) -> PatrolProgress | None:
        """Check a little further; None when `close` has ended it."""

        def step() -> PatrolProgress | None:
            progress = None if self._patrol is None else self._patrol.step()
            if progress is not None and progress.over:
                self._stand_down()
            return progress

        return await asyncio.get_running_loop().run_in_executor(self._thread, step)

    async def close(self) -> None:
        """Close what is open; the next question opens it again."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)

    def stop(self) -> None:
        """Let the thread end once its work is done."""
        self._thread.shutdown(wait=False)

    def _opened(self, path: Path) -> History:
        if self._look is not None and self._look.path == path:
            return self._look
        self._forget()
        from saves.history.history import History
        from tui.replay.saying import said

        self._look = History.open(path, said)
        return self._look

    def _stand_down(self) -> None:
        if self._patrol is not None:
            self._patrol.close()
        self._patrol = None

    def _close(self) -> None:
        self._forget()
        self._stand_down()

    def _forget(self) -> None:
        if self._look is not None:
            self._look.close()
        self._look = None
