"""The first line of a screen: whose campaign, when, which rules; and that all is saved."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from tui.widgets.lines_view import Line, Pane, fit, words
from tui.widgets.rows import Words


class TitleLine(Pane):
    """Words at the left edge, and at the right edge what must never be cut ("saved 412")."""

    _left: Words = ""
    _right: Words = ""

    def show(self, left: Words, right: Words = "") -> None:
        """Show these words."""
        self._left, self._right = left, right
        self.redraw(layout=False)

    def lines(self, width: int) -> Sequence[Line]:
        """One line, the left cut so that the right is whole."""
        right = f" {words(self._right)} "
        left = fit(words(self._left), width - cell_len(right))
        return (((left, "title"), (right, "dim")),)
