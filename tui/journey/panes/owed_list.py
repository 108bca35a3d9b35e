"""The dice that the rest of the day asks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tui.kit.lines_view import Line, Pane, rule, words
from tui.kit.phrases import Words, phrase


class OwedList(Pane):
    """A line for each roll that is owed today."""

    _rows: tuple[Words, ...] = ()

    def show(self, rows: Iterable[Words]) -> None:
        """Show these."""
        self._rows = tuple(rows)
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """Title and rows."""
        shown: list[Line] = [rule(self.look, width, phrase("owed today"))]
        if not self._rows:
            shown.append(((phrase("nothing"), "dim"),))
        shown += [((f"o {words(row)}", ""),) for row in self._rows]
        return shown
