"""Stamps: the squares within a reach of a space, worked out once and laid on any battlefield."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from core.combat.board.battlefield import Battlefield
from core.combat.board.distance import within
from core.combat.board.squares import Block


class Stamp(NamedTuple):
    """The squares round a space: (rows below the anchor, the row's squares as bits).

    Bit `margin` of a row is the anchor's column.
    """

    margin: int
    rows: tuple[tuple[int, int], ...]

    @property
    def size(self) -> int:
        """The number of its squares."""
        return sum(row.bit_count() for _, row in self.rows)


@lru_cache(maxsize=512)
def stamp(side: int, outer: int, inner: int, second_diagonal: bool) -> Stamp:
    """Return the squares within `outer` squares of a space of side `side`, not within `inner`.

    Both are measured as G-2 has it, with the second diagonal of a reach of two or without it
    (C-097, C-098, C-100). `inner` 0 leaves out the space itself only.
    """
    rows: list[tuple[int, int]] = []
    for y in range(-outer, side + outer):
        dy = max(0, -y, y - (side - 1))
        row = _span(outer, side, _widest(dy, outer, second_diagonal))
        row &= ~_span(outer, side, _widest(dy, inner, second_diagonal))
        if row:
            rows.append((y, row))
    return Stamp(outer, tuple(rows))


def _widest(dy: int, reach: int, second_diagonal: bool) -> int:
    flat = reach - dy // 2
    widest = flat if flat >= dy else min(dy, 2 * (reach - dy) + 1)
    if within(widest + 1, dy, reach, second_diagonal=second_diagonal):
        widest += 1
    return max(-1, widest)


def _span(margin: int, side: int, widest: int) -> int:
    widest = min(widest, margin)
    return ((1 << (side + 2 * widest)) - 1) << (margin - widest) if widest >= 0 else 0


def lay(pattern: Stamp, field: Battlefield, space: Block) -> int:
    """Return the squares of a stamp laid round a space, as far as they are on the map."""
    stride, height, across = field.stride, field.height, (1 << field.width) - 1
    shift = space.x - pattern.margin
    found, top = 0, -1
    for down, row in pattern.rows:
        y = space.y + down
        if y < 0:
            continue
        if y >= height:
            break
        if top < 0:
            top = y
        row = (row << shift if shift >= 0 else row >> -shift) & across
        found |= row << ((y - top) * stride)
    return found << (top * stride) if found else 0
