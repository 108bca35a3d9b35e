"""A board in the making: squares, doors and walls that painters lay on it, by recipes of terrain.

Its numbers look like chance and are the same for the same seed, on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from core.combat.board.plan import Board, Door, DoorState
from core.combat.board.squares import Square
from core.rulesets.schema import Ruleset
from core.values import Struct

MASK = (1 << 64) - 1


class SeededNumbers:
    """A stream of numbers from a seed (splitmix64); any whole number is a seed."""

    def __init__(self, seed: int) -> None:
        self._state = (seed * 0x9E3779B97F4A7C15 + seed // (MASK + 1)) & MASK

    def below(self, most: int) -> int:
        """Return a whole number from 0 to `most` - 1; 0 when `most` is less than 2."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return (z ^ (z >> 31)) % most if most > 1 else 0

    def between(self, least: int, most: int) -> int:
        """Return a number from `least` to `most`, both included; `least` when they are swapped."""
        return least + self.below(max(1, most - least + 1))

    def one_in(self, many: int) -> bool:
        """True about once in so many times."""
        return self.below(many) == 0


Layout: TypeAlias = Literal["wild", "town", "rooms", "passage"]

THICKET = "T"
LEGEND = ((THICKET, ("difficult", "concealing")),)
"""Trees and undergrowth, reeds, tall growth: they hamper and hide."""


class Patch(Struct):
    """Patches of one kind of ground: `share` squares of a thousand, so many squares each."""

    what: str
    share: int
    least: int = 1
    most: int = 1


class Recipe(Struct):
    """A landscape: patches laid one over the other, on a layout, with a river or without."""

    patches: tuple[Patch, ...] = ()
    layout: Layout = "wild"
    river: bool = False


WOOD = Recipe((
    Patch("difficult", 100, 3, 9), Patch("thicket", 200, 3, 10), Patch("wall", 28, 1, 2),
))  # fmt: skip
DEEP_WOOD = Recipe((
    Patch("difficult", 150, 4, 12), Patch("thicket", 260, 5, 16), Patch("wall", 45, 1, 2),
))  # fmt: skip
DRY = Recipe((Patch("difficult", 80, 5, 14), Patch("low", 14, 1, 3), Patch("wall", 12, 1, 4)))
PLAINS = Recipe((Patch("difficult", 30, 2, 6), Patch("thicket", 14, 2, 5), Patch("low", 5)))

RECIPES: Mapping[str, Recipe] = {
    "plains": PLAINS,
    "moor": Recipe((
        Patch("difficult", 110, 3, 9), Patch("thicket", 70, 2, 6), Patch("low", 6),
    )),
    "hills": Recipe((
        Patch("difficult", 150, 6, 18), Patch("greater", 30, 3, 6), Patch("thicket", 25, 2, 5),
        Patch("low", 10, 1, 2), Patch("wall", 12, 1, 3),
    )),
    "mountains": Recipe((
        Patch("difficult", 160, 5, 16), Patch("greater", 80, 4, 10), Patch("low", 20, 1, 3),
        Patch("wall", 110, 4, 14),
    )),
    "forest": WOOD,
    "deep_forest": DEEP_WOOD,
    "jungle": DEEP_WOOD,
    "swamp": Recipe((
        Patch("difficult", 220, 5, 15), Patch("thicket", 70, 2, 6), Patch("water", 90, 4, 14),
        Patch("wall", 8),
    )),
    "desert": DRY,
    "sandy_desert": Recipe((
        Patch("difficult", 180, 10, 26), Patch("greater", 30, 3, 8), Patch("wall", 8, 1, 3),
    )),
    "frozen_tundra": Recipe((
        Patch("difficult", 150, 5, 14), Patch("greater", 25, 2, 6), Patch("low", 10, 1, 2),
        Patch("wall", 8, 1, 2),
    )),
    "urban": Recipe((Patch("difficult", 12, 1, 3), Patch("low", 10, 1, 2)), "town"),
    "river": Recipe(PLAINS.patches, river=True),
    "indoors": Recipe((Patch("difficult", 16, 1, 3), Patch("low", 12, 1, 2)), "rooms"),
    "corridor": Recipe((Patch("difficult", 14, 1, 2),), "passage"),
}  # fmt: skip
"""By rows of the overland tables, and three more: river, indoors, corridor."""


