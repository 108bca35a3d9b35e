"""Painters of buildings and caves: a hall with rooms on both sides, a winding passage."""

from __future__ import annotations

from core.combat.terrain.canvas import INDOORS, Canvas

STOREY = 24
"""Rows for each hall of a large building."""


def hall(canvas: Canvas) -> None:
    """Paint halls from west to east with rooms on both sides, joined by one from north to south."""
    canvas.fill(range(canvas.width), range(canvas.height), "wall")
    top, bottom = canvas.lane[0]
    while top - STOREY >= 0:
        top -= STOREY
    across = canvas.width // 2 - INDOORS // 2
    many = canvas.height > STOREY + STOREY // 2
    for first in range(top, canvas.height, STOREY):
        last = min(first + bottom - canvas.lane[0][0], canvas.height - 1)
        canvas.fill(range(canvas.width), range(first, last + 1), "open")
        for out in (-1, 1):
            _rooms(canvas, first if out < 0 else last, out)
    if many:
        canvas.fill(range(across, across + INDOORS), range(canvas.height), "open")


def _rooms(canvas: Canvas, side: int, out: int) -> None:
    room = (STOREY - INDOORS) // 2 - 1
    deep = min(room, side - 1 if out < 0 else canvas.height - side - 2)
    if deep < 2:
        return
    x = 1
    while canvas.width - x > 3:
        wide = min(canvas.chance.between(4, 8), canvas.width - 1 - x)
        rows = canvas.chance.between(max(2, deep - 3), deep)
        first = side + 2 * out
        canvas.fill(range(x, x + wide), range(first, first + out * rows, out), "open")
        at = canvas.chance.between(x, x + wide - 1)
        canvas.put(at, side + out, "open")
        canvas.door(at, side + out, 0, -out)
        x += wide + 1


def passage(canvas: Canvas) -> None:
    """Paint a winding passage through rock, with niches here and there."""
    canvas.fill(range(canvas.width), range(canvas.height), "wall")
    for x, (top, bottom) in enumerate(canvas.lane):
        canvas.fill((x,), range(top, bottom + 1), "open")
    x = canvas.chance.between(3, 8)
    while x < canvas.width - 4:
        top, bottom = canvas.lane[x]
        deep, wide = canvas.chance.between(1, 5), canvas.chance.between(2, 5)
        rows = (
            range(top - deep, top)
            if canvas.chance.one_in(2)
            else range(bottom + 1, bottom + 1 + deep)
        )
        if rows.start > 0 and rows.stop < canvas.height:
            canvas.fill(range(x, x + wide), rows, "open")
        x += wide + canvas.chance.between(3, 9)
