"""The board of a fight as SVG: ground, walls, doors, creatures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from core.combat.board.squares import name_column
from core.messages import Template
from core.values import Struct
from saves.exchange.record.document import (
    BoardPicture,
    Grounds,
    Phrase,
    PictureToken,
    WalkLine,
    Wall,
)
from saves.exchange.record.svg import (
    Point,
    box,
    circle,
    cross,
    group,
    path,
    picture,
    smooth,
    straight,
    words,
)

SIDE = 24
"""The side of a square."""
LETTER = 5.6
"""The approximate width of a letter of the legend."""
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


def svg_grid(board: BoardPicture, key: str, phrase: Phrase) -> str:
    """The board as SVG; `key` is unique in the page."""
    grid = Grid(board.left, board.top, board.width, board.height)
    legend, high = _legend(board, grid, phrase)
    described = phrase(
        "A board of {wide} by {high} squares, {scale}. On it: {who}.",
        wide=board.width,
        high=board.height,
        scale=board.scale,
        who=tuple(
            phrase("{who} at {square}", who=token.name, square=str(token.space.anchor))
            for token in board.tokens
        ),
    )
    unseen = (grid.corner(*square) for square in board.unseen)
    tokens = sorted(
        board.tokens, key=lambda one: (one.plight != "dead", -one.space.side, one.height)
    )
    return picture(
        "grid", key, (grid.width, grid.height + high), board.title, described,
        _ground(grid, board.grounds),
        _lines(grid),
        path((f"M{x - 0.6:g} {y - 0.6:g}h25.2v25.2h-25.2z" for x, y in unseen), "unseen"),
        *(_wall(wall, grid) for wall in board.walls),
        *(_walk(walk, grid) for walk in board.walks),
        *(_token(token, grid, phrase) for token in tokens),
        *legend,
    )  # fmt: skip


@lru_cache(maxsize=8)  # it is the same in most rounds of a fight
def _ground(grid: Grid, grounds: Grounds) -> str:
    x, y = grid.corner(grid.left, grid.top)
    drawn = box(x, y, grid.columns * SIDE, grid.rows * SIDE, "floor")
    for role, squares in grounds:
        corners = [grid.corner(*square) for square in squares]
        drawn += path((f"M{x:g} {y:g}h{SIDE}v{SIDE}h-{SIDE}z" for x, y in corners),
                      f"ground {role}")  # fmt: skip
        drawn += path((f"M{x:g} {y:g}{SIGNS[role]}" for x, y in corners), f"mark {role}")
    return drawn


def _legend(board: BoardPicture, grid: Grid, phrase: Phrase) -> tuple[list[str], float]:
    items = [(role, name) for role, name in board.legend]
    if board.unseen:
        items.append(("unseen", phrase("not seen by anybody")))
    drawn, x, y = [], float(EDGE), grid.height + 10
    for role, name in items:
        wide = 30 + LETTER * len(name) + 16
        if x > EDGE and x + wide > grid.width:
            x, y = float(EDGE), y + 24
        mark = path(f"M0 0{SIGNS[role]}", f"mark {role}") if role in SIGNS else ""
        ground = path(f"M0 0h{SIDE}v{SIDE}h-{SIDE}z", f"swatch ground {role}")
        drawn.append(
            group(
                group(ground, mark, transform="scale(.75)"),
                words(name, 24, 13, "key"),
                transform=f"translate({x:g} {y:g})",
            )
        )
        x += wide
    scale = words(board.scale, x, y + 13, "key quiet")
    return [*drawn, scale], y + 26 - grid.height


@lru_cache(maxsize=8)
def _lines(grid: Grid) -> str:
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
    edge = group(*names, kind="edge", aria_hidden="true")
    return path((*upright, *across), "lines") + edge


def _wall(wall: Wall, grid: Grid) -> str:
    upright = wall.one.y == wall.other.y
    x, y = grid.corner(wall.other.x, wall.other.y)
    along = (0.0, 1.0) if upright else (1.0, 0.0)
    line = straight([(x, y), (x + along[0] * SIDE, y + along[1] * SIDE)])
    if wall.kind in ("wall", "low"):
        return path(line, "wall" if wall.kind == "wall" else "parapet")
    cx, cy = x + along[0] * SIDE / 2, y + along[1] * SIDE / 2
    wide, high = (7.0, 16.0) if upright else (16.0, 7.0)
    leaf = box(cx - wide / 2, cy - high / 2, wide, high, f"door {wall.kind}")
    return leaf + cross(cx, cy, "lock") if wall.kind == "locked" else leaf


def _walk(walk: WalkLine, grid: Grid) -> str:
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
    return group(
        path(smooth(points), "steps"),
        path(head, "head"),
        circle(sx, sy, 3),
        kind=f"walk {walk.camp}",
    )


@lru_cache(maxsize=64)  # most creatures stay where they were
def _token(token: PictureToken, grid: Grid, phrase: Phrase) -> str:
    x, y = grid.corner(token.space.x, token.space.y)
    size = token.space.side * SIDE
    cx, cy = x + size / 2, y + size / 2
    classes = f"token {token.camp} {token.plight}{' secret' if token.secret else ''}"
    return group(
        _shape(token, x, y, size),
        words(token.sign, cx, cy + 4.2, "sign"),
        *_plight(token, x, y, size),
        kind=" ".join(classes.split()),
        title=_told(token, phrase),
    )


def _shape(token: PictureToken, x: float, y: float, size: float) -> str:
    cx, cy, half = x + size / 2, y + size / 2, size / 2 - 2.5
    match token.camp:
        case "party":
            return circle(cx, cy, half)
        case "foe":
            return box(cx - half, cy - half, 2 * half, 2 * half, corner=3)
        case _:
            out = half + 1.5
            corners = [(cx, cy - out), (cx + out, cy), (cx, cy + out), (cx - out, cy)]
            return path(straight(corners) + "z")


def _plight(token: PictureToken, x: float, y: float, size: float) -> Iterable[str]:
    if token.plight == "dead":
        yield path(f"M{x + 4:g} {y + 4:g}l{size - 8:g} {size - 8:g}", "strike")
    elif token.plight == "down":
        wave = size / 2 - 4
        yield path(f"M{x + 4:g} {y + size - 8:g}q4-4 {wave:g} 0t{wave:g} 0",
                  "strike")  # fmt: skip
    elif token.plight == "prone":
        yield path(f"M{x + 5:g} {y + size - 5:g}h{size - 10:g}", "strike")
    if token.height:
        yield words(f"↑{token.height}", x + size - 6, y + 7, "small")
    if token.inside and token.space.side > 1:
        yield words(token.inside, x + size / 2, y + size - 8, "small inside")


PLIGHTS: Mapping[str, Template] = {"prone": "prone", "down": "down", "dead": "dead"}


def _told(token: PictureToken, phrase: Phrase) -> str:
    told = [token.name]
    if token.plight:
        told.append(phrase(PLIGHTS[token.plight]))
    if token.height:
        told.append(phrase("height {height}", height=token.height))
    if token.inside:
        told.append(phrase("{points} hp", points=token.inside))
    if token.secret:
        told.append(phrase("hidden"))
    return phrase("{what}", what=tuple(told))
