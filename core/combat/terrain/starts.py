"""Where on a board each side begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from core.combat.board.battlefield import Battlefield
from core.combat.board.distance import measure
from core.combat.board.room import ground_of, standing, widest
from core.combat.board.squares import Square

Camp: TypeAlias = Literal["party", "foes"]

PART = 6
"""A side begins so many parts of the map's width (or height) away from its edge."""


def start_of(field: Battlefield, camp: Camp, others: Sequence[Square] = ()) -> Square:
    """The square round which a side begins: the party in the west, foes in the east.

    Where `others` stand on the board already, as far from them as the four sides of the map
    allow.
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
    """The squares that a space of `side` squares can walk over without leaving any of them.

    The widest such part of the map; where there is none, that of a smaller space.
    """
    for size in range(side, 0, -1):
        found = widest(field, size, standing(field, size))
        if found:
            return ground_of(field, size, found)
    return field.every
