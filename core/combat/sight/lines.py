"""Lines between squares: the predicate of G-1 and lines of effect (G-7), in integers only.

G-1 floods the open squares that a line touches. Here the same follows the line: it may
not enter a blocker, run between two of them, or need to cross from one side to the other at a
point where they meet; only around the ends and grid corners does it flood, four squares at a
time. A line that is steeper than wide is read by columns.

Around a corner the four squares are bits: 1 above left, 2 above right, 4 below left, 8 below right.

The walls are blockers row by row and column by column: row y of the map is `rows[y + 1]`, its
square x the bit `x + 1`; the frame of one row and column around the map is the outside, which is
solid (C-008). A border belongs to the square whose east or south side it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from math import gcd
from typing import NamedTuple, TypeAlias

from core.combat.board.room import spread_on_foot
from core.combat.board.squares import Battlefield, Block, Point, Square

Side: TypeAlias = tuple[Square, bool]
"""A border: the square whose east side (True) or south side (False) it is."""

KEPT = 16
"""The number of maps whose blockers are cached."""


class Lay(NamedTuple):
    """Blockers read in one direction: a row an int, a square a bit.

    Read by columns, x and y change places and so do `east` and `south`. `edged` says whether any
    border blocks.
    """

    rows: tuple[int, ...]
    east: tuple[int, ...]
    south: tuple[int, ...]
    edged: bool

    def plus(
        self,
        blocks: Iterable[tuple[int, int, int]],
        sides: Sequence[tuple[tuple[int, int], bool]],
    ) -> Lay:
        """Return these and further blockers: spaces (x, y, side) on the map, and borders."""
        rows = list(self.rows)
        for x, y, side in blocks:
            _fill(rows, x, y, side)
        if not sides:
            return Lay(tuple(rows), self.east, self.south, self.edged)
        east = list(self.east)
        south = list(self.south)
        for (x, y), on_east in sides:
            borders = east if on_east else south
            borders[y + 1] |= 2 << x
        return Lay(tuple(rows), tuple(east), tuple(south), edged=True)


class Walls(NamedTuple):
    """The blockers of lines on a map of `width` x `height` squares; immutable.

    `across` is read by rows and `down` by columns.
    """

    width: int
    height: int
    across: Lay
    down: Lay

    def solid(self, x: int, y: int) -> bool:
        """Whether a square blocks; those outside the map do if those around it do (C-008)."""
        x = min(max(x, -1), self.width)
        y = min(max(y, -1), self.height)
        return bool(self.across.rows[y + 1] >> (x + 1) & 1)

    def walled(self, side: Side) -> bool:
        """Whether a border between two squares blocks."""
        (x, y), east = side
        if not (-1 <= x < self.width and -1 <= y < self.height):
            return False
        if east:
            lines = self.across.east
        else:
            lines = self.across.south
        return bool(lines[y + 1] >> (x + 1) & 1)

    def bare(self, left: int, top: int, right: int, bottom: int) -> bool:
        """Whether nothing blocks in the rectangle of squares left..right-1, top..bottom-1.

        Every line between two points of such a rectangle of the map is clear.
        """
        mask = ((1 << (right - left)) - 1) << (left + 1)
        for row in self.across.rows[top + 1 : bottom + 1]:
            if row & mask:
                return False
        if not self.across.edged:
            return True
        within = mask & (mask >> 1)
        return not any(row & within for row in self.across.east[top + 1 : bottom + 1]) and not any(
            row & mask for row in self.across.south[top + 1 : bottom]
        )

    def cleared(self) -> Walls:
        """Return a map of this size on which nothing blocks, nor outside it."""
        lays = []
        for lay in (self.across, self.down):
            nothing = (0,) * len(lay.rows)
            lays.append(Lay(nothing, nothing, nothing, edged=False))
        return Walls(self.width, self.height, *lays)

    def plus(self, blocks: Iterable[Block] = (), sides: Sequence[Side] = ()) -> Walls:
        """Return these and further blockers: whole spaces on the map, and borders."""
        blocks = tuple(blocks)
        turned_blocks = [(y, x, side) for x, y, side in blocks]
        turned_sides = [((y, x), not on_east) for (x, y), on_east in sides]
        across = self.across.plus(blocks, sides)
        down = self.down.plus(turned_blocks, turned_sides)
        return Walls(self.width, self.height, across, down)


@lru_cache(maxsize=KEPT)
def field_walls(field: Battlefield) -> Walls:
    """Return the solid squares and walls on borders of a field."""
    return read_walls(field, field.solid, field.wall_east, field.wall_south)


def read_walls(
    field: Battlefield, squares: int, east: int = 0, south: int = 0, *, outside: bool = True
) -> Walls:
    """Blockers from bits of a field; `outside` says whether what lies off the map blocks."""
    solid, right, below = (_rows(field, bits) for bits in (squares, east, south))
    frame = "1" if outside else "0"
    edged = bool(east or south)
    across = Lay(
        _ints(solid, frame, field.width),
        _ints(right, "0", field.width),
        _ints(below, "0", field.width),
        edged,
    )
    down = Lay(
        _ints(_turned(field, solid), frame, field.height),
        _ints(_turned(field, below), "0", field.height),
        _ints(_turned(field, right), "0", field.height),
        edged,
    )
    return Walls(field.width, field.height, across, down)


def _rows(field: Battlefield, bits: int) -> list[str]:
    text = format(bits, "b")[::-1].ljust(field.stride * field.height, "0")
    return [text[y * field.stride :][: field.width] for y in range(field.height)]


def _turned(field: Battlefield, rows: list[str]) -> list[str]:
    # The columns of these rows.
    if rows:
        return ["".join(column) for column in zip(*rows, strict=True)]
    return [""] * field.width


def _ints(rows: list[str], frame: str, width: int) -> tuple[int, ...]:
    rim = int(frame * (width + 2), 2)
    return (rim, *(int(f"{frame}{row[::-1]}{frame}", 2) for row in rows), rim)


def _fill(rows: list[int], x: int, y: int, side: int) -> None:
    mask = ((1 << side) - 1) << (x + 1)
    for row in range(y + 1, y + 1 + side):
        rows[row] |= mask


Cuts: TypeAlias = Callable[[Walls], bool]
"""Whether these blockers alone cut any of the lines drawn."""


def flows(field: Battlefield, start: Block, goal: Block) -> bool:
    """Whether air gets from the open squares of one space to those of another.

    It goes from square to square past sides without walls, never past a corner alone.
    """
    free = field.every & ~field.solid
    return bool(spread_on_foot(field, 1, free, field.block(start)) & field.block(goal))


TURNED = (0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15)
"""Squares around a corner when rows and columns change places."""

LINKS = ((1, 2, 1), (4, 8, 2), (1, 4, 4), (2, 8, 8))
"""Two squares around a corner that share a side, and the bit of a wall there."""

MANY = 100
"""Pairs of rows of grid corners above which a way is looked for before lines are."""

REMEMBERED = 20_000
"""The number of lines of effect that are cached."""


def line_of_effect(field: Battlefield, a: Block, b: Block) -> bool:
    """Whether one line between grid corners of two spaces is clear of solids (G-7, C-103, C-175).

    Symmetric. True for spaces that overlap, false for one that is not wholly on the map.
    """
    walls = field_walls(field)
    if not (field.contains(a) and field.contains(b)):
        return False
    ax, ay, an = a
    bx, by, bn = b
    left = min(ax, bx)
    right = max(ax + an, bx + bn)
    top = min(ay, by)
    bottom = max(ay + an, by + bn)
    if walls.bare(left, top, right, bottom) or a.overlaps(b):
        return True
    if a < b:
        return _any_line(field, a, b)
    return _any_line(field, b, a)


@lru_cache(maxsize=REMEMBERED)
def _any_line(field: Battlefield, a: Block, b: Block) -> bool:
    if many_lines(a, b) and not flows(field, a, b):
        return False
    return any_line(field_walls(field), a, b)


def many_lines(a: Block, b: Block) -> bool:
    """Whether there are very many lines between the grid corners of two spaces."""
    return (a.side + 1) * (b.side + 1) > MANY


def any_line(walls: Walls, a: Block, b: Block) -> bool:
    """Whether any line between grid corners of two spaces on the map is clear."""
    goals = ends(b)
    return any(open_line(walls, p, q, s, g) for p, s in ends(a) for q, g in goals)


def ends(block: Block) -> tuple[tuple[Point, int], ...]:
    """Return the grid corners of a space, each with the squares of the space around it."""
    x, y, side = block
    if side == 1:
        x = 2 * x
        y = 2 * y
        return ((x, y), 8), ((x + 2, y), 4), ((x, y + 2), 2), ((x + 2, y + 2), 1)
    return tuple((point, touching(block, point)) for point in block.lattice())


def touching(block: Block, point: Point) -> int:
    """Return the squares of a space that hold a point: bits around a corner, 1 for a centre."""
    px, py = point
    bx, by, side = block
    x = px >> 1
    y = py >> 1
    right = bx <= x < bx + side
    below = by <= y < by + side
    if px & 1:
        return int(right and below)
    left = bx <= x - 1 < bx + side
    above = by <= y - 1 < by + side
    return (
        (above and left) | (above and right) << 1 | (below and left) << 2 | (below and right) << 3
    )


def open_line(walls: Walls, p: Point, q: Point, start: int, goal: int) -> bool:
    """Whether the line between two points is clear (G-1).

    They are grid corners or centres of squares on the map, in half-squares; `start` and `goal` say
    which squares around them count as start and goal (`touching`).
    """
    px, py = p
    qx, qy = q
    lay = walls.across
    if abs(qy - py) > abs(qx - px):
        lay = walls.down
        px, py, qx, qy = py, px, qy, qx
        start = start if px & 1 else TURNED[start]
        goal = goal if qx & 1 else TURNED[goal]
    if qy < py or (qy == py and qx < px):
        px, py, qx, qy, start, goal = qx, qy, px, py, goal, start
    if py != qy:
        if meets(lay, px, py, qx, qy):
            return False
        first, last = (8, 1) if qx > px else (4, 2)
        return (
            _leads_on(lay, px, py, start, first)
            and _leads_on(lay, qx, qy, goal, last)
            and _past_corners(lay, px, py, qx, qy)
        )
    if py & 1:
        left = (px >> 1) + 1
        length = (qx >> 1) - (px >> 1)
        y = (py >> 1) + 1
        if not (start and goal) or lay.rows[y] >> left & ((2 << length) - 1):
            return False
        return not lay.east[y] >> left & ((1 << length) - 1)
    if px == qx:
        return bool(_around(lay, px >> 1, py >> 1, start) & goal)
    return _along(lay, px >> 1, qx >> 1, py >> 1, start, goal)


def _leads_on(lay: Lay, x: int, y: int, squares: int, ahead: int) -> bool:
    # Whether a slanting line gets from the squares around its end into the one ahead of it.
    if x & 1:
        return bool(squares & 1)
    return bool(squares & ahead or _around(lay, x >> 1, y >> 1, squares) & ahead)


def meets(lay: Lay, px: int, py: int, qx: int, qy: int) -> bool:
    """Whether a line that falls from `p` to `q` meets the inside of a square or border set."""
    edged = lay.edged
    dx = qx - px
    down = qy - py
    whole = 2 * down
    step = 2 * dx
    row = (py >> 1) + 1
    bottom = (qy + 1) >> 1
    at = px >> 1
    part = px & 1
    x = px * down + dx * (2 * row - py)
    while row <= bottom:
        column = at
        before = part
        at, part = divmod(x, whole) if row < bottom else (qx >> 1, qx & 1)
        if dx > 0:
            left = column + 1
            width = at - column if part else at - column - 1
        else:
            left = at + 1
            if before:
                width = column - at
            else:
                width = column - at - 1
        if lay.rows[row] >> left & ((2 << width) - 1):
            return True
        if edged and (
            lay.east[row] >> left & ((1 << width) - 1)
            or (part and row < bottom and lay.south[row] >> (at + 1) & 1)
        ):
            return True
        x += step
        row += 1
    return False


def _past_corners(lay: Lay, px: int, py: int, qx: int, qy: int) -> bool:
    dx = qx - px
    down = qy - py
    steps = gcd(dx, down)
    ux = dx // steps
    uy = down // steps
    if px & 1 and not ux & uy & 1:
        return True
    first, last = (1, 8) if dx > 0 else (2, 4)
    for step in range(1 if px & 1 else 2, steps, 2):
        x = (px + step * ux) >> 1
        y = (py + step * uy) >> 1
        if not _around(lay, x, y, first) & last:
            return False
    return True


def _along(lay: Lay, left: int, right: int, y: int, start: int, goal: int) -> bool:
    begun = _around(lay, left, y, start)
    ended = _around(lay, right, y, goal)
    if not (begun & 10 and ended & 5):
        return False
    lane = (1 << (right - left)) - 1
    above = lay.rows[y] >> (left + 1) & lane
    below = lay.rows[y + 1] >> (left + 1) & lane
    if above & below:
        return False
    if not lay.edged:
        return not (above & below >> 1 or above >> 1 & below)
    for x in range(left + 1, right):
        begun = _around(lay, x, y, begun >> 1 & 5)
    return begun >> 1 & ended & 5 != 0


def _around(lay: Lay, x: int, y: int, start: int) -> int:
    shut = lay.rows[y] >> x & 3 | (lay.rows[y + 1] >> x & 3) << 2
    if not lay.edged:
        return _ring(shut, 0, start)
    walls = lay.east[y] >> x & 1 | (lay.east[y + 1] >> x & 1) << 1 | (lay.south[y] >> x & 3) << 2
    return _ring(shut, walls, start)


@cache
def _ring(shut: int, walls: int, start: int) -> int:
    reached = start & ~shut
    for _ in range(3):
        for one, other, wall in LINKS:
            if not walls & wall and reached & (one | other) and not shut & (one | other):
                reached |= one | other
    return reached


def corners_of(block: Block) -> Iterator[tuple[Point, int]]:
    """Yield the four outer corners of a space, each with its square there (`touching`)."""
    yield from zip(block.corners(), (8, 4, 1, 2), strict=True)
