"""Brushes and their strokes on an encounter's board: terrain, walls, doors, light, wind, gravity.

A stroke runs from one corner to another and becomes edits of the board (one `Paint`) or zones of
light (one `SetAir`), so `u` takes back one stroke.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from core.combat.board.drawing import (
    DOOR_EDITS,
    DRAWN_DOORS,
    BoardEdit,
    DoorState,
    Light,
    edge_name,
    runs,
    squares_of,
)
from core.combat.board.drawing import lit as squares_by_light
from core.combat.board.squares import Battlefield, Square, parse_edge
from core.messages import Message
from core.play.facts.encounter import Zone
from core.rulesets.combat_schema import Ground
from core.values import Struct, replace
from tui.board.grid_ground import GridSigns
from tui.encounter.present.layers import line

Shape: TypeAlias = Literal["filled", "outline", "line"]
SHAPES: Mapping[Shape, Message] = {
    "filled": Message("filled"),
    "outline": Message("outline"),
    "line": Message("line"),
}
Kind: TypeAlias = Literal["ground", "wall", "low", "veil", "door", "eraser", "light"]
NEXT_DOOR: Mapping[DoorState, DoorState] = {
    "closed": "locked",
    "locked": "open",
    "open": "closed",
}
OPEN_GROUND = "open"
USUAL = '.#:%~^o=&@"-*/'
"""The order in which the signs of the ground are offered, those of a system's own after them."""


class Brush(Struct):
    """One brush: the sign that picks it, what it draws, and its name.

    `what` is a kind of ground or a light; `sides` the sides of a square where a wall may go
    ("" = as the stroke runs: beside a column, below a row, round anything larger).
    """

    sign: str
    kind: Kind
    what: str
    label: Message | str
    sides: str = ""


BORDERS = (
    Brush("|", "wall", "wall", Message("wall on a border")),
    Brush("_", "wall", "wall", Message("wall below"), "below"),
    Brush(",", "low", "low", Message("low wall on a border")),
    Brush("!", "low", "low", Message("low wall on the right"), "right"),
    Brush(";", "veil", "veil", Message("veil on a border: conceals")),
    Brush("+", "door", "door", Message("door: shut, locked, open")),
)
ERASER = Brush("x", "eraser", "nothing", Message("eraser"))
LIGHTS = (
    Brush("D", "light", "dark", Message("darkness")),
    Brush("I", "light", "dim", Message("dim light")),
    Brush("B", "light", "bright", Message("bright light")),
)


def brushes(ground: Mapping[str, Ground]) -> tuple[Brush, ...]:
    """The brushes of a ruleset: each kind of ground by its sign, then borders, eraser, light."""
    kinds = (
        Brush(kind.sign, "ground", slug, kind.name_in().lower())
        for slug, kind in sorted(ground.items(), key=lambda row: _rank(row[1].sign))
    )
    return (*kinds, *BORDERS, ERASER, *LIGHTS)


def _rank(sign: str) -> int:
    return USUAL.find(sign) % (len(USUAL) + 1)


class BrushedBoard(Struct):
    """The board as it is when a stroke is made."""

    field: Battlefield
    doors: Mapping[str, DoorState]


