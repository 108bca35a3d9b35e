"""The keys of a screen, from the table of all keys."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from core.messages import Message
from tui.kit.keymap import Keymap
from tui.kit.modal import Modal, label
from tui.kit.phrases import say


class Help(Modal[None]):
    """The keys of a screen; Esc, ?, F1, Space and Enter close it.

    `words` are words of the command line, which have no key; `examples` are such lines with
    what they do.
    """

    SHARED = True
    CSS_PATH = "help.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1,enter,space", "leave", "close", id="help-close")
    ]

    def __init__(
        self,
        keys: Keymap,
        screen: str,
        words: tuple[str, ...] = (),
        examples: tuple[tuple[str, Message], ...] = (),
    ) -> None:
        super().__init__()
        self._keys = keys
        self._of = screen
        self._words = words
        self._examples = examples

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield label(Message("Keys of this screen"), classes="head")
            for hint in self._keys.help(self._of):
                keys = " ".join(hint.keys)
                yield label(f"{keys:<13} {say(hint.label):<16} {say(hint.tip)}")
            if self._words:
                head = Message("Words of the command line (:)")
                yield label(head, classes="head")
                yield label("  ".join(self._words))
            for line, what in self._examples:
                yield label(f":{line:<29} {say(what)}")
