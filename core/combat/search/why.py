"""Receipts of a search: what shaped the squares in reach, and the cheapest way to one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from core.combat.board.places import called
from core.combat.board.rectangles import touching
from core.combat.board.squares import DIRECTIONS, Square
from core.combat.movement.ending import stopping
from core.combat.movement.going import Going
from core.combat.movement.moves import diagonals_before, move, walk
from core.combat.movement.obstructions import obstruction
from core.combat.movement.prices import step_receipt
from core.combat.search.search import Found
from core.messages import N_, Message
from core.quantities import Squares
from core.receipts import Receipt

FEW = 4
"""No more squares of one kind are looked at for a rule that has not been named yet."""
MET, CLOSED = Message(N_("met elsewhere")), Message(N_("where no way leads"))


class Parts:
    """The parts of a receipt, of which only those are taken that name a further rule."""

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
        """Add a part if it names a rule that none so far does."""
        if any(part.rule not in self.named for part in receipt.walk()):
            self.take(receipt)

    def group(self, going: Going, label: Message, receipts: Iterator[Receipt]) -> None:
        """Add those of `receipts` that name further rules as one part."""
        own = Parts()
        own.named = self.named
        for receipt in receipts:
            own.offer(receipt)
        if own.taken:
            says = Message(N_("one example of each rule"))
            self.taken.append(going.cite("G-6", label, says, *own.taken))


def reach_receipt(going: Going, found: Found, bought: Found | None, count: int) -> Receipt:
    """Why `count` squares are in reach: the farthest way, then one example of each further rule."""
    parts = Parts(*_terms(going, found))
    start, field = going.scene.body(going.mover).anchor, going.scene.field
    farthest = found.farthest()
    parts.take(_way(going, found.path(farthest) if farthest else (start,)))
    if bought is not None:
        for square in field.squares(bought.ends & ~found.ends):
            parts.offer(_way(going, (start, square)))
    parts.group(going, MET, _examples(going, found, found.reached))
    parts.group(going, CLOSED, _frontier(going, found.reached | field.bit(start)))
    label = Message(N_("squares in reach of {creature}"), creature=called(going.mover))
    return going.cite("G-6", label, count, *parts.taken)


def way_receipt(going: Going, found: Found, to: Square, path: tuple[Square, ...]) -> Receipt:
    """The cheapest way step by step and what shaped it, or why there is none (`path` empty).

    What was met at no higher cost counts for that, and steps beside the way that cannot be made.
    """
    start, field = going.scene.body(going.mover).anchor, going.scene.field
    label = Message(N_("the cheapest way of {creature} to {square}"),
                    creature=called(going.mover), square=str(to))  # fmt: skip
    if path:
        cost = move(going.scene, going.mover, path, going.manner).cost or 0
        parts = Parts(_way(going, path))
        near, by_the_way = field.bits(path), found.upto(cost) & found.reached
        says: Message | Squares = Squares(cost)
    else:
        parts = Parts(*_terms(going, found), _way(going, found.path(to) or _line(start, to)))
        near, by_the_way = found.reached | field.bit(start), found.reached
        says = Message(N_("none"))
    parts.offer(_way(going, _line(start, to)))
    parts.group(going, MET, _examples(going, found, by_the_way))
    parts.group(going, CLOSED, _frontier(going, near))
    return going.cite("G-6", label, says, *parts.taken)


def _terms(going: Going, found: Found) -> Iterator[Receipt]:
    # C-009, C-022, C-024, C-027
    if going.manner.budget is not None:
        label = Message(N_("squares that may be spent"))
        yield going.cite("C-009", label, Squares(going.manner.budget))
    first, count = Squares(1 + going.foot.steps.parity), diagonals_before(going)
    yield going.cite("C-022", Message(N_("the first diagonal costs")), first, *count)
    if _mixed(going, found):
        label = Message(N_("hampered diagonals before it"))
        says = Message(N_("leave the count alone"))
        yield going.cite("C-027", label, says, asks=("QC-24",))
    if going.foot.passage.side > 1:
        label = Message(N_("of all squares of its space"))
        asks = ("QC-22",) if going.foot.passage.rough & found.reached else ()
        yield going.cite("C-032", label, Message(N_("the worst counts")), asks=asks)


def _mixed(going: Going, found: Found) -> bool:
    # C-027
    plain, budget = going.foot.steps.weights[0] & found.reached, going.manner.budget
    before = found.reached if budget is None else found.upto(budget - 1) & found.reached
    return not going.adding and bool(plain) and bool(before & ~plain)


def _way(going: Going, path: tuple[Square, ...]) -> Receipt:
    return move(going.scene, going.mover, path, going.manner).receipt


def _line(start: Square, to: Square) -> tuple[Square, ...]:
    dx, dy = to.x - start.x, to.y - start.y
    far = max(abs(dx), abs(dy))
    return (
        tuple(
            start.by((2 * dx * n + far) // (2 * far), (2 * dy * n + far) // (2 * far))
            for n in range(far + 1)
        )
        if far
        else (start,)
    )


def _examples(going: Going, found: Found, reached: int) -> Iterator[Receipt]:
    field, foot = going.scene.field, going.foot
    way, low = foot.passage, 0
    for anchors in foot.steps.low.values():
        low |= anchors
    kinds = [way.rough & ~(way.rougher | way.no_stop), way.no_stop & way.rough, way.rougher]
    kinds += [low, foot.narrow, way.hurts]
    kinds += [
        touching(field.block(going.scene.body(other)), way.side, way.side, field.stride)
        for other, right in foot.occupants.rights
        if not right.closed
    ]
    for anchors in kinds:
        for square in islice(field.squares(anchors & reached), FEW):
            for step in walk(going, found.path(square)).steps[-1:]:
                yield step_receipt(going, step)
    for square in islice(field.squares(reached & ~found.ends), 2 * FEW):
        yield stopping(going, square).receipt()


def _frontier(going: Going, reached: int) -> Iterator[Receipt]:
    field, way = going.scene.field, going.foot.passage
    for name, (dx, dy) in DIRECTIONS.items():
        by = dx + dy * field.stride
        beyond = (reached << by if by > 0 else reached >> -by) & way.fits
        denied = beyond & ~going.foot.steps.into[name]
        blocked = denied & ~way.entered[name]
        corner = denied & way.entered[name] & ~way.open[name]
        for anchors in (blocked, corner, denied & way.open[name]):
            for end in islice(field.squares(anchors), FEW):
                stop = obstruction(going, end.by(-dx, -dy), end)
                if stop is not None:
                    yield stop.receipt()
