"""The price of each step through the air or the water, in squares (C-122 to C-143)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from core.combat.air.bearings import PLUMB, ROUND, Bearing, after, eighths, turned
from core.rulesets.combat.figures import Flights
from core.rulesets.schema import Ruleset

NEAR = 1
"""A wind is with or against a flyer within one step of 45 degrees (C-134, C-135)."""
PLAIN = Fraction(1)


@dataclass(frozen=True, slots=True)
class Air:
    """How one flies: the rules, the main direction, the wind's compass point, gravity.

    `swims` is for swimmers; `parity` is 1 when the next diagonal costs 2.
    """

    rules: Ruleset
    main: Bearing | None
    wind: int | None
    gravity: str
    swims: bool
    parity: int

    @property
    def mechanism(self) -> str:
        """What prices the steps: "main_direction", "wind", "plain" or "swim"."""
        return "swim" if self.swims else self.rules.combat.mechanisms.flight

    @property
    def figures(self) -> Flights:
        """The prices of the system."""
        return self.rules.combat.flight


@dataclass(frozen=True, slots=True)
class Priced:
    """The price of one step: `squares` by the count of diagonals, times `share`, and additions.

    `around` and `pitch` are turns in steps of 45 degrees, which cost `turns`; `climb` is for
    height, `against` for the wind (both together where it replaces them), `swim` for water.
    """

    way: Bearing
    squares: int
    share: Fraction = PLAIN
    around: int = 0
    pitch: int = 0
    turns: int = 0
    climb: int = 0
    against: int = 0
    swim: int = 0

    @property
    def total(self) -> Fraction:
        """The whole price of the step."""
        return self.squares * self.share + self.turns + self.climb + self.against + self.swim


def priced(ways: Sequence[Bearing], air: Air) -> tuple[Priced, ...]:
    """The price of each step in order."""
    parity, found = air.parity, []
    heading = air.main or (ways[0] if ways else None)
    for way in ways:
        squares = 1 + parity if way.diagonal else 1
        parity ^= way.diagonal
        found.append(_priced(way, heading or way, squares, air))
        heading = after(heading or way, way)
    return tuple(found)


def _priced(way: Bearing, heading: Bearing, squares: int, air: Air) -> Priced:
    figures = air.figures
    if air.mechanism == "swim":
        return Priced(way, squares, swim=figures.swim_vertical if way.pitch else 0)
    if air.mechanism == "wind":
        return _blown(way, squares, air)
    around, pitch = turned(heading, way)
    return Priced(
        way, squares, around=around, pitch=pitch, turns=figures.turn * (around + pitch),
        climb=climb_price(air) if way.pitch > 0 else 0,
    )  # fmt: skip


def climb_price(air: Air) -> int:
    """What a square costs more when it gains height under this gravity (C-124, C-125)."""
    if air.gravity in ("low", "zero"):
        return 0
    return air.figures.climb_high_gravity if air.gravity == "high" else air.figures.climb


def _blown(way: Bearing, squares: int, air: Air) -> Priced:
    # C-134, C-138
    figures, weightless = air.figures, air.gravity == "zero"
    rises = way.pitch > 0 and not weightless
    apart = None if air.wind is None or way.point is None else eighths(way.point, air.wind)
    if apart is not None and apart >= ROUND // 2 - NEAR:
        return Priced(way, squares, against=figures.headwind_up if rises else figures.headwind)
    share = PLAIN
    if apart is not None and apart <= NEAR:
        share = figures.tailwind or PLAIN
    elif way.pitch == -PLUMB and not weightless:
        share = figures.dive or PLAIN
    return Priced(way, squares, share, climb=figures.climb if rises else 0)
