"""The squares a creature can reach, and the cheapest ways, with receipts (G-6, C-021 to C-156)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from core.combat.board.scene import Creature, Manner, Scene, name_creature
from core.combat.board.squares import DIRECTIONS, Square, shifted, touching, union
from core.combat.movement.footing import SMALL, steps, straight
from core.combat.movement.moves import diagonals_before, judge_move, move, walk
from core.combat.movement.obstructions import obstruction
from core.combat.movement.prices import MoveRequest, hampered_before, step_receipt
from core.combat.movement.stops import stopping
from core.combat.search.search import SearchResult, around, rays, search
from core.messages import Message, Squares
from core.receipts import Receipt
from core.values import replace

WORTH = 4
"""A part of the scene is cut out where it is so many times smaller than the map."""
FEW = 4
"""The most squares of one kind that are tried for a rule not yet cited."""
MET = Message("met elsewhere")
CLOSED = Message("where no way leads")


@dataclass(frozen=True)
class Reach:
    """The squares a mover can reach; squares are anchors, sets are bits of the battlefield.

    `result` is within the budget, `bought` are the single steps that a full round buys at any
    cost (C-154; None = it buys none).
    """

    scene: Scene = field(repr=False)
    mover: Creature
    manner: Manner
    result: SearchResult = field(repr=False)
    bought: SearchResult | None = field(repr=False, default=None)

    @cached_property
    def reached(self) -> int:
        """All anchors that can be got to, stopping places or not; the start is not counted."""
        return self.result.reached | (0 if self.bought is None else self.bought.reached)

    @cached_property
    def ends(self) -> int:
        """Those where the movement may end; all, where no stopping place is asked for."""
        if not self.manner.ends_here:
            return self.reached
        return self.result.ends | (0 if self.bought is None else self.bought.ends)

    @property
    def count(self) -> int:
        """The number of anchors the movement may end at."""
        return self.ends.bit_count()

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """These anchors in reading order."""
        return tuple(self.scene.field.squares(self.ends))

    def cost(self, square: Square) -> int | None:
        """Return the least cost of getting to an anchor, in squares; None = out of reach."""
        return self._of(square).cost(square)

    def path(self, square: Square) -> tuple[Square, ...]:
        """Return a cheapest path to an anchor, from the start; empty = out of reach.

        Of several, one that avoids hazardous ground (C-047) and is near the straight line.
        """
        if self.scene.field.hazard:
            shun = self.going.foot.passage.hurts
        else:
            shun = 0
        return self._of(square).path(square, shun)

    @cached_property
    def receipt(self) -> Receipt:
        """The rules that shaped the answer, met on the way or at its end."""
        request = self.going
        result = self.result
        bought = self.bought
        # The farthest way, then one example of each further rule.
        parts = Parts(*_terms(request, result))
        start = request.scene.body(request.mover).anchor
        field = request.scene.field
        farthest = result.farthest()
        parts.take(_way(request, result.path(farthest) if farthest else (start,)))
        if bought is not None:
            for square in field.squares(bought.ends & ~result.ends):
                parts.offer(_way(request, (start, square)))
        parts.group(request, MET, _examples(request, result, result.reached))
        parts.group(request, CLOSED, _frontier(request, result.reached | field.bit(start)))
        return request.cite(
            "G-6",
            "squares in reach of {creature}",
            self.count,
            *parts.taken,
            creature=name_creature(request.mover),
        )

    @cached_property
    def going(self) -> MoveRequest:
        """The mover with all that decides its steps."""
        return MoveRequest(self.scene, self.mover, self.manner)

    def _of(self, square: Square) -> SearchResult:
        if self.bought is not None and self.result.cost(square) is None:
            return self.bought
        return self.result


@dataclass(frozen=True)
class Cheapest:
    """The cheapest way to `to`: its cost in squares and its anchors, from the start.

    Not `reachable`: `cost` is None and `path` empty.
    """

    reachable: bool
    cost: int | None
    path: tuple[Square, ...]
    to: Square
    reach: Reach = field(repr=False, compare=False)

    @cached_property
    def receipt(self) -> Receipt:
        """Each step of the way and the cost of others; else why there is no way."""
        request = self.reach.going
        result = self.reach.result
        to = self.to
        path = self.path
        # What was met at no higher cost shaped the way, and steps beside it that cannot be made.
        start = request.scene.body(request.mover).anchor
        field = request.scene.field
        label = Message(
            "the cheapest way of {creature} to {square}",
            creature=name_creature(request.mover),
            square=str(to),
        )
        if path:
            way = judge_move(request, path)
            cost = way.cost or 0
            parts = Parts(way.receipt)
            near = field.bits(path)
            by_the_way = result.upto(cost) & result.reached
            says: Message | Squares = Squares(cost)
        else:
            parts = Parts(
                *_terms(request, result), _way(request, result.path(to) or start.line(to))
            )
            near = result.reached | field.bit(start)
            by_the_way = result.reached
            says = Message("none")
        parts.offer(_way(request, start.line(to)))
        parts.group(request, MET, _examples(request, result, by_the_way))
        parts.group(request, CLOSED, _frontier(request, near))
        return request.cite("G-6", label, says, *parts.taken)


def reachable(scene: Scene, mover: Creature, manner: Manner) -> Reach:
    """Return all that a mover can reach within `manner.budget` squares (None = at any cost).

    A run goes straight on (C-031), a five-foot step or a Step one square (C-034, C-038).
    Refusals: those of `core.combat.movement.footing.check_manner`.
    """
    return _reach(scene, mover, manner, None)


def cheapest(scene: Scene, mover: Creature, to: Square, manner: Manner) -> Cheapest:
    """Return the cheapest way to end at an anchor, within `manner.budget` if there is one.

    Staying where it is costs nothing, if it may stop there. Refusals: those of
    `core.combat.movement.footing.check_manner`.
    """
    reach = _reach(scene, mover, manner, to)
    if to == scene.body(mover).anchor:
        stays = move(scene, mover, (to,), manner).legal
        return Cheapest(stays, 0 if stays else None, (to,) if stays else (), to, reach)
    if not reach.ends & scene.field.bit(to):
        return Cheapest(False, None, (), to, reach)
    return Cheapest(True, reach.cost(to), reach.path(to), to, reach)


def _reach(scene: Scene, mover: Creature, manner: Manner, goal: Square | None) -> Reach:
    # Each step costs one square or more, so no anchor is farther than the budget, or than the one
    # square of minimum movement; a space about a leading block (G-8) goes one side beyond.
    body = scene.body(mover)
    field = scene.field
    window = None
    if manner.budget is not None and field.holds(body.anchor):
        window = around(field, body, max(1, manner.budget) + body.side)
        if window.width * window.height * WORTH > field.width * field.height:
            window = None
    if window is None:
        ways = steps(scene, mover, manner)
    else:
        ways = steps(window.scene(scene), replace(mover, at=window.inside(mover.at)), manner)
    if manner.action in SMALL:
        result = rays(ways, manner.budget, 1, window=window)
    elif straight(scene.rules, manner.action):
        result = rays(ways, manner.budget, window=window)
    else:
        result = search(ways, manner.budget, goal, window=window)
    buys = scene.combat.mechanisms.minimum_move == "one_square" and manner.full_round
    if manner.budget is None or not buys:
        return Reach(scene, mover, manner, result)
    return Reach(scene, mover, manner, result, rays(ways, None, 1, window=window))


class Parts:
    """The parts of a receipt; further parts are taken only if they cite a new rule."""

    def __init__(self, *parts: Receipt) -> None:
        self.taken: list[Receipt] = []
        self.named: set[str] = set()
        for part in parts:
            self.take(part)

    def take(self, receipt: Receipt) -> None:
        """Add a part."""
        self.taken.append(receipt)
        self.named.update(part.rule for part in receipt.walk())

    def offer(self, receipt: Receipt) -> None:
        """Add a part if it cites a rule that none so far does."""
        if any(part.rule not in self.named for part in receipt.walk()):
            self.take(receipt)

    def group(self, request: MoveRequest, label: Message, receipts: Iterator[Receipt]) -> None:
        """Add those of `receipts` that name further rules as one part."""
        own = Parts()
        own.named = self.named
        for receipt in receipts:
            own.offer(receipt)
        if own.taken:
            says = Message("one example of each rule")
            self.taken.append(request.cite("G-6", label, says, *own.taken))


def _terms(request: MoveRequest, result: SearchResult) -> Iterator[Receipt]:
    # C-009, C-022, C-024, C-027
    if request.manner.budget is not None:
        yield request.cite("C-009", "squares that may be spent", Squares(request.manner.budget))
    first = Squares(1 + request.foot.steps.parity)
    count = diagonals_before(request)
    yield request.cite("C-022", "the first diagonal costs", first, *count)
    # C-027
    plain = request.foot.steps.weights[0] & result.reached
    budget = request.manner.budget
    if budget is None:
        before = result.reached
    else:
        before = result.upto(budget - 1) & result.reached
    if not request.adding and plain and before & ~plain:
        yield hampered_before(request)
    if request.foot.passage.side > 1:
        if request.foot.passage.rough & result.reached:
            asks = "QC-22"
        else:
            asks = ""
        yield request.cite(
            "C-032", "of all squares of its space", Message("the worst counts"), asks=asks
        )


def _way(request: MoveRequest, path: tuple[Square, ...]) -> Receipt:
    return judge_move(request, path).receipt


def _examples(request: MoveRequest, result: SearchResult, reached: int) -> Iterator[Receipt]:
    field = request.scene.field
    foot = request.foot
    way = foot.passage
    low = union(foot.steps.low.values())
    kinds = [way.rough & ~(way.rougher | way.no_stop), way.no_stop & way.rough, way.rougher]
    kinds += [low, foot.narrow, way.hurts]
    kinds += [
        touching(field.block(request.scene.body(other)), way.side, way.side, field.stride)
        for other, right in foot.occupants.rights
        if not right.closed
    ]
    for anchors in kinds:
        for square in islice(field.squares(anchors & reached), FEW):
            for step in walk(request, result.path(square)).steps[-1:]:
                yield step_receipt(request, step)
    for square in islice(field.squares(reached & ~result.ends), 2 * FEW):
        yield stopping(request, square).receipt()


def _frontier(request: MoveRequest, reached: int) -> Iterator[Receipt]:
    field = request.scene.field
    way = request.foot.passage
    for name, (dx, dy) in DIRECTIONS.items():
        by = dx + dy * field.stride
        beyond = shifted(reached, by) & way.fits
        denied = beyond & ~request.foot.steps.into[name]
        blocked = denied & ~way.entered[name]
        corner = denied & way.entered[name] & ~way.open[name]
        for anchors in (blocked, corner, denied & way.open[name]):
            for end in islice(field.squares(anchors), FEW):
                stop = obstruction(request, end.by(-dx, -dy), end)
                if stop is not None:
                    yield stop.receipt()
