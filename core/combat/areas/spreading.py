"""The spread of air from a grid corner: round corners, not through walls (A-2, G-1)."""

from __future__ import annotations

from collections.abc import Mapping

from core.combat.areas.shapes import Corner
from core.combat.board.battlefield import Battlefield
from core.combat.board.squares import Square


def spreading(field: Battlefield, origin: Corner, radius: int) -> int:
    """Return the squares within `radius` squares of way from a grid corner.

    The open squares round the corner count 1; from there each straight step counts 1 and
    diagonals 2, 1, 2, ... (the first was made to the far corner of that square), as `measure`
    does. A diagonal needs an open way round on one of its sides.
    """
    passes = _passes(field)
    seen = 0
    before: list[int] = [0, 0, 0, _around(field, origin)]  # by twice the cost plus the parity
    for key in range(3, 2 * radius + 2):
        if key == len(before):
            before.append(_moved(field, passes, before[key - 2], before[key - 3], seen))
        seen |= before[key]
    return seen


def _around(field: Battlefield, origin: Corner) -> int:
    x, y = origin
    squares = (Square(x - 1, y - 1), Square(x, y - 1), Square(x - 1, y), Square(x, y))
    return field.bits(squares) & ~field.solid


def _moved(
    field: Battlefield, passes: Mapping[str, int], straight: int, diagonal: int, seen: int
) -> int:
    stride = field.stride
    found = 0
    for name, shift in (("E", 1), ("S", stride)):
        back = {"E": "W", "S": "N"}[name]
        found |= (straight & passes[name]) << shift | (straight & passes[back]) >> shift
    for name, back, shift in (("SE", "NW", stride + 1), ("SW", "NE", stride - 1)):
        found |= (diagonal & passes[name]) << shift | (diagonal & passes[back]) >> shift
    return found & ~seen


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
