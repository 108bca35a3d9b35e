"""A pane of statistics: the days on the way, and the luck of the dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.replay.charts import day_lines
from tui.replay.luck import luck_lines
from tui.widgets.lines_view import Line, Pane

if TYPE_CHECKING:
    from saves.history.statistics import Statistics


class ChartsPane(Pane):
    """Statistics in as many lines as they need."""

    _found: Statistics | None = None
    _days = 0

    def show(self, found: Statistics) -> None:
        """Show these numbers."""
        self._found = found
        self.redraw()

    @property
    def luck_at(self) -> int:
        """The line at which the luck of the dice begins."""
        self.drawn(self.size.width or 80)
        return self._days

    def lines(self, width: int) -> Sequence[Line]:
        """The days, then the luck."""
        if self._found is None:
            return ()
        days = [*day_lines(self._found, width, self.look), ()]
        self._days = len(days)
        return [*days, *luck_lines(self._found, width, self.look)]
