"""Area effects on the grid: burst, spread, cone and line, the creatures in them, their cover.

No source has templates: these are Outrider's own area rules (A-1 to A-4). All lengths are in
squares, points grid corners in lattice units: (0, 0) is the top left corner of A1. From a corner a
square is reached when its far corner is: `measure` (1-2-1-2) of that offset is its distance. So a
radius of 1 square covers 4 squares, 2 cover 12 and 4 cover 44, as the usual templates do. Walls
stop lines from the origin (G-1); a spread goes round corners.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from core.combat.board.scene import Creature, Scene, name_creature
from core.combat.board.squares import DIRECTIONS, Battlefield, Block, Point, Square, measure
from core.combat.board.tops import field_at
from core.combat.sight.between import (
    Between,
    Box,
    covering,
    grown,
    hull,
    low_receipts,
    scene_between,
    with_low,
)
from core.combat.sight.cover import check_take_cover
from core.combat.sight.cover_answer import Degree, degree_words
from core.combat.sight.depths import shut_between
from core.combat.sight.lines import Walls, corners_of, ends, field_walls, flows, open_line, touching
from core.combat.sight.sightlines import SightLine, corner_words, line_receipt, trace
from core.messages import Message, Refusal, Squares, Template, yes_no
from core.receipts import Receipt
from core.values import Struct, replace

IN_THE_AIR = 1
"""The height in squares of an area about a point: above ground and water."""
Corner: TypeAlias = tuple[int, int]
"""A grid corner in lattice units."""


def farthest(radius: int, row: int) -> int:
    """Return the number of squares in reach in a row of a quarter disc.

    `row` counts from 1, away from the corner.
    """
    wide = radius - row // 2
    if wide >= row:
        return wide
    return max(0, min(row, 2 * (radius - row) + 1))


def disc(field: Battlefield, origin: Corner, radius: int) -> int:
    """Return the squares of a map no farther than `radius` from a grid corner."""
    return sum(_quarter(field, origin, radius, sx, sy) for sx in (1, -1) for sy in (1, -1))


def wedge(field: Battlefield, origin: Corner, radius: int, direction: str) -> int:
    """Return a quarter of a disc: to one of the eight directions ("N" to "NW").

    Straight on it holds the squares that lie at least as far forward as aside.
    """
    dx, dy = DIRECTIONS[direction]
    if dx and dy:
        return _quarter(field, origin, radius, dx, dy)
    sides = [(dx or turn, dy or turn) for turn in (1, -1)]
    return sum(
        _quarter(field, origin, radius, sx, sy, forward="x" if dx else "y") for sx, sy in sides
    )


def _quarter(
    field: Battlefield, origin: Corner, radius: int, sx: int, sy: int, forward: str = ""
) -> int:
    bits = 0
    for row in range(1, radius + 1):
        first = 1
        last = farthest(radius, row)
        if forward == "x":
            first = row
        elif forward == "y":
            last = min(last, row)
        left = origin[0] + (first - 1 if sx > 0 else -last)
        y = origin[1] + (row - 1 if sy > 0 else -row)
        bits |= field.rectangle(left, y, last - first + 1, 1)
    return bits


def along(origin: Corner, aim: Corner, length: int) -> Iterator[Square]:
    """Yield the squares whose inside a ray from `origin` through `aim` crosses, in order.

    As far as they lie within `length` squares; they may lie off the map. Squares that follow
    each other share a side, or a corner that the ray runs through. None for a ray along the lines
    of the grid: it crosses no square.
    """
    dx = aim[0] - origin[0]
    dy = aim[1] - origin[1]
    if not dx or not dy:
        return
    wide = abs(dx)
    high = abs(dy)
    i = j = 0
    while measure(i + 1, j + 1) <= length:
        x = origin[0] + (i if dx > 0 else -i - 1)
        y = origin[1] + (j if dy > 0 else -j - 1)
        yield Square(x, y)
        across = (i + 1) * high
        down = (j + 1) * wide
        if across <= down:
            i += 1
        if down <= across:
            j += 1


def spreading(field: Battlefield, origin: Corner, radius: int) -> int:
    """Return the squares within `radius` squares of way from a grid corner.

    The open squares round the corner count 1; from there each straight step counts 1 and
    diagonals 2, 1, 2, ... (the first was made to the far corner of that square), as `measure`
    does. A diagonal needs an open way round on one of its sides.
    """
    passes = _passes(field)
    stride = field.stride
    seen = 0
    around = field.rectangle(origin[0] - 1, origin[1] - 1, 2, 2) & ~field.solid
    before = [0, 0, 0, around]  # by twice the cost plus the parity
    for key in range(3, 2 * radius + 2):
        if key == len(before):
            straight = before[key - 2]
            diagonal = before[key - 3]
            bits = 0
            for name, back, shift in (("E", "W", 1), ("S", "N", stride)):
                bits |= (straight & passes[name]) << shift | (straight & passes[back]) >> shift
            for name, back, shift in (("SE", "NW", stride + 1), ("SW", "NE", stride - 1)):
                bits |= (diagonal & passes[name]) << shift | (diagonal & passes[back]) >> shift
            before.append(bits & ~seen)
        seen |= before[key]
    return seen


def _passes(field: Battlefield) -> dict[str, int]:
    stride = field.stride
    free = field.every & ~field.solid
    east = free & free >> 1 & ~field.wall_east
    south = free & free >> stride & ~field.wall_south
    west = east << 1
    north = south << stride
    return {
        "E": east,
        "S": south,
        "W": west,
        "N": north,
        "SE": east & south >> 1 | south & east >> stride,
        "SW": west & south << 1 | south & west >> stride,
        "NE": east & north >> 1 | north & east << stride,
        "NW": west & north << 1 | north & west << stride,
    }


def in_line(board: Battlefield, origin: Corner, squares: int, start: Block) -> int:
    """Return those of `squares` with a clear line from a corner of the space `start` (G-1)."""
    walls = field_walls(board)
    point = (2 * origin[0], 2 * origin[1])
    begins = touching(start, point)
    own = start.nearest(Block(*origin, 1))
    bits = 0
    for square in board.squares(squares & ~board.solid):
        if start.overlaps(Block(*square, 1)):
            first = square
        else:
            first = own
        if _bare(walls, origin, square, first) or any(
            open_line(walls, point, end, begins, goal) for end, goal in ends(Block(*square, 1))
        ):
            bits |= board.bit(square)
    return bits


def _bare(walls: Walls, origin: Corner, *squares: Square) -> bool:
    left = min(origin[0], *(square.x for square in squares))
    right = max(origin[0], *(square.x + 1 for square in squares))
    top = min(origin[1], *(square.y for square in squares))
    bottom = max(origin[1], *(square.y + 1 for square in squares))
    inside = left >= 0 and right <= walls.width and top >= 0 and bottom <= walls.height
    return inside and walls.bare(left, top, right, bottom)


def until_wall(
    board: Battlefield, origin: Corner, squares: Iterable[Square], body: Block
) -> Iterator[Square]:
    """Return the squares along a line from a corner of a space, up to the first walled off."""
    walls = field_walls(board)
    before = body
    point: Point | None = (2 * origin[0], 2 * origin[1])
    for square in squares:
        here = Block(square.x, square.y, 1)
        if board.solid & board.bit(square) or not _line_passes(walls, before, here, point):
            break
        yield square
        before = here
        point = None


def _line_passes(walls: Walls, one: Block, other: Block, point: Point | None) -> bool:
    if point is None:
        shared = set(one.corners()) & set(other.corners())
        if len(shared) == 2:
            return open_line(walls, one.centre, other.centre, 1, 1)
        point = shared.pop()
    return open_line(walls, point, point, touching(one, point), touching(other, point))


Shape: TypeAlias = Literal["burst", "spread", "cone", "line"]

SHAPES: dict[Shape, tuple[str, Template]] = {
    "burst": ("A-1", "squares in the burst"),
    "spread": ("A-2", "squares in the spread"),
    "cone": ("A-3", "squares in the cone"),
    "line": ("A-4", "squares on the line"),
}
LONGEST = 200
"""The largest radius or length, in squares."""


ALL_AROUND = 15
"""Every square around a grid corner (`touching`)."""


class AreaCover(Struct, dict=True):
    """Cover of a target from an area effect that starts at the grid corner `origin`.

    See `area_cover` (C-168, C-169, C-182).
    """

    scene: Scene
    origin: Corner
    target: Creature
    spread: bool
    take_cover: bool

    @cached_property
    def degree(self) -> Degree:
        """The degree of cover; "total" off the map."""
        if not self._reached:
            return "total"
        if self._cuts(self._view.hard):
            return "cover"
        return "none"

    @property
    def reflex_bonus(self) -> int:
        """The bonus to the target's Reflex save."""
        figures = self.scene.combat.cover
        if self.take_cover:
            row = figures.taken
        else:
            row = figures.full
        if self.degree == "cover" and not self._spreads:
            return row.reflex
        return 0

    @property
    def affected(self) -> bool:
        """Whether the effect reaches the target."""
        field = self.scene.field
        goal = self._goal
        round_corners = self._spreads and field.contains(goal)
        return self._reached or (round_corners and flows(field, self._around, goal))

    @cached_property
    def lines(self) -> tuple[SightLine, ...]:
        """The lines from the origin."""
        if not self.scene.field.contains(self._goal):
            return ()
        view = self._view
        return tuple(trace(view, view.full, self._point, q) for q, _ in self._goals)

    @property
    def _point(self) -> Point:
        return 2 * self.origin[0], 2 * self.origin[1]

    @property
    def _around(self) -> Block:
        # The four squares around the origin, used as the attacker's space.
        return Block(self.origin[0] - 1, self.origin[1] - 1, 2)

    @property
    def _by_corners(self) -> bool:
        return self.scene.combat.mechanisms.cover == "corners"

    @property
    def _spreads(self) -> bool:
        # C-169
        return self.spread and self._by_corners

    @cached_property
    def _goal(self) -> Block:
        return self.scene.body(self.target)

    @property
    def _box(self) -> Box:
        return grown(self.scene, hull(self._around, self._goal))

    @cached_property
    def _attackers(self) -> tuple[Block, ...]:
        # The open squares at the origin, from which low obstacles are judged (C-168); none where
        # low obstacles cover everyone: then none at the origin is left out.
        if self.scene.combat.mechanisms.low_cover == "always":
            return ()
        field = self.scene.field
        open_squares = field.block(self._around) & ~field.solid
        return tuple(Block(*square, 1) for square in field.squares(open_squares))

    @cached_property
    def _view(self) -> Between:
        solid = field_walls(self.scene.field)
        low = covering(self.scene, self._attackers, self._goal, self._box)
        hard = with_low(solid, low)
        return Between(
            start=self._around, goal=self._goal, solid=solid, hard=hard, full=hard, low=low
        )

    @cached_property
    def _goals(self) -> tuple[tuple[Point, int], ...]:
        if self._by_corners:
            return tuple(corners_of(self._goal))
        return ((self._goal.centre, touching(self._goal, self._goal.centre)),)

    def _cuts(self, walls: Walls) -> bool:
        return not all(open_line(walls, self._point, q, ALL_AROUND, g) for q, g in self._goals)

    @cached_property
    def _reached(self) -> bool:
        # G-7
        field = self.scene.field
        walls = field_walls(field)
        return field.contains(self._goal) and any(
            open_line(walls, self._point, q, ALL_AROUND, g) for q, g in ends(self._goal)
        )

    @cached_property
    def receipt(self) -> Receipt:
        """The lines from the origin, what cuts them, and the bonus."""
        scene = self.scene
        words = degree_words(self.degree)
        rule = "C-168" if self._by_corners else "C-182"
        label = Message("cover of {target} from the area effect", target=name_creature(self.target))
        if not scene.field.contains(self._goal):
            part = scene.rules.cite("C-008", "on the map", yes_no(False))
            return scene.rules.cite(rule, label, words, part)
        parts = (
            *(self._line(line, rule) for line in self.lines),
            *low_receipts(scene, self._attackers, self._goal, self._box, self._cuts),
            *self._outcome(),
        )
        if self.degree == "total":
            rule = "C-175" if self._by_corners else "C-190"
        by_lattice = self._by_corners and self.degree != "total"
        return scene.rules.cite(rule, label, words, *parts, default=by_lattice)

    def _line(self, line: SightLine, rule: str) -> Receipt:
        end = corner_words(line.end, self._goal) if self._by_corners else Message("its centre")
        label = Message(
            "line from the point {x},{y} to {end}", x=self.origin[0], y=self.origin[1], end=end
        )
        low = "C-171" if self._by_corners else "C-185"
        return line_receipt(self.scene.rules, label, line, rule, low=low)

    def _outcome(self) -> Iterator[Receipt]:
        cite = self.scene.rules.cite
        covered = self.degree == "cover"
        seen = yes_no(self.degree != "total")
        yield cite("G-7", "line of effect: a clear line to any corner", seen)
        if self._spreads:
            yield cite("C-169", "a spread turns corners and ignores cover", yes_no(self.affected))
        elif covered and self._by_corners:
            yield cite("C-168", "Reflex save", self.reflex_bonus)
        elif covered:
            usual = self.scene.combat.cover.full.reflex
            taken = []
            if self.reflex_bonus != usual:
                taken.append(cite("C-181", "Take Cover", self.reflex_bonus))
            yield cite("C-180", "Reflex save, circumstance bonus", usual, *taken)


