"""A dialog by itself: keys go in, and what it hands back comes out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from tests.insides import screen_text
from tests.story.driving import NAMES
from tests.themed import Themed
from tui.kit import theming
from tui.kit.modal import Modal


class Table(Themed):
    """An app with nothing but our colours."""

    CSS_PATH = str(Path(theming.__file__).parents[1] / "app.tcss")

    def __init__(self) -> None:
        super().__init__()
        for theme in theming.packaged():
            self.register_theme(theme)
        self.theme = theming.DARK


class Hand:
    """Keys into a modal of the one app, and what it hands back."""

    def __init__(self, app: Table, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot
        self.back: list[object] = []

    async def shows(self, modal: Modal[Any], *keys: str) -> str:
        """The screen after these: keys by name in angle brackets or one letter, a line, a paste."""
        self.back = []
        self.app.push_screen(modal, self.back.append)
        await self.pilot.pause()
        await self.press(*keys)
        text = screen_text(self.app)
        while len(self.app.screen_stack) > 1:
            await self.app.pop_screen()
        return text

    async def press(self, *keys: str) -> None:
        """Press keys, written as for `shows`, in the modal that is open."""
        for key in keys:
            await self._do(key)

    async def _do(self, key: str) -> None:
        if "\n" in key:
            self.app.post_message(events.Paste(key))
        elif len(key) > 1 and key[:1] != "<":
            line = self.app.screen.query_one(Input)
            line.value = key
            line.cursor_position = len(key)
        else:
            await self.pilot.press(key.strip("<>") if len(key) > 1 else NAMES.get(key, key))
        await self.pilot.pause()

    async def gives(self, modal: Modal[Any], *keys: str) -> object:
        """What the modal hands back after these keys."""
        await self.shows(modal, *keys)
        assert len(self.back) == 1, self.back
        return self.back[0]


@asynccontextmanager
async def hand() -> AsyncIterator[Hand]:
    app = Table()
    async with app.run_test(size=(80, 24)) as pilot:
        yield Hand(app, pilot)
