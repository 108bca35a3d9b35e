"""The starting squares of each side on a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from core.combat.board.battlefield import Battlefield
from core.combat.board.distance import measure
from core.combat.board.room import ground_of, standing, widest
from core.combat.board.squares import Square

Camp: TypeAlias = Literal["party", "foes"]

PART = 6
"""A side begins this fraction (1/6) of the map's width or height from its edge."""


def start_of(field: Battlefield, camp: Camp, others: Sequence[Square] = ()) -> Square:
    """Return the square round which a side begins: the party in the west, foes in the east.

    With `others` already on the board, of the four sides the one farthest from them.
    """
    across, down = field.width // PART, field.height // PART
    middle = Square(field.width // 2, field.height // 2)
    west, east = Square(across, middle.y), Square(max(0, field.width - 1 - across), middle.y)
    first = (west, east) if camp == "party" else (east, west)
    if not others:
        return first[0]
    sides = (*first, Square(middle.x, down), Square(middle.x, max(0, field.height - 1 - down)))
    return max(sides, key=lambda at: min(measure(at.x - o.x, at.y - o.y) for o in others))


def common_ground(field: Battlefield, side: int) -> int:
    """Return the largest connected part of the map for spaces of `side` squares.

    Where there is none, that of a smaller space.
    """
    for size in range(side, 0, -1):
        found = widest(field, size, standing(field, size))
        if found:
            return ground_of(field, size, found)
    return field.every
