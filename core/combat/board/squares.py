"""Squares and spaces: names, offsets, corners, distances (G-2), and sets of squares as bits.

Squares are counted from 0; square (x, y) is the closed area [x, x+1] x [y, y+1]. Points are in
half-squares: the corner (x, y) is (2x, 2y), the centre of a square (2x+1, 2y+1) (section 1). A
rectangle is named by its top left square, its anchor. An anchor whose rectangle does not lie
wholly on the map may come out either way: keep those that `inside(field.every, ...)` holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, reduce
from operator import or_
from typing import NamedTuple, TypeAlias

from core.messages import Refusal

NAME = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,3})", re.ASCII)
LETTERS = 26

Point: TypeAlias = tuple[int, int]
"""A point in half-squares."""


class Square(NamedTuple):
    """A square by column and row, both from 0; as text its name: "A1" is the first (C-002)."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"{name_column(self.x)}{self.y + 1}"

    def by(self, dx: int, dy: int) -> Square:
        """Return the square `dx` columns to the right and `dy` rows down."""
        return Square(self.x + dx, self.y + dy)

    def away(self, other: Square) -> int:
        """Return the distance to another square, in squares (C-003)."""
        return measure(self.x - other.x, self.y - other.y)


DIRECTIONS: dict[str, tuple[int, int]] = {
    "N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1),
    "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1),
}  # fmt: skip
"""The eight directions of a step: columns to the right, rows down."""

_BY_OFFSET = {offset: name for name, offset in DIRECTIONS.items()}


def direction_of(start: Square, end: Square) -> str:
    """Return the direction of a step from one square to another; "" unless they are neighbours."""
    return _BY_OFFSET.get((end.x - start.x, end.y - start.y), "")


def name_column(x: int) -> str:
    """Return the letters of a column counted from 0: AA comes after Z (C-002)."""
    letters = ""
    while x >= 0:
        letters = chr(ord("A") + x % LETTERS) + letters
        x = x // LETTERS - 1
    return letters


def parse_square(text: str) -> Square:
    """Parse the name of a square such as "C4" (C-002); Refusal("unknown_square") otherwise."""
    found = NAME.fullmatch(text.strip().upper())
    if found is None:
        raise Refusal("unknown_square", "'{text}' is not a square. Write it like C4.", text=text)
    x = 0
    for letter in found[1]:
        x = x * LETTERS + ord(letter) - ord("A") + 1
    return Square(x - 1, int(found[2]) - 1)


class Block(NamedTuple):
    """A space of `side` x `side` squares, placed by its anchor, the top left square (x, y)."""

    x: int
    y: int
    side: int

    @property
    def anchor(self) -> Square:
        """The top left square, by which the space is named."""
        return Square(self.x, self.y)

    @property
    def centre(self) -> Point:
        """The centre in half-squares."""
        return 2 * self.x + self.side, 2 * self.y + self.side

    def squares(self) -> Iterator[Square]:
        """Yield the squares in reading order."""
        for y in range(self.y, self.y + self.side):
            for x in range(self.x, self.x + self.side):
                yield Square(x, y)

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Return the four outer corners in half-squares, clockwise from the top left."""
        left, top = 2 * self.x, 2 * self.y
        right, bottom = left + 2 * self.side, top + 2 * self.side
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def lattice(self) -> tuple[Point, ...]:
        """Return all corners of its squares in half-squares, row by row."""
        side = self.side + 1
        return tuple((2 * (self.x + i), 2 * (self.y + j)) for j in range(side) for i in range(side))

    def overlaps(self, other: Block) -> bool:
        """Whether the two spaces share a square."""
        return (
            self.x < other.x + other.side
            and other.x < self.x + self.side
            and self.y < other.y + other.side
            and other.y < self.y + self.side
        )

    def nearest(self, other: Block) -> Square:
        """Return the square of this space that is nearest to another's anchor."""
        last = self.side - 1
        x = min(max(other.x, self.x), self.x + last)
        return Square(x, min(max(other.y, self.y), self.y + last))

    def at(self, anchor: Square) -> Block:
        """Return a space of the same size with another anchor."""
        return Block(anchor.x, anchor.y, self.side)


def reading_order(squares: Iterable[Square]) -> tuple[Square, ...]:
    """Return the squares row by row, from left to right."""
    return tuple(sorted(squares, key=lambda square: (square.y, square.x)))


