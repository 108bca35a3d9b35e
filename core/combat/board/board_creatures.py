"""Creatures on the grid, and the squares and borders to name in a receipt."""

from __future__ import annotations

from collections.abc import Iterable

from core.combat.board.battlefield import Battlefield
from core.combat.board.squares import DIRECTIONS, Square, direction_of
from core.values import Struct


class Creature(Struct):
    """One creature (section 0 of the catalogue); None = as in the tables of its size.

    `at` is its anchor; `side` tells friends from enemies; `reach` and `weapon_reach` are in
    squares, the latter the outer reach of the reach weapon in hand; `space` is its side in
    squares; `rides` the id of its mount (C-257). `speed` is in squares; `speeds` are those of
    other modes ("fly", 12). `elevation` is its height in squares above the ground. `behind` are
    squares that it takes up beside its space while it squeezes; `space` is then the leading
    block (C-079). `reaction`: whether it has a reaction against movers, where not every creature
    has one (C-118; None = not stated).
    """

    id: str
    size: str
    at: Square
    side: str = ""
    long: bool = False
    reach: int | None = None
    weapon_reach: int | None = None
    space: int | None = None
    conditions: tuple[str, ...] = ()
    rides: str = ""
    name: str = ""
    speed: int | None = None
    speeds: tuple[tuple[str, int], ...] = ()
    hp: int | None = None
    ac: int | None = None
    attack: int | None = None
    init: int | None = None
    elevation: int = 0
    hidden: bool = False
    behind: tuple[Square, ...] = ()
    reaction: bool | None = None


def called(creature: Creature) -> str:
    """Return a creature's name, else its id."""
    return creature.name or creature.id


def first(field: Battlefield, bits: int) -> Square:
    """Return the first square in reading order of a set that is not empty."""
    return next(field.squares(bits))


def border(field: Battlefield, east: int, south: int, x: int, y: int, wide: int, high: int) -> str:
    """Return the first border inside a rectangle that is in these layers, as "B2/C2"; "" = none."""
    if across := field.rectangle(x, y, wide - 1, high) & east:
        square = first(field, across)
        return f"{square}/{square.by(1, 0)}"
    if down := field.rectangle(x, y, wide, high - 1) & south:
        square = first(field, down)
        return f"{square}/{square.by(0, 1)}"
    return ""


def wall_between(field: Battlefield, side: int, spaces: Iterable[Square]) -> str:
    """Return the first wall inside the rectangle about some spaces of `side` squares; "" = none."""
    return border(field, field.wall_east, field.wall_south, *_about(side, spaces))


def low_between(field: Battlefield, side: int, spaces: Iterable[Square]) -> str:
    """Return the first low wall inside that rectangle; "" = none."""
    return border(field, field.low_east, field.low_south, *_about(side, spaces))


def _about(side: int, spaces: Iterable[Square]) -> tuple[int, int, int, int]:
    anchors = tuple(spaces)
    x, y = min(square.x for square in anchors), min(square.y for square in anchors)
    right, bottom = max(square.x for square in anchors), max(square.y for square in anchors)
    return x, y, right - x + side, bottom - y + side


def corners(field: Battlefield, side: int, start: Square, end: Square) -> int:
    """Return the two squares beside a diagonal step in neither space (C-054), as bits."""
    dx, dy = DIRECTIONS[direction_of(start, end)]
    left, top = min(start.x, end.x), min(start.y, end.y)
    if dx == dy:
        beside = (Square(left + side, top), Square(left, top + side))
    else:
        beside = (Square(left, top), Square(left + side, top + side))
    return field.bits(beside)