def area_cover(
    scene: Scene,
    origin: Corner,
    target: Creature,
    *,
    spread: bool = False,
    take_cover: bool = False,
) -> AreaCover:
    """Return the cover of `target` from an area effect that starts at a grid corner.

    `origin` is (x, y) in squares, (0, 0) the top left corner of A1. Where C-169 holds a `spread`
    turns corners: it ignores cover, and without line of effect it still affects targets that it can
    flow to past solids and walls (at any distance); by centres a spread is like any area. Refusals:
    "unknown_origin" off the map, "unknown_take_cover" where a system has no such action.
    """
    field = scene.field
    if not (0 <= origin[0] <= field.width and 0 <= origin[1] <= field.height):
        raise Refusal(
            "unknown_origin", "The point {x}, {y} is not on the map.", x=origin[0], y=origin[1]
        )
    check_take_cover(scene, take_cover)
    return AreaCover(scene, origin, target, spread, take_cover)


class Caught(Struct):
    """A creature in an area: the bits of its squares there, and the cover that it has."""

    creature: Creature
    bits: int
    cover: AreaCover


@dataclass(frozen=True, kw_only=True)
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
        rules = self.scene.rules
        rule, label = SHAPES[self.shape]
        parts = [rules.cite(rule, "from {corner}", Squares(self.length), corner=self._start)]
        if self.shut:
            parts.append(rules.cite("G-7", "squares kept out by walls", self.shut.bit_count()))
        parts.extend(one.cover.receipt for one in self.caught)
        return rules.cite(rule, label, self.bits.bit_count(), *parts)

    @property
    def _start(self) -> Message:
        x, y = self.origin
        board = self.scene.field
        square = Block(min(x, board.width - 1), min(y, board.height - 1), 1)
        return corner_words((2 * x, 2 * y), square)


