"""Squares and spaces: names, offsets, corners, distances (G-2); the battlefield as sets of squares.

Squares are counted from 0; square (x, y) is the closed area [x, x+1] x [y, y+1]. Points are in
half-squares: the corner (x, y) is (2x, 2y), the centre of a square (2x+1, 2y+1) (section 1). A
rectangle is named by its top left square, its anchor. An anchor whose rectangle does not lie
wholly on the map may come out either way: keep those that `inside(field.every, ...)` holds.

A set of squares is a Python int, a bit a square: `y * stride + x` is square (x, y). `stride` is one
more than the width: the column between two rows is never set, so shifting by one never leaks into
the next row. Shift east by `<< 1`, south by `<< stride`. No such set enters JSON: they are rebuilt
from the map.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property, reduce
from operator import or_
from typing import Any, NamedTuple, TypeAlias

from core.messages import Refusal
from core.rulesets.combat_schema import Ground
from core.values import Struct, replace

NAME = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,3})", re.ASCII)
LETTERS = 26

Point: TypeAlias = tuple[int, int]
"""A point in half-squares."""


class Square(NamedTuple):
    """A square by column and row, both from 0; as text its name: "A1" is the first (C-002)."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"{name_column(self.x)}{self.y + 1}"

    def by(self, dx: int, dy: int) -> Square:
        """Return the square `dx` columns to the right and `dy` rows down."""
        return Square(self.x + dx, self.y + dy)

    def away(self, other: Square) -> int:
        """Return the distance to another square, in squares (C-003)."""
        return measure(self.x - other.x, self.y - other.y)

    def line(self, to: Square) -> tuple[Square, ...]:
        """Return the squares of a straight line to another, both ends included."""
        dx = to.x - self.x
        dy = to.y - self.y
        far = max(abs(dx), abs(dy)) or 1
        offsets = (
            ((2 * dx * n + far) // (2 * far), (2 * dy * n + far) // (2 * far))
            for n in range(far + 1)
        )
        return tuple(dict.fromkeys(self.by(*offset) for offset in offsets))


DIRECTIONS: dict[str, tuple[int, int]] = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
"""The eight directions of a step: columns to the right, rows down."""

_BY_OFFSET = {offset: name for name, offset in DIRECTIONS.items()}


def direction_of(start: Square, end: Square) -> str:
    """Return the direction of a step from one square to another; "" unless they are neighbours."""
    return _BY_OFFSET.get((end.x - start.x, end.y - start.y), "")


def sign_of(length: float) -> int:
    """Return 1, -1 or 0: the direction of a length along an axis."""
    if length > 0:
        return 1
    if length < 0:
        return -1
    return 0


def name_column(x: int) -> str:
    """Return the letters of a column counted from 0: AA comes after Z (C-002)."""
    letters = ""
    while x >= 0:
        letters = chr(ord("A") + x % LETTERS) + letters
        x = x // LETTERS - 1
    return letters


def parse_square(text: str) -> Square:
    """Parse the name of a square such as "C4" (C-002); Refusal("unknown_square") otherwise."""
    match = NAME.fullmatch(text.strip().upper())
    if match is None:
        raise Refusal("unknown_square", "'{text}' is not a square. Write it like C4.", text=text)
    letters, number = match.groups()
    x = 0
    for letter in letters:
        x = x * LETTERS + ord(letter) - ord("A") + 1
    return Square(x - 1, int(number) - 1)


NOWHERE = Square(-1, -1)
"""On no map: the square of a rider of which only the mount is given, until it is put there."""


class Block(NamedTuple):
    """A space of `side` x `side` squares, placed by its anchor, the top left square (x, y)."""

    x: int
    y: int
    side: int

    @property
    def anchor(self) -> Square:
        """The top left square, by which the space is named."""
        return Square(self.x, self.y)

    @property
    def centre(self) -> Point:
        """The centre in half-squares."""
        return 2 * self.x + self.side, 2 * self.y + self.side

    def squares(self) -> Iterator[Square]:
        """Yield the squares in reading order."""
        for y in range(self.y, self.y + self.side):
            for x in range(self.x, self.x + self.side):
                yield Square(x, y)

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Return the four outer corners in half-squares, clockwise from the top left."""
        left = 2 * self.x
        top = 2 * self.y
        right = left + 2 * self.side
        bottom = top + 2 * self.side
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def lattice(self) -> tuple[Point, ...]:
        """Return all corners of its squares in half-squares, row by row."""
        side = self.side + 1
        return tuple((2 * (self.x + i), 2 * (self.y + j)) for j in range(side) for i in range(side))

    def overlaps(self, other: Block) -> bool:
        """Whether the two spaces share a square."""
        return (
            self.x < other.x + other.side
            and other.x < self.x + self.side
            and self.y < other.y + other.side
            and other.y < self.y + self.side
        )

    def nearest(self, other: Block) -> Square:
        """Return the square of this space that is nearest to another's anchor."""
        last = self.side - 1
        x = min(max(other.x, self.x), self.x + last)
        return Square(x, min(max(other.y, self.y), self.y + last))

    def at(self, anchor: Square) -> Block:
        """Return a space of the same size with another anchor."""
        return Block(anchor.x, anchor.y, self.side)


def crosses(p: Point, q: Point, low: Point, high: Point) -> bool:
    """Whether the line between two points meets a closed rectangle from `low` to `high` (G-1)."""
    px, py = p
    qx, qy = q
    left, top = low
    right, bottom = high
    if max(px, qx) < left or min(px, qx) > right or max(py, qy) < top or min(py, qy) > bottom:
        return False
    across = qx - px
    down = qy - py
    turns = [across * (y - py) - down * (x - px) for x in (left, right) for y in (top, bottom)]
    return not (min(turns) > 0 or max(turns) < 0)


def reading_order(squares: Iterable[Square]) -> tuple[Square, ...]:
    """Return the squares row by row, from left to right."""
    return tuple(sorted(squares, key=lambda square: (square.y, square.x)))


def union(sets: Iterable[int]) -> int:
    """Return the bits of all these sets."""
    return reduce(or_, sets, 0)


def shifted(bits: int, by: int) -> int:
    """Return the bits moved up by so many places, or down for a negative number."""
    if by >= 0:
        return bits << by
    return bits >> -by


def touching(bits: int, wide: int, high: int, stride: int) -> int:
    """Return the anchors whose rectangle of `wide` x `high` squares meets one of the bits.

    None when the rectangle is empty (a side of 0).
    """
    if not bits or wide < 1 or high < 1:
        return 0
    for shift in _shifts(wide, high, stride):
        bits |= bits >> shift
    return bits


def inside(bits: int, wide: int, high: int, stride: int) -> int:
    """Return the anchors whose rectangle lies wholly within the bits, and so on the map."""
    for shift in _shifts(wide, high, stride):
        bits &= bits >> shift
    return bits


def covered(anchors: int, wide: int, high: int, stride: int) -> int:
    """Return the squares that the rectangles at these anchors cover, if all lie on the map."""
    for shift in _shifts(wide, high, stride):
        anchors |= anchors << shift
    return anchors


@cache
def _shifts(wide: int, high: int, stride: int) -> tuple[int, ...]:
    # One square grows to a row, and the row to a rectangle, each time by as much as it has.
    shifts = []
    for length, unit in ((wide, 1), (high, stride)):
        done = 1
        while done < length:
            step = min(done, length - done)
            shifts.append(step * unit)
            done += step
    return tuple(shifts)


EXCEPTION = 2
"""The reach that also covers the second diagonal, where the system grants it (C-098)."""


def gap(a: Block, b: Block) -> tuple[int, int]:
    """Return the offset of two spaces per axis, in squares from the nearest square to the nearest.

    (0, 0) when they overlap; a largest part of 1 when they are adjacent (C-006).
    """
    return (
        max(0, b.x - (a.x + a.side - 1), a.x - (b.x + b.side - 1)),
        max(0, b.y - (a.y + a.side - 1), a.y - (b.y + b.side - 1)),
    )


def adjacent(a: Block, b: Block) -> bool:
    """Whether two spaces touch or overlap (C-006)."""
    return max(gap(a, b)) <= 1


def measure(dx: int, dy: int) -> int:
    """Return the length of an offset in squares: diagonals count 1, 2, 1, 2 (C-003)."""
    dx = abs(dx)
    dy = abs(dy)
    return max(dx, dy) + min(dx, dy) // 2


def within(dx: int, dy: int, reach: int, *, second_diagonal: bool) -> bool:
    """Whether an offset is within a reach of so many squares (C-097).

    With `second_diagonal` a reach of exactly 2 squares also covers two diagonals (C-098).
    """
    if measure(dx, dy) <= reach:
        return True
    return second_diagonal and reach == EXCEPTION == abs(dx) == abs(dy)


def distance(a: Block, b: Block) -> int:
    """Return the distance of two spaces in squares, 0 when they overlap (C-005)."""
    return measure(*gap(a, b))


def through_the_air(a: Block, b: Block, rise: tuple[int, int]) -> int:
    """Return the distance of two bodies in squares when they are `rise` squares above the ground.

    Each is taken to be as high as its space is wide, and steps that change two or three
    coordinates count 1-2-1-2 (C-127): a house default, as the sources know the flat map only.
    """
    return measure_offset(*gap(a, b), apart(a.side, b.side, rise))


def apart(side: int, other: int, rise: tuple[int, int]) -> int:
    """Return how far one body is above or below another, nearest to nearest, in squares.

    They are `rise` squares above the ground and are as high as wide; 0 when they share a height.
    """
    low, high = rise
    return max(0, high - (low + side - 1), low - (high + other - 1))


def measure_offset(dx: int, dy: int, dz: int) -> int:
    """Return the length of an offset in squares, up or down too (C-003, C-127)."""
    longest, middle, _ = sorted(map(abs, (dx, dy, dz)), reverse=True)
    return measure(longest, middle)


def risen(rise: int, step: int, steps: int) -> int:
    """Return the rise of a straight line after `step` of its `steps`, in squares."""
    return (2 * abs(rise) * step + steps) // (2 * steps)


DEEPEST = -100
"""The least height, in squares."""
LARGEST = 500
"""The most columns or rows of a map."""

Sides = tuple[int, int]
"""Borders as bits: the squares whose east side they are on, those whose south side."""


class Battlefield(Struct, dict=True):
    """A map of `width` x `height` squares, at most 500 x 500 (an empty one is 0 x 0).

    Layers by what matters to the rules: `solid` blocks everything (C-044), `water` is for
    swimmers and flyers (C-045), `hampered` squares have weight 1 or more and `hampered_twice`
    weight 2 (C-026, C-028, C-035), `hazard` hurts (C-047), `low` covers (C-171), `concealing`
    conceals (C-191), `no_stop` is no place to stop for walkers (C-040). `earth` is solid that a
    burrower passes (C-132), in `dim` ones nobody sees its way (C-046), and the surfaces are those
    of C-048 to C-050.
    Walls on borders (C-055) and low ones (C-041) are kept by the square whose east or south side
    they are on: `wall_east`, `wall_south`, `low_east`, `low_south`; so are those that conceal and
    hinder nobody, `veil_east` and `veil_south` (C-191).
    `tops` are the heights in squares of what stands on squares, `edge_tops` those of walls on
    borders, each with the squares whose east and south side they are on; without one it reaches to
    the ceiling. A map as it is at a height (`whole` is that at the ground) has `drop`, the squares
    with nothing beneath.
    `rows` are as they were written; `own` are the characters in them that are the map's own, each
    with the signs of its kinds of ground: ("T", ":&").
    """

    width: int
    height: int
    solid: int = 0
    water: int = 0
    hampered: int = 0
    hampered_twice: int = 0
    hazard: int = 0
    low: int = 0
    concealing: int = 0
    no_stop: int = 0
    earth: int = 0
    dim: int = 0
    narrow_surface: int = 0
    uneven_ground: int = 0
    incline: int = 0
    wall_east: int = 0
    wall_south: int = 0
    low_east: int = 0
    low_south: int = 0
    veil_east: int = 0
    veil_south: int = 0
    tops: tuple[tuple[int, int], ...] = ()
    edge_tops: tuple[tuple[int, int, int], ...] = ()
    drop: int = 0
    whole: Battlefield | None = None
    rows: tuple[str, ...] = ()
    own: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        """Its rows; layers of a large map have more digits than an int may print."""
        return f"Battlefield({self.width}x{self.height}, {self.rows!r})"

    @cached_property
    def _hash(self) -> int:
        walls = (self.solid, self.wall_east, self.wall_south, self.low_east, self.low_south)
        return hash((self.width, self.height, self.rows, walls))

    def __hash__(self) -> int:
        """A hash for caches, worked out once: layers are long."""
        return self._hash

    @cached_property
    def without_borders(self) -> Battlefield:
        """The map without walls and veils on its borders: as it is below the ground."""
        return replace(
            self,
            wall_east=0,
            wall_south=0,
            low_east=0,
            low_south=0,
            veil_east=0,
            veil_south=0,
        )

    @property
    def stride(self) -> int:
        """Bits from a square to the one below it."""
        return self.width + 1

    @cached_property
    def every(self) -> int:
        """All squares of the map."""
        row = (1 << self.width) - 1
        return sum(row << (y * self.stride) for y in range(self.height))

    def holds(self, square: Square) -> bool:
        """Whether the square is on the map (C-008)."""
        return 0 <= square.x < self.width and 0 <= square.y < self.height

    def bit(self, square: Square) -> int:
        """Return the bit of a square of the map; 0 off the map."""
        if self.holds(square):
            return 1 << (square.y * self.stride + square.x)
        return 0

    def bits(self, squares: Iterable[Square]) -> int:
        """Return the bits of those squares that are on the map."""
        bits_of_squares = 0
        for square in squares:
            bits_of_squares |= self.bit(square)
        return bits_of_squares

    def block(self, block: Block) -> int:
        """Return the bits of a space, as far as it is on the map."""
        return self.rectangle(block.x, block.y, block.side, block.side)

    def rectangle(self, x: int, y: int, wide: int, high: int) -> int:
        """Return the bits of a rectangle of squares, as far as it is on the map."""
        left = max(0, x)
        right = min(self.width, x + wide)
        if left >= right:
            return 0
        row = ((1 << (right - left)) - 1) << left
        stride = self.width + 1
        bits = 0
        for line in range(max(0, y), min(self.height, y + high)):
            bits |= row << (line * stride)
        return bits

    def kinds(self, square: Square) -> str:
        """Return the signs of the kinds of ground of a square; most have one."""
        sign = self.rows[square.y][square.x]
        return dict(self.own).get(sign, sign)

    def contains(self, block: Block) -> bool:
        """Whether a space lies wholly on the map."""
        x, y, side = block
        return x >= 0 <= y and x + side <= self.width and y + side <= self.height

    def around(self, bits: int) -> int:
        """Return a set of squares with all that touch one of them, at a side or a corner."""
        wider = bits | bits << 1 | bits >> 1
        return (wider | wider << self.stride | wider >> self.stride) & self.every

    def is_beside_solid(self, space: Block, *, low: bool = False) -> bool:
        """Whether solid ground or a wall is beside a space; `low`: or a low obstacle."""
        x, y, side = space
        around = self.rectangle(x - 1, y - 1, side + 2, side + 2)
        east = self.rectangle(x - 1, y, side + 1, side)
        south = self.rectangle(x, y - 1, side, side + 1)
        if around & self.solid or east & self.wall_east or south & self.wall_south:
            return True
        if not low:
            return False
        return bool(around & self.low or east & self.low_east or south & self.low_south)

    def squares(self, bits: int) -> Iterator[Square]:
        """Yield the squares of a set of bits in reading order."""
        stride = self.stride
        while bits:
            low = bits & -bits
            y, x = divmod(low.bit_length() - 1, stride)
            yield Square(x, y)
            bits ^= low


def read_field(
    rows: Iterable[str],
    ground: Mapping[str, Ground],
    *,
    legend: Mapping[str, tuple[str, ...]] | None = None,
) -> Battlefield:
    """Return the battlefield of map rows (section 0 of the catalogue).

    `ground` are the kinds by slug, each with its sign; `legend` gives further signs for
    several kinds in one square ({"T": ("difficult", "concealing")}). It has no walls on its
    borders yet. Refusals: "uneven_map" where rows are not of one length, "map_too_large",
    "unknown_sign", "unknown_ground".
    """
    lines = tuple(rows)
    width = len(lines[0]) if lines else 0
    if len(lines) > LARGEST or width > LARGEST:
        raise Refusal(
            "map_too_large", "A map can have at most {most} columns and rows.", most=LARGEST
        )
    kinds = {kind.sign: ground_layers((kind,)) for kind in ground.values()}
    own = []
    for sign, slugs in (legend or {}).items():
        for slug in slugs:
            if slug not in ground:
                raise no_ground(slug, ground)
        kinds[sign] = ground_layers(tuple(ground[slug] for slug in slugs))
        own.append((sign, "".join(ground[slug].sign for slug in slugs)))
    for y, line in enumerate(lines):
        if len(line) != width:
            raise Refusal(
                "uneven_map",
                "row {row} has {found} squares, the first row has {width}",
                row=y + 1,
                found=len(line),
                width=width,
            )
        for x, sign in enumerate(line):
            if sign not in kinds:
                raise Refusal(
                    "unknown_sign",
                    "'{sign}' at {square} is not a sign of the map",
                    sign=sign,
                    square=str(Square(x, y)),
                )
    layers: dict[str, Any] = {}
    for layer in LAYERS:
        digits = {ord(sign): "1" if layer in held else "0" for sign, held in kinds.items()}
        text = "".join(f"0{line[::-1].translate(digits)}" for line in reversed(lines))
        layers[layer] = int(text or "0", 2)
    return Battlefield(width, len(lines), rows=lines, own=tuple(own), **layers)


SURFACES = ("narrow_surface", "uneven_ground", "incline")
"""The surfaces that are conditions of who is on them (C-048 to C-050)."""
LAYERS = (
    "solid",
    "water",
    "hampered",
    "hampered_twice",
    "hazard",
    "low",
    "concealing",
    "no_stop",
    "earth",
    "dim",
    *SURFACES,
)


def no_ground(slug: str, ground: Mapping[str, Ground]) -> Refusal:
    """Return the refusal of a kind of ground that the system does not have."""
    return Refusal(
        "unknown_ground",
        "There is no ground '{what}'. Write one of {choices}.",
        what=slug,
        choices=tuple(ground),
    )


def ground_layers(kinds: tuple[Ground, ...]) -> tuple[str, ...]:
    """Return the layers of a square that is all of these kinds of ground at once."""
    weight = max((kind.weight for kind in kinds), default=0)
    solid = [kind for kind in kinds if kind.solid]
    holds = {
        "solid": any(kind.solid for kind in kinds),
        "water": any(kind.water for kind in kinds),
        "hampered": weight >= 1,
        "hampered_twice": weight >= 2,
        "hazard": any(kind.hazard for kind in kinds),
        "low": any(kind.cover for kind in kinds),
        "concealing": any(kind.conceals for kind in kinds),
        "no_stop": not all(kind.stop for kind in kinds),
        "earth": any(kind.earth for kind in kinds) and all(kind.earth for kind in solid),
        "dim": any(kind.dim for kind in kinds),
    }
    holds |= {name: any(kind.surface == name for kind in kinds) for name in SURFACES}
    return tuple(layer for layer in LAYERS if holds[layer])


def parse_edge(text: str) -> tuple[Square, Square]:
    """Parse the border "B2/C2", upper or left square first. Refusals bad_edge, unknown_square."""
    first, slash, second = text.partition("/")
    if slash:
        one, other = sorted((parse_square(first), parse_square(second)))
        if abs(one.x - other.x) + abs(one.y - other.y) == 1:
            return one, other
    raise Refusal(
        "bad_edge", "'{text}' is not a border between two squares. Write it like B2/C2.", text=text
    )


def borders(plain: Battlefield, edges: Iterable[str]) -> Sides:
    """Return the bits of squares whose east side, and whose south side, is one of these borders.

    Refusals "bad_edge", "unknown_square" and "off_the_map".
    """
    east = south = 0
    for text in edges:
        one, other = parse_edge(text)
        if not (plain.holds(one) and plain.holds(other)):
            raise Refusal("off_the_map", "{text} is not on the map.", text=text)
        if one.y == other.y:
            east |= plain.bit(one)
        else:
            south |= plain.bit(one)
    return east, south


def astride(field: Battlefield, wide: int, high: int) -> int:
    """Return the anchors whose rectangle of `wide` x `high` squares has a wall inside (C-055)."""
    return touching(field.wall_east, wide - 1, high, field.stride) | touching(
        field.wall_south, wide, high - 1, field.stride
    )
