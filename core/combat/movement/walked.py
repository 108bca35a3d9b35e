"""A path as far as it was gone: its steps with their prices, and what stopped it."""

from __future__ import annotations

from dataclasses import dataclass

from core.combat.board.squares import Square
from core.combat.movement.prices import Price


@dataclass(frozen=True, slots=True)
class Step:
    """One step between neighbouring anchors; `hurts`: its new space touches hazard (C-047)."""

    start: Square
    end: Square
    direction: str
    price: Price
    hurts: bool


@dataclass(frozen=True, slots=True)
class Walked:
    """The steps of a path that can be made.

    `reason` says why the next one cannot ("" = all can) and `at` which square that concerns.
    """

    path: tuple[Square, ...]
    steps: tuple[Step, ...]
    reason: str = ""
    at: Square | None = None

    @property
    def cost(self) -> int:
        """The cost of the steps that can be made, in squares."""
        return sum(step.price.cost for step in self.steps)
