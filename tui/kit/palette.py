"""The command palette: every action of the screen, and every command word."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.screen import Screen
from textual.types import IgnoreReturnCallbackType

from tui.kit.keymap import Keymap
from tui.kit.phrases import say


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
    for verb in getattr(screen, "WORDS", ()):
        yield f":{verb}", "", partial(screen.run_action, f"command_line('{verb} ')")
