"""The place and the blockers where a line is cut: the flood of G-1, for receipts and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from core.combat.board.squares import Block, Point, Square
from core.combat.sight.lines import Side, Walls

Spot = tuple[Fraction, Fraction]
"""A point in squares."""

AROUND = ((1, 0), (0, 1), (-1, 0), (0, -1))


class Cut(NamedTuple):
    """The first blockers that cut a line: squares and borders."""

    squares: tuple[Square, ...]
    sides: tuple[Side, ...]


def cut(walls: Walls, p: Point, q: Point, start: Block, goal: Block) -> Cut | None:
    """Return the cut of the line from `p` of `start` to `q` of `goal`; None = clear (G-1).

    A line between two blockers that touch names both of them.
    """
    reached = flood(walls, p, q, start)
    if any(square in reached and holds(square, q) for square in goal.squares()):
        return None
    stop = max((_leaves(square, p, q) for square in reached), default=Fraction(0))
    spot = _spot(p, q, stop)
    here = [s for s in _at(spot) if _meets((s.x, s.y, s.x + 1, s.y + 1), p, q)]
    shut = tuple(square for square in here if walls.solid(*square))
    for ahead in (
        tuple(square for square in shut if _inside(square, p, q, stop)),
        tuple(square for square in shut if _leaves(square, p, q) > stop),
    ):
        if ahead and (len(ahead) > 1 or _inside(ahead[0], p, q, stop)):
            return Cut(ahead, ())
    sides = tuple(
        side
        for side in _sides_at(spot)
        if walls.walled(side) and _link(side, p, q) and any(s in reached for s in _both(side))
    )
    return Cut(shut, sides)


def grazes(walls: Walls, p: Point, q: Point) -> bool:
    """Whether the line touches a square that blocks, or a border, without entering it (C-161)."""
    near = list(touched(p, q))
    if any(walls.solid(*square) for square in near):
        return True
    sides = {(square, east) for square in near for east in (True, False)}
    return any(walls.walled(side) and _link(side, p, q) for side in sides)


def flood(walls: Walls, p: Point, q: Point, start: Block) -> set[Square]:
    """Return the open squares that the line reaches from those of `start` that hold `p` (G-1)."""
    nodes = {square for square in touched(p, q) if not walls.solid(*square)}
    found = {square for square in start.squares() if square in nodes and holds(square, p)}
    new = list(found)
    while new:
        square = new.pop()
        for dx, dy in AROUND:
            other = square.by(dx, dy)
            side = min(square, other), dx != 0
            if other in nodes and other not in found and _link(side, p, q):
                if walls.walled(side):
                    continue
                found.add(other)
                new.append(other)
    return found


def holds(square: Square, point: Point) -> bool:
    """Whether the closed square holds a point in half-squares."""
    x, y = 2 * square.x, 2 * square.y
    return x <= point[0] <= x + 2 and y <= point[1] <= y + 2


def touched(p: Point, q: Point) -> Iterator[Square]:
    """Yield all squares whose closed area meets the closed line, those off the map too."""
    (px, py), (qx, qy) = sorted((p, q), key=lambda point: (point[1], point[0]))
    for y in range((py - 1) // 2, qy // 2 + 1):
        if py == qy:
            left, right = Fraction(min(px, qx), 2), Fraction(max(px, qx), 2)
        else:
            above, below = max(2 * y, py), min(2 * y + 2, qy)
            ends = [Fraction(px, 2) + Fraction((qx - px) * (v - py), 2 * (qy - py))
                    for v in (above, below)]  # fmt: skip
            left, right = min(ends), max(ends)
        for x in range(left.__ceil__() - 1, right.__floor__() + 1):
            yield Square(x, y)


def _meets(box: tuple[int, int, int, int], p: Point, q: Point) -> bool:
    # G-1
    left, top, right, bottom = (2 * edge for edge in box)
    (px, py), (qx, qy) = p, q
    if max(px, qx) < left or min(px, qx) > right or max(py, qy) < top or min(py, qy) > bottom:
        return False
    turns = [
        (qx - px) * (y - py) - (qy - py) * (x - px) for x in (left, right) for y in (top, bottom)
    ]
    return not (min(turns) > 0 or max(turns) < 0)


def _link(side: Side, p: Point, q: Point) -> bool:
    (x, y), east = side
    return _meets((x + 1, y, x + 1, y + 1) if east else (x, y + 1, x + 1, y + 1), p, q)


def _both(side: Side) -> tuple[Square, Square]:
    square, east = side
    return square, square.by(1, 0) if east else square.by(0, 1)


def _spot(p: Point, q: Point, t: Fraction) -> Spot:
    return (p[0] + t * (q[0] - p[0])) / 2, (p[1] + t * (q[1] - p[1])) / 2


def _at(spot: Spot) -> list[Square]:
    x, y = spot
    columns = range(x.__ceil__() - 1, x.__floor__() + 1)
    return [Square(c, r) for r in range(y.__ceil__() - 1, y.__floor__() + 1) for c in columns]


def _sides_at(spot: Spot) -> list[Side]:
    x, y = spot
    found: list[Side] = []
    for square in _at(spot):
        if x == square.x + 1:
            found.append((square, True))
        if y == square.y + 1:
            found.append((square, False))
    return found


def _leaves(square: Square, p: Point, q: Point) -> Fraction:
    last = Fraction(1)
    for a, b, low in ((p[0], q[0], 2 * square.x), (p[1], q[1], 2 * square.y)):
        if a != b:
            last = min(last, Fraction((low + 2 if b > a else low) - a, b - a))
    return last


def _inside(square: Square, p: Point, q: Point, t: Fraction) -> bool:
    spot = _spot(p, q, t)
    for at, low, ahead in zip(spot, square, (q[0] - p[0], q[1] - p[1]), strict=True):
        if not (low < at < low + 1 or (at == low and ahead > 0) or (at == low + 1 and ahead < 0)):
            return False
    return True
