"""Places of squares on the picture of a board, and what of it is drawn by many squares at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from core.combat.board.squares import Square, name_column
from core.values import Struct
from saves.exchange.record.document import Grounds, PictureToken, WalkLine
from saves.exchange.record.svg import Point, path, smooth, straight, tag, words

SIDE = 24
"""The side of a square."""
EDGE = 20
"""The room for the names of columns and rows."""

SIGNS: Mapping[str, str] = {
    "hampered": "m6 16 3-5 3 5m2-5 2-4 2 4",
    "hampered_twice": "m4 18 3-5 3 5m2-3 3-5 3 5m-10-6 3-5 3 5",
    "water": "m3 10q3-4 6 0t6 0 6 0m-18 7q3-4 6 0t6 0 6 0",
    "hazard": "m12 5 7 13h-14zm0 5v4m0 2v.500",
    "low": "m7 8h10v8h-10z",
    "concealing": "m0 8 8-8m-8 16 16-16m-16 24 24-24m-16 24 16-16m-8 16 8-8",
    "solid": "m0 12 12-12m-12 24 24-24m-12 24 12-12",
}
"""The drawing of a square, by the role of its ground."""


class Grid(Struct):
    """Positions of squares on the picture: from `left`, `top`, so many `columns` and `rows`."""

    left: int
    top: int
    columns: int
    rows: int

    @property
    def width(self) -> int:
        """The width of the picture."""
        return self.columns * SIDE + EDGE + 4

    @property
    def height(self) -> int:
        """The height of the picture without its legend."""
        return self.rows * SIDE + EDGE + 4

    def corner(self, x: float, y: float) -> Point:
        """A corner of the board's squares, by column and row."""
        return (x - self.left) * SIDE + EDGE, (y - self.top) * SIDE + EDGE


@lru_cache(maxsize=8)  # it is the same in most rounds of a fight
def ground(grid: Grid, grounds: Grounds) -> str:
    """The floor, and what covers it."""
    x, y = grid.corner(grid.left, grid.top)
    width, height = grid.columns * SIDE, grid.rows * SIDE
    drawn = tag("rect", x=x, y=y, width=width, height=height, class_="floor")
    for role, squares in grounds:
        corners = [grid.corner(*square) for square in squares]
        drawn += path((f"M{x:g} {y:g}h{SIDE}v{SIDE}h-{SIDE}z" for x, y in corners),
                      f"ground {role}")  # fmt: skip
        drawn += path((f"M{x:g} {y:g}{SIGNS[role]}" for x, y in corners), f"mark {role}")
    return drawn


@lru_cache(maxsize=8)
def lines(grid: Grid) -> str:
    """The lines between squares, with the names of columns and rows."""
    left, top = grid.corner(grid.left, grid.top)
    right, bottom = grid.corner(grid.left + grid.columns, grid.top + grid.rows)
    upright = (f"M{left + n * SIDE:g} {top:g}V{bottom:g}" for n in range(grid.columns + 1))
    across = (f"M{left:g} {top + n * SIDE:g}H{right:g}" for n in range(grid.rows + 1))
    names = [
        words(name_column(grid.left + n), left + (n + 0.5) * SIDE, top - 6)
        for n in range(grid.columns)
    ]
    names += [
        words(str(grid.top + n + 1), left - 10, top + (n + 0.5) * SIDE + 3)
        for n in range(grid.rows)
    ]
    edge = tag("g", *names, class_="edge", aria_hidden="true")
    return path((*upright, *across), "lines") + edge


def walk(walk: WalkLine, grid: Grid) -> str:
    """A movement, with its arrow."""
    points = [grid.corner(x / 2, y / 2) for x, y in walk.points]
    (sx, sy), (px, py), (x, y) = points[0], points[-2], points[-1]
    dx, dy = (x > px) - (x < px), (y > py) - (y < py)
    back = walk.side * SIDE / 2 - 1
    x, y = x - dx * back, y - dy * back
    fx, fy = (dx * 0.7, dy * 0.7) if dx and dy else (float(dx), float(dy))
    head = straight(
        [
            (x - 6 * fx - 4 * fy, y - 6 * fy + 4 * fx),
            (x, y),
            (x - 6 * fx + 4 * fy, y - 6 * fy - 4 * fx),
        ]
    )
    return tag(
        "g",
        path(smooth(points), "steps"),
        path(head, "head"),
        tag("circle", cx=sx, cy=sy, r=3),
        class_=f"walk {walk.camp}",
    )


def unseen(grid: Grid, squares: Iterable[Square]) -> str:
    """The cover of squares that are not shown."""
    corners = (grid.corner(*square) for square in squares)
    return path((f"M{x - 0.6:g} {y - 0.6:g}h25.2v25.2h-25.2z" for x, y in corners), "unseen")


def stacked(tokens: Iterable[PictureToken]) -> list[PictureToken]:
    """The creatures from below: the dead, the large, the low first."""
    return sorted(tokens, key=lambda one: (one.plight != "dead", -one.space.side, one.height))
