"""A movement square by square: whether it is allowed, what each step costs, and why.

Prices come from the sets that the search runs on; reasons from what those are made of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from core.combat.board.creatures import Creature
from core.combat.board.manner import Manner
from core.combat.board.scene import Scene
from core.combat.board.squares import Square, direction_of
from core.combat.movement.footing import SMALL, straight
from core.combat.movement.going import Going, going_of
from core.combat.movement.prices import price
from core.combat.movement.reasons import end_reason, step_reason
from core.combat.movement.walked import Step, Walked
from core.combat.movement.why.moving import move_receipt
from core.messages import N_, Refusal
from core.receipts import Receipt


@dataclass(frozen=True)
class Move:
    """A movement along a path (section 3 of the catalogue); costs in squares.

    `reason` is "ok", "minimum_move" or why it is not `legal`. If every step can be made, `cost`
    is theirs together and `steps` the cost of each; if one cannot, `cost` is None, `steps` are
    those before it and `at` is the square that could not be entered. `hazard_steps` are the
    steps onto hazardous ground (C-047).
    """

    legal: bool
    reason: str
    cost: int | None
    steps: tuple[int, ...]
    at: Square | None
    hazard_steps: int
    going: Going = field(repr=False, compare=False)
    walked: Walked = field(repr=False, compare=False)

    @cached_property
    def receipt(self) -> Receipt:
        """One part for each step with its price and rules, the refusal, the stopping square."""
        return move_receipt(self.going, self.walked, self.reason)


def move(scene: Scene, mover: Creature, path: Sequence[Square], manner: Manner) -> Move:
    """Judge and price a movement; `path` holds anchors, the first is where it starts.

    Refusals: "empty_path", and those of `core.combat.movement.footing.check_manner`.
    """
    if not path:
        raise Refusal("empty_path", N_("A path has one square or more."))
    going = going_of(scene, mover, manner)
    walked = walk(going, tuple(path))
    costs = tuple(step.price.cost for step in walked.steps)
    hurts = sum(step.hurts for step in walked.steps)
    if walked.reason:
        return Move(False, walked.reason, None, costs, walked.at, hurts, going, walked)
    reason = _stop(going, walked, sum(costs))
    legal = reason in ("ok", "minimum_move")
    return Move(legal, reason, sum(costs), costs, None, hurts, going, walked)


def walk(going: Going, path: tuple[Square, ...]) -> Walked:
    """The path as far as it can be gone, and what stops it."""
    foot = going.foot
    found: list[Step] = []
    if foot.still:
        return Walked(path, (), foot.still, path[0])
    if going.manner.action in SMALL and len(path) > 2:
        return Walked(path, (), "too_long", path[-1])
    parity, ahead = foot.steps.parity, ""
    keeps = straight(going.scene.rules, going.manner.action)
    for start, end in pairwise(path):
        direction = direction_of(start, end)
        reason = step_reason(going, direction, end) if direction else "not_adjacent"
        if not reason and keeps and ahead not in ("", direction):
            reason = "not_straight"
        if reason:
            return Walked(path, tuple(found), reason, end)
        ahead, bit = direction, going.bit(end)
        cost = price(foot.steps, direction, bit, parity)
        parity = cost.parity
        found.append(Step(start, end, direction, cost, bool(foot.passage.hurts & bit)))
    return Walked(path, tuple(found), "", None)


def _stop(going: Going, walked: Walked, cost: int) -> str:
    manner, reason = going.manner, "ok"
    if manner.budget is not None and cost > manner.budget:
        if not buys_one_square(going, walked):
            return "budget"
        reason = "minimum_move"
    return (manner.ends_here and end_reason(going, walked.path[-1])) or reason


def buys_one_square(going: Going, walked: Walked) -> bool:
    """Whether the movement is the one square that a full-round action always buys (C-154)."""
    buys = going.scene.combat.mechanisms.minimum_move == "one_square"
    return buys and going.manner.full_round and len(walked.steps) == 1
