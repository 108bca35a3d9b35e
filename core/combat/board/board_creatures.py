"""A creature on the grid, as a case or an encounter file describes it."""

from __future__ import annotations

from core.combat.board.squares import Square
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
