"""Where a movement may stop, and where one goes who is halted where it may not (C-157 to C-159)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from core.combat.board.creatures import Creature
from core.combat.board.distance import measure
from core.combat.board.manner import Manner
from core.combat.board.scene import Scene
from core.combat.board.squares import Square, reading_order
from core.combat.movement.going import Going, going_of
from core.combat.movement.reasons import end_reason
from core.combat.movement.why.halting import halted_receipt
from core.combat.movement.why.stopping import stop_receipt
from core.combat.sight.lines import line_of_effect
from core.messages import N_, Refusal
from core.receipts import Receipt

PLAIN = Manner()


@dataclass(frozen=True)
class Ending:
    """Whether a mover may stop somewhere.

    `reason` is "ok", or the first that forbids it: "blocked", "obstacle_end", "end_occupied",
    "end_full" (C-040, C-044, C-061, C-067, C-069).
    """

    legal: bool
    reason: str
    at: Square = field(repr=False)
    going: Going = field(repr=False, compare=False)

    @cached_property
    def receipt(self) -> Receipt:
        """What allows it or stands against it."""
        return stop_receipt(self.going, self.at, "" if self.legal else self.reason)


@dataclass(frozen=True)
class Halted:
    """Where a mover ends that was halted on its way.

    `options` are anchors in reading order; of several one is chosen at random (C-007). None when
    the GM decides (C-159). `last` is the last lawful place of the path (None = there is none).
    """

    options: tuple[Square, ...]
    gm_decides: bool
    at: Square = field(repr=False)
    last: Square | None = field(repr=False)
    going: Going = field(repr=False, compare=False)

    @cached_property
    def receipt(self) -> Receipt:
        """The last lawful place, the nearest ones, and the rule that chooses."""
        return halted_receipt(self.going, self.at, self.last, self.options)


def may_end(scene: Scene, mover: Creature, at: Square, manner: Manner = PLAIN) -> Ending:
    """Whether a mover may stop at an anchor, whatever it costs to get there.

    An anchor that is not wholly on the map is "blocked". Refusals: those of
    `core.combat.movement.footing.check_manner`.
    """
    going = going_of(scene, mover, manner)
    reason = end_reason(going, at)
    return Ending(not reason, reason or "ok", at, going)


def halted(
    scene: Scene,
    mover: Creature,
    path: Sequence[Square],
    stopped_at: Square,
    manner: Manner = PLAIN,
) -> Halted:
    """Where a mover ends whose movement along `path` is cut short at `stopped_at` (2.15).

    There, if it may stop there. Else, by the system: the last place of the path before it where
    it may stop, or all the nearest places if they are strictly nearer (C-157: 1-2-1-2 between
    anchors, with line of effect); always the last place (C-158); where the GM says (C-159).
    Where the catalogue is silent: the first time that the path comes to `stopped_at` counts, and
    if no place of the path before it is lawful, the start does for one.
    Refusals: "not_on_path", and those of `core.combat.movement.footing.check_manner`.
    """
    if stopped_at not in path:
        raise Refusal("not_on_path", N_("{square} is not on the path."), square=str(stopped_at))
    going = going_of(scene, mover, manner)
    if not end_reason(going, stopped_at):
        return Halted((stopped_at,), False, stopped_at, None, going)
    mechanism = scene.combat.mechanisms.stopped
    if mechanism == "gm":
        return Halted((), True, stopped_at, None, going)
    before = path[: path.index(stopped_at)]
    last = next((at for at in reversed(before) if not end_reason(going, at)), path[0])
    nearest = _nearer(going, stopped_at, last) if mechanism == "nearest" else ()
    return Halted(nearest or (last,), False, stopped_at, last, going)


def _nearer(going: Going, at: Square, last: Square) -> tuple[Square, ...]:
    field, start = going.scene.field, going.space(at)
    for away in range(1, measure(last.x - at.x, last.y - at.y)):
        found = [
            square
            for square in _ring(at, away)
            if going.bit(square) & going.foot.steps.ends
            and line_of_effect(field, start, going.space(square))
        ]
        if found:
            return reading_order(found)
    return ()


def _ring(at: Square, away: int) -> Iterator[Square]:
    # C-003
    for dy in range(-away, away + 1):
        down = abs(dy)
        across = {away - down // 2, 2 * (away - down), 2 * (away - down) + 1}
        for dx in across:
            if measure(dx, dy) == away:
                yield at.by(dx, dy)
                if dx:
                    yield at.by(-dx, dy)
