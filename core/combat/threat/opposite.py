"""Opposite sides or corners: lines through a space, in integers only (G-4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from core.combat.board.squares import Block, Point

Line: TypeAlias = tuple[Point, Point]
"""Two points in half-squares."""


def opposite(one: Block, other: Block, target: Block, *, any_square: bool) -> Line | None:
    """Return a line between two spaces through opposite sides or corners of a third, or None.

    It joins the centres of any two of their squares (C-207), or else of both spaces (C-212).
    """
    for line in lines(one, other, target, any_square=any_square):
        if runs_through(line, target):
            return line
    return None


def lines(one: Block, other: Block, target: Block, *, any_square: bool) -> Iterator[Line]:
    """Yield the lines that two flankers may draw, first those of squares nearest to the target."""
    if not any_square:
        yield one.centre, other.centre
        return
    ends = _centres(other, target)
    for start in _centres(one, target):
        for end in ends:
            yield start, end


def _centres(space: Block, target: Block) -> list[Point]:
    centres = [Block(*square, 1).centre for square in space.squares()]
    x, y = target.centre
    return sorted(centres, key=lambda centre: (centre[0] - x) ** 2 + (centre[1] - y) ** 2)


def runs_through(line: Line, space: Block) -> bool:
    """Whether a line meets the inside of a space, and its left and right or top and bottom sides.

    Sides include their ends, so from corner to opposite corner will do; along a side will not.
    """
    met = crossed(line, space)
    if not (("left" in met and "right" in met) or ("top" in met and "bottom" in met)):
        return False
    turns = [_turn(line, corner) for corner in space.corners()]
    return min(turns) < 0 < max(turns)


def crossed(line: Line, space: Block) -> tuple[str, ...]:
    """Return the sides of a space that a line meets, their ends included."""
    top_left, top_right, bottom_right, bottom_left = space.corners()
    sides = {
        "left": (top_left, bottom_left),
        "right": (top_right, bottom_right),
        "top": (top_left, top_right),
        "bottom": (bottom_left, bottom_right),
    }
    return tuple(name for name, side in sides.items() if _meets(line, side))


def _meets(line: Line, side: Line) -> bool:
    (px, py), (qx, qy) = line
    (ax, ay), (bx, by) = side
    if max(px, qx) < ax or min(px, qx) > bx or max(py, qy) < ay or min(py, qy) > by:
        return False
    return _turn(line, side[0]) * _turn(line, side[1]) <= 0


def _turn(line: Line, point: Point) -> int:
    (px, py), (qx, qy) = line
    return (qx - px) * (point[1] - py) - (qy - py) * (point[0] - px)
