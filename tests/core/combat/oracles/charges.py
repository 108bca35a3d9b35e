"""The line of a charge from its text alone: the space is moved along it in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from core.combat.board.scene import Creature, GridMode, Scene
from tests.core.combat.oracles.lines import Cell, cells, edges
from tests.core.combat.oracles.threats import bearer, space

Ways = tuple[Fraction, ...]
FILLED = 3
"""So many squares high is at least what fills its space, outside the playtest."""
NOBODY = {"helpless", "unconscious", "asleep", "paralyzed", "bound", "dead"}
"""Conditions of those who are in nobody's way, as long as they do not fill their space."""


def moments(start: tuple[int, ...], end: tuple[int, ...], side: int) -> Ways:
    """Where on the way, from 0 to 1, a side of the space crosses a line of the grid, and between.

    What the open space meets changes nowhere else.
    """
    crossed = {Fraction(0), Fraction(1)}
    for here, there in zip(start, end, strict=True):
        for line in range(min(here, there), max(here, there) + side + 1):
            for edge in (here, here + side):
                if here != there:
                    crossed.add(Fraction(line - edge, there - here))
    on_the_way = sorted(moment for moment in crossed if 0 <= moment <= 1)
    between = [(one + other) / 2 for one, other in pairwise(on_the_way)]
    return (*on_the_way, *between)


def between_lines(edge: Fraction, side: int) -> list[int]:
    """The columns or rows that an open space meets from its left or upper edge on."""
    near = range(int(edge) - 2, int(edge) + side + 3)
    return [line for line in near if line < edge + side and line + 1 > edge]


def passed(start: Cell, end: Cell, side: int) -> tuple[set[Cell], set[tuple[Cell, Cell]]]:
    """The squares that the open space meets on its way, and the borders between squares."""
    squares: set[Cell] = set()
    borders: set[tuple[Cell, Cell]] = set()
    for moment in moments(start, end, side):
        left = start[0] + moment * (end[0] - start[0])
        top = start[1] + moment * (end[1] - start[1])
        columns = between_lines(left, side)
        rows = between_lines(top, side)
        squares |= {(x, y) for x in columns for y in rows}
        borders |= {((x, y), (x + 1, y)) for x, _ in pairwise(columns) for y in rows}
        borders |= {((x, y), (x, y + 1)) for x in columns for y, _ in pairwise(rows)}
    return squares, borders


def met(
    start: Cell, end: Cell, side: int, heights: tuple[int, int], cell: Cell, body: tuple[int, int]
) -> bool:
    """Whether the open space meets a body in a square, which is from one height up to another."""
    low, high = body
    first, last = heights
    for moment in moments((*start, first), (*end, last), side):
        left = start[0] + moment * (end[0] - start[0])
        top = start[1] + moment * (end[1] - start[1])
        feet = first + moment * (last - first)
        is_there = cell[0] in between_lines(left, side) and cell[1] in between_lines(top, side)
        if is_there and feet < high and feet + side > low:
            return True
    return False


def height_of(scene: Scene, creature: Creature) -> int:
    """A creature is as high as its space is wide, what fills its space often higher (C-066)."""
    body = space(scene, creature)
    wide = max(x for x, _ in body) - min(x for x, _ in body) + 1
    fills = "fills_space" in creature.conditions and "dead" not in creature.conditions
    if fills:
        return max(wide, 0 if scene.rules.id == "pf2" else FILLED)
    return wide


def obstacles(
    scene: Scene,
    mover: Creature,
    start: Cell,
    end: Cell,
    mode: GridMode,
    heights: tuple[int, int] | None = None,
) -> set[tuple[str, Cell, str]]:
    """All that forbids a charge on its line: reason, square and creature.

    From one of `heights` to the other (None = everybody is as high as the mover).
    """
    field = scene.field
    body = space(scene, mover)
    side = max(x for x, _ in body) - min(x for x, _ in body) + 1
    squares, borders = passed(start, end, side)
    on_the_ground = mode in ("walk", "swim")
    closed: set[Cell] = set()
    if mode != "incorporeal":
        closed |= cells(field, field.solid)
    if mode == "walk":
        closed |= cells(field, field.water)
    if mode == "swim":
        closed |= cells(field, field.every) - cells(field, field.water)
    reasons = {("blocked", cell, "") for cell in squares & closed}
    walls = edges(field, field.wall_east, field.wall_south)
    if mode != "incorporeal":
        reasons |= {("blocked", one, "") for one, _ in borders & walls}
    if on_the_ground:
        first = {(start[0] + x, start[1] + y) for x in range(side) for y in range(side)}
        slow = cells(field, field.hampered) - first
        low = edges(field, field.low_east, field.low_south)
        reasons |= {("hampered", cell, "") for cell in squares & slow}
        reasons |= {("hampered", one, "") for one, _ in borders & low}
    mount = bearer(scene, mover).id
    for other in scene.creatures:
        if mount in (other.id, other.rides):
            continue
        fills = "fills_space" in other.conditions and "dead" not in other.conditions
        if fills or not NOBODY & set(other.conditions):
            feet = bearer(scene, other).elevation
            body_of_it = (feet, feet + height_of(scene, other))
            for cell in squares & space(scene, other):
                if heights is None or met(start, end, side, heights, cell, body_of_it):
                    reasons.add(("in_the_line", cell, other.id))
    return reasons
