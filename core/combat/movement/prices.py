"""The price of one step, from the sets that the search runs on (G-5)."""

from __future__ import annotations

from typing import NamedTuple

from core.combat.movement.steps import DIAGONAL, Steps


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
    # A low wall on the border is no ground: who ignores difficult ground pays for it (C-036,
    # C-041).
    if direction in DIAGONAL:
        return Price(1 + parity + weight, 1 - parity, weight, 0, 0, parity == 1)
    low = steps.low_price if steps.low[direction] & bit else 0
    return Price(1 + weight + low, parity, weight, 0, low, False)


def _place(sets: tuple[int, ...], bit: int) -> int:
    for place, anchors in enumerate(sets):
        if anchors & bit:
            return place
    return 0
