"""Hexes of a flat-top map, column first, even columns half a hex lower: ids, sides, lines.

An id is text: "0304" is column 3, row 4; "-0101" column -1; "030402" lies on level 2; where a
number has more than two digits they are dotted: "120.004".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

SIDES = ("N", "NE", "SE", "S", "SW", "NW")
_EVEN = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
_ODD = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_SHORT = re.compile(r"(-?\d\d)(-?\d\d)(\d\d)?")
_DOTTED = re.compile(r"(-?\d{1,5})\.(-?\d{1,5})(?:\.(\d{1,5}))?")
_GUESSES = (5, 0, 1, 2, 3, 4)
MOST_STEPS = 20_000

GROUND_SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "mountains": "^", "forest": "&", "deep_forest": "$", "jungle": "$", "hills": "(",
        "plains": ".", "swamp": "%", "moor": ",", "desert": ":", "sandy_desert": ":",
        "frozen_tundra": "-", "urban": "#", "water": "~", "lake": "~", "sea": "~", "river": "~",
    }
)  # fmt: skip
"""The sign of a terrain row, or of water, on a map of plain characters; letters are people's."""


class Hex(NamedTuple):
    """Column, row and level of a hex."""

    x: int
    y: int
    z: int = 0


def parse_hex(text: str) -> Hex | None:
    """Return the hex that `text` names, "0304" or "120.4"; None when it is not a hex."""
    found = _SHORT.fullmatch(text) or _DOTTED.fullmatch(text)
    if found is None or not text.isascii():
        return None
    x, y, z = found.groups()
    return Hex(int(x), int(y), int(z or 0))


def half_row(at: Hex) -> int:
    """Return the half row where a hex begins: two for each row, even columns one lower."""
    return 2 * at.y + (at.x % 2 == 0)


def name_hex(at: Hex) -> str:
    """Return the unique id of a hex: "0304", dotted where two digits are not enough."""
    if all(-99 <= n <= 99 for n in at):
        level = f"{at.z:02d}" if at.z else ""
        return f"{_two(at.x)}{_two(at.y)}{level}"
    level = f".{at.z:02d}" if at.z else ""
    return f"{_two(at.x)}.{_two(at.y)}{level}"


def canonical(text: str) -> str | None:
    """Return the id of the hex that `text` names; None when it is not a hex."""
    at = parse_hex(text)
    return None if at is None else name_hex(at)


def step(at: Hex, side: int) -> Hex:
    """Return the neighbour of a hex over `side` (an index of SIDES)."""
    dx, dy = (_ODD if at.x % 2 else _EVEN)[side]
    return Hex(at.x + dx, at.y + dy, at.z)


def around(at: Hex) -> tuple[Hex, ...]:
    """Return the six neighbours of a hex in the order of SIDES."""
    return tuple(step(at, side) for side in range(6))


def side_of(at: Hex, neighbour: Hex) -> int | None:
    """Return the side (an index of SIDES) towards `neighbour`; None when it is not adjacent."""
    if neighbour.z != at.z:
        return None
    deltas = _ODD if at.x % 2 else _EVEN
    delta = (neighbour.x - at.x, neighbour.y - at.y)
    return deltas.index(delta) if delta in deltas else None


def apart(a: Hex, b: Hex) -> int:
    """Return the steps between two hexes of one level."""
    ax, ay = a.x, a.y - (a.x + a.x % 2) // 2
    bx, by = b.x, b.y - (b.x + b.x % 2) // 2
    dx, dy = ax - bx, ay - by
    return max(abs(dx), abs(dy), abs(dx + dy))


def line(start: Hex, goal: Hex) -> tuple[Hex, ...] | None:
    """Return the hexes from `start` to `goal`, both included, by text-mapper's greedy steps.

    Each step goes to the neighbour whose column and row are nearest to the goal's. None when
    the hexes lie on different levels or over 20,000 steps apart.
    """
    if start.z != goal.z or apart(start, goal) > MOST_STEPS:
        return None
    hexes = [start]
    while hexes[-1] != goal:
        if len(hexes) > 2 * MOST_STEPS:
            return None
        neighbours = around(hexes[-1])
        hexes.append(
            min(
                (neighbours[side] for side in _GUESSES),
                key=lambda at: (goal.x - at.x) ** 2 + (goal.y - at.y) ** 2,
            )
        )
    return tuple(hexes)


def _two(number: int) -> str:
    return f"-{-number:02d}" if number < 0 else f"{number:02d}"