def burst(scene: Scene, origin: Corner, radius: int, *, take_cover: bool = False) -> Area:
    """Return the area within `radius` of a corner and in a clear line from it (A-1).

    Refusals: "off_the_map", "bad_length".
    """
    _check(scene, origin, radius)
    whole = disc(scene.field, origin, radius)
    around = Block(origin[0] - 1, origin[1] - 1, 2)
    return _area(
        "burst",
        scene,
        origin,
        radius,
        whole=whole,
        reach=lambda field: in_line(field, origin, whole, around),
        take_cover=take_cover,
    )


def spread(scene: Scene, origin: Corner, radius: int, *, take_cover: bool = False) -> Area:
    """Return the area that air from a corner reaches within `radius`, round corners (A-2).

    Refusals: "off_the_map", "bad_length".
    """
    _check(scene, origin, radius)
    whole = disc(scene.field, origin, radius)
    return _area(
        "spread",
        scene,
        origin,
        radius,
        whole=whole,
        reach=lambda field: spreading(field, origin, radius),
        take_cover=take_cover,
    )


def cone(
    scene: Scene,
    creature: Creature,
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
        raise Refusal(
            "unknown_direction",
            "'{direction}' is not a direction. Write one of {choices}.",
            direction=direction,
            choices=tuple(DIRECTIONS),
        )
    body = scene.body(creature)
    starts = _facing(body, direction)
    origin = _begun(scene, starts, corner or starts[(len(starts) - 1) // 2], length)
    whole = wedge(scene.field, origin, length, direction)
    return _area(
        "cone",
        scene,
        origin,
        length,
        whole=whole,
        reach=lambda field: in_line(field, origin, whole, body),
        take_cover=take_cover,
        by=creature,
    )


def line(
    scene: Scene,
    creature: Creature,
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
    body = scene.body(creature)
    starts = tuple((x // 2, y // 2) for x, y in body.lattice())
    nearest = min(starts, key=lambda start: _apart(start, aim))
    origin = _begun(scene, starts, corner or nearest, length)
    if origin[0] == aim[0] or origin[1] == aim[1]:
        raise Refusal(
            "bad_aim",
            "A line from {start} to {aim} runs between squares and "
            "crosses none: aim at another corner.",
            start=_name_corner(origin),
            aim=_name_corner(aim),
        )
    own = scene.field.block(body)
    crossed = [one for one in along(origin, aim, length) if scene.field.holds(one)]
    whole = scene.field.bits(crossed) & ~own

    def reach(field: Battlefield) -> int:
        return field.bits(until_wall(field, origin, crossed, body)) & ~own

    return _area(
        "line",
        scene,
        origin,
        length,
        whole=whole,
        reach=reach,
        take_cover=take_cover,
        by=creature,
    )


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
    across = range(body.x, body.x + body.side + 1)
    down = range(body.y, body.y + body.side + 1)
    if dx > 0:
        columns = across[-1:]
    elif dx < 0:
        columns = across[:1]
    else:
        columns = across
    if dy > 0:
        rows = down[-1:]
    elif dy < 0:
        rows = down[:1]
    else:
        rows = down
    return tuple((x, y) for y in rows for x in columns)


def _area(
    shape: Shape,
    scene: Scene,
    origin: Corner,
    length: int,
    *,
    whole: int,
    reach: Callable[[Battlefield], int],
    take_cover: bool,
    by: Creature | None = None,
) -> Area:
    # `reach` returns the squares of the shape that no wall of a map keeps out.
    feet = 0 if by is None else scene.bearer(by).elevation
    own_field = field_at(scene.field, feet)
    reached = reach(own_field)
    known = {own_field: reached}
    caught = []
    for creature in scene.creatures:
        seen = _scene_towards(scene, creature, by)
        if seen.field not in known:
            known[seen.field] = reach(seen.field)
        bits = scene.field.block(scene.body(creature)) & known[seen.field]
        if bits and _is_shut_off(scene, creature, by):
            continue
        if bits and (by is None or not (creature.id == by.id or scene.paired(creature, by))):
            cover = area_cover(
                seen, origin, creature, spread=shape == "spread", take_cover=take_cover
            )
            caught.append(Caught(creature, bits, cover))
    return Area(
        shape=shape,
        origin=origin,
        length=length,
        bits=reached,
        shut=whole & ~reached,
        caught=tuple(caught),
        scene=scene,
    )


def _scene_towards(scene: Scene, creature: Creature, by: Creature | None) -> Scene:
    # What an area passes over on its way to a creature; one about a point is at its height.
    if by is not None:
        return scene_between(scene, by, creature, "top")
    field = field_at(scene.field, scene.bearer(creature).elevation)
    if field is scene.field:
        return scene
    return replace(scene, field=field)


def _is_shut_off(scene: Scene, creature: Creature, by: Creature | None) -> bool:
    # Whether earth or water lies between it and the area: one about a point is in the air.
    body = scene.body(creature)
    if by is None:
        return bool(shut_between(scene.field, body, body, (creature.elevation, IN_THE_AIR)))
    feet = (creature.elevation, by.elevation)
    return bool(shut_between(scene.field, body, scene.body(by), feet))


def _check(scene: Scene, origin: Corner, length: int) -> None:
    if not (0 <= origin[0] <= scene.field.width and 0 <= origin[1] <= scene.field.height):
        raise Refusal(
            "off_the_map", "The corner {corner} is not on the map.", corner=_name_corner(origin)
        )
    if not 1 <= length <= LONGEST:
        raise Refusal(
            "bad_length",
            "An area is 1 to {most} squares long, not {length}.",
            most=LONGEST,
            length=length,
        )


def _begun(scene: Scene, starts: tuple[Corner, ...], origin: Corner, length: int) -> Corner:
    if origin not in starts:
        raise Refusal(
            "bad_corner",
            "It cannot start at {corner}. Choose one of {choices}.",
            corner=_name_corner(origin),
            choices=tuple(map(_name_corner, starts)),
        )
    _check(scene, origin, length)
    return origin


def _name_corner(corner: Corner) -> Message:
    return Message("({x} {y})", x=corner[0], y=corner[1])
