"""Heights along a path, step by step, and their cost in the air."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil

from core.combat.air.flight import FlightMode, after, fly, parse_bearing
from core.combat.board.scene import Scene
from core.combat.board.squares import Square, direction_of
from core.creatures import Mode
from core.receipts import Receipt
from core.values import Struct

IN_THE_AIR: dict[Mode, FlightMode] = {"fly": "fly", "swim": "swim"}
"""Modes with vertical steps by the tables of flight; in others a square of height costs one."""


class FlightSoFar(Struct):
    """The flight so far: its heading, and the diagonals counted."""

    scene: Scene
    mode: Mode
    heading: str
    diagonals: int
    goes_on: bool


class PricedSteps(Struct):
    """The cost of each step between two anchors, in whole squares.

    `parts` are the costs of its cubes: several where it also rises or sinks vertically. `counted`
    are the diagonals after each step, `headings` the headings of the flyer.
    """

    parts: tuple[tuple[int, ...], ...]
    counted: tuple[int, ...]
    headings: tuple[str, ...]
    receipt: Receipt


def profiles(path: Sequence[Square], start: int, end: int) -> Iterator[tuple[int, ...]]:
    """Heights along a path from `start` to `end`, in different spreads.

    Rising early and sinking late, the reverse, on diagonals, all at once.
    """
    steps, rise = len(path) - 1, end - start
    if not rise or not steps:
        yield (start,) * (steps + 1) if not rise else (start, end)
        return
    orders = (range(steps), range(steps - 1, -1, -1))
    by_kind = sorted(range(steps), key=lambda n: len(direction_of(path[n], path[n + 1])) < 2)
    early, late = (orders[0], orders[1]) if rise > 0 else (orders[1], orders[0])
    seen: set[tuple[int, ...]] = set()
    for order, steep in ((early, False), (by_kind, False), (late, False), (early, True),
                         (late, True)):  # fmt: skip
        found = _spread(list(order), start, rise, steep=steep)
        if found not in seen:
            seen.add(found)
            yield found


def _spread(order: list[int], start: int, rise: int, *, steep: bool) -> tuple[int, ...]:
    sign, left = (1 if rise > 0 else -1), abs(rise)
    parts = [0] * len(order)
    for step in order:
        take = left if steep else min(1, left)
        parts[step], left = take, left - take
    parts[order[0]] += left  # more height than steps: the rest straight up or down
    heights = [start]
    for part in parts:
        heights.append(heights[-1] + sign * part)
    return tuple(heights)


def points(path: Sequence[Square], heights: Sequence[int]) -> tuple[tuple[Square, int], ...]:
    """Return all cubes passed, with vertical steps first where more than one square is gained."""
    if len(path) == 1:
        start, end = heights[0], heights[-1]
        sign = 1 if end >= start else -1
        return tuple((path[0], height) for height in range(start, end + sign, sign))
    found = [(path[0], heights[0])]
    for (one, low), (other, high) in pairwise(zip(path, heights, strict=True)):
        sign = 1 if high > low else -1
        found += [(one, low + sign * n) for n in range(1, abs(high - low))]
        found.append((other, high))
    return tuple(found)


def priced(air: FlightSoFar, path: Sequence[Square], heights: Sequence[int]) -> PricedSteps:
    """Return the cost of a flight (or a swim up or down), step by step (C-122 to C-143)."""
    cubes = points(path, heights)
    ways = [_way(one, other) for one, other in pairwise(cubes)]
    scene = air.scene
    found = fly(
        scene.rules, ways, main=air.heading, wind=scene.wind, gravity=scene.gravity,
        diagonals_before=air.diagonals, mode=IN_THE_AIR[air.mode], goes_on=air.goes_on,
    )  # fmt: skip
    parts, counted, headings = [], [], []
    part: list[int] = []
    total, spent, diagonals = Fraction(0), 0, air.diagonals
    heading = parse_bearing(air.heading) if air.heading else None
    for number, (way, price) in enumerate(zip(ways, found.steps, strict=True)):
        bearing = parse_bearing(way)
        heading = after(heading or bearing, bearing)
        total, diagonals = total + price, diagonals + bearing.diagonal
        part.append(ceil(total) - spent)
        spent = ceil(total)
        last = number == len(ways) - 1 if len(path) == 1 else True
        if last and (len(path) == 1 or cubes[number + 1][0] != cubes[number][0]):
            parts.append(tuple(part))
            part = []
            counted.append(diagonals)
            headings.append(str(heading))
    return PricedSteps(tuple(parts), tuple(counted), tuple(headings), found.receipt)


def _way(one: tuple[Square, int], other: tuple[Square, int]) -> str:
    rise = other[1] - one[1]
    return ("U" if rise > 0 else "D" if rise < 0 else "") + direction_of(one[0], other[0])
