"""The results of a group attack or an area effect, until the next action."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from tui.encounter.present.results import ResultLine, Results
from tui.kit.lines_view import Line, Pane, columns, rule, trimmed, words
from tui.kit.phrases import phrase

ROWS = 6
"""Lines for results; more stand in two columns."""
GAP = 2


class ResultStrip(Pane):
    """One line for each attack, its columns aligned; none, and it takes no room."""

    _results = Results()

    def show(self, results: Results) -> None:
        """Show these; without lines the strip is hidden."""
        if results != self._results:
            self._results = results
            self.set_class(bool(results.lines), "shown")
            self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """A title, then the results in one column, or in two where they are many."""
        lines = self._results.lines
        if not lines:
            return []
        many = len(lines) > ROWS
        room = (width - GAP) // 2 if many else width
        rows = [_row(cells, room) for cells in _aligned(lines, brief=many)]
        riders = ", ".join(f"{one.sign} {one.rider}" for one in self._results.open)
        ask = phrase("F settles {riders}", riders=riders) if riders else ""
        title = rule(width, phrase("results"), ask)
        if not many:
            return [title, *(((row, ""),) for row in rows)]
        half = (len(rows) + 1) // 2
        pairs = zip(rows[:half], [*rows[half:], ""], strict=False)
        return [title, *(((columns((one, room + GAP), (two, room)), ""),) for one, two in pairs)]


def _aligned(results: Sequence[ResultLine], *, brief: bool) -> list[list[str]]:
    cells = [
        [
            line.sign,
            "" if brief else words(line.name),
            words(line.roll),
            words(line.outcome),
            ", ".join(words(one) for one in (*line.then, line.rider) if one),
        ]
        for line in results
    ]
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    return [
        [columns((cell, width)) for cell, width in zip(row, widths, strict=True) if width]
        for row in cells
    ]


def _row(cells: Sequence[str], width: int) -> str:
    return trimmed(f" {'  '.join(cells)}".rstrip(), width)
