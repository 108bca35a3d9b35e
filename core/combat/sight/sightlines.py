"""Lines as a picture draws them and a receipt names them, with what cuts them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from core.combat.board.squares import Block, Point, Square, crosses
from core.combat.sight.between import Between, Low
from core.combat.sight.lines import Side, Walls, open_line, touching
from core.messages import Message, Template
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct

Spot = tuple[Fraction, Fraction]
"""A point between two others, in half-squares."""

AROUND = ((1, 0), (0, 1), (-1, 0), (0, -1))


class Cut(NamedTuple):
    """The first blockers that cut a line: squares and borders."""

    squares: tuple[Square, ...]
    sides: tuple[Side, ...]


def cut_line(walls: Walls, p: Point, q: Point, start: Block, goal: Block) -> Cut | None:
    """Return the cut of the line from `p` of `start` to `q` of `goal`; None = clear (G-1).

    A line between two blockers that touch names both of them.
    """
    reached = flood(walls, p, q, start)
    if any(square in reached and holds(square, q) for square in goal.squares()):
        return None
    stop = max((_leaves(square, p, q) for square in reached), default=Fraction(0))
    spot = _spot(p, q, stop)
    here = [square for square in touched(p, q) if holds(square, spot)]
    shut = tuple(square for square in here if walls.solid(*square))
    for ahead in (
        tuple(square for square in shut if _inside(square, p, q, stop)),
        tuple(square for square in shut if _leaves(square, p, q) > stop),
    ):
        if ahead and (len(ahead) > 1 or _inside(ahead[0], p, q, stop)):
            return Cut(ahead, ())
    borders = []
    for square in here:
        for axis, east in enumerate((True, False)):
            side = square, east
            if spot[axis] != 2 * square[axis] + 2 or reached.isdisjoint(Low(*side).squares):
                continue
            if walls.walled(side) and _link(side, p, q):
                borders.append(side)
    return Cut(shut, tuple(borders))


def grazes(walls: Walls, p: Point, q: Point) -> bool:
    """Whether the line touches a square that blocks, or a border, without entering it (C-161)."""
    if _is_bare(walls, p, q):
        return False
    near = list(touched(p, q))
    if any(walls.solid(*square) for square in near):
        return True
    sides = {(square, east) for square in near for east in (True, False)}
    return any(walls.walled(side) and _link(side, p, q) for side in sides)


def _is_bare(walls: Walls, p: Point, q: Point) -> bool:
    # Whether nothing blocks in the rectangle of squares that holds all that the line touches.
    columns = sorted((p[0], q[0]))
    rows = sorted((p[1], q[1]))
    left = (columns[0] - 1) // 2
    top = (rows[0] - 1) // 2
    right = columns[1] // 2 + 1
    bottom = rows[1] // 2 + 1
    return walls.bare(left, top, right, bottom)


def flood(walls: Walls, p: Point, q: Point, start: Block) -> set[Square]:
    """Return the open squares that the line reaches from those of `start` that hold `p` (G-1)."""
    nodes = {square for square in touched(p, q) if not walls.solid(*square)}
    squares = {square for square in start.squares() if square in nodes and holds(square, p)}
    new = list(squares)
    while new:
        square = new.pop()
        for dx, dy in AROUND:
            other = square.by(dx, dy)
            side = min(square, other), dx != 0
            if other in nodes and other not in squares and _link(side, p, q):
                if walls.walled(side):
                    continue
                squares.add(other)
                new.append(other)
    return squares


def holds(square: Square, point: Point | Spot) -> bool:
    """Whether the closed square holds a point in half-squares."""
    x = 2 * square.x
    y = 2 * square.y
    return x <= point[0] <= x + 2 and y <= point[1] <= y + 2


def touched(p: Point, q: Point) -> Iterator[Square]:
    """Yield all squares whose closed area meets the closed line, those off the map too."""
    (px, py), (qx, qy) = sorted((p, q), key=lambda point: (point[1], point[0]))
    for y in range((py - 1) // 2, qy // 2 + 1):
        if py == qy:
            left = Fraction(min(px, qx), 2)
            right = Fraction(max(px, qx), 2)
        else:
            above = max(2 * y, py)
            below = min(2 * y + 2, qy)
            ends = [
                Fraction(px, 2) + Fraction((qx - px) * (v - py), 2 * (qy - py))
                for v in (above, below)
            ]
            left = min(ends)
            right = max(ends)
        for x in range(left.__ceil__() - 1, right.__floor__() + 1):
            yield Square(x, y)


def _link(side: Side, p: Point, q: Point) -> bool:
    (x, y), east = side
    right = 2 * x + 2
    below = 2 * y + 2
    return crosses(p, q, (right, 2 * y) if east else (2 * x, below), (right, below))


def _spot(p: Point, q: Point, t: Fraction) -> Spot:
    return p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])


def _leaves(square: Square, p: Point, q: Point) -> Fraction:
    last = Fraction(1)
    for a, b, low in ((p[0], q[0], 2 * square.x), (p[1], q[1], 2 * square.y)):
        if a != b:
            last = min(last, Fraction((low + 2 if b > a else low) - a, b - a))
    return last


def _inside(square: Square, p: Point, q: Point, t: Fraction) -> bool:
    spot = _spot(p, q, t)
    for at, low, ahead in zip(spot, square, (q[0] - p[0], q[1] - p[1]), strict=True):
        start = 2 * low
        end = 2 * low + 2
        if not (start < at < end or (at == start and ahead > 0) or (at == end and ahead < 0)):
            return False
    return True


What: TypeAlias = Literal["wall", "outside", "low", "creature", "edge", "low_edge"]
"""The kinds of blocker: a solid square, the edge of the map, a low obstacle, a creature's space, a
wall or a low wall on a border."""

CUT: dict[What, Template] = {
    "wall": "the wall at {at}",
    "outside": "the edge of the map",
    "low": "the low obstacle at {at}",
    "creature": "the space of {name} at {at}",
    "edge": "the wall on the border {name}",
    "low_edge": "the low wall on the border {name}",
}
CORNERS: tuple[tuple[int, Template], ...] = (
    (8, "{square}'s top left corner"),
    (4, "{square}'s top right corner"),
    (2, "{square}'s bottom left corner"),
    (1, "{square}'s bottom right corner"),
)
"""Corners by the square around them that they belong to (as in `touching`)."""


class Blocker(Struct):
    """A blocker of a line: `name` is the creature's id, the square ("C3") or the border ("C3/D3").

    `shown` is the creature's name.
    """

    what: What
    name: str
    at: Square
    shown: str = ""

    @property
    def words(self) -> Message:
        """Its description."""
        return Message(CUT[self.what], name=self.shown or self.name, at=str(self.at))


class SightLine(Struct):
    """A line to draw between two points in half-squares.

    `blockers` are the first that cut it, none when it is clear; `grazes`: it touches a blocker or
    runs along one, which does not cut it (C-161).
    """

    start: Point
    end: Point
    blockers: tuple[Blocker, ...] = ()
    grazes: bool = False

    @property
    def clear(self) -> bool:
        """Whether nothing cuts it."""
        return not self.blockers


def trace(view: Between, walls: Walls, p: Point, q: Point) -> SightLine:
    """Return the line from `p` of the start to `q` of the goal past `walls`, some of the view's.

    The worst blocker counts: a solid before a low obstacle, that before a creature, wherever on
    the line they are; a creature in front of a wall is not why the line gives cover.
    """
    if open_line(walls, p, q, touching(view.start, p), touching(view.goal, q)):
        return SightLine(p, q, (), grazes(walls, p, q))
    by_kind = (cut_line(some, p, q, view.start, view.goal) for some in (view.solid, view.hard))
    cut = next((cut for cut in by_kind if cut is not None), None)
    if cut is None:
        cut = cut_line(walls, p, q, view.start, view.goal)
    assert cut is not None, "what is not clear is cut"
    named = [_square(view, square) for square in cut.squares]
    named += [_side(view, side) for side in cut.sides]
    return SightLine(
        p, q, tuple(dict.fromkeys(named)) or (_square(view, Square(p[0] // 2, p[1] // 2)),)
    )


def _square(view: Between, square: Square) -> Blocker:
    if not (0 <= square.x < view.solid.width and 0 <= square.y < view.solid.height):
        return Blocker("outside", "", square)
    if view.solid.solid(*square):
        return Blocker("wall", str(square), square)
    if Low(square) in view.low:
        return Blocker("low", str(square), square)
    for creature, body in view.bodies:
        if body.overlaps(Block(*square, 1)):
            return Blocker("creature", creature.id, square, creature.name)
    return Blocker("wall", str(square), square)


def _side(view: Between, side: Side) -> Blocker:
    square, east = side
    what: What
    if view.solid.walled(side):
        what = "edge"
    else:
        what = "low_edge"
    return Blocker(what, Low(square, east).name, square)


def corner_words(point: Point, block: Block) -> Message:
    """Return the name of a grid corner of a space, by one of its squares."""
    around = touching(block, point)
    x = point[0] // 2
    y = point[1] // 2
    for bit, words in CORNERS:
        if around & bit:
            square = Square(x if bit & 10 else x - 1, y if bit & 12 else y - 1)
            return Message(words, square=str(square))
    return Message(CORNERS[0][1], square=str(Square(x, y)))


def cut_words(line: SightLine) -> Message:
    """Return whether a line is clear, clear though touching, or its blockers, in words."""
    if line.grazes:
        return Message("clear: it only touches an obstacle")
    if line.clear:
        return Message("clear")
    words = tuple(blocker.words for blocker in line.blockers)
    if len(words) == 1:
        return Message("cut by {blocker}", blocker=words[0])
    return Message("no way between {blockers}", blockers=words)


def count_words(lines: Sequence[SightLine]) -> Message:
    """Return the number of clear lines, in words."""
    free = sum(line.clear for line in lines)
    return Message("{free} of {lines} lines are clear", free=free, lines=len(lines))


def line_receipt(
    rules: Ruleset, label: Message, line: SightLine, rule: str, *, low: str, creature: str = ""
) -> Receipt:
    """Return the receipt of one line, by `rule` unless its blocker has its own.

    `low` is that of low obstacles, `creature` that of creatures ("" = `rule`).
    """
    kinds = {blocker.what for blocker in line.blockers}
    if line.grazes or len(line.blockers) > 1:
        rule = "C-161"
    elif "outside" in kinds:
        rule = "C-008"
    elif kinds & {"low", "low_edge"}:
        rule = low
    elif creature and "creature" in kinds:
        rule = creature
    return rules.cite(rule, label, cut_words(line))
