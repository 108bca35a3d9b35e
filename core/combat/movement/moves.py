"""A movement square by square: whether it is allowed, what each step costs, and why.

Prices come from the sets that the search runs on; why a step cannot be made is in
`obstructions.py`, where a mover may stop in `stops.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import pairwise

from core.combat.board.scene import Creature, Manner, Scene, name_creature
from core.combat.board.squares import Square, direction_of
from core.combat.movement.distances import own_space
from core.combat.movement.footing import DIAGONAL
from core.combat.movement.obstructions import obstruction, standstill
from core.combat.movement.prices import MoveRequest, MoveStep, Verdict, price, step_receipt
from core.combat.movement.stops import stopping
from core.messages import Message, Refusal, Squares
from core.receipts import Receipt
from core.values import Struct

BEYOND_THE_MAP = {"plain": "C-143", "main_direction": "C-123", "wind": "C-134"}
"""The rule of what flight costs beyond the flat map, by the mechanism of flight."""
SWIMMING = {"main_direction": "C-130", "wind": "C-140"}
"""The rule of the swim speed, by the mechanism of flight: the system that has a text on it."""

SURFACES = {"narrow_surface": "C-048", "uneven_ground": "C-049", "incline": "C-050"}
"""The rule of a surface by the condition of a creature on it."""


class Walked(Struct):
    """The steps of a path that can be made.

    `stop` says why the next one cannot (None = all can) and `at` which square that concerns.
    """

    path: tuple[Square, ...]
    steps: tuple[MoveStep, ...]
    stop: Verdict | None = None
    at: Square | None = None

    @property
    def cost(self) -> int:
        """The cost of the steps that can be made, in squares."""
        return sum(step.price.cost for step in self.steps)


@dataclass(frozen=True, kw_only=True)
class MeasuredMove:
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
    request: MoveRequest = field(repr=False, compare=False)
    walked: Walked = field(repr=False, compare=False)
    verdicts: tuple[Verdict, ...] = field(repr=False, compare=False)

    @cached_property
    def receipt(self) -> Receipt:
        """One part for each step with its price and rules, the refusal, the stopping square."""
        request = self.request
        path = self.walked.path
        parts = (
            *_circumstances(request),
            *(step_receipt(request, step) for step in self.walked.steps),
            *(verdict.receipt() for verdict in self.verdicts),
        )
        says = Message("cannot be made") if self.cost is None else Squares(self.cost)
        return request.cite(
            "G-5",
            "{creature} from {start} to {end}",
            says,
            *parts,
            creature=name_creature(request.mover),
            start=str(path[0]),
            end=str(path[-1]),
        )


def move(scene: Scene, mover: Creature, path: Sequence[Square], manner: Manner) -> MeasuredMove:
    """Judge and price a movement; `path` holds anchors, the first is where it starts.

    Refusals: "empty_path", and those of `core.combat.movement.footing.check_manner`.
    """
    if not path:
        raise Refusal("empty_path", "A path needs at least one square.")
    return judge_move(MoveRequest(scene, mover, manner), tuple(path))


def judge_move(request: MoveRequest, path: tuple[Square, ...]) -> MeasuredMove:
    """Return the movement along a path (not empty) with this footing."""
    walked = walk(request, path)
    costs = tuple(step.price.cost for step in walked.steps)
    hurts = len([step for step in walked.steps if step.hurts])
    verdicts = tuple(_verdicts(request, walked))
    reasons = (verdict.reason for verdict in reversed(verdicts) if verdict.reason)
    reason = next(reasons, "ok")
    legal = reason in ("ok", "minimum_move")
    cost = None if walked.stop else sum(costs)
    return MeasuredMove(
        legal=legal,
        reason=reason,
        cost=cost,
        steps=costs,
        at=walked.at,
        hazard_steps=hurts,
        request=request,
        walked=walked,
        verdicts=verdicts,
    )


def walk(request: MoveRequest, path: tuple[Square, ...]) -> Walked:
    """Return the steps of a path that can be made, and what stops the next."""
    foot = request.foot
    still = standstill(request, len(path) - 1)
    if still is not None:
        if still.reason == "too_long":
            square = path[-1]
        else:
            square = path[0]
        return Walked(path, (), still, square)
    steps: list[MoveStep] = []
    parity = foot.steps.parity
    ahead = ""
    hampered = False
    for start, end in pairwise(path):
        stop = obstruction(request, start, end, ahead)
        if stop is not None:
            return Walked(path, tuple(steps), stop, end)
        ahead = direction_of(start, end)
        bit = request.bit(end)
        cost = price(foot.steps, ahead, bit, parity)
        parity = cost.parity
        hurts = bool(foot.passage.hurts & bit)
        steps.append(MoveStep(start, end, ahead, cost, hurts, hampered))
        hampered = hampered or (ahead in DIAGONAL and cost.weight > 0)
    return Walked(path, tuple(steps))


def _verdicts(request: MoveRequest, walked: Walked) -> Iterator[Verdict]:
    manner = request.manner
    if walked.stop is not None:
        yield walked.stop
        return
    if manner.budget is not None:
        spent = _spent(request, walked, manner.budget)
        yield spent
        if spent.reason == "budget":
            return
    if manner.ends_here:
        yield stopping(request, walked.path[-1])


def _spent(request: MoveRequest, walked: Walked, budget: int) -> Verdict:
    # C-009
    reason = ""
    parts: list[Receipt] = []
    if walked.cost > budget:
        reason = "budget"
        if len(walked.steps) == 1:
            reason, least = _minimum(request)
            parts.append(least)
    label = Message("squares that may be spent")
    return Verdict(reason, partial(request.cite, "C-009", label, Squares(budget), *parts))


def _minimum(request: MoveRequest) -> tuple[str, Receipt]:
    label = Message("minimum movement")
    if request.scene.combat.mechanisms.minimum_move != "one_square":
        return "budget", request.cite("C-156", label, Message("there is none"))
    if not request.manner.full_round:
        return "budget", request.cite("C-154", label, Message("takes the whole round"))
    provokes = request.cite("C-155", "it is not a 1.5 m step", Message("it provokes"))
    says = Message("one square, whatever it costs")
    return "minimum_move", request.cite("C-154", label, says, provokes)


def diagonals_before(request: MoveRequest) -> Iterator[Receipt]:
    """Whether the diagonals made before this movement count, if there are any (C-023, C-024)."""
    before = request.manner.diagonals_before
    label = Message("diagonals made before")
    if not before:
        return
    if request.scene.combat.mechanisms.diagonals == "per_turn":
        yield request.cite("C-024", label, before)
    elif request.manner.goes_on:
        label = Message("diagonals of the same movement before")
        yield request.cite("C-023", label, before)
    else:
        yield request.cite("C-023", label, Message("the count starts afresh"), asks="QC-23")


def _circumstances(request: MoveRequest) -> Iterator[Receipt]:
    scene = request.scene
    manner = request.manner
    mount = scene.bearer(request.mover)
    yield from own_space(scene, mount)
    riders = tuple(name_creature(other) for other in scene.creatures if other.rides == mount.id)
    if riders:
        yield request.cite("C-257", "{creature} carries", riders, creature=name_creature(mount))
    for name in mount.conditions:
        rule = SURFACES.get(name)
        if rule is not None and scene.rules.states(rule):
            yield request.cite(
                rule,
                "narrow, uneven or steep surface",
                Message("needs Climb" if rule == "C-050" else "needs the Balance action"),
            )
    flight = scene.combat.mechanisms.flight
    if manner.mode == "fly":
        says = Message("climbing and turning are not counted on the flat map")
        yield request.cite(BEYOND_THE_MAP[flight], "flying, simplified", says)
    elif manner.mode == "burrow" and scene.rules.states("C-132"):
        yield request.cite("C-132", "burrowing", Message("through earth, not rock or water"))
    elif manner.mode == "swim":
        parts = [request.cite("C-045", "deep water", Message("for swimmers and flyers"))]
        if flight in SWIMMING:
            parts.append(request.cite(SWIMMING[flight], "swim speed", Message("needs no check")))
        yield request.cite("C-131", "swimming: water only, 1 each", Squares(1), *parts)
    if manner.squeeze and not request.foot.squeezes:
        yield request.cite("C-085", "squeezing", Message("is done off the grid"))
    yield from diagonals_before(request)
