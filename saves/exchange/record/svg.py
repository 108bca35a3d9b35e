"""Elements of SVG as text, every text escaped; places on a chart, a map of hexes and a board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import atan2, degrees

import markupsafe

from core.combat.board.squares import Square, name_column, sign_of
from core.travel.regionmap import Hex, half_row, name_hex
from core.values import Struct
from saves.exchange.record.document import Grounds, HexPicture, PictureToken, WalkLine

Point = tuple[float, float]


escape = lru_cache(maxsize=4096)(markupsafe.escape)


@lru_cache(maxsize=4096)
def number(value: float) -> markupsafe.Markup:
    """A coordinate rounded to a tenth, which needs no escape."""
    return markupsafe.Markup(
        f"{value:.1f}".removesuffix(".0").replace("-0.0", "0") if value else "0"
    )


@lru_cache(maxsize=64)
def _opening(name: str) -> str:
    return f' {name.rstrip("_").replace("_", "-")}="'


def tag(name: str, *inside: str, **values: str | float) -> str:
    """An element with this inner markup; `class_` is class, `stroke_width` stroke-width."""
    opened = "".join(
        [
            f'{_opening(key)}{escape(value) if isinstance(value, str) else number(value)}"'
            for key, value in values.items()
        ]
    )
    if inside:
        return f"<{name}{opened}>{''.join(inside)}</{name}>"
    return f"<{name}{opened}/>"


def path(pieces: Iterable[str], kind: str) -> str:
    """A path of these pieces, of class `kind`; "" when there are none."""
    drawn = "".join(pieces)
    if drawn:
        return tag("path", d=drawn, class_=kind)
    return ""


def words(text: str, x: float, y: float) -> str:
    """A text at a point."""
    return tag("text", escape(text), x=x, y=y)


def smooth(points: Sequence[Point]) -> str:
    """A line through points, its corners rounded."""
    if len(points) < 3:
        return straight(points)
    start, *inner, end = points
    pieces = [f"M{_point(start)}"]
    for at, after in zip(inner, points[2:], strict=True):
        middle = ((at[0] + after[0]) / 2, (at[1] + after[1]) / 2)
        pieces.append(f"Q{_point(at)} {_point(middle)}")
    pieces.append(f"L{_point(end)}")
    return "".join(pieces)


def straight(points: Sequence[Point]) -> str:
    """A line through points."""
    return "".join(f"{'L' if n else 'M'}{_point(at)}" for n, at in enumerate(points))


def _point(at: Point) -> str:
    return f"{number(at[0])} {number(at[1])}"


def picture(
    kind: str, key: str, size: tuple[float, float], title: str, described: str, *inside: str
) -> str:
    """A whole picture, `size` wide and high, that a screen reader can tell of.

    `key` is unique among the pictures of a page.
    """
    width, height = size
    return tag(
        "svg",
        tag("title", escape(title), id=f"{key}-t"),
        tag("desc", escape(described), id=f"{key}-d"),
        *inside,
        class_=kind,
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="img",
        aria_labelledby=f"{key}-t {key}-d",
    )


class Frame(Struct):
    """A chart of `km` by `hours`: 56 to 704 across, and from `base` up to `top`."""

    hours: Fraction
    km: Fraction
    top: float
    base: float

    def x(self, hours: Fraction) -> float:
        """The position of an hour since the beginning."""
        return 56 + float(hours) / (float(self.hours) or 1.0) * 648

    def y(self, km: Fraction) -> float:
        """The position of a distance in km."""
        return self.base - float(km) / (float(self.km) or 1.0) * (self.base - self.top)

    def at(self, hours: Fraction, km: Fraction) -> str:
        """A point of a path."""
        return _point((self.x(hours), self.y(km)))


ACROSS = 30
DOWN = 34
"""Between columns and between rows."""
MARGIN = 12
LEAST = 520
"""Minimum width of the picture, for its legend."""

HEX = "l10-17h20l10 17-10 17h-20z"
TREE = "v-3h-3.5l3.5-7 3.5 7h-3.5"
HEX_SIGNS: Mapping[str, str] = {
    "mountains": "m-10 6 6-11 6 11m-2.500-4.500 4-6.500 6 11",
    "hills": "m-10 5q4.500-9 9 0m1 0q4.500-9 9 0",
    "forest": f"m-5 6{TREE}m9 3{TREE}",
    "deep_forest": f"m-8 6{TREE}m8 0{TREE}m8 6{TREE}",
    "jungle": f"m-8 6{TREE}m8 0{TREE}m8 6{TREE}",
    "plains": "m-5 4-1-4m4 4v-5m3 5 1-4",
    "swamp": "m-10 4h7m5 0h7m-15.500-3v-4m-2 4-1.500-3m5.500 3 1.500-3",
    "moor": "m-9 1h7m3 4h7",
    "desert": "m-7 3h.01m5-5h.01m5 6h.01m3-5h.01",
    "sandy_desert": "m-7 3h.01m5-5h.01m5 6h.01m3-5h.01",
    "frozen_tundra": "m-7 0h14m-10 4h6",
    "urban": "m-6 6v-6l5-5 5 5v6zm10 0h4v-5l-3-3",
    "water": "m-10 2q2.500-4 5 0t5 0 5 0 5 0",
    "lake": "m-10 2q2.500-4 5 0t5 0 5 0 5 0",
    "sea": "m-10-1q2.500-4 5 0t5 0 5 0 5 0m-20 6q2.500-4 5 0t5 0 5 0 5 0",
    "river": "m-10 2q2.500-4 5 0t5 0 5 0 5 0",
}
"""The sign of a hex, by its terrain row."""
COLOURS: Mapping[str, str] = {
    "mountains": "rock", "hills": "hill", "forest": "wood", "deep_forest": "wood",
    "jungle": "wood", "plains": "field", "moor": "field", "swamp": "fen",
    "desert": "sand", "sandy_desert": "sand", "frozen_tundra": "ice", "urban": "town",
    "water": "sea", "lake": "sea", "sea": "sea", "river": "sea",
}  # fmt: skip
"""The colour of a terrain row, by its name in the page's style."""


