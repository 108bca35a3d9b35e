"""A board as it is kept, and with its edits as a battlefield.

Squares are runs of text; light, and the part that is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from core.combat.board.squares import (
    LARGEST,
    LAYERS,
    Battlefield,
    Square,
    borders,
    ground_layers,
    no_ground,
    parse_edge,
    parse_square,
    read_field,
)
from core.messages import Refusal, Squares, Template
from core.rulesets.combat_schema import Ground
from core.values import Struct, replace

DoorState: TypeAlias = Literal["closed", "open", "locked"]


class Door(Struct):
    """A door on a border ("B2/C2"); unless it is open it is a wall there."""

    edge: str
    state: DoorState = "closed"


class BoardHeight(Struct):
    """The height in squares of what stands on some squares, or on borders.

    `where` is as that of a `BoardEdit`: "B2:5 C4", or "B2/C2 B3/C3".
    """

    where: str
    height: int


class Board(Struct):
    """A drawn map: rows of signs, walls, low walls and veils on borders, doors, signs of its own.

    `legend` gives those signs, each with its kinds of ground. `heights` are those of walls, houses
    and trees; what has none reaches to the ceiling. Boards are immutable and stored by
    the sha256 of their text; later drawing is a `BoardEdit` on top.
    """

    rows: tuple[str, ...]
    edge_walls: tuple[str, ...] = ()
    edge_low: tuple[str, ...] = ()
    doors: tuple[Door, ...] = ()
    legend: tuple[tuple[str, tuple[str, ...]], ...] = ()
    heights: tuple[BoardHeight, ...] = ()
    edge_veils: tuple[str, ...] = ()


class BoardEdit(Struct):
    """A change of a board.

    `where` is squares as runs ("B2:5 C4": five squares from B2 to the right, and C4) with `what`
    the slug of a kind of ground; or one or more borders ("B2/C2 B3/C3") with `what` one of "wall",
    "low", "veil", "door", "open_door", "locked_door" and "nothing". `height` is that of what
    stands there then, in squares; None = to the ceiling.
    """

    where: str
    what: str
    height: int | None = None


HIGHEST_TOP = 100
"""The greatest height of a wall or a tree, in squares."""


KEPT = 16
"""The number of drawn boards that are cached."""

DRAWN_DOORS: dict[str, DoorState] = {"door": "closed", "open_door": "open", "locked_door": "locked"}
"""The states of doors by the word of an edit."""

DOOR_EDITS: dict[DoorState, str] = {state: word for word, state in DRAWN_DOORS.items()}
"""The edit that gives a door this state."""

BORDERS = ("wall", "low", "veil", *DRAWN_DOORS, "nothing")
"""The words of edits of a border."""

Kinds: TypeAlias = Mapping[str, Ground]


class _ByIdentity:
    """A key for a cache by identity: looking at 500 rows or 200 edits again takes no time."""

    __slots__ = ("parts",)

    def __init__(self, *parts: object) -> None:
        self.parts: tuple[Any, ...] = parts

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.parts)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _ByIdentity):
            return NotImplemented
        return all(mine is its for mine, its in zip(self.parts, other.parts, strict=True))


def battlefield(board: Board, edits: tuple[BoardEdit, ...], ground: Kinds) -> Battlefield:
    """Return the battlefield of a board with its edits; `ground` are the kinds by slug.

    Cached; edits are laid over the layers of the board. Walls are those of the board, shut doors
    and drawn ones; on a border with a door the door alone decides. Edits off the map are left
    out. Refusals: those of `read_field`, "unknown_ground", "bad_run", "bad_edge" and "bad_top".
    """
    return _draw_board(_ByIdentity(board, edits, ground))


@lru_cache(maxsize=KEPT)
def _draw_board(key: _ByIdentity) -> Battlefield:
    board, edits, ground = key.parts
    plain = _plain(_ByIdentity(board, ground))
    if not edits:
        return plain
    battlefield = _paint(plain, [edit for edit in edits if "/" not in edit.where], ground)
    if any("/" in edit.where for edit in edits):
        battlefield = _bordered(battlefield, _borders(board, edits))
    return battlefield


@lru_cache(maxsize=KEPT)
def _plain(key: _ByIdentity) -> Battlefield:
    board, ground = key.parts
    field = read_field(board.rows, ground, legend=dict(board.legend))
    borders(field, (door.edge for door in board.doors))
    borders(field, (*board.edge_walls, *board.edge_low, *board.edge_veils))
    for row in board.heights:
        check_top(row.height)
        if "/" in row.where:
            borders(field, row.where.split())
    on_squares = [row for row in board.heights if "/" not in row.where]
    tops = _lay_tops((), [(run_bits(field, row.where), row.height) for row in on_squares])
    return _bordered(replace(field, tops=tops), _borders(board, ()))


def check_top(height: int) -> None:
    """Refuse ("bad_top") a height that nothing on a board can have."""
    if not 1 <= height <= HIGHEST_TOP:
        raise Refusal(
            "bad_top", "A wall or a tree is 1 to {most} squares high.", most=Squares(HIGHEST_TOP)
        )


def _lay_tops(
    tops: Iterable[tuple[int, int]], drawn: Iterable[tuple[int, int | None]]
) -> tuple[tuple[int, int], ...]:
    # The heights of squares after these were drawn, in their order; None takes away what was there.
    by_height = dict(tops)
    for bits, height in drawn:
        for other in by_height:
            by_height[other] &= ~bits
        if height is not None:
            by_height[height] = by_height.get(height, 0) | bits
    return tuple(sorted((height, bits) for height, bits in by_height.items() if bits))


def _paint(field: Battlefield, edits: list[BoardEdit], ground: Kinds) -> Battlefield:
    drawn = 0
    layers = dict.fromkeys(LAYERS, 0)
    rows = list(field.rows)
    for edit in edits:
        if edit.what not in ground:
            raise no_ground(edit.what, ground)
        sign = ground[edit.what].sign
        for x, y, length in _inside(field, edit.where):
            rows[y] = rows[y][:x] + sign * length + rows[y][x + length :]
    for edit in reversed(edits):
        new = run_bits(field, edit.where) & ~drawn
        drawn |= new
        for layer in ground_layers((ground[edit.what],)):
            layers[layer] |= new
    changed = {name: getattr(field, name) & ~drawn | bits for name, bits in layers.items()}
    tops = _lay_tops(field.tops, [(run_bits(field, edit.where), edit.height) for edit in edits])
    return replace(field, rows=tuple(rows), tops=tops, **changed)


class _Borders(NamedTuple):
    walls: tuple[str, ...]
    low: tuple[str, ...]
    veils: tuple[str, ...]
    doors: tuple[Door, ...]
    heights: tuple[tuple[str, int], ...]


def _borders(board: Board, edits: Iterable[BoardEdit]) -> _Borders:
    stand: dict[str, dict[str, None]] = {
        "wall": dict.fromkeys(map(edge_name, board.edge_walls)),
        "low": dict.fromkeys(map(edge_name, board.edge_low)),
        "veil": dict.fromkeys(map(edge_name, board.edge_veils)),
    }
    states = {edge_name(door.edge): door.state for door in board.doors}
    heights = {
        edge_name(edge): row.height
        for row in board.heights
        if "/" in row.where
        for edge in row.where.split()
    }
    for edit in edits:
        if "/" not in edit.where:
            continue
        if edit.what not in BORDERS:
            raise Refusal("unknown_border", "'{what}' cannot be drawn on a border.", what=edit.what)
        for edge in map(edge_name, edit.where.split()):
            for edges in stand.values():
                edges.pop(edge, None)
            stays = edit.what in DRAWN_DOORS and edit.height is None  # as high as it was
            if not (states.pop(edge, None) and stays):
                heights.pop(edge, None)
            if edit.what in DRAWN_DOORS:
                states[edge] = DRAWN_DOORS[edit.what]
            elif edit.what != "nothing":
                stand[edit.what][edge] = None
            if edit.height is not None:
                heights[edge] = edit.height
    drawn_doors = tuple(Door(edge, state) for edge, state in states.items())
    return _Borders(
        walls=tuple(stand["wall"]),
        low=tuple(stand["low"]),
        veils=tuple(stand["veil"]),
        doors=drawn_doors,
        heights=tuple(heights.items()),
    )


def _bordered(field: Battlefield, drawn: _Borders) -> Battlefield:
    state = {door.edge: door.state for door in drawn.doors}
    shut = [edge for edge, said in state.items() if said != "open"]
    walls = [edge for edge in drawn.walls if edge not in state]
    wall_east, wall_south = borders(field, (*walls, *shut))
    low_east, low_south = borders(field, drawn.low)
    veil_east, veil_south = borders(field, drawn.veils)
    by_height: dict[int, list[str]] = {}
    for edge, height in drawn.heights:
        by_height.setdefault(height, []).append(edge)
    edge_tops = ((height, *borders(field, edges)) for height, edges in sorted(by_height.items()))
    return replace(
        field,
        wall_east=wall_east,
        wall_south=wall_south,
        low_east=low_east,
        low_south=low_south,
        veil_east=veil_east,
        veil_south=veil_south,
        edge_tops=tuple(edge_tops),
    )


def edge_name(text: str) -> str:
    """Return the one name of a border, upper or left square first; Refusals of `parse_edge`."""
    one, other = parse_edge(text)
    return f"{one}/{other}"


def doors(board: Board, edits: Iterable[BoardEdit]) -> dict[str, DoorState]:
    """Return the doors of a board with what was drawn on it, by the names of their borders."""
    return {door.edge: door.state for door in _borders(board, edits).doors}


def redrawn(board: Board, edits: tuple[BoardEdit, ...], ground: Kinds) -> Board:
    """Return the board with the edits burnt in. Refusals: those of `battlefield`."""
    found = battlefield(board, edits, ground)
    now = _borders(board, edits)
    on_squares = [BoardHeight(runs(found, bits), height) for height, bits in found.tops]
    on_borders = [BoardHeight(edge, height) for edge, height in now.heights]
    return replace(
        board,
        rows=found.rows,
        edge_walls=now.walls,
        edge_low=now.low,
        edge_veils=now.veils,
        doors=now.doors,
        heights=(*on_squares, *on_borders),
    )


def runs(field: Battlefield, bits: int) -> str:
    """Return a set of squares as runs ("B2:5 C4"), in reading order."""
    return " ".join(
        f"{Square(x, y)}:{length}" if length > 1 else str(Square(x, y))
        for x, y, length in _runs(bits, field.stride)
    )


def _runs(bits: int, stride: int) -> Iterator[tuple[int, int, int]]:
    row = (1 << stride) - 1
    y = 0
    while bits:
        empty = ((bits & -bits).bit_length() - 1) // stride
        bits >>= empty * stride
        y += empty
        line = bits & row
        x = 0
        while line:
            gap = (line & -line).bit_length() - 1
            line >>= gap
            x += gap
            length = (~line & (line + 1)).bit_length() - 1
            yield x, y, length
            line >>= length
            x += length
        bits >>= stride
        y += 1


def squares_of(text: str) -> tuple[Square, ...]:
    """Return the squares of runs ("B2:5 C4"). Refusals "unknown_square" and "bad_run"."""
    return tuple(Square(x + n, y) for x, y, length in _parse_runs(text) for n in range(length))


def run_bits(field: Battlefield, text: str) -> int:
    """Return the squares of runs on the map as bits. Refusals of `squares_of`."""
    bits = 0
    for x, y, length in _inside(field, text):
        bits |= ((1 << length) - 1) << (y * field.stride + x)
    return bits


def _inside(field: Battlefield, text: str) -> Iterator[tuple[int, int, int]]:
    for x, y, length in _parse_runs(text):
        if x < field.width and y < field.height:
            yield x, y, min(length, field.width - x)


@lru_cache(maxsize=1024)
def _parse_runs(text: str) -> tuple[tuple[int, int, int], ...]:
    runs = []
    for word in text.split():
        name, colon, length = word.partition(":")
        square = parse_square(name)
        if colon and not (length.isascii() and length.isdigit() and len(length) < 4):
            raise _bad_run(word)
        count = int(length) if colon else 1
        if not 1 <= count <= LARGEST:
            raise _bad_run(word)
        runs.append((square.x, square.y, count))
    return tuple(runs)


def _bad_run(word: str) -> Refusal:
    return Refusal("bad_run", "'{text}' is not a row of squares. Write it like B2:5.", text=word)


Light: TypeAlias = Literal["bright", "dim", "dark"]
LIGHTS: tuple[Light, ...] = get_args(Light)
"""The best first."""
LIGHT_NAMES: dict[Light, Template] = {"bright": "bright", "dim": "dim light", "dark": "dark"}

Lit: TypeAlias = tuple[tuple[Light, int], ...]
"""Squares by their light as bits, the best light first; together they are the whole map."""


def lit(field: Battlefield, light: Light, zones: Iterable[tuple[str, Light]]) -> Lit:
    """Return the squares of a field by their light; empty when there are no zones.

    `light` is that of the whole map, `zones` are squares as runs ("B2:5 C4") that are lit
    otherwise; of zones that overlap the last one counts, squares off the map are left out.
    Refusals "unknown_square" and "bad_run".
    """
    bits_by_light = dict.fromkeys(LIGHTS, 0)
    bits_by_light[light] = field.every
    zoned = False
    for squares, shade in zones:
        zoned = True
        bits = run_bits(field, squares)
        for other in LIGHTS:
            bits_by_light[other] &= ~bits
        bits_by_light[shade] |= bits
    if zoned:
        return tuple((shade, bits) for shade, bits in bits_by_light.items() if bits)
    return ()


class Viewport(Struct):
    """The squares that are drawn: columns `left` to before `right`, rows `top` to before `bottom`.

    `cut_off` is true when something that should be seen lies outside.
    """

    left: int
    top: int
    right: int
    bottom: int
    cut_off: bool = False

    def __contains__(self, square: Square) -> bool:
        return self.left <= square.x < self.right and self.top <= square.y < self.bottom

    @property
    def columns(self) -> range:
        """The columns, from 0."""
        return range(self.left, self.right)

    @property
    def rows(self) -> range:
        """The rows, from 0."""
        return range(self.top, self.bottom)

    def squares(self) -> Iterator[Square]:
        """Yield all squares that are drawn, in reading order."""
        return (Square(x, y) for y in self.rows for x in self.columns)

    def squares_in_view(self, field: Battlefield, bits: int) -> tuple[Square, ...]:
        """Return the squares of a set that are drawn."""
        return tuple(square for square in field.squares(bits) if square in self)
