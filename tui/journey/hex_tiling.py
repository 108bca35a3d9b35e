"""Where the hexes of a chart are in its picture.

A hex has two lines and 2 or 4 columns: on the upper is its sign of two columns, right of it the
line towards SE; on the lower, under the sign, the line towards S, and right of that the line by
which its southern neighbour goes NE. So every line between two hexes has a place of its own.

A large hex has four lines of 6, 8, 8 and 6 columns, and the next column of hexes is 7 further: so
they tile. Its sign and its middle are on the second line, its name is under them; a line to a
neighbour goes from its middle to its edge, where that of the neighbour begins.
"""

from __future__ import annotations

from core.travel.regionmap import Hex, half_row
from tui.journey.region_chart import Chart

MARGIN = 1
LARGE = 8
"""The width of a hex from which on it has four lines."""
STEP = 7
"""From one column of large hexes to the next."""

OUTER = (0, 3)
"""The lines of a large hex that are two columns narrower."""
MIDDLE = (1, 3)
"""Line and column of a large hex where the lines to its neighbours meet."""


class HexTiling:
    """Where the hexes of a chart are in its picture, in one width of hexes."""

    def __init__(self, chart: Chart, wide: int) -> None:
        self.chart = chart
        self.wide = wide
        self.large = wide >= LARGE
        self.step = STEP if self.large else wide
        self.half = 2 if self.large else 1
        self._left = MARGIN if wide == 2 else MARGIN - 1

    @property
    def width(self) -> int:
        """The columns that the whole chart takes."""
        width = MARGIN + len(self.chart.columns) * self.step
        if self.large:
            return width
        return width + 1

    @property
    def height(self) -> int:
        """The lines that the whole chart takes."""
        return (2 * len(self.chart.rows) + 1) * self.half

    def line_of(self, at: Hex) -> int:
        """The line of a hex's sign."""
        line = (half_row(at) - 2 * self.chart.rows.start) * self.half
        if self.large:
            return line + MIDDLE[0]
        return line

    def column_of(self, position: Hex) -> int:
        """The column where a hex's sign begins."""
        first = MIDDLE[1] if self.large else MARGIN
        return first + (position.x - self.chart.columns.start) * self.step

    def spot_of(self, at: Hex) -> tuple[int, int]:
        """The column and the line of a hex's sign."""
        return self.column_of(at), self.line_of(at)

    def lines_of(self, at: Hex) -> range:
        """The lines on which something changes that changes in this hex or at its edges."""
        line = self.line_of(at)
        return range(line - 1, line + (3 if self.large else 2))

    def hex_at(self, column: int, line: int) -> Hex | None:
        """The hex on whose ground a place of the picture is; None outside the map."""
        at, _ = self.part_of(self.index_of(column, line), line)
        if self.chart.holds(at):
            return at
        return None

    def part_of(self, index: int, line: int) -> tuple[Hex, int]:
        """The hex of this column that this line goes through, and which of its lines it is."""
        x = self.chart.columns.start + index
        if x % 2 == 0:  # even columns of hexes are half a hex lower
            line -= self.half
        row, part = divmod(line, 2 * self.half)
        return Hex(x, self.chart.rows.start + row), part

    def index_of(self, column: int, line: int) -> int:
        """The column of hexes on whose ground this one of the picture is."""
        index, inside = divmod(column - self._left, self.step)
        if inside == 0 and self._is_narrow(index, line):
            return index - 1
        return index

    def start_of(self, index: int, line: int) -> int:
        """The column where the ground of a hex begins on this line."""
        start = self._left + index * self.step
        if self._is_narrow(index, line):
            return start + 1
        return start

    def _is_narrow(self, index: int, line: int) -> bool:
        # The outer lines of a large hex begin a column further right, and end one further left.
        if not self.large:
            return False
        _, part = self.part_of(index, line)
        return part in OUTER
