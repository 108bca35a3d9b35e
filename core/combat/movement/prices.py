"""The price of one step of a mover, from the sets that the search runs on, and its parts (G-5).

A request is the mover, its manner and all that decides its steps: the spaces it meets and who opens
them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

from core.combat.board.scene import (
    Creature,
    Manner,
    Scene,
    corners,
    first,
    name_creature,
    wall_between,
)
from core.combat.board.squares import Block, Square, union
from core.combat.movement.footing import DIAGONAL, ON_THE_GROUND, Footing, Right, Steps, footing
from core.messages import Factor, Message, Squares, Value
from core.receipts import Receipt
from core.values import Struct


class Verdict(NamedTuple):
    """Why a mover may not do something ("" = it may); the receipt is made on request."""

    reason: str
    receipt: Callable[[], Receipt]


class MoveRequest(Struct, dict=True):
    """A mover with scene and manner. Refusals, when its footing is asked for: `check_manner`."""

    scene: Scene
    mover: Creature
    manner: Manner

    @cached_property
    def foot(self) -> Footing:
        """Its footing, on which the search runs too."""
        return footing(self.scene, self.mover, self.manner)

    @property
    def willing(self) -> bool:
        """Whether spaces are crossed with their owners' will (C-068) rather than by C-058."""
        return self.scene.combat.mechanisms.passing == "willing"

    @property
    def adding(self) -> bool:
        """Whether hindrances add squares (C-035) rather than double."""
        return self.foot.steps.adding

    def bit(self, anchor: Square) -> int:
        """Return the bit of an anchor, 0 off the map."""
        return self.scene.field.bit(anchor)

    def space(self, anchor: Square) -> Block:
        """Return the space of the body that moves: the whole one, or the leading block (G-8)."""
        return Block(anchor.x, anchor.y, self.foot.passage.side)

    def under(self, anchor: Square) -> int:
        """Return the squares of that space, as far as they are on the map."""
        return self.scene.field.block(self.space(anchor))

    def cite(
        self,
        rule: str,
        label: Message | str,
        value: Value,
        /,
        *parts: Receipt,
        asks: str = "",
        default: bool = False,
        **values: Value,
    ) -> Receipt:
        """Return a receipt; of the questions in `asks` only those of the rule count.

        `default`: the answer rests on the part of the rule that the system's document leaves out
        (for rules stated in part).
        """
        rules = self.scene.rules
        entry = rules.rules[rule]
        questions = " ".join(name for name in asks.split() if name in entry.questions)
        default = default and entry.basis == "part"
        said = Message(label, **values) if isinstance(label, str) else label
        return rules.cite(rule, said, value, *parts, questions=questions, default=default)


def find_met_creatures(request: MoveRequest, at: Square) -> Iterator[tuple[Creature, Right]]:
    """Yield the creatures whose spaces the mover's new space meets, by the order of the scene."""
    under = request.under(at)
    for other, right in request.foot.occupants.rights:
        if under & request.scene.taken(other):
            yield other, right


def open_spaces(request: MoveRequest, square: Square, *, stops: bool = False) -> Iterator[Receipt]:
    """Yield the rule that opens each space entered, and the body that hampers (C-056, C-068).

    `stops`: for a stopping place, which no body makes dearer.
    """
    doubled = False
    for other, right in find_met_creatures(request, square):
        if not right.closed:
            bodies = () if stops else _body(request, right, doubled)
            yield _space(request, other, right, *bodies)
            doubled = doubled or right.hampers


def closed_spaces(request: MoveRequest, at: Square) -> Iterator[Receipt]:
    """Yield each creature that closes a space, the rule, and the rules that do not open it."""
    for other, right in find_met_creatures(request, at):
        if right.closed:
            parts = _not_opened(request, other) if right.closed == "occupied" else ()
            yield _space(request, other, right, *parts)


def space_label(other: Creature) -> Message:
    """Return the label of the space of a creature."""
    return Message("the space of {creature}", creature=name_creature(other))


