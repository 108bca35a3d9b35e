"""Area effects on the grid: burst, spread, cone and line, the creatures in them, their cover.

No source has templates: these are Outrider's own area rules (A-1 to A-4).
All lengths are in squares, points grid corners in lattice units (`core.combat.areas.shapes`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from core.combat.areas.shapes import Corner, along, disc, in_line, spreading, until_wall, wedge
from core.combat.board.board_creatures import Creature
from core.combat.board.scene import Scene
from core.combat.board.squares import DIRECTIONS, Block, Square
from core.combat.sight.area_cover import AreaCover, area_cover
from core.combat.sight.sightlines import corner_words
from core.messages import N_, Message, Refusal
from core.quantities import Squares
from core.receipts import Receipt
from core.values import Struct

Shape: TypeAlias = Literal["burst", "spread", "cone", "line"]

RULES: dict[Shape, str] = {"burst": "A-1", "spread": "A-2", "cone": "A-3", "line": "A-4"}
LABELS: dict[Shape, Message] = {
    "burst": Message("squares in the burst"),
    "spread": Message("squares in the spread"),
    "cone": Message("squares in the cone"),
    "line": Message("squares on the line"),
}
LONGEST = 200
"""The largest radius or length, in squares."""


class Caught(Struct):
    """A creature in an area: the bits of its squares there, and the cover that it has."""

    who: Creature
    bits: int
    cover: AreaCover


@dataclass(frozen=True)
class Area:
    """The squares of an area effect as bits, and the creatures in it, in the scene's order.

    `shut` are the squares that the shape alone would hold, but that walls keep out. `origin` is
    the grid corner it starts at, `length` its radius or length.
    """

    shape: Shape
    origin: Corner
    length: int
    bits: int
    shut: int
    caught: tuple[Caught, ...]
    scene: Scene = field(repr=False, compare=False)

    @cached_property
    def receipt(self) -> Receipt:
        """Why these squares and these creatures."""
        rules, rule = self.scene.rules, RULES[self.shape]
        start = Message("from {corner}", corner=self._start)
        parts = [rules.cite(rule, start, Squares(self.length))]
        if self.shut:
            parts.append(rules.cite("G-7", "squares kept out by walls", self.shut.bit_count()))
        parts.extend(one.cover.receipt for one in self.caught)
        return rules.cite(rule, LABELS[self.shape], self.bits.bit_count(), *parts)

    @property
    def _start(self) -> Message:
        (x, y), board = self.origin, self.scene.field
        square = Block(min(x, board.width - 1), min(y, board.height - 1), 1)
        return corner_words((2 * x, 2 * y), square)


def burst(scene: Scene, origin: Corner, radius: int, *, take_cover: bool = False) -> Area:
    """Return the area within `radius` of a corner and in a clear line from it (A-1).

    Refusals: "off_the_map", "bad_length".
    """
    _check(scene, origin, radius)
    whole = disc(scene.field, origin, radius)
    open_ones = in_line(scene.field, origin, whole, Block(origin[0] - 1, origin[1] - 1, 2))
    return _area("burst", scene, origin, radius, (whole, open_ones), (), take_cover)


def spread(scene: Scene, origin: Corner, radius: int, *, take_cover: bool = False) -> Area:
    """Return the area that air from a corner reaches within `radius`, round corners (A-2).

    Refusals: "off_the_map", "bad_length".
    """
    _check(scene, origin, radius)
    whole = disc(scene.field, origin, radius)
    open_ones = spreading(scene.field, origin, radius)
    return _area("spread", scene, origin, radius, (whole, open_ones), (), take_cover)


def cone(
    scene: Scene,
    who: Creature,
    direction: str,
    length: int,
    *,
    corner: Corner | None = None,
    take_cover: bool = False,
) -> Area:
    """Return a quarter circle of this `length` from a creature in one of eight directions (A-3).

    It starts at `corner`, else at the outer corner of the creature's space, or for a straight
    direction at the middle of that side (the corner before it where the side is odd).
    Refusals: "unknown_direction", "bad_corner", "bad_length".
    """
    if direction not in DIRECTIONS:
        message = N_("'{direction}' is not a direction. Write one of {choices}.")
        raise Refusal("unknown_direction", message, direction=direction, choices=tuple(DIRECTIONS))
    body = scene.body(who)
    starts = _facing(body, direction)
    origin = starts[(len(starts) - 1) // 2] if corner is None else corner
    if origin not in starts:
        raise _bad_corner(origin, starts)
    _check(scene, origin, length)
    whole = wedge(scene.field, origin, length, direction)
    open_ones = in_line(scene.field, origin, whole, body)
    return _area("cone", scene, origin, length, (whole, open_ones), (who,), take_cover)


def line(
    scene: Scene,
    who: Creature,
    aim: Corner,
    length: int,
    *,
    corner: Corner | None = None,
    take_cover: bool = False,
) -> Area:
    """Return the squares that a line of this `length` from a creature through `aim` crosses (A-4).

    It starts at `corner`, else at the grid corner of the creature's space nearest to the aim (the
    first of several), and ends at the first wall. Refusals: "bad_corner", "bad_aim",
    "bad_length".
    """
    body = scene.body(who)
    starts = tuple((x // 2, y // 2) for x, y in body.lattice())
    origin = min(starts, key=lambda start: _apart(start, aim)) if corner is None else corner
    if origin not in starts:
        raise _bad_corner(origin, starts)
    _check(scene, origin, length)
    if origin[0] == aim[0] or origin[1] == aim[1]:
        raise Refusal("bad_aim", "A line from {start} to {aim} runs between squares and "
                                    "crosses none: aim at another corner.",
                      start=_named(origin), aim=_named(aim))  # fmt: skip
    own = scene.field.block(body)
    crossed = [one for one in along(origin, aim, length) if scene.field.holds(one)]
    whole = scene.field.bits(crossed) & ~own
    open_ones = scene.field.bits(until_wall(scene.field, origin, crossed, body)) & ~own
    return _area("line", scene, origin, length, (whole, open_ones), (who,), take_cover)


def far_corner(origin: Corner, square: Square) -> Corner:
    """Return the corner of a square farthest from a grid corner: a line to it crosses it."""
    x, y = square
    return (
        x + 1 if x + 1 - origin[0] >= origin[0] - x else x,
        y + 1 if y + 1 - origin[1] >= origin[1] - y else y,
    )


def near_corner(body: Block, square: Square) -> Corner:
    """Return the grid corner of a space nearest to a square's middle, the first of several."""
    middle = (2 * square.x + 1, 2 * square.y + 1)
    x, y = min(body.lattice(), key=lambda point: _apart(point, middle))
    return x // 2, y // 2


