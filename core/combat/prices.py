"""The price of one step, from the sets that the search runs on (G-5)."""

from __future__ import annotations

from typing import NamedTuple

from core.combat.squares import Square
from core.combat.steps import DIAGONAL, Steps

DIRECTION: dict[tuple[int, int], str] = {
    (0, -1): "N", (1, -1): "NE", (1, 0): "E", (1, 1): "SE",
    (0, 1): "S", (-1, 1): "SW", (-1, 0): "W", (-1, -1): "NW",
}  # fmt: skip
"""The direction of a step by its columns to the right and rows down."""


class Price(NamedTuple):
    """What a step costs, in squares, and of what.

    `weight` counts the doublings, or the squares that hindrances add; `other` those doublings
    that are not the ground's; `low` is what a low wall on the border adds. `dear`: a plain
    diagonal that costs 2; `parity` is the surcharge of the next one, 0 or 1.
    """

    cost: int
    parity: int
    weight: int
    other: int
    low: int
    dear: bool


def direction_of(start: Square, end: Square) -> str:
    """The direction of a step from one square to another; "" unless they are neighbours."""
    return DIRECTION.get((end.x - start.x, end.y - start.y), "")


def price(steps: Steps, direction: str, bit: int, parity: int) -> Price:
    """What entering the anchor `bit` in a direction costs when the next diagonal adds `parity`.

    Whether the step is allowed is not asked.
    """
    weight = _place(steps.weights, bit)
    other = _place(steps.doublings, bit)
    if steps.adding:
        return _added(steps, direction, bit, parity, weight)
    straight = 1 << weight
    if direction in DIAGONAL:
        if weight:
            return Price(3 * straight // 2, parity, weight, other, 0, False)
        return Price(1 + parity, 1 - parity, 0, other, 0, parity == 1)
    low = steps.low_price << other if steps.low[direction] & bit else 0
    return Price(straight + low, parity, weight, other, low, False)


def _added(steps: Steps, direction: str, bit: int, parity: int, weight: int) -> Price:
    """The price where hindrances are added and every diagonal counts.

    A low wall on the border is no ground: who ignores difficult ground pays for it (C-036, C-041).
    """
    if direction in DIAGONAL:
        return Price(1 + parity + weight, 1 - parity, weight, 0, 0, parity == 1)
    low = steps.low_price if steps.low[direction] & bit else 0
    return Price(1 + weight + low, parity, weight, 0, low, False)


def _place(sets: tuple[int, ...], bit: int) -> int:
    """Which of the disjoint sets holds the bit; 0 when none does."""
    for place, anchors in enumerate(sets):
        if anchors & bit:
            return place
    return 0
