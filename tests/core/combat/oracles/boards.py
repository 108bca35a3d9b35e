"""A scene as plain sets, from section 0 of the catalogue: what blocks and who is where."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from core.combat.board.scene import Creature, Scene
from tests.core.combat.oracles.lines import Cell, Ground, Spot, edges

SIZES = "FDTSMLHGC"
SIDES = {"L": 2, "H": 3, "G": 4, "C": 6}
TALL = {"F": 0, "D": 0, "T": 0, "L": 2, "H": 3, "G": 4, "C": 6}
LONG = {"F": 0, "D": 0, "T": 0, "L": 1, "H": 2, "G": 3, "C": 4}

Wall = tuple[Cell, Cell]


@dataclass(frozen=True)
class Space:
    """An N x N space by its top left square."""

    x: int
    y: int
    side: int

    @property
    def cells(self) -> set[Cell]:
        return {(self.x + i, self.y + j) for i in range(self.side) for j in range(self.side)}

    @property
    def corners(self) -> list[Spot]:
        """The four outer corners."""
        return [
            (Fraction(x), Fraction(y))
            for x, y in product((self.x, self.x + self.side), (self.y, self.y + self.side))
        ]

    @property
    def lattice(self) -> list[Spot]:
        """All corners of its squares."""
        steps = range(self.side + 1)
        return [(Fraction(self.x + i), Fraction(self.y + j)) for i in steps for j in steps]

    @property
    def centre(self) -> Spot:
        return self.x + Fraction(self.side, 2), self.y + Fraction(self.side, 2)

    def gap(self, other: Space) -> tuple[int, int]:
        """Squares from the nearest square of one to the nearest of the other, each way (G-2)."""
        across = [abs(a[0] - b[0]) for a in self.cells for b in other.cells]
        down = [abs(a[1] - b[1]) for a in self.cells for b in other.cells]
        return min(across), min(down)


def away(one: Space, other: Space) -> int:
    """Distance counted 1-2-1-2 (C-003, C-005)."""
    dx, dy = one.gap(other)
    return max(dx, dy) + min(dx, dy) // 2


class Board:
    """What the catalogue's map and creature fields say about a scene."""

    def __init__(self, scene: Scene) -> None:
        field = scene.field
        self.system = scene.rules.id
        self.scene = scene
        self.size = field.width, field.height
        self.cells = {(x, y) for y in range(field.height) for x in range(field.width)}
        self.solid = {cell for cell in self.cells if self.sign(cell) == "#"}
        foggy = {"&", *(sign for sign, kinds in field.own if "&" in kinds)}  # a thicket, too
        self.fog = {cell for cell in self.cells if self.sign(cell) in foggy}
        self.low = {cell for cell in self.cells if self.sign(cell) == "o"}
        self.walls = edges(field, field.wall_east, field.wall_south)
        self.low_walls = edges(field, field.low_east, field.low_south)

    def sign(self, cell: Cell) -> str:
        return self.scene.field.rows[cell[1]][cell[0]]

    def ground(self, squares: set[Cell], walls: set[Wall]) -> Ground:
        return Ground(*self.size, frozenset(squares), frozenset(walls))

    def space(self, who: Creature) -> Space:
        """Its squares; a rider's are its mount's (C-257)."""
        bearer = self.scene.by_id.get(who.rides) or who
        side = SIDES.get(bearer.size, 1) if bearer.space is None else bearer.space
        return Space(bearer.at.x, bearer.at.y, side)

    def rank(self, who: Creature) -> int:
        return SIZES.index(who.size)

    def reach(self, who: Creature) -> int:
        """How far it strikes with what it has in hand."""
        if who.weapon_reach is not None:
            return who.weapon_reach
        if who.reach is not None:
            return who.reach
        if who.long:
            return LONG.get(who.size, 1)
        if who.size == "H" and self.system == "dnd35":
            return 2
        return TALL.get(who.size, 1)

    def living(self, *but: Space) -> list[Creature]:
        """Those not dead whose space shares no square with these."""
        taken = set().union(*(space.cells for space in but))
        return [
            who
            for who in self.scene.creatures
            if "dead" not in who.conditions and not self.space(who).cells & taken
        ]
