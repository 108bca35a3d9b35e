"""The part of a board that a picture shows."""

from __future__ import annotations

from collections.abc import Iterator

from core.combat.board.battlefield import Battlefield
from core.combat.board.squares import Square
from core.values import Struct


class Viewport(Struct):
    """The squares that are drawn: columns `left` to before `right`, rows `top` to before `bottom`.

    `cut_off` is true when something that should be seen lies outside.
    """

    left: int
    top: int
    right: int
    bottom: int
    cut_off: bool = False

    def __contains__(self, square: Square) -> bool:
        return self.left <= square.x < self.right and self.top <= square.y < self.bottom

    @property
    def columns(self) -> range:
        """The columns, from 0."""
        return range(self.left, self.right)

    @property
    def rows(self) -> range:
        """The rows, from 0."""
        return range(self.top, self.bottom)

    def squares(self) -> Iterator[Square]:
        """Yield all squares that are drawn, in reading order."""
        return (Square(x, y) for y in self.rows for x in self.columns)

    def cut(self, field: Battlefield, bits: int) -> tuple[Square, ...]:
        """Return the squares of a set that are drawn."""
        return tuple(square for square in field.squares(bits) if square in self)
