"""The line of a charge: all that lies between the spaces where it begins and ends.

By the open rules no line from one space to the other may pass through what blocks or slows, or
through a creature. Touching a square's side or corner is not passing through it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, TypeAlias

from core.combat.board.scene import Creature, Manner, Present, Scene
from core.combat.board.squares import Battlefield, Block, Square, reading_order
from core.combat.movement.footing import ON_THE_GROUND, allowed, moving_side, others
from core.values import Struct

LineReason: TypeAlias = Literal["blocked", "hampered", "in_the_line"]
Heights: TypeAlias = tuple[Fraction | int, Fraction | int]
"""The heights in squares where a line begins and ends."""


class Sweep(Struct):
    """The convex hull of a space where it starts and where it ends; units are squares."""

    start: Block
    end: Block

    @property
    def dx(self) -> int:
        """The columns that it moves to the right."""
        return self.end.x - self.start.x

    @property
    def dy(self) -> int:
        """The rows that it moves down."""
        return self.end.y - self.start.y

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The left, top, right and bottom of the rectangle around it."""
        return (
            min(self.start.x, self.end.x),
            min(self.start.y, self.end.y),
            max(self.start.x, self.end.x) + self.start.side,
            max(self.start.y, self.end.y) + self.start.side,
        )

    def passes(self, left: int, top: int, wide: int, high: int) -> bool:
        """Whether its interior meets a rectangle; one of no width or height is a segment.

        Two convex figures are apart if they are so along an axis, across the way, or not at all.
        """
        box_left, box_top, box_right, box_bottom = self.box
        if left >= box_right or left + wide <= box_left:
            return False
        if top >= box_bottom or top + high <= box_top:
            return False
        least, most = self._across(self.start.x, self.start.y, self.start.side, self.start.side)
        low, high_end = self._across(left, top, wide, high)
        if self.dx or self.dy:
            return low < most and high_end > least
        return True

    def _across(self, left: int, top: int, wide: int, high: int) -> tuple[int, int]:
        # The extent of a rectangle along the normal of the way.
        along_x = (-self.dy * left, -self.dy * (left + wide))
        along_y = (self.dx * top, self.dx * (top + high))
        return min(along_x) + min(along_y), max(along_x) + max(along_y)

    def meets(self, square: Square, low: int, high: int, heights: Heights) -> bool:
        """Whether the space, as high as wide, meets what is in a square from `low` up to `high`.

        On its way from the first of `heights` to the second. Both axes of the map and the height
        have to be met at the same moment, from 0 at its start to 1 at its end.
        """
        side = self.start.side
        first, last = heights
        axes = (
            _moments(Fraction(self.start.x), Fraction(self.dx), side, (square.x, square.x + 1)),
            _moments(Fraction(self.start.y), Fraction(self.dy), side, (square.y, square.y + 1)),
            _moments(Fraction(first), Fraction(last - first), side, (low, high)),
        )
        begins = max(begin for begin, _ in axes)
        ends = min(end for _, end in axes)
        return begins < ends and begins < 1 and ends > 0

    def squares(self) -> tuple[Square, ...]:
        """Return the squares that it passes, those nearest to its start first."""
        left, top, right, bottom = self.box
        passed = [
            Square(x, y)
            for y in range(top, bottom)
            for x in range(left, right)
            if self.passes(x, y, 1, 1)
        ]
        return tuple(sorted(reading_order(passed), key=self._along))

    def _along(self, square: Square) -> int:
        return self.dx * (square.x - self.start.x) + self.dy * (square.y - self.start.y)


NEVER = (Fraction(1), Fraction(0))
"""Moments that end before they begin."""
ALWAYS = (Fraction(-1), Fraction(2))
"""Moments from before the start of a line until after its end."""


def _moments(
    edge: Fraction, by: Fraction, side: int, bounds: tuple[int, int]
) -> tuple[Fraction, Fraction]:
    # When a side of a space that goes from `edge` by `by` lies within open bounds: the moments
    # between which it does.
    low, high = bounds
    if not by:
        if low - side < edge < high:
            return ALWAYS
        return NEVER
    moments = ((low - side - edge) / by, (high - edge) / by)
    return min(moments), max(moments)


def swept(field: Battlefield, start: Block, end: Block) -> int:
    """Return the squares, as bits, that a space passes on the way from `start` to `end`."""
    return field.bits(Sweep(start, end).squares())


class ChargeObstacle(Struct):
    """What forbids the line of a charge: the square, the reason, and the creature in it."""

    square: Square
    reason: LineReason
    creature_id: str = ""


def find_obstacle(
    scene: Scene,
    mover: Creature,
    start: Square,
    end: Square,
    manner: Manner,
    heights: Heights | None = None,
) -> ChargeObstacle | None:
    """Return the first obstacle in the line of a charge between two anchors; None = it is free.

    `mover` is the mount of a rider. It goes from the first of `heights` to the second, and meets
    those who are as high there (None = everybody in the scene). A helpless creature is in nobody's
    way.
    """
    side = moving_side(scene.space(mover), scene.combat, squeeze=manner.squeeze)
    sweep = Sweep(Block(*start, side), Block(*end, side))
    return next(_obstacles(scene, mover, sweep, manner, heights), None)


def _obstacles(
    scene: Scene, mover: Creature, sweep: Sweep, manner: Manner, heights: Heights | None
) -> Iterator[ChargeObstacle]:
    field = scene.field
    open_ground = allowed(field, manner.mode)
    slow = _slow_ground(field, manner)
    start = field.block(sweep.start)
    in_the_way = [other for other in others(scene, mover) if _stands_in_the_way(other)]
    for square in sweep.squares():
        bit = field.bit(square)
        if not bit & open_ground:
            yield ChargeObstacle(square, "blocked")
        if manner.mode != "incorporeal" and _is_walled(field, sweep, square):
            yield ChargeObstacle(square, "blocked")
        if bit & slow & ~start or _is_low_walled(field, sweep, square, manner):
            yield ChargeObstacle(square, "hampered")
        for other in in_the_way:
            if other.bits & bit and _is_met(scene, sweep, square, other.creature, heights):
                yield ChargeObstacle(square, "in_the_line", other.creature.id)


def _is_met(
    scene: Scene, sweep: Sweep, square: Square, other: Creature, heights: Heights | None
) -> bool:
    if heights is None:
        return True
    high = other.elevation + scene.height(other)
    return sweep.meets(square, other.elevation, high, heights)


def _stands_in_the_way(other: Present) -> bool:
    if "dead" in other.effects:
        return False
    return "fills_space" in other.effects or "helpless" not in other.effects


def _slow_ground(field: Battlefield, manner: Manner) -> int:
    if manner.mode in ON_THE_GROUND:
        return field.hampered
    return 0


def _is_walled(field: Battlefield, sweep: Sweep, square: Square) -> bool:
    return _is_bordered(field.wall_east, field.wall_south, field, sweep, square)


def _is_low_walled(field: Battlefield, sweep: Sweep, square: Square, manner: Manner) -> bool:
    if manner.mode not in ON_THE_GROUND:
        return False
    return _is_bordered(field.low_east, field.low_south, field, sweep, square)


def _is_bordered(east: int, south: int, field: Battlefield, sweep: Sweep, square: Square) -> bool:
    # Walls are kept by the square whose east or south side they are on.
    bit = field.bit(square)
    if east & bit and sweep.passes(square.x + 1, square.y, 0, 1):
        return True
    return bool(south & bit) and sweep.passes(square.x, square.y + 1, 1, 0)
