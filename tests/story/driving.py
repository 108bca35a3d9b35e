"""Driving the app as a GM does: keys in, words and states out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from textual.pilot import Pilot

import tests.idle  # noqa: F401
from core.play.state import State
from tui.app import OutriderApp
from tui.moment import Moment
from tui.screens.performing import HELD_KEY

PATIENCE = 400
"""Pauses to wait for something that has to come; each takes some hundredths of a second."""

NAMES = {
    " ": "space", "/": "slash", "-": "minus", "+": "plus", ":": "colon", ".": "full_stop",
    "!": "exclamation_mark", "_": "underscore", "?": "question_mark", ";": "semicolon",
    ",": "comma", "<": "less_than_sign", ">": "greater_than_sign", "=": "equals_sign",
}  # fmt: skip


class Driver:
    """A running app and its keyboard."""

    def __init__(self, app: OutriderApp, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot
        self.pressed = 0
        self._head = 0

    async def press(self, *keys: str) -> None:
        """Press keys, by Textual's names; `pressed` counts them."""
        self.pressed += len(keys)
        await self.pilot.press(*keys)

    async def type(self, text: str) -> None:
        """Type characters."""
        await self.press(*(NAMES.get(character, character) for character in text))

    async def enter(self, text: str) -> None:
        """Type a line and press Enter."""
        await self.type(text)
        await self.press("enter")

    async def until(self, came: Callable[[], object], what: str) -> None:
        """Wait until `came` is true."""
        for _ in range(PATIENCE):
            if came():
                return
            await self.pilot.pause(0.02)
        raise AssertionError(f"never came: {what}\n{self.text()}")

    async def saved(self, more: int = 1) -> None:
        """Wait until `more` entries than `begun` counted are saved."""
        want = self._head + more
        await self.until(lambda: self.moment.head >= want, f"entry {want}")
        assert self.moment.head == want
        self._head = want
        await self.pilot.pause()

    async def opened(self, screen: str) -> None:
        """Wait until a screen (by its class's name) is in front."""
        await self.until(lambda: type(self.app.screen).__name__ == screen, screen)
        await self.pilot.pause()

    async def asked(self) -> None:
        """Wait until the dice tray asks."""
        await self.until(lambda: self.app.screen.has_class("asking"), "the dice tray")
        await self.pilot.pause()

    async def rested(self) -> None:
        """Let so much time go by that a second Space is no held key."""
        await asyncio.sleep(HELD_KEY)

    def begun(self) -> None:
        """Count entries from here."""
        self._head = self.moment.head

    @property
    def moment(self) -> Moment:
        """The open campaign."""
        assert self.app.moment is not None, self.text()
        return self.app.moment

    @property
    def state(self) -> State:
        """Its state."""
        return self.moment.state

    async def shows(self, text: str) -> None:
        """Wait until the screen shows `text`."""
        await self.until(lambda: text in self.text(), repr(text))

    def text(self) -> str:
        """The screen as text."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(part.text for part in strip).rstrip() for strip in strips)
