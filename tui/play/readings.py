"""What the keys of a screen wait for (`Reading` of `tui/kit/keys.py`)."""

from __future__ import annotations

from typing import ClassVar, Protocol

from tui.kit.front import Front
from tui.kit.keys import Reading
from tui.play.conversation import SpokenHost
from tui.play.dice.dice_tray import DiceTray


class Readings:
    """What a screen's keys wait for: that it is in front and shows the campaign, and what is added.

    The screen tells `front` when it is there, and when another is. The dice tray's keys do not wait
    for what is added.
    """

    def __init__(self, screen: SpokenHost) -> None:
        self._screen = screen
        self.front = Front()
        self._parts: tuple[Reading, ...] = ()

    def add(self, reading: Reading) -> None:
        """Let keys wait for this, too."""
        self._parts = (*self._parts, reading)

    def is_behind(self, key: str) -> bool:
        """Whether a key has to wait."""
        return not self.front.is_reached or self._find(key) is not None

    async def catch_up(self, key: str) -> None:
        """Wait until a key has not to wait any more."""
        await self.front.wait()
        while (part := self._find(key)) is not None:
            await part.catch_up(key)

    def _find(self, key: str) -> Reading | None:
        if self._screen.query_one(DiceTray).display:
            return None
        return next((part for part in self._parts if part.is_behind(key)), None)


class Answer(Protocol):
    """What is worked out in a thread; `Latest` is."""

    @property
    def busy(self) -> bool: ...
    async def answered(self) -> None: ...


class KeyedHost(SpokenHost, Protocol):
    """A screen whose keys are in the table of keys."""

    TABLE: ClassVar[str]


class Answered:
    """Lets keys wait for an answer: those of some `actions`, or with () all."""

    def __init__(self, screen: KeyedHost, answer: Answer, actions: tuple[str, ...] = ()) -> None:
        self._screen = screen
        self._answer = answer
        self._actions = actions

    def is_behind(self, key: str) -> bool:
        """Whether a key has to wait."""
        if not self._answer.busy or not self._actions:
            return self._answer.busy
        screen = self._screen
        return screen.app.keys.action_of(key, screen.TABLE) in self._actions

    async def catch_up(self, key: str) -> None:
        """Wait for the answer."""
        await self._answer.answered()
