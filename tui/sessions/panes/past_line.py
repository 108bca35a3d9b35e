"""The lines under the history: a preview of keys, and a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tui.kit.lines_view import Line, Pane, trimmed, words
from tui.kit.phrases import Words, phrase


class PastLine(Pane):
    """A line with what keys would do, and a line with the place in the history."""

    _keys: tuple[Words, ...] = ()
    _told: Words = ""

    def show(self, keys: Iterable[Words], told: Words) -> None:
        """Show what keys would do, most important first, and a sentence."""
        self._keys, self._told = tuple(keys), told
        self.redraw(layout=False)

    def lines(self, width: int) -> Sequence[Line]:
        """Both lines, trimmed."""
        keys = "   ".join(words(key) for key in self._keys)
        return (
            ((trimmed(f" {keys}", width - 1), "mark"),),
            ((trimmed(f" {words(self._told)}", width - 1), ""),),
        )


def enter(would: Words) -> str:
    """The preview of Enter."""
    return phrase("Enter: {enter}", enter=would)


def space(would: Words) -> str:
    """The preview of Space."""
    return phrase("Spc: {space}", space=would)
