"""The shapes of area effects on the bare grid: burst, cone, line. The rules are Outrider's own.

Shapes start at a grid corner, in lattice units: (0, 0) is the top left corner of A1. From it a
square is reached when its far corner is: `measure` (1-2-1-2) of that offset is its distance. So a
radius of 1 square covers 4 squares, 2 cover 12 and 4 cover 44, as the usual templates do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from core.combat.board.battlefield import Battlefield
from core.combat.board.distance import measure
from core.combat.board.squares import DIRECTIONS, Square

Corner: TypeAlias = tuple[int, int]
"""A grid corner in lattice units."""


def farthest(radius: int, row: int) -> int:
    """Return the number of squares in reach in a row of a quarter disc.

    `row` counts from 1, away from the corner.
    """
    wide = radius - row // 2
    if wide >= row:
        return wide
    return max(0, min(row, 2 * (radius - row) + 1))


def disc(field: Battlefield, origin: Corner, radius: int) -> int:
    """Return the squares of a map no farther than `radius` from a grid corner."""
    return sum(_quarter(field, origin, radius, sx, sy) for sx in (1, -1) for sy in (1, -1))


def wedge(field: Battlefield, origin: Corner, radius: int, direction: str) -> int:
    """Return a quarter of a disc: to one of the eight directions ("N" to "NW").

    Straight on it holds the squares that lie at least as far forward as aside.
    """
    dx, dy = DIRECTIONS[direction]
    if dx and dy:
        return _quarter(field, origin, radius, dx, dy)
    sides = [(dx or turn, dy or turn) for turn in (1, -1)]
    return sum(
        _quarter(field, origin, radius, sx, sy, forward="x" if dx else "y") for sx, sy in sides
    )


def _quarter(
    field: Battlefield, origin: Corner, radius: int, sx: int, sy: int, forward: str = ""
) -> int:
    found = 0
    for row in range(1, radius + 1):
        first, last = 1, farthest(radius, row)
        if forward == "x":
            first = row
        elif forward == "y":
            last = min(last, row)
        y = origin[1] + (row - 1 if sy > 0 else -row)
        if 0 <= y < field.height and first <= last:
            found |= _run(field, origin[0], y, first, last, sx)
    return found


def _run(field: Battlefield, x: int, y: int, first: int, last: int, sx: int) -> int:
    left, right = (x + first - 1, x + last) if sx > 0 else (x - last, x - first + 1)
    left, right = max(0, left), min(field.width, right)
    if left >= right:
        return 0
    return ((1 << (right - left)) - 1) << (y * field.stride + left)


def along(origin: Corner, aim: Corner, length: int) -> Iterator[Square]:
    """Yield the squares whose inside a ray from `origin` through `aim` crosses, in order.

    As far as they lie within `length` squares; they may lie off the map. Squares that follow
    each other share a side, or a corner that the ray runs through. None for a ray along the lines
    of the grid: it crosses no square.
    """
    dx, dy = aim[0] - origin[0], aim[1] - origin[1]
    if not dx or not dy:
        return
    wide, high = abs(dx), abs(dy)
    i = j = 0
    while measure(i + 1, j + 1) <= length:
        x = origin[0] + (i if dx > 0 else -i - 1)
        y = origin[1] + (j if dy > 0 else -j - 1)
        yield Square(x, y)
        across, down = (i + 1) * high, (j + 1) * wide
        i += across <= down
        j += down <= across
