"""The squares of area effects: burst, spread, cone, line. The rules are Outrider's own (A-1, A-2).

Shapes start at a grid corner, in lattice units: (0, 0) is the top left corner of A1. From it a
square is reached when its far corner is: `measure` (1-2-1-2) of that offset is its distance. So a
radius of 1 square covers 4 squares, 2 cover 12 and 4 cover 44, as the usual templates do. Walls
stop lines from the origin (G-1); a spread goes round corners.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from core.combat.board.battlefield import Battlefield
from core.combat.board.squares import DIRECTIONS, Block, Point, Square, measure
from core.combat.sight.lines import ends, field_walls, open_line, touching
from core.combat.sight.walls import Walls

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
        left = origin[0] + (first - 1 if sx > 0 else -last)
        y = origin[1] + (row - 1 if sy > 0 else -row)
        found |= field.rectangle(left, y, last - first + 1, 1)
    return found


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


def spreading(field: Battlefield, origin: Corner, radius: int) -> int:
    """Return the squares within `radius` squares of way from a grid corner.

    The open squares round the corner count 1; from there each straight step counts 1 and
    diagonals 2, 1, 2, ... (the first was made to the far corner of that square), as `measure`
    does. A diagonal needs an open way round on one of its sides.
    """
    passes, stride, seen = _passes(field), field.stride, 0
    around = field.rectangle(origin[0] - 1, origin[1] - 1, 2, 2) & ~field.solid
    before: list[int] = [0, 0, 0, around]  # by twice the cost plus the parity
    for key in range(3, 2 * radius + 2):
        if key == len(before):
            straight, diagonal, found = before[key - 2], before[key - 3], 0
            for name, back, shift in (("E", "W", 1), ("S", "N", stride)):
                found |= (straight & passes[name]) << shift | (straight & passes[back]) >> shift
            for name, back, shift in (("SE", "NW", stride + 1), ("SW", "NE", stride - 1)):
                found |= (diagonal & passes[name]) << shift | (diagonal & passes[back]) >> shift
            before.append(found & ~seen)
        seen |= before[key]
    return seen


def _passes(field: Battlefield) -> dict[str, int]:
    stride, free = field.stride, field.every & ~field.solid
    east = free & free >> 1 & ~field.wall_east
    south = free & free >> stride & ~field.wall_south
    west, north = east << 1, south << stride
    return {
        "E": east, "S": south, "W": west, "N": north,
        "SE": east & south >> 1 | south & east >> stride,
        "SW": west & south << 1 | south & west >> stride,
        "NE": east & north >> 1 | north & east << stride,
        "NW": west & north << 1 | north & west << stride,
    }  # fmt: skip


def in_line(board: Battlefield, origin: Corner, squares: int, start: Block) -> int:
    """Return those of `squares` with a clear line from a corner of the space `start` (G-1)."""
    walls = field_walls(board)
    point = (2 * origin[0], 2 * origin[1])
    begins = touching(start, point)
    own = start.nearest(Block(*origin, 1))
    found = 0
    for square in board.squares(squares & ~board.solid):
        first = square if start.overlaps(Block(*square, 1)) else own
        if _bare(walls, origin, square, first) or any(
            open_line(walls, point, end, begins, goal) for end, goal in ends(Block(*square, 1))
        ):
            found |= board.bit(square)
    return found


def _bare(walls: Walls, origin: Corner, *squares: Square) -> bool:
    left = min(origin[0], *(square.x for square in squares))
    right = max(origin[0], *(square.x + 1 for square in squares))
    top = min(origin[1], *(square.y for square in squares))
    bottom = max(origin[1], *(square.y + 1 for square in squares))
    inside = left >= 0 and right <= walls.width and top >= 0 and bottom <= walls.height
    return inside and walls.bare(left, top, right, bottom)


def until_wall(
    board: Battlefield, origin: Corner, squares: Iterable[Square], body: Block
) -> list[Square]:
    """Return the squares along a line from a corner of a space, up to the first walled off."""
    walls = field_walls(board)
    reached: list[Square] = []
    before = body
    at: Point | None = (2 * origin[0], 2 * origin[1])
    for square in squares:
        here = Block(square.x, square.y, 1)
        if board.solid & board.bit(square) or not _line_passes(walls, before, here, at):
            break
        reached.append(square)
        before, at = here, None
    return reached


def _line_passes(walls: Walls, one: Block, other: Block, at: Point | None) -> bool:
    if at is None:
        shared = set(one.corners()) & set(other.corners())
        if len(shared) == 2:
            return open_line(walls, one.centre, other.centre, 1, 1)
        at = shared.pop()
    return open_line(walls, at, at, touching(one, at), touching(other, at))