def _apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _facing(body: Block, direction: str) -> tuple[Corner, ...]:
    dx, dy = DIRECTIONS[direction]
    across, down = range(body.x, body.x + body.side + 1), range(body.y, body.y + body.side + 1)
    columns = across[-1:] if dx > 0 else across[:1] if dx < 0 else across
    rows = down[-1:] if dy > 0 else down[:1] if dy < 0 else down
    return tuple((x, y) for y in rows for x in columns)


def _area(
    shape: Shape,
    scene: Scene,
    origin: Corner,
    length: int,
    squares: tuple[int, int],
    spared: tuple[Creature, ...],
    take_cover: bool,
) -> Area:
    whole, reached = squares
    caught = []
    for who in scene.creatures:
        bits = scene.field.block(scene.body(who)) & reached
        if bits and not any(who.id == one.id or scene.paired(who, one) for one in spared):
            cover = area_cover(scene, origin, who, spread=shape == "spread", take_cover=take_cover)
            caught.append(Caught(who, bits, cover))
    shut = whole & ~reached
    return Area(shape, origin, length, reached, shut, tuple(caught), scene)


def _check(scene: Scene, origin: Corner, length: int) -> None:
    if not (0 <= origin[0] <= scene.field.width and 0 <= origin[1] <= scene.field.height):
        raise Refusal("off_the_map", "The corner {corner} is not on the map.",
                      corner=_named(origin))  # fmt: skip
    if not 1 <= length <= LONGEST:
        raise Refusal("bad_length", "An area is 1 to {most} squares long, not {length}.",
                      most=LONGEST, length=length)  # fmt: skip


def _bad_corner(corner: Corner, starts: Iterable[Corner]) -> Refusal:
    return Refusal("bad_corner", "It cannot start at {corner}. Choose one of {choices}.",
                   corner=_named(corner),
                   choices=tuple(_named(start) for start in starts))  # fmt: skip


def _named(corner: Corner) -> Message:
    return Message("({x} {y})", x=corner[0], y=corner[1])
