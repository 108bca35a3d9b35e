"""An oracle for areas of effect: the rules A-1 to A-4 square by square, in exact fractions.

A square is in a burst when its far corner is within the radius, counted diagonal by diagonal, and
a line from the origin to one of its corners is clear; a spread walks; a cone is the quarter of a
disc that holds the square's middle; a line is what a ray crosses until a wall stops it.
"""

from __future__ import annotations

import heapq
from fractions import Fraction

from core.combat.board.squares import Block
from tests.core.combat.oracles.lines import Cell, Ground, Spot, floods

ROUND = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
AHEAD = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}


def counted(dx: int, dy: int) -> int:
    """An offset counted step by step: diagonals 1, 2, 1, 2 ..., then straight on."""
    total = 0
    for diagonal in range(min(dx, dy)):
        total += 1 + diagonal % 2
    return total + abs(dx - dy)


def far(origin: Cell, cell: Cell) -> tuple[int, int]:
    """The offset of a square's far corner."""
    return (
        max(abs(cell[0] - origin[0]), abs(cell[0] + 1 - origin[0])),
        max(abs(cell[1] - origin[1]), abs(cell[1] + 1 - origin[1])),
    )


def everywhere(ground: Ground) -> list[Cell]:
    return [(x, y) for y in range(ground.height) for x in range(ground.width)]


def seen(ground: Ground, origin: Cell, cell: Cell, start: set[Cell]) -> bool:
    """Whether a line from the origin to one of a square's corners is clear."""
    p = (Fraction(origin[0]), Fraction(origin[1]))
    x, y = cell
    corners = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
    return ground.free(cell) and any(
        floods(ground, p, (Fraction(a), Fraction(b)), start, {cell}) for a, b in corners
    )


def around(origin: Cell) -> set[Cell]:
    x, y = origin
    return {(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)}


def burst(ground: Ground, origin: Cell, radius: int) -> set[Cell]:
    return {
        cell
        for cell in everywhere(ground)
        if counted(*far(origin, cell)) <= radius and seen(ground, origin, cell, around(origin))
    }


def cone(ground: Ground, body: Block, origin: Cell, direction: str, length: int) -> set[Cell]:
    own = {(square.x, square.y) for square in body.squares()}
    return {
        cell
        for cell in everywhere(ground)
        if counted(*far(origin, cell)) <= length
        and in_quarter(origin, cell, direction)
        and seen(ground, origin, cell, own)
    }


def in_quarter(origin: Cell, cell: Cell, direction: str) -> bool:
    """Whether the middle of a square lies in the quarter circle to a direction."""
    x = Fraction(2 * cell[0] + 1, 2) - origin[0]
    y = Fraction(2 * cell[1] + 1, 2) - origin[1]
    dx, dy = AHEAD[direction]
    if dx and dy:
        return x * dx > 0 and y * dy > 0
    ahead = x * dx + y * dy
    aside = abs(x * dy) + abs(y * dx)
    return ahead >= aside


def spread(ground: Ground, origin: Cell, radius: int) -> set[Cell]:
    """A textbook search over (square, how many diagonals so far are odd)."""
    heap = [(1, cell, 1) for cell in around(origin) if ground.free(cell)]
    heapq.heapify(heap)
    done: set[tuple[Cell, int]] = set()
    while heap:
        cost, cell, odd = heapq.heappop(heap)
        if cost > radius or (cell, odd) in done:
            continue
        done.add((cell, odd))
        for dx, dy in ROUND:
            to = (cell[0] + dx, cell[1] + dy)
            if not flows(ground, cell, to):
                continue
            if dx and dy:
                heapq.heappush(heap, (cost + 1 + odd, to, 1 - odd))
            else:
                heapq.heappush(heap, (cost + 1, to, odd))
    return {cell for cell, _ in done}


def flows(ground: Ground, one: Cell, other: Cell) -> bool:
    """Whether air gets from a square to a neighbour: through the side, or round the corner."""
    if not ground.free(other):
        return False
    if one[0] == other[0] or one[1] == other[1]:
        return ground.passes(one, other)
    return any(
        ground.free(way) and ground.passes(one, way) and ground.passes(way, other)
        for way in ((one[0], other[1]), (other[0], one[1]))
    )


def line(ground: Ground, body: Block, origin: Cell, aim: Cell, length: int) -> set[Cell]:
    own = {(square.x, square.y) for square in body.squares()}
    p: Spot = (Fraction(origin[0]), Fraction(origin[1]))
    towards = (aim[0] - origin[0], aim[1] - origin[1])
    found = set()
    for cell in everywhere(ground):
        leaves = crossing(p, towards, cell)
        if leaves is None or cell in own or counted(*far(origin, cell)) > length:
            continue
        end = (p[0] + leaves * towards[0], p[1] + leaves * towards[1])
        if ground.free(cell) and floods(ground, p, end, own, {cell}):
            found.add(cell)
    return found


def crossing(p: Spot, towards: Cell, cell: Cell) -> Fraction | None:
    """Where on its way a ray leaves the square whose inside it crosses; None if it does not."""
    enters = Fraction(0)
    leaves = None
    for axis in (0, 1):
        low, high = sorted(
            (Fraction(side) - p[axis]) / towards[axis] for side in (cell[axis], cell[axis] + 1)
        )
        enters = max(enters, low)
        leaves = high if leaves is None else min(leaves, high)
    return leaves if leaves is not None and leaves > enters else None
