"""Lines over the battle grid, drawn with - | / and backslash, and X where they are cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.combat.board.squares import Point
from tui.encounter.panes.grid_things import GridLine

Signs = dict[int, dict[int, str]]
"""Characters by line and column of the picture (without the heads)."""

CUT = "X"


def drawn(lines: Iterable[GridLine], wide: int, tall: int = 1) -> Signs:
    """The characters of these lines on squares of `wide` columns and `tall` lines."""
    found: Signs = {}
    for line in lines:
        end = line.cut[0] if line.cut else line.end
        for column, row, sign in [*strokes(_at(line.start, wide, tall), _at(end, wide, tall))][:-1]:
            found.setdefault(row, {})[column] = sign
        for point in line.cut:
            column, row = _at(point, wide, tall)
            found.setdefault(row, {})[column] = CUT
    return found


def _at(point: Point, wide: int, tall: int) -> Point:
    x, y = point
    return x * wide // 2, y * tall // 2


def strokes(start: Point, end: Point) -> Iterator[tuple[int, int, str]]:
    """The characters of a line by column and row, without its start.

    Points are columns and rows of the picture.
    """
    (x, y), (to_x, to_y) = start, end
    dx, dy = to_x - x, to_y - y
    count = max(abs(dx), abs(dy))
    before = start
    for step in range(1, count + 1):
        column = x + (2 * dx * step + count) // (2 * count)
        row = y + (2 * dy * step + count) // (2 * count)
        yield column, row, _sign(column - before[0], row - before[1])
        before = (column, row)


def _sign(dx: int, dy: int) -> str:
    if not dy:
        return "-"
    if not dx:
        return "|"
    return "\\" if (dx > 0) == (dy > 0) else "/"