def union(sets: Iterable[int]) -> int:
    """Return the bits of all these sets."""
    return reduce(or_, sets, 0)


def shifted(bits: int, by: int) -> int:
    """Return the bits moved up by so many places, or down for a negative number."""
    return bits << by if by >= 0 else bits >> -by


def touching(bits: int, wide: int, high: int, stride: int) -> int:
    """Return the anchors whose rectangle of `wide` x `high` squares meets one of the bits.

    None when the rectangle is empty (a side of 0).
    """
    if not bits or wide < 1 or high < 1:
        return 0
    for shift in _shifts(wide, high, stride):
        bits |= bits >> shift
    return bits


def inside(bits: int, wide: int, high: int, stride: int) -> int:
    """Return the anchors whose rectangle lies wholly within the bits, and so on the map."""
    for shift in _shifts(wide, high, stride):
        bits &= bits >> shift
    return bits


def covered(anchors: int, wide: int, high: int, stride: int) -> int:
    """Return the squares that the rectangles at these anchors cover, if all lie on the map."""
    for shift in _shifts(wide, high, stride):
        anchors |= anchors << shift
    return anchors


@cache
def _shifts(wide: int, high: int, stride: int) -> tuple[int, ...]:
    # One square grows to a row, and the row to a rectangle, each time by as much as it has.
    found = []
    for length, unit in ((wide, 1), (high, stride)):
        done = 1
        while done < length:
            step = min(done, length - done)
            found.append(step * unit)
            done += step
    return tuple(found)


EXCEPTION = 2
"""The reach that also covers the second diagonal, where the system grants it (C-098)."""


def gap(a: Block, b: Block) -> tuple[int, int]:
    """Return the offset of two spaces per axis, in squares from the nearest square to the nearest.

    (0, 0) when they overlap; a largest part of 1 when they are adjacent (C-006).
    """
    return (
        max(0, b.x - (a.x + a.side - 1), a.x - (b.x + b.side - 1)),
        max(0, b.y - (a.y + a.side - 1), a.y - (b.y + b.side - 1)),
    )


def adjacent(a: Block, b: Block) -> bool:
    """Whether two spaces touch or overlap (C-006)."""
    return max(gap(a, b)) <= 1


def measure(dx: int, dy: int) -> int:
    """Return the length of an offset in squares: diagonals count 1, 2, 1, 2 (C-003)."""
    dx, dy = abs(dx), abs(dy)
    return max(dx, dy) + min(dx, dy) // 2


def within(dx: int, dy: int, reach: int, *, second_diagonal: bool) -> bool:
    """Whether an offset is within a reach of so many squares (C-097).

    With `second_diagonal` a reach of exactly 2 squares also covers two diagonals (C-098).
    """
    if measure(dx, dy) <= reach:
        return True
    return second_diagonal and reach == EXCEPTION == abs(dx) == abs(dy)


def distance(a: Block, b: Block) -> int:
    """Return the distance of two spaces in squares, 0 when they overlap (C-005)."""
    return measure(*gap(a, b))


def through_the_air(a: Block, b: Block, rise: tuple[int, int]) -> int:
    """Return the distance of two bodies in squares when they are `rise` squares above the ground.

    Each is taken to be as high as its space is wide, and steps that change two or three
    coordinates count 1-2-1-2 (C-127): a house default, as the sources know the flat map only.
    """
    return measured(*gap(a, b), apart(a.side, b.side, rise))


def apart(side: int, other: int, rise: tuple[int, int]) -> int:
    """Return how far one body is above or below another, nearest to nearest, in squares.

    They are `rise` squares above the ground and are as high as wide; 0 when they share a height.
    """
    low, high = rise
    return max(0, high - (low + side - 1), low - (high + other - 1))


def measured(dx: int, dy: int, dz: int) -> int:
    """Return the length of an offset in squares, up or down too (C-003, C-127)."""
    longest, middle, _ = sorted(map(abs, (dx, dy, dz)), reverse=True)
    return measure(longest, middle)


def risen(rise: int, step: int, steps: int) -> int:
    """Return the rise of a straight line after `step` of its `steps`, in squares."""
    return (2 * abs(rise) * step + steps) // (2 * steps)
