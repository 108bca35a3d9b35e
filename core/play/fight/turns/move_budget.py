"""What one movement may use of a turn, and what it uses (C-013, C-018)."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from core.values import Struct

FULL_ROUND = "full_round"
CHARGE = "charge"


class MoveBudget(Struct):
    """The budget of one movement, in squares unless stated.

    Each action `word` buys `each` squares (None = a step: one square, whatever it costs).
    `goes_on`: a movement of this kind is under way and has used `leg` squares and `moves` actions;
    `free` further actions are left. `packed`: the rest of each action is lost (pf2), else they
    are one sum. `buys`: a full round buys one square whatever it costs (C-154).
    """

    word: str
    each: int | None
    free: int
    goes_on: bool = False
    leg: int = 0
    moves: int = 0
    packed: bool = False
    buys: bool = False

    @property
    def rest(self) -> int:
        """The squares that are left of the actions begun; 0 for a step."""
        if self.each is None:
            return 0
        if not self.packed:
            return max(0, self.moves * self.each - self.leg)
        if self.moves:
            return max(0, self.each - self.leg)
        return 0

    @property
    def left(self) -> int | None:
        """The squares that are left; None for a step."""
        if self.each is None:
            return None
        return self.rest + self.free * self.each

    @property
    def most(self) -> int | None:
        """The most that one movement may cost: what is left, or one action that the GM allows."""
        if self.each is None:
            return None
        return max(self.left or 0, self.each)

    def offered(self, actions: int) -> int:
        """Return the squares that so many further actions offer, with what is left of those begun.

        A step is one.
        """
        if self.each is None:
            return 1
        return self.rest + actions * self.each

    def used(self, steps: Iterable[int]) -> int:
        """Return the squares that steps of these costs use; a step is one whatever it costs."""
        if self.each is not None:
            return sum(steps)
        return len(tuple(steps))

    def begun(self, steps: Iterable[int]) -> int:
        """Return the squares of the action under way that steps use before they begin another.

        0 where the actions are one sum, and no action begins another.
        """
        if self.each is None or not self.packed or not self.moves:
            return 0
        used = 0
        for cost in steps:
            if self.leg + used + cost > self.each:
                break
            used += cost
        return used

    def pay(self, steps: Iterable[int]) -> MoveCost:
        """Return what steps of these costs use."""
        costs = tuple(steps)
        if self.each is None:
            return MoveCost((self.word,), sum(costs), self.free < 1)
        if self.buys and sum(costs) > (self.most or 0):
            return MoveCost((FULL_ROUND,), sum(costs), False)
        if self.packed:
            moves, leg = (self.moves, self.leg) if self.moves else (1, 0)
            for cost in costs:
                if leg and leg + cost > self.each:
                    moves += 1
                    leg = 0
                leg += cost
        else:
            leg = self.leg + sum(costs)
            moves = max(self.moves, 1, ceil(leg / max(1, self.each)))
        new = moves - self.moves
        return MoveCost((self.word,) * new, leg, new > self.free)


class MoveCost(Struct):
    """The actions that a movement newly uses, and the squares `leg` of the movement under way.

    `over`: more than was left, which the GM may allow.
    """

    spends: tuple[str, ...]
    leg: int
    over: bool