def _space(request: MoveRequest, other: Creature, right: Right, *parts: Receipt) -> Receipt:
    has = request.scene.has
    friends = request.scene.bearer(request.mover).side == other.side
    rests = {
        "QC-28": True,
        "QC-36": right.closed and has(other, "cannot_move") and not has(other, "fallen"),
        "QC-41": not (has(other, "helpless") or has(other, "dead")),
        "QC-43": right.shared and friends and request.manner.action == "charge",
        "QC-48": has(other, "defenceless"),
    }
    return request.cite(
        right.rule,
        space_label(other),
        Message(right.says),
        *parts,
        asks=" ".join(name for name, so in rests.items() if so),
        default=right.closed == "ally_charge",
    )


def _body(request: MoveRequest, right: Right, doubled: bool) -> Iterator[Receipt]:
    # G-5
    if not right.hampers or request.adding:
        return
    if request.scene.combat.mechanisms.bodies == "large":
        asks = "QC-19"
    else:
        asks = ""
    label = Message("a big body counts double")
    mode = request.manner.mode
    if mode not in ON_THE_GROUND:
        yield request.cite("C-044", label, Message("{mode}: ignored", mode=mode))
    else:
        says = Message("counted already" if doubled else "one more doubling")
        yield request.cite("C-060", label, says, asks=asks)


def _not_opened(request: MoveRequest, other: Creature) -> Iterator[Receipt]:
    scene = request.scene
    mine = scene.size(scene.bearer(request.mover))
    theirs = scene.size(other)
    yield request.cite(
        "C-074" if request.willing else "C-065",
        "sizes apart, {least} or more would let one pass",
        abs(mine.rank - theirs.rank),
        least=scene.combat.measures.passing_sizes,
    )
    if request.willing and (scene.has(other, "fallen") or scene.has(other, "prone")):
        label = Message("{creature} lies there", creature=name_creature(other))
        if theirs.rank > mine.rank:
            climbing = request.cite(
                "C-073", "climbing onto a bigger body", Message("only if the GM says so")
            )
            yield request.cite("C-071", label, Message("but is larger"), climbing)
        else:
            yield request.cite("C-071", label, Message("but is unwilling"), asks="QC-36")
    if request.foot.squeezes:
        opens = Message("opens no closed square")
        yield request.cite("C-080", "squeezing past an enemy", opens, asks="QC-20")
    if not request.willing and request.manner.action == "charge":
        yield request.cite(
            "C-062", "overrunning an enemy in a charge", Message("is resolved at the table")
        )


OBSTACLES = ("low", "obstacle")
"""The kinds of ground that are obstacles to climb across (C-039, C-042)."""


