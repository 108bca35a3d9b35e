"""Squares and spaces: names, offsets, corners, and sets of squares as bits.

Squares are counted from 0; square (x, y) is the closed area [x, x+1] x [y, y+1]. Points are in
half-squares: the corner (x, y) is (2x, 2y), the centre of a square (2x+1, 2y+1) (section 1).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from core.messages import Refusal

NAME = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,3})", re.ASCII)
LETTERS = 26

Point: TypeAlias = tuple[int, int]
"""A point in half-squares."""


class Square(NamedTuple):
    """A square by column and row, both from 0."""

    x: int
    y: int

    def __str__(self) -> str:
        return name_square(self)

    def by(self, dx: int, dy: int) -> Square:
        """Return the square `dx` columns to the right and `dy` rows down."""
        return Square(self.x + dx, self.y + dy)


DIRECTIONS: dict[str, tuple[int, int]] = {
    "N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1),
    "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1),
}  # fmt: skip
"""The eight directions of a step: columns to the right, rows down."""

_BY_OFFSET = {offset: name for name, offset in DIRECTIONS.items()}


def direction_of(start: Square, end: Square) -> str:
    """Return the direction of a step from one square to another; "" unless they are neighbours."""
    return _BY_OFFSET.get((end.x - start.x, end.y - start.y), "")


def name_square(square: Square) -> str:
    """Return the name of a square: "A1" is the top left one (C-002)."""
    return f"{name_column(square.x)}{square.y + 1}"


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
