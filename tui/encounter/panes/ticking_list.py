"""Conditions and timers that end by themselves, soonest first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

from tui.encounter.panes.fight_lines import TickLine
from tui.kit.lines_view import Line, Pane, fit, rule, sentence, trimmed, words
from tui.kit.phrases import phrase

WIDE = 40
NAME = 17


class TickingList(Pane):
    """One line each; "<- next" at what ends with the next turn, ENDED at what just did.

    Lines beyond `most` are counted in the title.
    """

    _rows: tuple[TickLine, ...] = ()
    _most = 0

    def show(self, rows: Iterable[TickLine], most: int = 0) -> None:
        """Show these in `most` lines (0 = as many as it takes), the title among them."""
        self._rows, self._most = tuple(rows), most
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """Title and rows; nothing at all when nothing is ticking."""
        if not self._rows:
            return []
        told = [tick_lines(row, width) for row in self._rows]
        shown: list[Line] = []
        left = len(told)
        for lines in told:
            if self._most and len(shown) + len(lines) >= self._most:
                break
            shown += lines
            left -= 1
        more = phrase("{count} more", count=left) if left else ""
        return [rule(width, phrase("ticking"), more), *shown]


def tick_lines(row: TickLine, width: int) -> list[Line]:
    """One row, in two lines where one is too short."""
    name = f"{words(row.name)} ({row.sign})" if row.sign else words(row.name)
    pad = " " if width >= WIDE else ""
    if row.ended:
        ended = phrase("ENDED {what}", what=name)
        return [((line, "bad"),) for line in sentence(ended, width, pad)]
    left = words(row.left) if width >= WIDE else words(row.brief) or words(row.left)
    mark = f"  {phrase('<- next')}" if row.next else ""
    role = "mark" if row.next else ""
    if width >= WIDE:
        text = f" {fit(name, max(NAME, cell_len(name) + 1))}{left}{mark}"
    else:
        text = f"{name}  {left}{mark}" if not (mark and words(row.brief)) else f"{name}{mark}"
    if cell_len(text) <= width:
        return [((text, role),)]
    tail = sentence(f"{left}{mark}", width, f"{pad}  ")
    return [((line, role),) for line in (trimmed(f"{pad}{name}", width), *tail)]
