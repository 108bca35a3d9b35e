"""Low obstacles: which of them cover a target from an attacker (C-171, C-172, C-185)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from core.combat.board.battlefield import Battlefield
from core.combat.board.scene import Scene
from core.combat.board.squares import Block, Square
from core.combat.sight.walls import KEPT, Cuts, Side, Walls, field_walls, read_walls
from core.messages import Message
from core.quantities import Squares
from core.receipts import Receipt
from core.values import Struct

Verdict: TypeAlias = Literal["covers", "under", "far", "nearer"]
"""Whether a low obstacle covers, or why not: a creature is on it, the target is too far from it,
the attacker is nearer to it."""

Box: TypeAlias = tuple[int, int, int, int]
"""Squares from left, top up to but without right, bottom."""

KINDS = (None, True, False)
"""A square, the border on its east side, the border on its south side."""


class Low(NamedTuple):
    """A low obstacle: a square, or the border on the east (True) or south (False) side of one."""

    at: Square
    east: bool | None = None

    @property
    def squares(self) -> tuple[Square, ...]:
        """The square, or the two squares on either side of the border."""
        if self.east is None:
            return (self.at,)
        return self.at, self.at.by(1, 0) if self.east else self.at.by(0, 1)

    @property
    def name(self) -> str:
        """Its name on the map: "C4", or "C4/D4" for a border."""
        return "/".join(map(str, self.squares))


class Judged(Struct):
    """A low obstacle with its distances in squares and the verdict."""

    low: Low
    from_target: int
    from_attacker: int
    verdict: Verdict


@lru_cache(maxsize=KEPT)
def low_walls(field: Battlefield) -> Walls | None:
    """Return all low obstacles of a field as blockers; None where there are none."""
    if not (field.low or field.low_east or field.low_south):
        return None
    return read_walls(field, field.low, field.low_east, field.low_south, outside=False)


def low_in(field: Battlefield, box: Box) -> Iterator[Low]:
    """Yield the low obstacles of some squares, and on the borders right of and below them."""
    walls = low_walls(field)
    if walls is None:
        return
    left, top, right, bottom = box
    mask = ((1 << (right - left)) - 1) << (left + 1)
    for y in range(top, bottom):
        for lines, kind in zip(walls.across, KINDS, strict=True):
            bits = lines[y + 1] & mask
            while bits:
                low = bits & -bits
                yield Low(Square(low.bit_length() - 2, y), kind)
                bits ^= low


def judge(scene: Scene, low: Low, attackers: Sequence[Block], target: Block) -> Judged:
    """Return whether a low obstacle covers `target` from an attacker on all of `attackers`.

    Distances are those of whole spaces, to a border from the nearer of its two squares.
    Obstacles under attacker or target are left out (C-171, and so for C-185), and borders between
    two squares of one space.
    """
    near, off, under = _distances(low, attackers, target)
    return Judged(low, near, off, _verdict(_limit(scene), near, off, under))


def _limit(scene: Scene) -> int | None:
    combat = scene.combat
    return combat.cover.low_near if combat.mechanisms.low_cover == "near" else None


def _verdict(limit: int | None, near: int, off: int, under: bool) -> Verdict:
    if under:
        return "under"
    if limit is None:
        return "covers"
    if near > limit:
        return "far"
    return "nearer" if off < near else "covers"


def _distances(low: Low, attackers: Sequence[Block], target: Block) -> tuple[int, int, bool]:
    if low.east is None:
        near = _apart(target, low.at)
        off = min([_apart(who, low.at) for who in attackers]) if attackers else near
        return near, off, not (near and (off or not attackers))
    one, other = low.squares
    spans = [(_apart(who, one), _apart(who, other)) for who in (target, *attackers)]
    near, *rest = [min(span) for span in spans]
    return near, min(rest, default=near), (0, 0) in spans


def _apart(block: Block, square: Square) -> int:
    (x, y), (left, top, side) = square, block
    dx = left - x if x < left else max(0, x - left - side + 1)
    dy = top - y if y < top else max(0, y - top - side + 1)
    return dx + dy // 2 if dx >= dy else dy + dx // 2


def covering(scene: Scene, attackers: Sequence[Block], target: Block, box: Box) -> tuple[Low, ...]:
    """Return the low obstacles among some squares of the map that cover `target`."""
    if low_walls(scene.field) is None:
        return ()
    limit = _limit(scene)
    if limit is not None:
        x, y, side = target
        far = limit + 1
        left, top, right, bottom = box
        box = (
            max(left, x - far), max(top, y - far),
            min(right, x + side + far), min(bottom, y + side + far),
        )  # fmt: skip
        if box[0] >= box[2] or box[1] >= box[3]:
            return ()
    return tuple(
        low
        for low in low_in(scene.field, box)
        if _verdict(limit, *_distances(low, attackers, target)) == "covers"
    )


def as_blockers(lows: Sequence[Low]) -> tuple[list[Block], list[Side]]:
    """Low obstacles as what `Walls.plus` takes: squares, and borders."""
    squares = [Block(*low.at, 1) for low in lows if low.east is None]
    return squares, [(low.at, low.east) for low in lows if low.east is not None]


def low_receipts(
    scene: Scene, attackers: Sequence[Block], target: Block, box: Box, cuts: Cuts
) -> Iterator[Receipt]:
    """Yield the low obstacles of a box that cut lines, with their distances and verdicts."""
    nothing = field_walls(scene.field).cleared()
    for low in low_in(scene.field, box):
        if cuts(nothing.plus(*as_blockers((low,)))):
            yield _receipt(scene, judge(scene, low, attackers, target))


def _receipt(scene: Scene, found: Judged) -> Receipt:
    cite, name, nearness = scene.rules.cite, found.low.name, _limit(scene) is not None
    if found.verdict == "under":
        label = Message("a creature is on the low obstacle {name}", name=name)
        rule = "C-171" if nearness else "C-185"
        return cite(rule, label, Message("no cover"), default=nearness)
    if not nearness:
        return cite("C-185", Message("the low obstacle {name}", name=name), Message("cover"))
    off, near = Squares(found.from_attacker), Squares(found.from_target)
    if found.verdict == "far":
        label = Message("the low obstacle {name} is too far from the target", name=name)
        return cite("C-171", label, near)
    if found.verdict == "nearer":
        label = Message(
            "the attacker is nearer to the low obstacle {name} than its target", name=name
        )
        reach = cite("C-171", "from the target", near)
        return cite("C-172", label, Message("{off} against {near}", off=off, near=near), reach)
    parts: tuple[Receipt, ...] = ()
    if found.from_attacker == found.from_target:
        label = Message("the attacker is just as near, which is not enough to ignore it")
        parts = (cite("C-172", label, off, questions=("QC-9",)),)
    edge = found.from_target == scene.combat.cover.low_near
    label = Message("the low obstacle {name} is near enough to the target", name=name)
    return cite("C-171", label, near, *parts, questions=("QC-8",) if edge else ())
