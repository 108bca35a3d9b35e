"""Where a mover may stop, and where it ends that is halted elsewhere (C-157 to C-159)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import groupby

from core.combat.board.scene import Creature, Manner, Scene, first, wall_between
from core.combat.board.squares import Block, Square
from core.combat.movement.prices import (
    MoveRequest,
    Verdict,
    find_met_creatures,
    open_spaces,
    space_label,
)
from core.combat.sight.lines import line_of_effect
from core.messages import N_, Message, Refusal, Squares
from core.receipts import Receipt

PLAIN = Manner()
YES = Message("it may stop here")
RULES = {"nearest": "C-157", "last_legal": "C-158", "gm": "C-159"}
"""The rule of being halted where no stop is allowed, by the mechanism of the system."""


@dataclass(frozen=True)
class StopVerdict:
    """Whether a mover may stop somewhere.

    `reason` is "ok", or the first that forbids it: "blocked", "obstacle_end", "end_occupied",
    "end_full" (C-040, C-044, C-061, C-067, C-069).
    """

    legal: bool
    reason: str
    verdict: Verdict = field(repr=False, compare=False)

    @cached_property
    def receipt(self) -> Receipt:
        """The rules that allow or forbid it."""
        return self.verdict.receipt()


@dataclass(frozen=True)
class Halted:
    """The place where a halted mover ends.

    `options` are anchors in reading order; of several one is chosen at random (C-007). None when
    the GM decides (C-159). `last` is the last lawful place of the path (None = there is none).
    """

    options: tuple[Square, ...]
    gm_decides: bool
    at: Square = field(repr=False)
    last: Square | None = field(repr=False)
    request: MoveRequest = field(repr=False, compare=False)
    verdict: Verdict = field(repr=False, compare=False)

    @cached_property
    def receipt(self) -> Receipt:
        """The last lawful place, the nearest ones, and the rule that chooses."""
        request = self.request
        anchor = self.at
        last = self.last
        parts = [self.verdict.receipt()]
        if last is not None:
            back = N_("back to {square}, the last lawful place")
            parts.append(_away(request, back, anchor, last))
            if last not in self.options:
                nearer = N_("{square} is nearer")
                parts += [_away(request, nearer, anchor, square) for square in self.options]
        if len(self.options) > 1:
            parts.append(request.cite("C-007", Message("equally near"), Message("roll a die")))
        rule = RULES[request.scene.combat.mechanisms.stopped]
        label = Message("halted at {square}", square=str(anchor))
        if self.gm_decides:
            gm = Message("the GM decides who is moved out or falls prone")
            parts.append(request.cite("C-070", label, gm))
            return request.cite(rule, label, gm, *parts)
        names = tuple(map(str, self.options))
        asks = "QC-32" if last is not None else ""
        return request.cite(rule, label, names, *parts, asks=asks)


def may_end(scene: Scene, mover: Creature, square: Square, manner: Manner = PLAIN) -> StopVerdict:
    """Whether a mover may stop at an anchor, whatever it costs to get there.

    An anchor that is not wholly on the map is "blocked". Refusals: those of
    `core.combat.movement.footing.check_manner`.
    """
    verdict = stopping(MoveRequest(scene, mover, manner), square)
    return StopVerdict(not verdict.reason, verdict.reason or "ok", verdict)


def halt_mover(
    scene: Scene,
    mover: Creature,
    path: Sequence[Square],
    stopped_at: Square,
    manner: Manner = PLAIN,
) -> Halted:
    """Return where a mover ends whose movement along `path` is cut short at `stopped_at` (2.15).

    There, if it may stop there. Else, by the system: the last place of the path before it where
    it may stop, or all the nearest places if they are strictly nearer (C-157: 1-2-1-2 between
    anchors, with line of effect); always the last place (C-158); where the GM says (C-159).
    Where the catalogue is silent: the first `stopped_at` of the path counts, and if no earlier
    place is lawful, the start is used.
    Refusals: "not_on_path", and those of `core.combat.movement.footing.check_manner`.
    """
    if stopped_at not in path:
        raise Refusal("not_on_path", "{square} is not on the path.", square=str(stopped_at))
    request = MoveRequest(scene, mover, manner)
    here = stopping(request, stopped_at)
    mechanism = scene.combat.mechanisms.stopped
    if not here.reason:
        return Halted((stopped_at,), False, stopped_at, None, request, here)
    if mechanism == "gm":
        return Halted((), True, stopped_at, None, request, here)
    before = path[: path.index(stopped_at)]
    lawful = (at for at in reversed(before) if not stopping(request, at).reason)
    last = next(lawful, path[0])
    nearest: tuple[Square, ...] = ()
    if mechanism == "nearest":
        nearest = _nearer(request, stopped_at, last)
    return Halted(nearest or (last,), False, stopped_at, last, request, here)


def stopping(request: MoveRequest, square: Square) -> Verdict:
    """Whether a mover may stop at an anchor; reasons as in `StopVerdict`, "" where it may."""
    bit = request.bit(square)
    foot = request.foot
    under = request.under(square)
    if request.manner.mode == "incorporeal":
        solid = request.scene.field.solid
    else:
        solid = 0
    reason = "end_full"
    if foot.steps.ends & bit:
        reason = ""
    elif not foot.passage.stands & bit or under & solid:
        reason = "blocked"
    elif foot.passage.no_stop & bit:
        reason = "obstacle_end"
    elif foot.occupants.unshared & under:
        reason = "end_occupied"
    return Verdict(reason, partial(_stop_receipt, request, square, reason))


def _nearer(request: MoveRequest, anchor: Square, last: Square) -> tuple[Square, ...]:
    # C-003
    field = request.scene.field
    start = request.space(anchor)
    far = last.away(anchor)
    box = field.rectangle(anchor.x - far, anchor.y - far, 2 * far + 1, 2 * far + 1)
    stops = field.squares(request.foot.steps.ends & box)
    near = [square for square in stops if anchor.away(square) < far]
    for _, ring in groupby(sorted(near, key=anchor.away), key=anchor.away):
        in_line = [square for square in ring if line_of_effect(field, start, request.space(square))]
        if in_line:
            return tuple(in_line)
    return ()


def _away(request: MoveRequest, template: str, at: Square, square: Square) -> Receipt:
    label = Message(template, square=str(square))
    return request.cite("G-2", label, Squares(square.away(at)))


def _stop_receipt(request: MoveRequest, square: Square, reason: str) -> Receipt:
    cite = request.cite
    label = Message("stopping at {square}", square=str(square))
    shared = "C-069" if request.willing else "C-061"
    if reason == "blocked":
        return _no_place(request, square, label)
    if reason == "obstacle_end":
        on = first(request.scene.field, request.under(square) & request.scene.field.no_stop)
        says = Message("a walker cannot stop on the obstacle at {square}", square=str(on))
        return cite("C-040", label, says, asks="QC-25")
    if reason == "end_full":
        return cite("C-067", label, Message("there is no room left"), *_crowd(request, square))
    if reason == "end_occupied":
        taken = (
            cite(shared, space_label(other), Message(right.says))
            for other, right in find_met_creatures(request, square)
            if right.closed or not right.shared
        )
        return cite(shared, label, Message("it may not stop here"), *taken)
    parts = []
    if any(find_met_creatures(request, square)):
        parts.append(
            cite(shared, "with others there", YES, *open_spaces(request, square, stops=True))
        )
        if request.manner.next_move_action and request.willing:
            parts.append(cite("C-069", "another move action leaves at once", YES))
        parts += _crowd(request, square)
    return cite("C-044", label, YES, *parts)


def _no_place(request: MoveRequest, square: Square, label: Message) -> Receipt:
    field = request.scene.field
    under = request.under(square)
    mode = request.manner.mode
    if not request.foot.passage.fits & request.bit(square):
        return request.cite("C-008", label, Message("it is not wholly on the map"))
    if under & field.solid:
        on = str(first(field, under & field.solid))
        ghost = mode == "incorporeal"  # no document has it stop short of solid matter
        says = Message("{square} is solid", square=on)
        return request.scene.rules.cite("C-044", label, says, default=ghost)
    wall = wall_between(field, request.foot.passage.side, square)
    if wall:
        return request.cite("C-055", label, Message("the wall {border} is inside", border=wall))
    return request.cite("C-045", label, Message("{mode}: not on this ground", mode=mode))


def _crowd(request: MoveRequest, anchor: Square) -> Iterator[Receipt]:
    # C-067
    scene = request.scene
    mine = scene.size(scene.bearer(request.mover)).share
    small = [other for other, _ in find_met_creatures(request, anchor) if scene.size(other).share]
    if not mine or not small:
        return
    taken = max(
        sum(scene.size(other).share for other in small if scene.body(other).overlaps(square))
        for square in (Block(*square, 1) for square in request.space(anchor).squares())
    )
    parts = {scene.size(other).share for other in small} | {mine}
    yield request.cite(
        "C-067",
        "hundredths of a square taken up, {most} at most",
        taken + mine,
        asks="QC-44" if len(parts) > 1 else "",
        most=scene.combat.measures.crowd,
    )
