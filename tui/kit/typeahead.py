"""Keys typed before a line has opened, which belong to it, and behind Enter, which do not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from textual import events, on
from textual.app import App
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.timer import Timer

from tui.kit.modal import Modal

Result = TypeVar("Result")

OPENERS = frozenset({"colon", "slash", "minus", "plus"})
"""Keys that open a line to type in, and are often followed at once by what is typed."""
AT_ONCE = frozenset({"f9", "ctrl+q"})
"""Keys that are never held: the curtain, and the way out."""
PATIENCE = 0.4
"""Seconds after which the keys are let go when no line came."""
DECIDING = 10.0
"""The same while the rules decide: then it is known when they have, however slow the machine."""


class Entered(Message):
    """Enter in a line has been dealt with: it follows `Submitted` all the way to the app."""


class TypeAhead(App[Result]):
    """An app that holds the keys after an opener until its line can take them.

    After Enter in a line it holds them until that is dealt with.
    """

    class LetGo(Message):
        """Releases the keys held when it was posted, unless more have been held since.

        `drop`: throws them away instead.
        """

        def __init__(self, hold: int, drop: bool = False) -> None:
            super().__init__()
            self.hold = hold
            self.drop = drop

    def __init__(self) -> None:
        super().__init__()
        self._ahead: list[events.Key] | None = None
        self._patience: Timer | None = None
        self._holds = 0
        self._entering = 0
        """The hold of the last Enter in a line."""

    async def on_event(self, event: events.Event) -> None:
        """Hold a key while a line is opening or taken; start holding after what does that."""
        if not isinstance(event, events.Key) or event.is_forwarded:
            await super().on_event(event)
        elif self._ahead is not None and event.key not in AT_ONCE:
            # before the program reads keys itself, the terminal makes a line feed of Enter
            self._ahead.append(events.Key("enter", "\r") if event.key == "ctrl+j" else event)
        else:
            opens = self._opens(event)
            enters = event.key == "enter" and getattr(self.focused, "says_entered", False)
            await super().on_event(event)
            if opens or enters:
                self.hold()
            if enters:
                self._entering = self._holds

    def hold(self, patience: float = PATIENCE, first: Iterable[events.Key] = ()) -> None:
        """Hold keys from now on, until a line or the dice tray is ready, or patience ends.

        `first` were typed before those already held.
        """
        self._ahead = [*first, *(self._ahead or ())]
        self._holds += 1
        if self._patience is not None:
            self._patience.stop()
        self._patience = self.set_timer(patience, self.let_go)

    def let_go_after(self, screen: Screen[object]) -> None:
        """Release the keys held until now once `screen` is there."""
        screen.call_after_refresh(self.post_message, self.LetGo(self._holds))

    @property
    def holding(self) -> bool:
        """Whether keys are held that were typed already."""
        return bool(self._ahead)

    @on(Modal.Ready)
    def let_go(self) -> None:
        """Release the held keys in order, after those under way."""
        self.post_message(self.LetGo(self._holds))

    @on(Entered)
    def _line_taken(self) -> None:
        self.post_message(self.LetGo(self._entering))

    def discard(self) -> None:
        """Throw away the keys held or under way: they belonged to what was refused.

        Kept if the first of them names another target.
        """
        self.hold()
        self.post_message(self.LetGo(self._holds, drop=True))

    @on(LetGo)
    async def _let_go(self, message: LetGo) -> None:
        if message.hold != self._holds or self._ahead is None:
            return
        held, self._ahead = self._ahead, None
        if self._patience is not None:
            self._patience.stop()
        spared = getattr(self.screen, "means_another", None)
        if message.drop and not (held and spared is not None and spared(held[0])):
            return
        for event in held:
            await self.on_event(events.Key(event.key, event.character))

    def opens(self, event: events.Key) -> bool:
        """Whether a key opens something that takes the keys behind it."""
        more = getattr(self.screen, "asks_more", None)
        return event.key in OPENERS or (more is not None and bool(more(event)))

    def _opens(self, event: events.Key) -> bool:
        focused, screen = self.focused, self.screen
        if focused is not None and focused.check_consume_key(event.key, event.character):
            return False
        if isinstance(screen, ModalScreen):
            return isinstance(screen, Modal) and (event.character or "\n") in screen.openers
        # while dice are asked for "/" is part of an answer
        return not screen.has_class("asking") and self.opens(event)