class Stroke(Struct):
    """What a brush draws from one corner to the other."""

    brush: Brush
    shape: Shape
    one: Square
    other: Square

    def squares(self) -> tuple[Square, ...]:
        """Its squares, in reading order."""
        left, right = sorted((self.one.x, self.other.x))
        top, bottom = sorted((self.one.y, self.other.y))
        if self.shape == "line":
            return line(self.one, self.other)
        every = (Square(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1))
        if self.shape == "filled":
            return tuple(every)
        return tuple(at for at in every if at.x in (left, right) or at.y in (top, bottom))

    def edits(self, canvas: BrushedBoard) -> tuple[BoardEdit, ...]:
        """Its changes of the board; () when there are none."""
        there = [at for at in self.squares() if canvas.field.holds(at)]
        where = runs(canvas.field, canvas.field.bits(there))
        edits_made: list[tuple[str, str]] = []
        match self.brush.kind:
            case "ground":
                edits_made = [(where, self.brush.what)]
            case "eraser":
                sides = (side for at in there for side in _sides(at, canvas.field).items())
                bare = dict.fromkeys(edge for edge, on in sides if on or edge in canvas.doors)
                edits_made = [(where, OPEN_GROUND), (" ".join(bare), "nothing")]
            case "wall" | "low" | "veil":
                edits_made = [(" ".join(self._borders(canvas.field)), self.brush.what)]
            case "door":
                edge = _doorway(self.other, canvas)
                state = canvas.doors.get(edge)
                edits_made = [(edge, DOOR_EDITS[NEXT_DOOR[state] if state else "closed"])]
        return tuple(BoardEdit(at, what) for at, what in edits_made if at)

    def _borders(self, field: Battlefield) -> tuple[str, ...]:
        # The borders that walls run along, by name, none at the map's edge: of a column on its
        # right, of a row (or one square of a low wall) below, of a larger stroke all round.
        first_corner = self.one
        last_corner = self.other
        sides = self.brush.sides
        stroke = replace(self, shape="filled").squares()
        if not sides and first_corner.x != last_corner.x and first_corner.y != last_corner.y:
            count = Counter(name for at in stroke for name in _sides(at, field))
            return tuple(name for name, times in count.items() if times == 1)
        if not sides:
            across = first_corner.x != last_corner.x or (
                first_corner.y == last_corner.y and self.brush.kind == "low"
            )
            sides = "below" if across else "right"
        step = (1, 0) if sides == "right" else (0, 1)
        return tuple(name for at in stroke if (name := _edge(at, at.by(*step), field)))

    def draft(self, canvas: BrushedBoard, signs: GridSigns) -> dict[Square, str]:
        """How it will look: both columns of a square, or the second alone."""
        there = [at for at in self.squares() if canvas.field.holds(at)]
        match self.brush.kind:
            case "ground":
                return dict.fromkeys(there, signs.pair(self.brush.sign))
            case "eraser":
                return dict.fromkeys(there, f"{self.brush.sign} ")
            case "light":
                return dict.fromkeys(there, LIT[self.brush.what])
            case _:
                return _borders(self.edits(canvas), signs)


def _edge(one: Square, other: Square, field: Battlefield) -> str:
    if field.holds(one) and field.holds(other):
        return edge_name(f"{one}/{other}")
    return ""


def _sides(square: Square, field: Battlefield) -> dict[str, bool]:
    sides = {}
    right = field.wall_east | field.low_east | field.veil_east
    below = field.wall_south | field.low_south | field.veil_south
    for owner, neighbour, bits in (
        (square, square.by(1, 0), right),
        (square, square.by(0, 1), below),
        (square.by(-1, 0), square, right),
        (square.by(0, -1), square, below),
    ):
        if name := _edge(owner, neighbour, field):
            sides[name] = bool(bits & field.bit(owner))
    return sides


def _doorway(at: Square, canvas: BrushedBoard) -> str:
    sides = _sides(at, canvas.field)
    doors = (e for e in sides if e in canvas.doors)
    walls = (e for e in sides if sides[e])
    return next(iter((*doors, *walls, *sides)), "")


def lit(
    zones: tuple[Zone, ...],
    stroke: Iterable[Square],
    light: Light,
    board: Light,
    field: Battlefield,
) -> tuple[Zone, ...]:
    """The zones of light with these squares lit; squares lit like the board need none."""
    drawn = [(zone.where, zone.light) for zone in zones]
    drawn.append((runs(field, field.bits(stroke)), light))
    by_light = squares_by_light(field, board, drawn)
    return tuple(Zone(runs(field, bits), kind) for kind, bits in by_light if kind != board)


# how a stroke will look


LIT = {"dark": ";", "dim": ",", "bright": "*"}
"""What the second column shows of a light that is being drawn."""


def _borders(drawn: Iterable[BoardEdit], signs: GridSigns) -> dict[Square, str]:
    borders: dict[Square, tuple[bool, bool]] = {}
    table = signs.walls
    door = ""
    for edit in drawn:
        if edit.what == "low":
            table = signs.low
        elif edit.what == "veil":
            table = signs.veils
        elif edit.what in DRAWN_DOORS:
            door = signs.doors[DRAWN_DOORS[edit.what]]
        for name in edit.where.split():
            one, other = parse_edge(name)
            right, below = borders.get(one, (False, False))
            borders[one] = (right or one.y == other.y, below or one.x == other.x)
    return {at: door or table[sides] for at, sides in borders.items()}


def lit_now(zones: Iterable[Zone]) -> dict[Square, str]:
    """The display of the present zones of light."""
    return {square: LIT[zone.light] for zone in zones for square in squares_of(zone.where)}