class Price(NamedTuple):
    """The price of a step in squares, and its parts.

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


class MoveStep(Struct):
    """One step between neighbouring anchors; `hurts`: its new space touches hazard (C-047).

    `after_hampered`: a hampered diagonal came before, which left the count alone (C-027).
    """

    start: Square
    end: Square
    direction: str
    price: Price
    hurts: bool
    after_hampered: bool


def price(steps: Steps, direction: str, bit: int, parity: int) -> Price:
    """Return the price of entering the anchor `bit` when the next diagonal adds `parity`.

    Whether the step is allowed is not checked.
    """
    weight = _place(steps.weights, bit)
    other = _place(steps.doublings, bit)
    if steps.adding:
        if direction in DIAGONAL:
            return Price(1 + parity + weight, 1 - parity, weight, 0, 0, parity == 1)
        # A low wall on the border is no ground: who ignores difficult ground pays for it (C-036,
        # C-041).
        if steps.low[direction] & bit:
            low = steps.low_price
        else:
            low = 0
        return Price(1 + weight + low, parity, weight, 0, low, False)
    straight = 1 << weight
    if direction in DIAGONAL:
        if weight:
            return Price(3 * straight // 2, parity, weight, other, 0, False)
        return Price(1 + parity, 1 - parity, 0, other, 0, parity == 1)
    if steps.low[direction] & bit:
        low = steps.low_price << other
    else:
        low = 0
    return Price(straight + low, parity, weight, other, low, False)


def _place(sets: tuple[int, ...], bit: int) -> int:
    for place, anchors in enumerate(sets):
        if anchors & bit:
            return place
    return 0


def step_receipt(request: MoveRequest, step: MoveStep) -> Receipt:
    """Return the price of one step with its parts (C-021, C-022, G-5)."""
    cite = request.cite
    price = step.price
    diagonal = step.direction in DIAGONAL
    field = request.scene.field
    way = request.foot.passage
    under = request.under(step.end)
    parts = []
    if diagonal:
        label = Message("{square}, diagonally", square=str(step.end))
        if request.adding or not price.weight:
            parts.append(
                cite(
                    "C-022",
                    Message("every second diagonal" if price.dear else "every first diagonal"),
                    Squares(2 if price.dear else 1),
                )
            )
            if step.after_hampered and not request.adding:
                parts.append(hampered_before(request))
        parts += _corners(request, step)
    else:
        label = Message("{square}, straight", square=str(step.end))
    parts += hindrances(request, step.start, step.end, price)
    if price.low:  # C-041
        more = []
        if price.other:
            by = Factor(2**price.other)
            more.append(cite("C-028", "multiplied by what is not the ground's", by))
        parts.append(
            cite(
                "C-041",
                "low wall {border}",
                Squares(price.low),
                *more,
                border=wall_between(field, way.side, step.start, step.end, low=True),
            )
        )
    if request.manner.mode not in ON_THE_GROUND:  # C-033, C-044, C-037
        if solid := under & field.solid:
            parts.append(
                cite(
                    "C-044",
                    "solid at {square}",
                    Message("incorporeal: ignored"),
                    square=str(first(field, solid)),
                )
            )
        if ground := under & (field.hampered | field.water | field.hazard):
            ignored = Message("{mode}: ignored", mode=request.manner.mode)
            parts.append(
                cite("C-033", "the ground at {square}", ignored, square=str(first(field, ground)))
            )
    if request.bit(step.start) & way.rough and not request.bit(step.end) & way.rough:  # C-025
        parts.append(
            cite(
                "C-025",
                "leaving the ground at {square}",
                Message("costs nothing"),
                square=str(step.start),
            )
        )
    parts += open_spaces(request, step.end)
    if step.hurts:
        square = str(first(field, under & field.hazard))
        parts.append(
            cite(
                "C-047",
                "hazardous ground at {square}",
                Message("hurts, and costs nothing more"),
                square=square,
            )
        )
    return cite("C-022" if diagonal else "C-021", label, Squares(price.cost), *parts)


def hampered_before(request: MoveRequest) -> Receipt:
    """Return the receipt of hampered diagonals, which leave the count alone (C-027)."""
    return request.cite(
        "C-027", "hampered diagonals before it", Message("leave the count alone"), asks="QC-24"
    )


def _corners(request: MoveRequest, step: MoveStep) -> Iterator[Receipt]:
    # C-053, C-054
    field = request.scene.field
    side = request.foot.passage.side
    beside = corners(field, side, step.start, step.end)
    if side > 1 and request.manner.mode != "incorporeal":
        names = tuple(map(str, field.squares(beside)))
        yield request.cite("C-054", "the corners of the block that it sweeps", names)
    bodies = union(request.scene.taken(other) for other, _ in request.foot.occupants.rights)
    soft = beside & (bodies | field.water | field.low | field.no_stop)
    if soft:
        if soft & field.water:
            asks = "QC-26 QC-54"
        else:
            asks = "QC-26"
        yield request.cite(
            "C-053",
            "{square} is beside the diagonal",
            Message("no solid corner"),
            asks=asks,
            square=str(first(field, soft)),
        )


def hindrances(request: MoveRequest, start: Square, end: Square, price: Price) -> Iterator[Receipt]:
    """Yield each hindrance of a step: ground, bodies, squeezing, poor visibility, together."""
    bit = request.bit(end)
    way = request.foot.passage
    if way.rough & bit:
        yield _ground(request, end, price)
        if way.side > 1:
            # C-032: Which squares of it count is asked only where those newly entered would come
            # cheaper (QC-22).
            field = request.scene.field
            if way.rougher & bit:
                worst = field.hampered_twice
            else:
                worst = field.hampered
            as_bad = request.under(end) & ~request.under(start) & worst
            asks = "" if as_bad else "QC-22"
            says = Message("the worst counts")
            yield request.cite("C-032", "of all squares of its space", says, asks=asks)
    if request.adding:
        return
    if request.foot.narrow & bit:
        leading = request.cite(
            "C-084",
            "leading block at {square}",
            Message("no free space of its full size about it"),
            asks="QC-51",
            square=str(end),
        )
        yield request.cite("C-077", "squeezed", Factor(2), leading, asks="QC-51")
    doublings = request.manner.extra_doublings
    if request.foot.unseen & bit:
        doublings += 1
    if doublings:
        by = Factor(2**doublings)
        unseen = request.cite("C-046", "poor visibility and the like", by, asks="QC-47")
        yield request.cite("C-029", "what hampers besides the ground", by, unseen)
    if price.weight > 1:
        asks = "QC-3" if price.weight > 2 else ""
        yield request.cite("C-028", "all hindrances together", Factor(2**price.weight), asks=asks)


def _ground(request: MoveRequest, end: Square, price: Price) -> Receipt:
    # C-026, C-028, C-035, C-036, C-039, C-042
    field = request.scene.field
    bit = request.bit(end)
    twice = bool(request.foot.passage.rougher & bit)
    square = first(field, request.under(end) & (field.hampered_twice if twice else field.hampered))
    if not twice and _is_obstacle(request, square):
        return _obstacle(request, square, price)
    if twice and request.adding:
        label = Message("greater difficult ground at {square}", square=str(square))
    elif twice:
        label = Message("ground hampered twice at {square}", square=str(square))
    else:
        label = Message("difficult ground at {square}", square=str(square))
    if not request.adding:
        return request.cite("C-028" if twice else "C-026", label, Factor(4 if twice else 2))
    return request.cite("C-035", label, Squares(price.weight), *_ignoring(request, price))


def difficult(request: MoveRequest, end: Square) -> bool:
    """Whether difficult ground, and no mere obstacle, lies under the new space (C-026)."""
    if not request.foot.passage.rough & request.bit(end):
        return False
    field = request.scene.field
    rough = field.squares(request.under(end) & field.hampered)
    return any(not _is_obstacle(request, square) for square in rough)


def _ignoring(request: MoveRequest, price: Price) -> Iterator[Receipt]:
    # C-036
    if request.scene.has(request.scene.bearer(request.mover), "ignores_difficult"):
        yield request.cite("C-036", "ignores difficult ground", Squares(price.weight))


def _is_obstacle(request: MoveRequest, square: Square) -> bool:
    field = request.scene.field
    kinds = request.scene.combat.ground
    if field.rows:
        sign = field.rows[square.y][square.x]
        if any(sign == kinds[name].sign for name in OBSTACLES if name in kinds):
            return True
    return bool((field.no_stop | field.low) & field.bit(square))


def _obstacle(request: MoveRequest, square: Square, price: Price) -> Receipt:
    label = Message("obstacle at {square}", square=str(square))
    if request.adding:
        objects = request.cite(
            "C-051", "an object may block more than that", Message("if the GM says so")
        )
        parts = (objects, *_ignoring(request, price))
        return request.cite("C-042", label, Squares(price.weight), *parts, asks="QC-25")
    check = request.cite("C-043", "some obstacles need a check", Message("if the GM says so"))
    return request.cite("C-039", label, Factor(2), check)
