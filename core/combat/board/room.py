"""Room on a map: places for a creature of some size, and the starting squares of each side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Literal, TypeAlias

from core.combat.board.squares import (
    Battlefield,
    Block,
    Square,
    astride,
    covered,
    inside,
    measure,
    touching,
)


def standing(field: Battlefield, side: int, taken: int = 0, *, dry: bool = True) -> int:
    """Return the anchors, as bits, where a space of `side` squares fits.

    On the map, without walls in it or through it, without those squares that are `taken`; with
    `dry` without deep water, hazards and squares where nobody may stop.
    """
    shut = field.solid | taken
    if dry:
        shut |= field.water | field.hazard | field.no_stop
    free = inside(field.every & ~shut, side, side, field.stride)
    return free & ~astride(field, side, side)


def spread_on_foot(field: Battlefield, side: int, anchors: int, start: int) -> int:
    """Return those of `anchors` that a space of `side` squares reaches from `start` on foot."""
    stride = field.stride
    east, south = (field.wall_east, field.wall_south) if side == 1 else (0, 0)
    reached = start & anchors
    while True:
        grown = reached | ((reached & ~east) << 1) | ((reached >> 1) & ~east)
        grown |= ((reached & ~south) << stride) | ((reached >> stride) & ~south)
        grown &= anchors
        if grown == reached:
            return reached
        reached = grown


def widest(field: Battlefield, side: int, anchors: int) -> int:
    """Return the largest connected part of `anchors`, the first of equals."""
    best = 0
    while anchors:
        part = spread_on_foot(field, side, anchors, anchors & -anchors)
        if part.bit_count() > best.bit_count():
            best = part
        anchors &= ~part
    return best


def nearest(field: Battlefield, anchors: int, wanted: Square) -> Square | None:
    """Return the square of a set that is nearest to another, the first of equals; None = empty."""
    best = None
    width = (1 << field.width) - 1
    for y in sorted(range(field.height), key=lambda row: (abs(row - wanted.y), row)):
        down = abs(y - wanted.y)
        if best is not None and down > best[0]:
            break
        for x in _beside(anchors >> (y * field.stride) & width, wanted.x):
            keys = (measure(x - wanted.x, down), y, x)
            if best is None:
                best = keys
            else:
                best = min(best, keys)
    if best is None:
        return None
    _, y, x = best
    return Square(x, y)


def clearance(at: Square, others: Iterable[Square]) -> int:
    """Return the distance in squares to the nearest of `others`; 0 without any."""
    return min(map(at.away, others), default=0)


BEHIND = 8
"""So many squares behind its front a side is put; then it spreads."""
AROUND = sorted(
    (measure(dx, dy), dx, dy)
    for dx in range(-BEHIND, BEHIND + 1)
    for dy in range(-BEHIND, BEHIND + 1)
)
"""Steps to the squares around one, and how far each is, the nearest first."""


def behind(
    field: Battlefield, anchors: int, front: Square, foes: Sequence[Square]
) -> Square | None:
    """Return the square of a set nearest to `front` that is no nearer to `foes` than that is.

    Of equals the one farthest from them. None = there is none within `BEHIND` squares.
    """
    least = clearance(front, foes)
    best = None
    for away, dx, dy in AROUND:
        if best is not None and away > best[0]:
            break
        square = front.by(dx, dy)
        if field.holds(square) and anchors & field.bit(square):
            free = clearance(square, foes)
            if free >= least:
                key = (away, -free, square.y, square.x)
                if best is None:
                    best = key
                else:
                    best = min(best, key)
    if best is None:
        return None
    _, _, y, x = best
    return Square(x, y)


def _beside(row: int, x: int) -> Iterable[int]:
    x = max(0, x)
    left = row & ((2 << x) - 1)
    right = row >> x
    if left:
        yield left.bit_length() - 1
    if right:
        yield x + (right & -right).bit_length() - 1


@dataclass
class Room:
    """Gives out places on a map one by one, as near to a square as there is room, none twice.

    A square that is free is given as it is asked for; the others are joined to it on foot as far
    as there is room there. All are in the squares `within` if they are given (None = anywhere);
    dry ground comes first. `taken` are squares where nobody is put.
    """

    field: Battlefield
    taken: int = 0
    within: int | None = None
    _start: Square | None = None
    _joined: dict[tuple[int, bool], int] = dataclass_field(default_factory=dict)

    def find(self, side: int, near: Square, foes: Sequence[Square] = ()) -> Square | None:
        """Return an anchor for a space of `side` squares; None when the map has no room for it.

        With `foes` one behind the first that was given, seen from them, while there is room.
        """
        for dry in (True, False):
            anchors = standing(self.field, side, self.taken, dry=dry)
            if self.within is not None:
                anchors = inside(self.within, side, side, self.field.stride) & anchors or anchors
            if anchors & self.field.bit(near):
                self._start = None
                self._joined = {}
            together = anchors & self._together(side, dry) or anchors
            square = None
            if foes and self._start is not None:
                square = behind(self.field, together, self._start, foes)
            square = square or nearest(self.field, together, near)
            if square is not None:
                self._start = self._start or square
                self.taken |= self.field.block(Block(*square, side))
                return square
        return None

    def _together(self, side: int, dry: bool) -> int:
        field = self.field
        start = self._start
        if start is None:
            return field.every
        if (side, dry) not in self._joined:
            room = standing(field, side, dry=dry)
            around = touching(field.bit(start), side, side, field.stride) & room
            self._joined[side, dry] = spread_on_foot(field, side, room, around)
        return self._joined[side, dry]


def ground_of(field: Battlefield, side: int, anchors: int) -> int:
    """Return the squares that spaces of `side` squares at these anchors take up."""
    return covered(anchors, side, side, field.stride)


Camp: TypeAlias = Literal["party", "foes"]

PART = 6
"""A side begins this fraction (1/6) of the map's width or height from its edge."""


def start_of(field: Battlefield, camp: Camp, others: Sequence[Square] = ()) -> Square:
    """Return the square round which a side begins: the party in the west, foes in the east.

    With `others` already on the board, of the four sides the one farthest from them.
    """
    across = field.width // PART
    down = field.height // PART
    middle = Square(field.width // 2, field.height // 2)
    west = Square(across, middle.y)
    east = Square(max(0, field.width - 1 - across), middle.y)
    first = (west, east) if camp == "party" else (east, west)
    if not others:
        return first[0]
    sides = (*first, Square(middle.x, down), Square(middle.x, max(0, field.height - 1 - down)))
    return max(sides, key=lambda at: clearance(at, others))


def common_ground(field: Battlefield, side: int) -> int:
    """Return the largest connected part of the map for spaces of `side` squares.

    Where there is none, that of a smaller space.
    """
    for size in range(side, 0, -1):
        found = widest(field, size, standing(field, size))
        if found:
            return ground_of(field, size, found)
    return field.every
