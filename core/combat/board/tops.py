"""Heights of walls, houses and trees: the map as it is at a height, and between two heights.

What stands on a square or a border up to a known height fills it so many squares high; what has
none reaches to the ceiling. Whoever is at that height or above it is over it, and stands on a
square that is just so high. The sources know the flat map only, so all of this is a house default.
What is on the ground hampers nobody who is a square up or more, on a roof or climbing.

Lines run between the heights of two bodies, each as high as given. A line to the top of a body
passes over what is lower than it there; a line to its feet passes over what is no higher. How high
a line is over an obstacle follows from the squares from there to either body. A low obstacle
without a height is lower than a square: it matters to nobody who is a square up or more.
Of other creatures only those matter whose body meets what lies between the feet and the tops of the
two where it is: who walks beneath two flyers is not between them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from core.combat.board.squares import Battlefield, Block, Square, gap, union
from core.values import replace

KEPT = 64
"""The number of maps at a height, or between two, that are cached."""
GROUND = (
    "hampered",
    "hampered_twice",
    "hazard",
    "low",
    "no_stop",
    "narrow_surface",
    "uneven_ground",
    "incline",
)
"""The layers of a square that matter to nobody who is a square above the ground."""
BENEATH = ("water", "earth")
"""The layers that are under whoever is on top of what stands on the square."""


def has_tops(field: Battlefield) -> bool:
    """Whether anything on the map has a height."""
    return bool(field.tops or field.edge_tops)


def may_pass_over(field: Battlefield, feet: int) -> bool:
    """Whether lines may pass over anything on the map; `feet` are those of the higher body.

    Over a low obstacle without a height they pass only where one of the two is a square up.
    """
    if has_tops(field):
        return True
    return feet >= 1 and bool(field.low or field.low_east or field.low_south)


def top_under(field: Battlefield, body: Block, feet: int) -> int:
    """Return the height of what bears a body whose feet are so high; 0 = the ground, or nothing."""
    if not field.tops or feet <= 0:
        return 0
    bits = field.block(body)
    tops = [height for height, squares in field.tops if height <= feet and bits & squares]
    return max(tops, default=0)


def is_borne(field: Battlefield, body: Block, feet: int) -> bool:
    """Whether a body whose feet are so high stands on the ground, or on something."""
    return feet == top_under(field, body, feet)


Bearer: TypeAlias = Literal["", "solid", "low", "vehicle"]
"""What bears a body above the ground: a wall or house, a tree or another low obstacle, a vehicle of
the party."""


def what_bears(field: Battlefield, body: Block, feet: int) -> Bearer:
    """Return on what a body stands whose feet are so high; "" = on the ground, or nothing."""
    if feet <= 0 or not is_borne(field, body, feet):
        return ""
    whole = field.whole or field
    under = union(squares for height, squares in field.tops if height == feet) & field.block(body)
    return "solid" if under & whole.solid else "low"


def lay_top(field: Battlefield, squares: int, height: int) -> Battlefield:
    """Return the map with something solid on these squares (bits), so many squares high."""
    by_height = {other: bits & ~squares for other, bits in field.tops}
    by_height[height] = by_height.get(height, 0) | squares
    tops = tuple(sorted((top, bits) for top, bits in by_height.items() if bits))
    return replace(field, solid=field.solid | squares, tops=tops)


def find_top(field: Battlefield, square: Square) -> int | None:
    """Return the height of what stands on a square; None = nothing, or up to the ceiling."""
    bit = field.bit(square)
    return next((height for height, squares in field.tops if squares & bit), None)


def field_at(field: Battlefield, feet: int) -> Battlefield:
    """Return the map as it is for a body whose feet are so high: what is lower is under it."""
    if field.whole is not None:
        field = field.whole
    if feet <= 0:
        return field
    if not has_tops(field) and not _has_ground(field):
        return field
    return _raise(field, feet)


def _has_ground(field: Battlefield) -> bool:
    layers = (getattr(field, name) for name in GROUND)
    return bool(field.low_east or field.low_south or any(layers))


@lru_cache(maxsize=KEPT)
def _raise(field: Battlefield, feet: int) -> Battlefield:
    under = union(squares for height, squares in field.tops if height <= feet)
    floor = union(squares for height, squares in field.tops if height == feet)
    higher = union(squares for height, squares in field.tops if height > feet)
    lower_walls = [row for row in field.edge_tops if row[0] <= feet]
    higher_walls = [row for row in field.edge_tops if row[0] > feet]
    solid = field.solid & ~under
    ground = {name: getattr(field, name) & (solid | higher) for name in GROUND}
    beneath = {name: getattr(field, name) & ~under for name in BENEATH}
    drop = 0
    if has_tops(field):
        drop = field.every & ~(solid | floor)
    return replace(
        field,
        solid=solid,
        drop=drop,
        whole=field,
        wall_east=field.wall_east & ~union(row[1] for row in lower_walls),
        wall_south=field.wall_south & ~union(row[2] for row in lower_walls),
        low_east=field.low_east & union(row[1] for row in higher_walls),
        low_south=field.low_south & union(row[2] for row in higher_walls),
        **ground,
        **beneath,
    )


class Upright(NamedTuple):
    """A body by its space, the height of its feet, and how high it is, in squares."""

    space: Block
    feet: int
    tall: int

    @property
    def top(self) -> int:
        """The height of its top, in squares."""
        return self.feet + self.tall


def is_between(one: Upright, other: Upright, body: Upright) -> bool:
    """Whether a body meets what lies between the feet and the tops of two others where it is.

    It shares no square of the map with either of them.
    """
    near = max(gap(one.space, body.space))
    far = max(gap(other.space, body.space))
    whole = near + far
    least = one.feet * far + other.feet * near
    most = one.top * far + other.top * near
    return body.feet * whole < most and least < body.top * whole


Aim: TypeAlias = Literal["top", "feet"]
"""What lines go to: the top of a body, by which there is line of effect, or its feet."""


def field_between(field: Battlefield, one: Upright, other: Upright, aim: Aim) -> Battlefield:
    """Return the map with only what cuts lines from the top of one body to the other.

    The same map where nothing is passed over.
    """
    if field.whole is not None:
        field = field.whole
    if not may_pass_over(field, max(one.feet, other.feet)):
        return field
    return _lower(field, one, other, aim)


@lru_cache(maxsize=1024)
def _lower(field: Battlefield, one: Upright, other: Upright, aim: Aim) -> Battlefield:
    goal = other.top if aim == "top" else other.feet
    line = _Slope(one, other, one.top, goal, strict=aim == "top")
    passed = 0
    for height, squares in field.tops:
        passed |= _passed_squares(field, line, height, squares)
    east = 0
    south = 0
    for height, east_sides, south_sides in field.edge_tops:
        east |= _passed_borders(field, line, height, east_sides, (1, 0))
        south |= _passed_borders(field, line, height, south_sides, (0, 1))
    low = field.low & ~passed
    low_east = field.low_east & ~east
    low_south = field.low_south & ~south
    if max(one.feet, other.feet) >= 1:
        low &= union(squares for _, squares in field.tops)
        low_east &= union(row[1] for row in field.edge_tops)
        low_south &= union(row[2] for row in field.edge_tops)
    lowered = replace(
        field,
        solid=field.solid & ~passed,
        wall_east=field.wall_east & ~east,
        wall_south=field.wall_south & ~south,
        low=low,
        low_east=low_east,
        low_south=low_south,
    )
    if lowered == field:
        return field
    return lowered


class _Slope(NamedTuple):
    one: Upright
    other: Upright
    start: int
    goal: int
    strict: bool

    @property
    def least(self) -> int:
        return min(self.start, self.goal)

    @property
    def most(self) -> int:
        return max(self.start, self.goal)

    def passes(self, height: int, near: int, far: int) -> bool:
        """Whether it passes over an obstacle so far from the one and the other space."""
        if near == 0:
            return self.one.feet >= height
        if far == 0:
            return self.other.feet >= height
        over = self.start * far + self.goal * near - height * (near + far)
        if self.strict:
            return over > 0
        return over >= 0


def _passed_squares(field: Battlefield, line: _Slope, height: int, squares: int) -> int:
    if line.most < height:
        return 0
    if min(line.one.feet, line.other.feet, line.least) >= height + line.strict:
        return squares
    passed = 0
    for square in field.squares(squares):
        near = _away(line.one.space, square)
        far = _away(line.other.space, square)
        if line.passes(height, near, far):
            passed |= field.bit(square)
    return passed


def _passed_borders(
    field: Battlefield, line: _Slope, height: int, sides: int, across: tuple[int, int]
) -> int:
    # The distance to a border is half a square more than that to the nearer of its two squares.
    passed = 0
    for square in field.squares(sides):
        beyond = square.by(*across)
        near = _away(line.one.space, square) + _away(line.one.space, beyond)
        far = _away(line.other.space, square) + _away(line.other.space, beyond)
        if line.passes(height, near, far):
            passed |= field.bit(square)
    return passed


def _away(space: Block, square: Square) -> int:
    return max(gap(space, Block(*square, 1)))
