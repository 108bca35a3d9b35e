"""Lines by exact fractions, from G-1 alone: slow, plain, and twice over.

`walks` follows a line from event to event: at each place along it the squares that the closed line
meets there, and between them whatever borders they share. `floods` is the algorithm of G-1 to the
letter. A `Ground` says which squares and borders block; everything off the map does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from core.combat.board.squares import Battlefield

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


def cells(board: Battlefield, bits: int) -> set[Cell]:
    return {(square.x, square.y) for square in board.squares(bits)}


def edges(board: Battlefield, east: int, south: int) -> set[tuple[Cell, Cell]]:
    """Borders that are kept by the square whose east or south side they are."""
    found = {((x, y), (x + 1, y)) for x, y in cells(board, east)}
    return found | {((x, y), (x, y + 1)) for x, y in cells(board, south)}


def ground_of(board: Battlefield) -> Ground:
    """The solids of a battlefield (G-7): walls and walls on borders."""
    walls = edges(board, board.wall_east, board.wall_south)
    blocked = cells(board, board.solid)
    return Ground(board.width, board.height, frozenset(blocked), frozenset(walls))


def cells_at(spot: Spot) -> set[Cell]:
    """The squares whose closed area holds a point."""
    return _cells(_scaled(spot), 1)


def share_side(one: Cell, other: Cell) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def walks(ground: Ground, p: Spot, q: Spot, start: set[Cell], goal: set[Cell]) -> bool:
    """Whether the line is clear, by the places where it meets a line of the grid.

    Exact: half-squares times a common denominator of all those places are whole numbers.
    """
    (px, py) = _scaled(p)
    (qx, qy) = _scaled(q)
    dx = qx - px
    dy = qy - py
    parts = max(1, abs(dx)) * max(1, abs(dy))
    places = {0, 2 * parts}
    for here, delta in ((px, dx), (py, dy)):
        for line in range(min(here, here + delta), max(here, here + delta) + 1):
            if delta and line % 2 == 0:
                places.add(2 * parts * (line - here) // delta)

    def spot(place: int) -> tuple[int, int]:
        return px * 2 * parts + place * dx, py * 2 * parts + place * dy

    scale = 2 * parts
    order = sorted(places) if dx or dy else [0]
    reached = _spread(ground, start & _cells(spot(0), scale), spot(0), scale)
    for before, after in pairwise(order):
        reached = _spread(ground, reached, spot((before + after) // 2), scale)
        reached = _spread(ground, reached, spot(after), scale)
        if not reached:
            return False
    return bool(reached & goal)


def _scaled(spot: Spot) -> tuple[int, int]:
    """A point in half-squares: grid corners and centres are whole."""
    return int(2 * spot[0]), int(2 * spot[1])


def _cells(spot: tuple[int, int], scale: int) -> set[Cell]:
    side = 2 * scale
    columns = {spot[0] // side, -(-spot[0] // side) - 1}
    rows = {spot[1] // side, -(-spot[1] // side) - 1}
    return {(column, row) for column in columns for row in rows}


def _spread(ground: Ground, reached: set[Cell], spot: tuple[int, int], scale: int) -> set[Cell]:
    """Those of the squares around a point that are reached from some of them past its sides."""
    around = {cell for cell in _cells(spot, scale) if ground.free(cell)}
    found = reached & around
    grew = bool(found)
    while grew:
        grew = False
        for cell in around - found:
            if any(
                share_side(cell, near)
                and _on_side(spot, scale, cell, near)
                and ground.passes(cell, near)
                for near in found
            ):
                found.add(cell)
                grew = True
    return found


def _on_side(spot: tuple[int, int], scale: int, one: Cell, other: Cell) -> bool:
    """Whether a point lies on the closed side that two squares share."""
    side = 2 * scale
    left = max(one[0], other[0])
    right = min(one[0], other[0]) + 1
    top = max(one[1], other[1])
    bottom = min(one[1], other[1]) + 1
    x, y = spot
    return left * side <= x <= right * side and top * side <= y <= bottom * side


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
                left = max(x, other[0])
                top = max(y, other[1])
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
