"""The keys of a screen, from the table of all keys: its help, and the command palette."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.types import IgnoreReturnCallbackType

from core.messages import Message
from tui.kit.keymap import Keymap
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase, say


class Help(Modal[None]):
    """The keys of a screen; Esc, ?, F1, Space and Enter close it.

    `examples` are lines of the command line, whose words have no key, with what they do.
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
        examples: tuple[tuple[str, str], ...] = (),
    ) -> None:
        super().__init__()
        self._keys = keys
        self._of = screen
        self._examples = examples

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield label(Message("Keys of this screen"), classes="head")
            for hint in self._keys.help(self._of):
                keys = " ".join(hint.keys)
                yield label(f"{keys:<13} {say(hint.label):<16} {say(hint.tip)}")
            if self._examples:
                yield label(Message("Words of the command line (:)"), classes="head")
            for line, what in self._examples:
                yield label(f":{line:<29} {phrase(what)}")


class Actions(Provider):
    """The screen's actions and command words, by name."""

    async def discover(self) -> Hits:
        """All actions, in the order of the keys."""
        for words, help, run in actions(self.screen):
            yield DiscoveryHit(words, run, help=help)

    async def search(self, query: str) -> Hits:
        """The actions whose words match."""
        matcher = self.matcher(query)
        for words, help, run in actions(self.screen):
            if (score := matcher.match(words)) > 0:
                yield Hit(score, matcher.highlight(words), run, help=help)


def actions(screen: Screen[Any]) -> Iterator[tuple[str, str, IgnoreReturnCallbackType]]:
    """(words, a sentence, a callback) for each action of `screen`."""
    keys: Keymap = screen.app.keys  # type: ignore[attr-defined]
    for hint in keys.palette(getattr(screen, "TABLE", "")):
        words = f"{say(hint.label)}   {' '.join(hint.keys)}"
        yield words, say(hint.tip), partial(screen.run_action, hint.id.replace("-", "_"))
    for verb, word in getattr(screen, "WORDS", {}).items():
        yield f":{verb}", phrase(word.label), partial(screen.run_action, f"command_line('{verb} ')")
