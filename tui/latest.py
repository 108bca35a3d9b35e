"""Answering in a thread what the screen asks faster than it can be answered: only the newest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

from textual.dom import DOMNode

Asked = TypeVar("Asked")
Told = TypeVar("Told")


class Latest(Generic[Asked, Told]):
    """One question at a time; those that newer ones overtake are never answered.

    `answer` runs in a thread and raises nothing that is expected; `take` gets its answer on the
    event loop, unless something newer has been asked meanwhile.
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
        """Ask this; forget what was asked before and has not been answered."""
        self._wanted = wanted
        if not self._busy:
            self._busy = True
            self._owner.run_worker(self._work(), group=f"latest-{id(self)}")

    def drop(self) -> None:
        """Ask nothing any more."""
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
