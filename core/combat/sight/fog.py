"""Fog and the lines through it (C-191, C-192, C-204); what lies off the map is clear air."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from core.combat.board.battlefield import Battlefield
from core.combat.board.squares import Block, Point
from core.combat.sight.between import hull
from core.combat.sight.lines import meets
from core.combat.sight.walls import KEPT, Walls, read_walls


@lru_cache(maxsize=KEPT)
def field_fog(field: Battlefield) -> Walls:
    """Return the concealing squares of a field as blockers."""
    return read_walls(field, field.concealing, outside=False)


def fog_beyond(field: Battlefield, own: int) -> Walls:
    """Return the concealing squares as blockers, those of the bits `own` left out (C-204)."""
    return _fog_beyond(field, own) if field.concealing & own else field_fog(field)


@lru_cache(maxsize=KEPT)
def _fog_beyond(field: Battlefield, own: int) -> Walls:
    return read_walls(field, field.concealing & ~own, outside=False)


def line_in_fog(fog: Walls, p: Point, q: Point) -> bool:
    """Whether a line meets the inside of a foggy square or runs between two of them (C-191).

    Both points lie on the map.
    """
    (px, py), (qx, qy) = p, q
    lay = fog.across
    if abs(qy - py) > abs(qx - px):
        lay = fog.down
        px, py, qx, qy = py, px, qy, qx
    if py > qy or (py == qy and px > qx):
        px, py, qx, qy = qx, qy, px, py
    if py != qy:
        return meets(lay.rows, px, py, qx, qy)
    row = py >> 1
    if py & 1:
        return bool(lay.rows[row + 1] >> ((px >> 1) + 1) & ((2 << ((qx >> 1) - (px >> 1))) - 1))
    beside = lay.rows[row] & lay.rows[row + 1]
    return bool(beside >> ((px >> 1) + 1) & ((1 << ((qx - px) >> 1)) - 1))


def clear_of_fog(fog: Walls, start: Block, goal: Block) -> Point | None:
    """Return a corner from which no line to the outer corners of `goal` passes through fog (C-191).

    A big attacker may use any corner of its squares; None when there is no such corner.
    """
    corners = start.lattice()
    if fog.bare(*hull(start, goal)):
        return corners[0]
    goals = goal.corners()
    for p in corners:
        if not any(line_in_fog(fog, p, q) for q in goals):
            return p
    return None


def wholly_in(fog: Walls, spaces: Iterable[Block]) -> bool:
    """Whether every square of these spaces is foggy (C-192)."""
    return all(fog.solid(*square) for space in spaces for square in space.squares())