def by_terrain(hexes: Iterable[HexPicture]) -> dict[str, list[HexPicture]]:
    """The hexes of each terrain, in order."""
    rows: dict[str, list[HexPicture]] = {}
    for ground in hexes:
        rows.setdefault(ground.terrain, []).append(ground)
    return rows


class HexLayout:
    """Positions of hexes on the picture."""

    def __init__(self, hexes: Iterable[Hex]) -> None:
        spots = tuple(hexes)
        self.left = min(at.x for at in spots)
        lines = [half_row(at) for at in spots]
        self.top = min(lines)
        wide = (max(at.x for at in spots) - self.left) * ACROSS + 40 + 2 * MARGIN
        self.width = max(wide, LEAST)
        self.edge = MARGIN + (self.width - wide) / 2
        self.height = (max(lines) - self.top) * DOWN / 2 + DOWN + 2 * MARGIN

    def middle(self, position: Hex) -> Point:
        """The middle of a hex."""
        x = (position.x - self.left) * ACROSS + 20 + self.edge
        y = (half_row(position) - self.top) * DOWN / 2 + DOWN / 2 + MARGIN
        return x, y

    def stamped(self, grounds: Iterable[HexPicture], sign: str, x: int, y: int) -> str:
        """The same sign on many hexes, so far from their middles, as a path."""
        middles = (self.middle(ground.at) for ground in grounds)
        return "".join([f"M{mx + x:g} {my + y:g}{sign}" for mx, my in middles])

    def numbers(self, grounds: Iterable[HexPicture]) -> str:
        """The numbers of hexes."""
        middles = ((ground.at, *self.middle(ground.at)) for ground in grounds)
        return "".join([words(name_hex(at), x, y - 10) for at, x, y in middles])

    def line(self, hexes: Sequence[Hex]) -> str:
        """A line through hexes."""
        return smooth([self.middle(at) for at in hexes])

    def halfway(self, hexes: Sequence[Hex]) -> str:
        """Where an arrow stands on that line, and how it is turned."""
        at = (len(hexes) - 1) // 2
        x, y = self.middle(hexes[at])
        there, then = self.middle(hexes[at + 1])
        turned = degrees(atan2(then - y, there - x))
        return f"translate({(x + there) / 2:g} {(y + then) / 2:g}) rotate({turned:.0f})"


SIDE = 24
"""The side of a square."""
EDGE = 20
"""The room for the names of columns and rows."""

SQUARE_SIGNS: Mapping[str, str] = {
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
    width = grid.columns * SIDE
    height = grid.rows * SIDE
    drawn = tag("rect", x=x, y=y, width=width, height=height, class_="floor")
    for role, squares in grounds:
        corners = [grid.corner(*square) for square in squares]
        drawn += path(
            (f"M{x:g} {y:g}h{SIDE}v{SIDE}h-{SIDE}z" for x, y in corners), f"ground {role}"
        )
        drawn += path((f"M{x:g} {y:g}{SQUARE_SIGNS[role]}" for x, y in corners), f"mark {role}")
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
    sx, sy = points[0]
    px, py = points[-2]
    x, y = points[-1]
    dx = sign_of(x - px)
    dy = sign_of(y - py)
    back = walk.side * SIDE / 2 - 1
    x -= dx * back
    y -= dy * back
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
