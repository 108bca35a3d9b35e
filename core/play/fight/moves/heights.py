"""The heights of a mover along its way, in squares above the ground."""

from __future__ import annotations

from collections.abc import Sequence

from core.combat.board.squares import Square, direction_of


def profiles(path: Sequence[Square], start: int, end: int) -> tuple[tuple[int, ...], ...]:
    """Return heights along a path from `start` to `end`, in different spreads.

    Rising early and sinking late, the reverse, on diagonals, all at once.
    """
    steps = len(path) - 1
    rise = end - start
    if rise == 0:
        return ((start,) * (steps + 1),)
    if steps == 0:
        return ((start, end),)
    if rise > 0:
        early = range(steps)
    else:
        early = range(steps)[::-1]
    late = early[::-1]

    def is_straight(step: int) -> bool:
        return len(direction_of(path[step], path[step + 1])) < 2

    diagonals_first = sorted(range(steps), key=is_straight)
    spreads = (
        _spread(early, start, rise, steep=False),
        _spread(diagonals_first, start, rise, steep=False),
        _spread(late, start, rise, steep=False),
        _spread(early, start, rise, steep=True),
        _spread(late, start, rise, steep=True),
    )
    return tuple(dict.fromkeys(spreads))


def _spread(order: Sequence[int], start: int, rise: int, *, steep: bool) -> tuple[int, ...]:
    # The height after each step: in this order of the steps one square each, or all if `steep`.
    sign = 1 if rise > 0 else -1
    left = abs(rise)
    parts = [0] * len(order)
    for step in order:
        part = left if steep else min(1, left)
        parts[step] = part
        left -= part
    parts[order[0]] += left  # more height than steps: the rest straight up or down
    heights = [start]
    for part in parts:
        heights.append(heights[-1] + sign * part)
    return tuple(heights)


def cubes_along(path: Sequence[Square], heights: Sequence[int]) -> tuple[tuple[Square, int], ...]:
    """Return all cubes passed: an anchor and a height each.

    Vertical steps come first where a step gains more than one square, and last where it loses
    more: nobody goes down through the roof it leaves. A path of one anchor has its first and its
    last height.
    """
    start = heights[0]
    end = heights[-1]
    if len(path) == 1:
        sign = 1 if end >= start else -1
        return tuple((path[0], height) for height in range(start, end + sign, sign))
    cubes = [(path[0], start)]
    for number in range(1, len(path)):
        low = heights[number - 1]
        high = heights[number]
        cubes += [(path[number - 1], height) for height in range(low + 1, high)]
        cubes += [(path[number], height) for height in range(low - 1, high, -1)]
        cubes.append((path[number], high))
    return tuple(cubes)
