"""The price of a step as one number: cost and diagonal parity folded together (G-5, G-6).

A search state is an anchor with the parity of the next plain diagonal. Let K = 2 * cost + parity.
A plain diagonal leads from parity 0 to 1 for one square, K + 2 + 1, and from 1 to 0 for two,
K + 4 - 1: it adds 3 either way. A straight step adds 2. A hampered diagonal of the d20 systems
costs 3m / 2 and leaves the parity alone, K + 3m; where hindrances are added it costs 1 + parity
+ k and flips, K + 3 + 2k. So every step adds to K a number that does not depend on the parity,
the least K of an anchor is an ordinary shortest path, and as cost = K >> 1 never falls when K
grows, the least K holds the least cost: one state for each anchor is exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd

from core.combat.board.rectangles import union
from core.combat.movement.step_sets import STRAIGHT, Steps

PLAIN = 2
"""The K of a straight step on plain ground."""


@dataclass(frozen=True, slots=True, repr=False)
class Fold:
    """The prices of all steps, in units of K: K = `first` + `unit` * level.

    `entered` are the anchors that some step leads to, whatever it costs. `ground` holds (anchors,
    price straight, price diagonally), `crossing` (anchors, price) for steps that cross a low wall
    on a border; the anchors of each are disjoint, the cheapest first. `least` and `most` are the
    levels of the cheapest and the dearest step, at least 1.
    """

    first: int
    unit: int
    entered: int
    ground: tuple[tuple[int, int, int], ...]
    crossing: tuple[tuple[int, int], ...]
    least: int
    most: int

    def cost(self, level: int) -> int:
        """Return the cost in squares at a level."""
        return (self.first + self.unit * level) >> 1

    def last(self, cost: int) -> int:
        """Return the last level that costs so many squares; -1 for a negative cost."""
        return (2 * cost + 1 - self.first) // self.unit if cost >= 0 else -1

    def entering(self, index: int, straight: bool) -> int:
        """Return the levels that entering the anchor of a bit takes, no low wall being crossed."""
        for anchors, on, by in self.ground:
            if anchors >> index & 1:
                return on if straight else by
        return 0

    def crossed(self, index: int) -> int:
        """Return the levels that entering the anchor of a bit takes across a low wall."""
        return next((price for anchors, price in self.crossing if anchors >> index & 1), 0)


def folded(steps: Steps) -> Fold:
    """Return the prices of these steps; classes that no step enters are left out."""
    entered = union(steps.into.values())
    ground: list[tuple[int, int, int]] = []
    for weight, anchors in enumerate(steps.weights):
        if there := anchors & entered:
            straight, diagonal = _prices(steps, weight)
            ground.append((there, straight, diagonal))
    crossing = tuple(_crossing(steps)) if any(steps.low.values()) else ()
    unit = 1
    if ground and ground[0][1] != PLAIN:  # else there are 2 and 3, which have no common measure
        unit = gcd(*(p for _, *prices in ground for p in prices), *(p for _, p in crossing))
        ground = [(there, straight // unit, by // unit) for there, straight, by in ground]
        crossing = tuple((there, price // unit) for there, price in crossing)
    least, most = (ground[0][1], ground[-1][2]) if ground else (1, 1)
    for _, price in crossing:
        most = max(most, price)
    return Fold(steps.parity, unit, entered, tuple(ground), crossing, least, most)


def _prices(steps: Steps, weight: int) -> tuple[int, int]:
    if steps.adding:
        return 2 + 2 * weight, 3 + 2 * weight
    return 2 << weight, 3 << weight


def _crossing(steps: Steps) -> Iterator[tuple[int, int]]:
    low = union(steps.low[direction] & steps.into[direction] for direction in STRAIGHT)
    for weight, anchors in enumerate(steps.weights):
        straight = _prices(steps, weight)[0]
        if steps.adding:
            if there := anchors & low:
                yield there, straight + 2 * steps.low_price
            continue
        for times, others in enumerate(steps.doublings):
            if there := anchors & others & low:
                yield there, straight + (2 * steps.low_price << times)
