"""Movements in earth and water from the catalogue's text alone: what each mode enters and pays.

C-026, C-035 (difficult ground), C-045, C-129 to C-132, C-139 to C-142 (what swims, climbs and
burrows where), C-052 to C-054 (corners). House defaults: depth is height below zero; who burrows
passes under difficult ground; climbing is along the ground; neither earth nor water is left upward
by burrowing or swimming.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Literal, TypeAlias

from tests.core.combat.oracles.flight_count import COMPASS, counted
from tests.core.combat.oracles.heights import Body, Cube, Flyer, Wish

Mode: TypeAlias = Literal["walk", "swim", "climb", "burrow"]
ENTERS = {"walk": ".:", "climb": ".:", "burrow": ".:@", "swim": "~"}
SOLID = {"walk": "#@", "climb": "#@", "burrow": "#", "swim": "#@"}
BELOW = ("burrow", "swim")


class Digger(Flyer):
    """What one mover of a square may do with a fresh turn, on a map of signs."""

    def __init__(
        self, system: str, mover: Body, others: Sequence[Body], rows: Sequence[str]
    ) -> None:
        super().__init__(system, mover, others, "")
        self.rows = rows

    def allowed(self, wish: Wish) -> set[int]:
        """What a movement may cost; nothing where it is forbidden."""
        if self.never(wish) or self.leaves_its_element(wish):
            return set()
        return self.costs(wish)

    def leaves_its_element(self, wish: Wish) -> bool:
        """Whether the mode leads where its height is not, or a step into closed ground."""
        heights = (self.mover.feet, wish.end)
        if wish.mode in BELOW and max(heights) > 0:
            return True
        if wish.mode not in BELOW and min(heights) < 0:
            return True
        here = self.mover.at
        if not wish.steps and self.sign(here) not in ENTERS[wish.mode]:
            return True
        for step in wish.steps:
            dx, dy = COMPASS[step]
            there = (here[0] + dx, here[1] + dy)
            if self.sign(there) not in ENTERS[wish.mode]:
                return True
            beside = ((here[0] + dx, here[1]), (here[0], here[1] + dy))
            if dx and dy and any(self.sign(one) in SOLID[wish.mode] for one in beside):
                return True
            here = there
        return False

    def sign(self, cell: tuple[int, int]) -> str:
        """The sign of the ground of a square."""
        return self.rows[cell[1]][cell[0]]

    def price_of(self, cubes: Sequence[Cube], bearings: Sequence[str], wish: Wish) -> list[int]:
        """What each bearing costs: the map's price of a step, and a square for each of height."""
        exact: list[Fraction] = []
        diagonals = 0
        if wish.mode == "swim" and wish.end != self.mover.feet:
            return _whole(counted(self.system, [*bearings], swims=True))
        for start, end in pairwise(cubes):
            flat = (end[0] - start[0], end[1] - start[1])
            cost = 0
            if any(flat):
                slanting = all(flat)
                on_the_ground = wish.mode in ("walk", "climb") and end[2] == 0
                rough = on_the_ground and self.sign(end[:2]) == ":"
                cost = self._step(slanting, rough, diagonals)
                if slanting and (self.system == "pf2" or not rough):
                    diagonals += 1
            if end[2] != start[2]:
                cost += 1
            exact.append(Fraction(cost))
        return _whole(exact)

    def _step(self, slanting: bool, rough: bool, diagonals: int) -> int:
        plain = 1 + diagonals % 2 if slanting else 1
        if self.system == "pf2":
            return plain + rough
        if not rough:
            return plain
        return 3 if slanting else 2


def _whole(exact: Sequence[Fraction]) -> list[int]:
    sums = [ceil(sum(exact[: n + 1], Fraction(0))) for n in range(len(exact))]
    return [high - low for low, high in zip((0, *sums), sums, strict=False)]
