"""The overlay of the battle grid as values: tokens, layers, lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, TypedDict

from core.combat.areas import AreaCover
from core.combat.board.squares import Block, Point, Square, parse_square
from core.combat.sight.cover_answer import Cover
from core.combat.sight.sightlines import Blocker
from core.messages import Message
from core.values import Struct

Camp: TypeAlias = Literal["party", "foe", "neutral"]


class Token(Struct):
    """A creature on the grid.

    `sign` is its letter or two; `at` its anchor, `side` the side of its space in squares (0 for
    those who take none counts as 1). `state` is the one sign of its state, by gravity: "x" dead,
    "/" down, a height ("3", "+" from ten on, "-" below the ground), "_" prone, "?" hidden, "'"
    anything else. `squares` are those that it takes instead of its own space. `secret`: not shown
    behind the curtain. `health` are its points (left, of); None = unknown. Where squares are large:
    its `name`, and its gravest state in full and short.
    """

    id: str
    sign: str
    at: Square
    side: int = 1
    camp: Camp = "foe"
    state: str = ""
    acting: bool = False
    marked: bool = False
    squares: tuple[Square, ...] | None = None
    secret: bool = False
    name: str = ""
    health: tuple[int, int] | None = None
    condition: tuple[str, ...] = ()

    @property
    def body(self) -> tuple[Square, ...]:
        """Its squares, in reading order."""
        if self.squares:
            return tuple(sorted(self.squares, key=lambda square: (square.y, square.x)))
        return tuple(Block(self.at.x, self.at.y, max(1, self.side)).squares())

    @property
    def inside(self) -> str:
        """What a large body carries in its last row: its hit points."""
        if self.health is None:
            return ""
        return str(self.health[0])

    @property
    def squeezed(self) -> bool:
        """Whether it takes other squares than a square space."""
        if not self.squares:
            return False
        body = self.body
        side = body[-1].x - body[0].x + 1
        return side < 1 or body != tuple(Block(*body[0], side).squares())

    @property
    def hidden(self) -> bool:
        """Whether it is secret or hidden from players."""
        return self.secret or self.state == "?"


class Layer(Struct):
    """One layer: signs of one column with the squares (bits) they are for.

    The first sign that holds a square is drawn there. `legend` explains the signs. In the look
    of one column the signs become reverse, or underline with `underlined`.
    """

    name: str
    signs: tuple[tuple[str, int], ...]
    legend: Message
    underlined: bool = False

    def apart(self) -> dict[str, int]:
        """The signs with the squares where each is drawn; no square is in two."""
        occupied_bits = 0
        counts = dict.fromkeys((sign for sign, _ in self.signs), 0)
        for sign, bits in self.signs:
            counts[sign] |= bits & ~occupied_bits
            occupied_bits |= bits
        return counts


NO_LAYER = Layer("", (), Message(""))
"""Takes the layer away: `show(layer=NO_LAYER)`."""


class GridLine(Struct):
    """A line of a receipt between two points in half-squares; `cut` are points where it is cut."""

    start: Point
    end: Point
    cut: tuple[Point, ...] = ()


class GridOverlay(Struct):
    """The overlay of a board.

    `path` are squares in order, the first is where it begins and has no number. `strikes` are the
    letters of those who strike when a square is left. `ghosts` are as drawn, "a:" where one would
    stand, "d-" where it stands now. `labels` are letters to jump to. `area` is a
    template as bits, `marks` a sign in the second column, `ruler` what has been counted at each
    square. `draft` is what a brush would draw: both columns, or the second alone.
    """

    tokens: tuple[Token, ...] = ()
    layer: Layer = NO_LAYER
    path: tuple[Square, ...] = ()
    strikes: Mapping[Square, str] = {}
    ghosts: Mapping[Square, str] = {}
    labels: Mapping[Square, str] = {}
    lines: tuple[GridLine, ...] = ()
    area: int = 0
    marks: Mapping[Square, str] = {}
    ruler: Mapping[Square, int] = {}
    draft: Mapping[Square, str] = {}


class GridChanges(TypedDict, total=False):
    """Some fields of a `GridOverlay`."""

    tokens: tuple[Token, ...]
    layer: Layer
    path: tuple[Square, ...]
    strikes: Mapping[Square, str]
    ghosts: Mapping[Square, str]
    labels: Mapping[Square, str]
    lines: tuple[GridLine, ...]
    area: int
    marks: Mapping[Square, str]
    ruler: Mapping[Square, int]
    draft: Mapping[Square, str]


def cover_lines(cover_answer: Cover | AreaCover) -> tuple[GridLine, ...]:
    """The lines that cover rests on, between points in half-squares, and where each is cut."""
    return tuple(
        GridLine(line.start, line.end, tuple(map(_middle, line.blockers)))
        for line in cover_answer.lines
    )


def _middle(blocker: Blocker) -> Point:
    square, slash, beyond = blocker.name.partition("/")
    if not slash or blocker.what not in ("edge", "low_edge"):
        return Block(*blocker.at, 1).centre
    (x, y) = parse_square(square)
    (to_x, to_y) = parse_square(beyond)
    return x + to_x + 1, y + to_y + 1
