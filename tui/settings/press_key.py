"""Asking for a key: whichever is pressed is the answer."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical

from core.messages import Message, Refusal
from tui.kit.modal import Modal, label


class PressKey(Modal[str | None]):
    """Returns the name of the pressed key, None for Esc.

    `check` is called with it; a Refusal that it raises is shown, and another may be pressed.
    """

    CSS_PATH = "press_key.tcss"

    def __init__(self, prompt: Message, check: Callable[[str], object]) -> None:
        super().__init__()
        self._prompt = prompt
        self._check = check

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(self._prompt, id="prompt")
            yield label(id="wrong")
            yield label(Message("Esc leaves it as it is"), id="keys")

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            return
        event.stop()
        event.prevent_default()
        try:
            self._check(event.key)
        except Refusal as refusal:
            self.write("wrong", refusal.message)
            return
        self.dismiss(event.key)
