"""Distances on the grid: offsets of spaces, 1-2-1-2 diagonals and reach (G-2)."""

from __future__ import annotations

from core.combat.board.squares import Block

EXCEPTION = 2
"""The reach that also covers the second diagonal, where the system grants it (C-098)."""


def gap(a: Block, b: Block) -> tuple[int, int]:
    """Return the offset of two spaces per axis, in squares from the nearest square to the nearest.

    (0, 0) when they overlap; a largest part of 1 when they are adjacent (C-006).
    """
    return (
        max(0, b.x - (a.x + a.side - 1), a.x - (b.x + b.side - 1)),
        max(0, b.y - (a.y + a.side - 1), a.y - (b.y + b.side - 1)),
    )


def adjacent(a: Block, b: Block) -> bool:
    """Whether two spaces touch or overlap (C-006)."""
    return max(gap(a, b)) <= 1


def measure(dx: int, dy: int) -> int:
    """Return the length of an offset in squares: diagonals count 1, 2, 1, 2 (C-003)."""
    dx, dy = abs(dx), abs(dy)
    return max(dx, dy) + min(dx, dy) // 2


def within(dx: int, dy: int, reach: int, *, second_diagonal: bool) -> bool:
    """Whether an offset is within a reach of so many squares (C-097).

    With `second_diagonal` a reach of exactly 2 squares also covers two diagonals (C-098).
    """
    if measure(dx, dy) <= reach:
        return True
    return second_diagonal and reach == EXCEPTION == abs(dx) == abs(dy)


def distance(a: Block, b: Block) -> int:
    """Return the distance of two spaces in squares, 0 when they overlap (C-005)."""
    return measure(*gap(a, b))


def through_the_air(a: Block, b: Block, rise: tuple[int, int]) -> int:
    """Return the distance of two bodies in squares when they are `rise` squares above the ground.

    Each is taken to be as high as its space is wide, and steps that change two or three
    coordinates count 1-2-1-2 (C-127): a house default, as the sources know the flat map only.
    """
    return measured(*gap(a, b), apart(a.side, b.side, rise))


def apart(side: int, other: int, rise: tuple[int, int]) -> int:
    """Return how far one body is above or below another, nearest to nearest, in squares.

    They are `rise` squares above the ground and are as high as wide; 0 when they share a height.
    """
    low, high = rise
    return max(0, high - (low + side - 1), low - (high + other - 1))


def measured(dx: int, dy: int, dz: int) -> int:
    """Return the length of an offset in squares, up or down too (C-003, C-127)."""
    longest, middle, _ = sorted(map(abs, (dx, dy, dz)), reverse=True)
    return measure(longest, middle)


def risen(rise: int, step: int, steps: int) -> int:
    """Return the rise of a straight line after `step` of its `steps`, in squares."""
    return (2 * abs(rise) * step + steps) // (2 * steps)
