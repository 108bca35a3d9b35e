"""Painters of open ground: patches, a river, the houses of a town."""

from __future__ import annotations

from core.combat.terrain.canvas import Canvas
from core.combat.terrain.recipes import Patch, Recipe

AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1))
STREET = 7
"""Squares between the houses of a town from north to south, every so often."""
BLOCK = 34
"""Columns of houses between two such streets."""


def patches(canvas: Canvas, recipe: Recipe) -> None:
    """Lay the patches of a recipe one over the other, on open ground of a layout alone."""
    wild = recipe.layout == "wild"
    floor = canvas.sign("open")
    for patch in recipe.patches:
        wanted = patch.share * canvas.width * canvas.height // 1000
        tries = 2 * wanted + 4
        while wanted > 0 and tries > 0:
            laid = _grow(canvas, patch, wild, floor)
            wanted, tries = wanted - laid, tries - max(1, laid)


def _grow(canvas: Canvas, patch: Patch, wild: bool, floor: str) -> int:
    chance, laid = canvas.chance, 0
    size = chance.between(patch.least, patch.most)
    edge = [(chance.below(canvas.width), chance.below(canvas.height))]
    seen = set(edge)
    while edge and laid < size:
        x, y = edge.pop(chance.below(len(edge)))
        if not canvas.holds(x, y) or not (wild or canvas.rows[y][x] == floor):
            continue
        if not canvas.put(x, y, patch.what):
            continue
        laid += 1
        for dx, dy in AROUND:
            if (x + dx, y + dy) not in seen:
                seen.add((x + dx, y + dy))
                edge.append((x + dx, y + dy))
    return laid


def flow(canvas: Canvas) -> None:
    """Paint a river from north to south with a ford where it crosses the lane."""
    chance = canvas.chance
    wide = min(chance.between(3, 5), max(1, canvas.width // 4))
    left = (canvas.width - wide) // 2 + chance.between(-canvas.width // 12, canvas.width // 12)
    for y in range(canvas.height):
        if y % 2:
            left = min(max(0, left + chance.between(-1, 1)), canvas.width - wide)
        for x in range(left, left + wide):
            canvas.put(x, y, "difficult" if canvas.in_lane(x, y) else "water")


def town(canvas: Canvas) -> None:
    """Paint houses in rows along the main street, which is the lane, and streets across it."""
    top, bottom = canvas.lane[0]
    for first, last in ((0, top - 2), (bottom + 2, canvas.height - 1)):
        y = first
        while last - y >= 3:
            high = min(last - y + 1, canvas.chance.between(5, 9))
            if last - (y + high) < 5:
                high = min(last - y + 1, 12)
            _row_of_houses(canvas, y, high, door_below=first == 0)
            y += high + canvas.chance.between(2, 3)


def _row_of_houses(canvas: Canvas, top: int, high: int, *, door_below: bool) -> None:
    x = canvas.chance.below(3)
    while canvas.width - x >= 4:
        if x % (BLOCK + STREET) >= BLOCK:
            x += STREET
            continue
        wide = min(canvas.width - x, canvas.chance.between(5, 10))
        deep = high - canvas.chance.below(max(1, high - 4)) if high > 5 else high
        at = top + (high - deep if door_below else 0)
        if not canvas.chance.one_in(8):
            _house(canvas, x, at, wide, deep, door_below=door_below)
        x += wide + canvas.chance.between(1, 3)


def _house(canvas: Canvas, x: int, y: int, wide: int, high: int, *, door_below: bool) -> None:
    right, bottom = x + wide - 1, y + high - 1
    canvas.fill(range(x, right + 1), (y, bottom), "wall")
    canvas.fill((x, right), range(y, bottom + 1), "wall")
    at = canvas.chance.between(x + 1, right - 1)
    side, out = (bottom, 1) if door_below else (y, -1)
    canvas.put(at, side, "open")
    canvas.door(at, side, 0, out)
    if wide >= 8:
        _partition(canvas, canvas.chance.between(x + 3, right - 4), y, bottom)


def _partition(canvas: Canvas, x: int, y: int, bottom: int) -> None:
    through = canvas.chance.between(y + 1, bottom - 1)
    for row in range(y + 1, bottom):
        if row == through:
            canvas.door(x, row, 1, 0)
        else:
            canvas.wall(x, row, 1, 0)
