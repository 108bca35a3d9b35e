"""Slow answers for a fast screen, in a thread: only the newest question counts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

from textual.dom import DOMNode

Asked = TypeVar("Asked")
Told = TypeVar("Told")


class Latest(Generic[Asked, Told]):
    """One question at a time; overtaken questions are never answered.

    `answer` runs in a thread and must not raise Refusals; `take` gets its answer on the
    event loop, unless a newer question has been asked meanwhile.
    """

    def __init__(
        self,
        owner: DOMNode,
        answer: Callable[[Asked], Told],
        take: Callable[[Asked, Told], None],
    ) -> None:
        self._owner = owner
        self._answer = answer
        self._take = take
        self._wanted: Asked | None = None
        self._busy = False

    def ask(self, wanted: Asked) -> None:
        """Ask a question, replacing one not answered yet."""
        self._wanted = wanted
        if not self._busy:
            self._busy = True
            self._owner.run_worker(self._work(), group=f"latest-{id(self)}")

    def drop(self) -> None:
        """Drop the open question."""
        self._wanted = None

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._busy

    async def _work(self) -> None:
        try:
            while (wanted := self._wanted) is not None:
                told = await asyncio.to_thread(self._answer, wanted)
                if wanted is self._wanted:
                    self._wanted = None
                    self._take(wanted, told)
        finally:
            self._busy = False
