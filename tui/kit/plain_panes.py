"""A pane of a few lines of words, and one of a title: what the first screen has none of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tui.kit.lines_view import Line, Pane, lined, rule, words
from tui.kit.phrases import Words


class LinesView(Pane):
    """A few lines of words, each cut to the pane."""

    _words: tuple[Words, ...] = ()

    def show(self, lines: Iterable[Words]) -> None:
        """Show these lines."""
        self._words = tuple(lines)
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """The lines as they are."""
        return lined(map(words, self._words))


class TitleRule(Pane):
    """One title line over a pane that draws no title of its own."""

    _left: Words = ""
    _right: Words | None = None

    def show(self, left: Words, right: Words | None = None) -> None:
        """Show `left`, and `right` at the right edge."""
        self._left = left
        self._right = right
        self.redraw(layout=False)

    def lines(self, width: int) -> Sequence[Line]:
        """The rule."""
        return (rule(width, words(self._left), words(self._right)),)
