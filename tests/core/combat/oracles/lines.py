"""Lines by exact fractions, from G-1 alone: slow, plain, and twice over.

`walks` follows a line from event to event: at each place along it the squares that the closed line
meets there, and between them whatever borders they share. `floods` is the algorithm of G-1 to the
letter. A `Ground` says which squares and borders block; everything off the map does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

Cell = tuple[int, int]
Spot = tuple[Fraction, Fraction]
"""A point in squares, not in half-squares."""


@dataclass(frozen=True)
class Ground:
    """The blockers of a map: squares, and borders as pairs of squares in order."""

    width: int
    height: int
    blocked: frozenset[Cell] = frozenset()
    walls: frozenset[tuple[Cell, Cell]] = field(default_factory=frozenset)

    def free(self, cell: Cell) -> bool:
        x, y = cell
        return 0 <= x < self.width and 0 <= y < self.height and cell not in self.blocked

    def passes(self, one: Cell, other: Cell) -> bool:
        return (min(one, other), max(one, other)) not in self.walls


def cells_at(spot: Spot) -> set[Cell]:
    """The squares whose closed area holds a point."""
    x, y = spot
    columns = {x.__floor__(), x.__ceil__() - 1}
    rows = {y.__floor__(), y.__ceil__() - 1}
    return {(column, row) for column in columns for row in rows}


def share_side(one: Cell, other: Cell) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def on_side(spot: Spot, one: Cell, other: Cell) -> bool:
    """Whether a point lies on the closed side that two squares share."""
    left, right = max(one[0], other[0]), min(one[0], other[0]) + 1
    top, bottom = max(one[1], other[1]), min(one[1], other[1]) + 1
    return left <= spot[0] <= right and top <= spot[1] <= bottom


def spread(ground: Ground, reached: set[Cell], spot: Spot) -> set[Cell]:
    """Those of the squares around a point that are reached from some of them past its sides."""
    around = {cell for cell in cells_at(spot) if ground.free(cell)}
    found = reached & around
    grew = True
    while grew:
        grew = False
        for cell in around - found:
            if any(
                share_side(cell, near) and on_side(spot, cell, near) and ground.passes(cell, near)
                for near in found
            ):
                found.add(cell)
                grew = True
    return found


def walks(ground: Ground, p: Spot, q: Spot, start: set[Cell], goal: set[Cell]) -> bool:
    """Whether the line is clear, by the places where it meets a line of the grid."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    at = {Fraction(0), Fraction(1)}
    for here, delta in ((p[0], dx), (p[1], dy)):
        if delta:
            low, high = sorted((here, here + delta))
            for line in range(low.__floor__(), high.__ceil__() + 1):
                t = (line - here) / delta
                if 0 <= t <= 1:
                    at.add(t)

    def spot(t: Fraction) -> Spot:
        return p[0] + t * dx, p[1] + t * dy

    order = sorted(at) if dx or dy else [Fraction(0)]
    reached = spread(ground, {cell for cell in start if cell in cells_at(p)}, p)
    for before, after in pairwise(order):
        reached = spread(ground, reached, spot((before + after) / 2))
        reached = spread(ground, reached, spot(after))
    return bool(reached & goal & cells_at(q))


def floods(ground: Ground, p: Spot, q: Spot, start: set[Cell], goal: set[Cell]) -> bool:
    """Whether the line is clear, by flooding the squares that it meets (G-1, steps 1 to 3)."""
    columns = range(min(p[0], q[0]).__floor__() - 1, max(p[0], q[0]).__ceil__() + 1)
    rows = range(min(p[1], q[1]).__floor__() - 1, max(p[1], q[1]).__ceil__() + 1)
    nodes = {
        (x, y)
        for x in columns
        for y in rows
        if ground.free((x, y)) and box_meets((x, y, x + 1, y + 1), p, q)
    }
    open_ = [cell for cell in start & nodes if cell in cells_at(p)]
    seen = set(open_)
    while open_:
        x, y = cell = open_.pop()
        for other in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if other in nodes and other not in seen and ground.passes(cell, other):
                left, top = max(x, other[0]), max(y, other[1])
                side = (left, top, min(x, other[0]) + 1, min(y, other[1]) + 1)
                if box_meets(side, p, q):
                    seen.add(other)
                    open_.append(other)
    return bool(seen & goal & cells_at(q))


def box_meets(box: tuple[int, int, int, int], p: Spot, q: Spot) -> bool:
    """Whether a closed box meets the closed segment: bounding boxes, then cross products."""
    left, top, right, bottom = box
    if max(p[0], q[0]) < left or min(p[0], q[0]) > right:
        return False
    if max(p[1], q[1]) < top or min(p[1], q[1]) > bottom:
        return False
    turns = [
        (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0])
        for x in (left, right)
        for y in (top, bottom)
    ]
    return not (all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns))
