"""Driving the app as a GM does: keys in, words and states out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from textual import events
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from core.play.facts.state import State
from tests import waiting
from tests.insides import screen_text
from tui.app import OutriderApp
from tui.kit.lines_view import words
from tui.play.application.campaign_app import Opening
from tui.play.foot_lines import NumberLine
from tui.view import CampaignView
from tui.worker import CampaignWorker

NAMES = {
    " ": "space", "/": "slash", "-": "minus", "+": "plus", ":": "colon", ".": "full_stop",
    "!": "exclamation_mark", "_": "underscore", "?": "question_mark", ";": "semicolon",
    ",": "comma", "<": "less_than_sign", ">": "greater_than_sign", "=": "equals_sign",
}  # fmt: skip
SIGNS = {name: sign for sign, name in NAMES.items()}
"""What keys that have names type."""

S = TypeVar("S", bound=Screen[Any])


def front(app: App[Any], kind: type[S]) -> S:
    """The screen in front, which is one of `kind`."""
    assert isinstance(app.screen, kind), app.screen
    return app.screen


def ungreeted(opening: Opening) -> OutriderApp:
    """An app where a key that nothing answers is typed while it opens: then no page greets.

    So it is for a GM who types ahead, and tests need not look at that page each time.
    """

    async def typing(worker: CampaignWorker) -> CampaignView:
        app.post_message(events.Key("f12", None))
        return await opening(worker)

    app = OutriderApp(typing)  # which `typing` knows
    return app


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

    async def strike(self, *keys: str) -> None:
        """Press keys as fast as a keyboard gives them, and let the app take them all."""
        for key in keys:
            self.pressed += 1
            event = events.Key(key, SIGNS.get(key, key if len(key) == 1 else None))
            event.set_sender(self.app)
            self.app.post_message(event)
        await self.pilot.pause(0)

    async def type(self, text: str) -> None:
        """Type characters, one after the other, as somebody does who need not look."""
        await self.strike(*(NAMES.get(character, character) for character in text))

    async def paste(self, text: str) -> None:
        """Paste text; counts as one key."""
        self.pressed += 1
        self.app.post_message(events.Paste(text))
        await self.pilot.pause()

    async def enter(self, text: str) -> None:
        """Type a line and press Enter."""
        await self.type(text)
        await self.press("enter")

    async def until(self, came: Callable[[], object], what: str) -> None:
        """Wait until `came` is true."""
        await waiting.until(came, lambda: f"{what}\n{self.text()}")

    async def saved(self, more: int = 1) -> None:
        """Wait until `more` entries than `begun` counted are saved."""
        want = self._head + more
        await self.until(lambda: self.view.head >= want, f"entry {want}")
        assert self.view.head == want
        self._head = want
        await self.pilot.pause()

    async def opened(self, screen: str) -> None:
        """Wait until a screen (by its class's name) is in front."""
        await self.until(lambda: type(self.app.screen).__name__ == screen, screen)
        await self.pilot.pause()

    async def greeted(self, screen: str = "") -> None:
        """Go past the page that greets, to `screen` or any of the story."""
        await self.opened("Previously")
        await self.press("x")
        await self.seated(screen)

    async def seated(self, screen: str = "") -> None:
        """Wait until the campaign is there: `screen`, or any of the story."""
        screens = (screen,) if screen else ("JourneyScreen", "EncounterScreen")
        await self.until(lambda: type(self.app.screen).__name__ in screens, f"one of {screens}")
        await self.pilot.pause()

    async def asked(self) -> None:
        """Wait until the dice tray asks."""
        await self.until(lambda: self.app.screen.has_class("asking"), "the dice tray")
        await self.pilot.pause()

    async def rested(self) -> None:
        """Press a key that nothing answers: the Space behind it is not pressed again at once."""
        self.pressed -= 1
        await self.strike("f12")

    def begun(self) -> None:
        """Count entries from here."""
        self._head = self.view.head

    @property
    def view(self) -> CampaignView:
        """The open campaign."""
        assert self.app.view is not None, self.text()
        return self.app.view

    @property
    def state(self) -> State:
        """Its state."""
        return self.view.state

    async def shows(self, text: str) -> None:
        """Wait until the screen shows `text`: words that are neither wrapped nor cut there."""
        await self.until(lambda: text in self.text(), repr(text))

    async def says(self, text: str) -> None:
        """Wait until a sentence on the screen holds `text`, wherever its lines break."""
        await self.until(lambda: text in self.said(), f"{text!r} in {self.said()!r}")

    def said(self) -> str:
        """What is said on the screen in whole sentences, as they were before lines were broken."""
        told = [str(one.render()) for one in self.app.screen.query(Static)]
        told += [words(line.told) for line in self.app.screen.query(NumberLine)]
        return "\n".join(told)

    def text(self) -> str:
        """The screen as text."""
        return screen_text(self.app)
