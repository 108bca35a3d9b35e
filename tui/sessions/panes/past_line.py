"""The lines under the history: a preview of keys, and a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from tui.kit.lines_view import Line, Pane, trimmed, words
from tui.kit.phrases import Words, phrase


class PastLine(Pane):
    """A line with what keys would do, and a line with the place in the history."""

    _keys = ""
    _told: Words = ""

    def show(self, enter: Words, space: Words, told: Words, *, past: bool) -> None:
        """Show what Enter and Space would do, in the past also G, and a sentence."""
        keys = [phrase("Enter: {enter}", enter=enter), phrase("Spc: {space}", space=space)]
        if past:
            keys.append(phrase("G: now, untouched"))
        self._keys, self._told = "   ".join(keys), told
        self.redraw(layout=False)

    def lines(self, width: int) -> Sequence[Line]:
        """Both lines, trimmed."""
        return (
            ((trimmed(f" {self._keys}", width - 1), "mark"),),
            ((trimmed(f" {words(self._told)}", width - 1), ""),),
        )
