"""Blockers as lines meet them: squares and borders row by row and column by column (G-1).

Row y of the map is `rows[y + 1]`, its square x the bit `x + 1`; the frame of one row and column
around the map is the outside, which is solid (C-008). A border belongs to the square whose east
or south side it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from core.combat.board.battlefield import Battlefield
from core.combat.board.squares import Block, Point, Square

Side: TypeAlias = tuple[Square, bool]
"""A border: the square whose east side (True) or south side (False) it is."""

KEPT = 16
"""The number of maps whose blockers are cached."""


class Lay(NamedTuple):
    """Blockers read in one direction: a row an int, a square a bit.

    Read by columns, x and y change places and so do `east` and `south`.
    """

    rows: tuple[int, ...]
    east: tuple[int, ...]
    south: tuple[int, ...]


class Walls(NamedTuple):
    """The blockers of lines on a map of `width` x `height` squares; immutable.

    `across` is read by rows and `down` by columns. `edged` says whether any border blocks.
    """

    width: int
    height: int
    across: Lay
    down: Lay
    edged: bool

    def solid(self, x: int, y: int) -> bool:
        """Whether a square blocks; those outside the map do if those around it do (C-008)."""
        x, y = min(max(x, -1), self.width), min(max(y, -1), self.height)
        return bool(self.across.rows[y + 1] >> (x + 1) & 1)

    def walled(self, side: Side) -> bool:
        """Whether a border between two squares blocks."""
        (x, y), east = side
        if not (-1 <= x < self.width and -1 <= y < self.height):
            return False
        lines = self.across.east if east else self.across.south
        return bool(lines[y + 1] >> (x + 1) & 1)

    def holds(self, point: Point) -> bool:
        """Whether a point in half-squares is on the map, its rim included."""
        return 0 <= point[0] <= 2 * self.width and 0 <= point[1] <= 2 * self.height

    def contains(self, block: Block) -> bool:
        """Whether a space lies wholly on the map."""
        x, y, side = block
        return x >= 0 <= y and x + side <= self.width and y + side <= self.height

    def bare(self, left: int, top: int, right: int, bottom: int) -> bool:
        """Whether nothing blocks in the rectangle of squares left..right-1, top..bottom-1.

        Every line between two points of such a rectangle of the map is clear.
        """
        mask = ((1 << (right - left)) - 1) << (left + 1)
        for row in self.across.rows[top + 1 : bottom + 1]:
            if row & mask:
                return False
        if not self.edged:
            return True
        within = mask & (mask >> 1)
        return not any(row & within for row in self.across.east[top + 1 : bottom + 1]) and not any(
            row & mask for row in self.across.south[top + 1 : bottom]
        )

    def cleared(self) -> Walls:
        """Return a map of this size on which nothing blocks, nor outside it."""
        across, down = (
            Lay(*((0,) * len(lay.rows) for _ in lay)) for lay in (self.across, self.down)
        )
        return Walls(self.width, self.height, across, down, False)

    def plus(self, blocks: Iterable[Block] = (), sides: Sequence[Side] = ()) -> Walls:
        """Return these and further blockers: whole spaces on the map, and borders."""
        across, down = list(self.across.rows), list(self.down.rows)
        for x, y, side in blocks:
            _fill(across, x, y, side)
            _fill(down, y, x, side)
        lays = self.across._replace(rows=tuple(across)), self.down._replace(rows=tuple(down))
        plain = Walls(self.width, self.height, *lays, self.edged)
        return plain._walled_off(tuple(sides)) if sides else plain

    def _walled_off(self, sides: tuple[Side, ...]) -> Walls:
        east, south = list(self.across.east), list(self.across.south)
        turned_east, turned_south = list(self.down.east), list(self.down.south)
        for (x, y), on_east in sides:
            (east if on_east else south)[y + 1] |= 2 << x
            (turned_south if on_east else turned_east)[x + 1] |= 2 << y
        across = Lay(self.across.rows, tuple(east), tuple(south))
        down = Lay(self.down.rows, tuple(turned_east), tuple(turned_south))
        return Walls(self.width, self.height, across, down, True)


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
    across = Lay(
        _ints(solid, frame, field.width), *(_ints(b, "0", field.width) for b in (right, below))
    )
    turned = [
        ["".join(column) for column in zip(*rows, strict=True)] if rows else [""] * field.width
        for rows in (solid, below, right)
    ]
    down = Lay(
        _ints(turned[0], frame, field.height), *(_ints(b, "0", field.height) for b in turned[1:])
    )
    return Walls(field.width, field.height, across, down, bool(east or south))


def _rows(field: Battlefield, bits: int) -> list[str]:
    text = format(bits, "b")[::-1].ljust(field.stride * field.height, "0")
    return [text[y * field.stride :][: field.width] for y in range(field.height)]


def _ints(rows: list[str], frame: str, width: int) -> tuple[int, ...]:
    rim = int(frame * (width + 2), 2)
    return (rim, *(int(f"{frame}{row[::-1]}{frame}", 2) for row in rows), rim)


def _fill(rows: list[int], x: int, y: int, side: int) -> None:
    mask = ((1 << side) - 1) << (x + 1)
    for row in range(y + 1, y + 1 + side):
        rows[row] |= mask


Cuts: TypeAlias = Callable[[Walls], bool]
"""Whether these blockers alone cut any of the lines drawn."""