OPEN = "."
BLOCKING = ("wall", "water", "low")
"""Kinds of ground that never lie on the lane."""

STATES: tuple[DoorState, ...] = ("closed", "closed", "closed", "open", "locked")
"""The states of doors, weighted by how often they are listed."""

LANE = 7
"""Rows of the way that is kept free across a map: room for the largest creature."""
INDOORS = 5
"""The same in halls and passages, wide enough for the Gargantuan."""


class Canvas:
    """Signs by row and column, doors and walls on borders.

    `lane` are, for each column, the first and the last row of a way from west to east that no
    patch may block. It winds so slowly that the largest creature can follow it.
    """

    def __init__(self, rules: Ruleset, width: int, height: int, chance: SeededNumbers) -> None:
        self.width, self.height, self.chance = width, height, chance
        self._ground = rules.combat.ground
        kinds = tuple(slug for _, slugs in LEGEND for slug in slugs)
        signs = {kind.sign for kind in self._ground.values()}
        self.own_signs = all(slug in self._ground for slug in kinds) and THICKET not in signs
        self.rows = [[self.sign("open")] * width for _ in range(height)]
        self.doors: list[Door] = []
        self.edge_walls: list[str] = []
        self.lane: list[tuple[int, int]] = []

    def sign(self, what: str) -> str:
        """Return the sign of a kind of ground; that of open ground if the ruleset lacks it."""
        if what == "thicket":
            return THICKET if self.own_signs else self.sign("difficult")
        kind = self._ground.get(what) or self._ground.get("open")
        return OPEN if kind is None else kind.sign

    def wind(self, high: int, steady: bool = False) -> None:
        """Lay the lane through the middle, `high` rows; it drifts, unless it is `steady`."""
        high = min(high, self.height)
        top = (self.height - high) // 2
        until = self.chance.between(high, 2 * high)
        for x in range(self.width):
            if x >= until and not steady:
                until = x + self.chance.between(high, 2 * high)
                top = min(max(0, top + self.chance.between(-1, 1)), self.height - high)
            self.lane.append((top, top + high - 1))

    def in_lane(self, x: int, y: int) -> bool:
        """Whether a square is on the lane."""
        top, bottom = self.lane[x]
        return top <= y <= bottom

    def holds(self, x: int, y: int) -> bool:
        """Whether a square is on the map."""
        return 0 <= x < self.width and 0 <= y < self.height

    def put(self, x: int, y: int, what: str) -> bool:
        """Put a kind of ground on a square unless that blocks the lane; return whether it did."""
        if not self.holds(x, y) or (what in BLOCKING and self.in_lane(x, y)):
            return False
        self.rows[y][x] = self.sign(what)
        return True

    def fill(self, xs: Iterable[int], ys: Iterable[int], what: str) -> None:
        """Lay a kind of ground on a rectangle."""
        ys = tuple(ys)
        for x in xs:
            for y in ys:
                self.put(x, y, what)

    def door(self, x: int, y: int, dx: int, dy: int) -> None:
        """Put a door between a square and its neighbour; most are closed, some open or locked."""
        if self.holds(x, y) and self.holds(x + dx, y + dy):
            state = STATES[self.chance.below(len(STATES))]
            self.doors.append(Door(edge(x, y, dx, dy), state))

    def wall(self, x: int, y: int, dx: int, dy: int) -> None:
        """Put a wall on the border of a square and its neighbour."""
        if self.holds(x, y) and self.holds(x + dx, y + dy):
            self.edge_walls.append(edge(x, y, dx, dy))

    def board(self) -> Board:
        """Return the board as drawn."""
        rows = tuple("".join(row) for row in self.rows)
        legend = LEGEND if self.own_signs and any(THICKET in row for row in rows) else ()
        return Board(rows, tuple(self.edge_walls), (), tuple(self.doors), legend)


def edge(x: int, y: int, dx: int, dy: int) -> str:
    """Return the name of a border, upper or left square first."""
    one, other = sorted((Square(x, y), Square(x + dx, y + dy)))
    return f"{one}/{other}"
