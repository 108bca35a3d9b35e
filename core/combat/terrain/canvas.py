"""A board in the making: squares, doors and walls that painters lay on it."""

from __future__ import annotations

from collections.abc import Iterable

from core.combat.board.plan import Board, Door, DoorState
from core.combat.board.squares import Square
from core.combat.terrain.chance import SeededNumbers
from core.combat.terrain.recipes import LEGEND, THICKET
from core.rulesets.schema import Ruleset

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
