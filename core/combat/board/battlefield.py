"""The battlefield: ground, walls and low obstacles, one Python int a layer, a bit a square.

Bit `y * stride + x` is square (x, y). `stride` is one more than the width: the column
between two rows is never set, so shifting by one never leaks into the next row. Shift east by
`<< 1`, south by `<< stride`. No bitboard enters JSON: they are rebuilt from the map.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from core.combat.board.squares import Block, Square, parse_square
from core.messages import Refusal
from core.rulesets.bodies import Ground
from core.values import replace

LARGEST = 500
"""The most columns or rows of a map."""

Edge = tuple[Square, Square]
"""The border between two squares that share a side."""

Sides = tuple[int, int]
"""Borders as bits: the squares whose east side they are on, those whose south side."""


@dataclass(frozen=True, repr=False)
class Battlefield:
    """A map of `width` x `height` squares, at most 500 x 500 (an empty one is 0 x 0).

    Layers by what matters to the rules: `solid` blocks everything (C-044), `water` is for
    swimmers and flyers (C-045), `hampered` squares have weight 1 or more and `hampered_twice`
    weight 2 (C-026, C-028, C-035), `hazard` hurts (C-047), `low` covers (C-171), `concealing`
    conceals (C-191), `no_stop` is no place to stop for walkers (C-040).
    Walls on borders (C-055) and low ones (C-041) are kept by the square whose east or south side
    they are on: `wall_east`, `wall_south`, `low_east`, `low_south`.
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
    wall_east: int = 0
    wall_south: int = 0
    low_east: int = 0
    low_south: int = 0
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
        return 1 << (square.y * self.stride + square.x) if self.holds(square) else 0

    def bits(self, squares: Iterable[Square]) -> int:
        """Return the bits of those squares that are on the map."""
        found = 0
        for square in squares:
            found |= self.bit(square)
        return found

    def block(self, block: Block) -> int:
        """Return the bits of a space, as far as it is on the map."""
        return self.rectangle(block.x, block.y, block.side, block.side)

    def rectangle(self, x: int, y: int, wide: int, high: int) -> int:
        """Return the bits of a rectangle of squares, as far as it is on the map."""
        left, right = max(0, x), min(self.width, x + wide)
        if left >= right:
            return 0
        row, stride = ((1 << (right - left)) - 1) << left, self.width + 1
        found = 0
        for line in range(max(0, y), min(self.height, y + high)):
            found |= row << (line * stride)
        return found

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
        raise Refusal("map_too_large", "A map can have at most {most} columns and rows.",
                      most=LARGEST)  # fmt: skip
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
                "uneven_map", "row {row} has {found} squares, the first row has {width}",
                row=y + 1, found=len(line), width=width,
            )  # fmt: skip
        for x, sign in enumerate(line):
            if sign not in kinds:
                raise Refusal("unknown_sign", "'{sign}' at {square} is not a sign of the map",
                              sign=sign, square=str(Square(x, y)))  # fmt: skip
    layers = {}
    for layer in LAYERS:
        digits = {ord(sign): "1" if layer in held else "0" for sign, held in kinds.items()}
        text = "".join(f"0{line[::-1].translate(digits)}" for line in reversed(lines))
        layers[layer] = int(text or "0", 2)
    return Battlefield(width, len(lines), rows=lines, own=tuple(own), **layers)


def with_borders(plain: Battlefield, walls: Sides, low: Sides) -> Battlefield:
    """Return the battlefield with these walls and low walls on its borders and no others."""
    return replace(
        plain, wall_east=walls[0], wall_south=walls[1], low_east=low[0], low_south=low[1]
    )


LAYERS = (
    "solid", "water", "hampered", "hampered_twice", "hazard", "low", "concealing", "no_stop",
)  # fmt: skip


def no_ground(slug: str, ground: Mapping[str, Ground]) -> Refusal:
    """Return the refusal of a kind of ground that the system does not have."""
    return Refusal("unknown_ground", "There is no ground '{what}'. Write one of {choices}.",
                   what=slug, choices=tuple(ground))  # fmt: skip


def ground_layers(kinds: tuple[Ground, ...]) -> tuple[str, ...]:
    """Return the layers of a square that is all of these kinds of ground at once."""
    weight = max((kind.weight for kind in kinds), default=0)
    holds = {
        "solid": any(kind.solid for kind in kinds),
        "water": any(kind.water for kind in kinds),
        "hampered": weight >= 1,
        "hampered_twice": weight >= 2,
        "hazard": any(kind.hazard for kind in kinds),
        "low": any(kind.cover for kind in kinds),
        "concealing": any(kind.conceals for kind in kinds),
        "no_stop": not all(kind.stop for kind in kinds),
    }
    return tuple(layer for layer in LAYERS if holds[layer])


def parse_edge(text: str) -> Edge:
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
