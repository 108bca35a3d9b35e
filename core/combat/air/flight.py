"""What a flight costs, step by step: by a main direction, by the wind, or plainly (C-122 to C-143).

Swimming up and down is reckoned here too (C-141).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Literal, TypeAlias, get_args

from core.combat.air.air_prices import Air, Priced, priced
from core.combat.air.bearings import Bearing, parse_bearing
from core.combat.air.why import flight_receipt
from core.combat.board.scene import GRAVITIES
from core.messages import N_, Refusal
from core.receipts import Receipt
from core.rulesets.schema import Ruleset

FlightMode: TypeAlias = Literal["fly", "swim"]
FLIGHT_MODES: tuple[FlightMode, ...] = get_args(FlightMode)


@dataclass(frozen=True)
class Flight:
    """What a flight costs in squares.

    `steps` are the prices of the steps, halves possible; `cost` their sum rounded up (C-135);
    `legal` whether it is within the budget.
    """

    cost: int
    legal: bool
    steps: tuple[Fraction, ...]
    air: Air
    priced: tuple[Priced, ...]

    @cached_property
    def receipt(self) -> Receipt:
        """Why the flight costs what it does."""
        return flight_receipt(self.cost, self.priced, self.air)


def fly(
    rules: Ruleset,
    steps: Sequence[str],
    *,
    main: str = "",
    wind: str = "",
    gravity: str = "normal",
    budget: int | None = None,
    diagonals_before: int = 0,
    mode: FlightMode = "fly",
    goes_on: bool = False,
) -> Flight:
    """The cost of flying, or swimming, these steps (C-122 to C-143).

    Steps are compass points, those after U or D, or plain U and D. `main` is the main direction
    of this turn ("" = that of the first step, C-122); `wind` the compass point that the air moves
    to ("" = calm, C-134); `gravity` one of normal, low, zero, high (C-125, C-138); `budget` in
    squares (None = no limit); `diagonals_before` were made earlier this turn where the count runs
    on (C-024), or in this very movement where it `goes_on`. Refusals: "unknown_direction",
    "unknown_wind", "unknown_gravity".
    """
    if gravity not in GRAVITIES:
        raise Refusal("unknown_gravity", N_("{gravity} is no gravity; there are {choices}."),
                      gravity=gravity, choices=GRAVITIES)  # fmt: skip
    ways = tuple(parse_bearing(step) for step in steps)
    runs_on = goes_on or rules.combat.mechanisms.diagonals == "per_turn"
    air = Air(
        rules=rules,
        main=parse_bearing(main) if main else None,
        wind=_wind(wind),
        gravity=gravity,
        swims=mode == "swim",
        parity=diagonals_before % 2 if runs_on else 0,
    )
    found = priced(ways, air)
    cost = ceil(sum((step.total for step in found), Fraction(0)))
    legal = budget is None or cost <= budget
    return Flight(cost, legal, tuple(step.total for step in found), air, found)


def _wind(text: str) -> int | None:
    if not text:
        return None
    found: Bearing = parse_bearing(text)
    if found.pitch or found.point is None:
        raise Refusal("unknown_wind", N_("A wind blows to a compass point, not to {wind}."),
                      wind=text)  # fmt: skip
    return found.point
