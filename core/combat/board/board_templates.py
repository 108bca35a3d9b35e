"""A board for the terrain of a hex, made up from a seed: the same seed, the same board.

Painters lay open ground (patches, a river, houses), a hall with rooms, or a winding passage on a
canvas, by recipes of terrain. The numbers look like chance and are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.combat.board.drawing import Board, Door, DoorState, edge_name
from core.combat.board.squares import LARGEST, Square
from core.messages import Refusal
from core.rulesets.schema import Ruleset

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
        if most > 1:
            return (z ^ (z >> 31)) % most
        return 0

    def between(self, least: int, most: int) -> int:
        """Return a number from `least` to `most`, both included; `least` when they are swapped."""
        return least + self.below(max(1, most - least + 1))

    def one_in(self, many: int) -> bool:
        """True about once in so many times."""
        return self.below(many) == 0


THICKET = "T"
LEGEND = ((THICKET, ("difficult", "concealing")),)
"""Trees and undergrowth, reeds, tall growth: they hamper and hide."""

RECIPES: Mapping[str, str] = {
    "plains": "difficult 30 2-6, thicket 14 2-5, low 5 1-1",
    "moor": "difficult 110 3-9, thicket 70 2-6, low 6 1-1",
    "hills": "difficult 150 6-18, greater 30 3-6, thicket 25 2-5, low 10 1-2, wall 12 1-3",
    "mountains": "difficult 160 5-16, greater 80 4-10, low 20 1-3, wall 110 4-14",
    "forest": "difficult 100 3-9, thicket 200 3-10, wall 28 1-2",
    "deep_forest": "difficult 150 4-12, thicket 260 5-16, wall 45 1-2",
    "jungle": "difficult 150 4-12, thicket 260 5-16, wall 45 1-2",
    "swamp": "difficult 220 5-15, thicket 70 2-6, water 90 4-14, wall 8 1-1",
    "desert": "difficult 80 5-14, low 14 1-3, wall 12 1-4",
    "sandy_desert": "difficult 180 10-26, greater 30 3-8, wall 8 1-3",
    "frozen_tundra": "difficult 150 5-14, greater 25 2-6, low 10 1-2, wall 8 1-2",
    "urban": "difficult 12 1-3, low 10 1-2",
    "river": "difficult 30 2-6, thicket 14 2-5, low 5 1-1",
    "indoors": "difficult 16 1-3, low 12 1-2",
    "corridor": "difficult 14 1-2",
}
"""Patches laid one over the other: a kind of ground, its squares of a thousand, those of a patch.

By rows of the overland tables, and three more: river, indoors, corridor.
"""
LAYOUTS = {"urban": "town", "indoors": "rooms", "corridor": "passage"}
"""Those that are not open ground."""


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
        self.width = width
        self.height = height
        self.chance = chance
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
            if self.own_signs:
                return THICKET
            return self.sign("difficult")
        kind = self._ground.get(what) or self._ground.get("open")
        if kind is None:
            return OPEN
        return kind.sign

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
        if border := self._border(x, y, dx, dy):
            self.doors.append(Door(border, STATES[self.chance.below(len(STATES))]))

    def wall(self, x: int, y: int, dx: int, dy: int) -> None:
        """Put a wall on the border of a square and its neighbour."""
        if border := self._border(x, y, dx, dy):
            self.edge_walls.append(border)

    def _border(self, x: int, y: int, dx: int, dy: int) -> str:
        if not (self.holds(x, y) and self.holds(x + dx, y + dy)):
            return ""
        return edge_name(f"{Square(x, y)}/{Square(x + dx, y + dy)}")

    def board(self) -> Board:
        """Return the board as drawn."""
        rows = tuple("".join(row) for row in self.rows)
        legend = LEGEND if self.own_signs and any(THICKET in row for row in rows) else ()
        return Board(rows, tuple(self.edge_walls), (), tuple(self.doors), legend)


AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1))
STREET = 7
"""Squares between the houses of a town from north to south, every so often."""
BLOCK = 34
"""Columns of houses between two such streets."""


def patches(canvas: Canvas, recipe: str, floor: str = "") -> None:
    """Lay the patches of a recipe (`RECIPES`) one over the other; only on a `floor` if given."""
    for patch in recipe.split(", "):
        what, share, sizes = patch.split()
        least, most = map(int, sizes.split("-"))
        wanted = int(share) * canvas.width * canvas.height // 1000
        tries = 2 * wanted + 4
        while wanted > 0 and tries > 0:
            laid = _grow(canvas, what, canvas.chance.between(least, most), floor)
            wanted -= laid
            tries -= max(1, laid)


def _grow(canvas: Canvas, what: str, size: int, floor: str) -> int:
    chance = canvas.chance
    laid = 0
    edge = [(chance.below(canvas.width), chance.below(canvas.height))]
    seen = set(edge)
    while edge and laid < size:
        x, y = edge.pop(chance.below(len(edge)))
        if not canvas.holds(x, y) or (floor and canvas.rows[y][x] != floor):
            continue
        if not canvas.put(x, y, what):
            continue
        laid += 1
        for dx, dy in AROUND:
            if (x + dx, y + dy) not in seen:
                seen.add((x + dx, y + dy))
                edge.append((x + dx, y + dy))
    return laid


def flow(canvas: Canvas) -> None:
    """Paint a river from north to south with a ford where it crosses the lane."""
    chance = canvas.chance
    wide = min(chance.between(3, 5), max(1, canvas.width // 4))
    left = (canvas.width - wide) // 2 + chance.between(-canvas.width // 12, canvas.width // 12)
    for y in range(canvas.height):
        if y % 2:
            left = min(max(0, left + chance.between(-1, 1)), canvas.width - wide)
        for x in range(left, left + wide):
            canvas.put(x, y, "difficult" if canvas.in_lane(x, y) else "water")


def town(canvas: Canvas) -> None:
    """Paint houses in rows along the main street, which is the lane, and streets across it."""
    top, bottom = canvas.lane[0]
    for first, last in ((0, top - 2), (bottom + 2, canvas.height - 1)):
        y = first
        while last - y >= 3:
            high = min(last - y + 1, canvas.chance.between(5, 9))
            if last - (y + high) < 5:
                high = min(last - y + 1, 12)
            _row_of_houses(canvas, y, high, door_below=first == 0)
            y += high + canvas.chance.between(2, 3)


def _row_of_houses(canvas: Canvas, top: int, high: int, *, door_below: bool) -> None:
    x = canvas.chance.below(3)
    while canvas.width - x >= 4:
        if x % (BLOCK + STREET) >= BLOCK:
            x += STREET
            continue
        wide = min(canvas.width - x, canvas.chance.between(5, 10))
        if high > 5:
            deep = high - canvas.chance.below(max(1, high - 4))
        else:
            deep = high
        at = top + (high - deep if door_below else 0)
        if not canvas.chance.one_in(8):
            _house(canvas, x, at, wide, deep, door_below=door_below)
        x += wide + canvas.chance.between(1, 3)


def _house(canvas: Canvas, x: int, y: int, wide: int, high: int, *, door_below: bool) -> None:
    right = x + wide - 1
    bottom = y + high - 1
    canvas.fill(range(x, right + 1), (y, bottom), "wall")
    canvas.fill((x, right), range(y, bottom + 1), "wall")
    column = canvas.chance.between(x + 1, right - 1)
    side, out = (bottom, 1) if door_below else (y, -1)
    canvas.put(column, side, "open")
    canvas.door(column, side, 0, out)
    if wide >= 8:
        across = canvas.chance.between(x + 3, right - 4)
        through = canvas.chance.between(y + 1, bottom - 1)
        for row in range(y + 1, bottom):
            (canvas.door if row == through else canvas.wall)(across, row, 1, 0)


STOREY = 24
"""Rows for each hall of a large building."""


def hall(canvas: Canvas) -> None:
    """Paint halls from west to east with rooms on both sides, joined by one from north to south."""
    canvas.fill(range(canvas.width), range(canvas.height), "wall")
    top, bottom = canvas.lane[0]
    while top - STOREY >= 0:
        top -= STOREY
    across = canvas.width // 2 - INDOORS // 2
    many = canvas.height > STOREY + STOREY // 2
    for first in range(top, canvas.height, STOREY):
        last = min(first + bottom - canvas.lane[0][0], canvas.height - 1)
        canvas.fill(range(canvas.width), range(first, last + 1), "open")
        for out in (-1, 1):
            _rooms(canvas, first if out < 0 else last, out)
    if many:
        canvas.fill(range(across, across + INDOORS), range(canvas.height), "open")


def _rooms(canvas: Canvas, side: int, out: int) -> None:
    room = (STOREY - INDOORS) // 2 - 1
    deep = min(room, side - 1 if out < 0 else canvas.height - side - 2)
    if deep < 2:
        return
    x = 1
    while canvas.width - x > 3:
        wide = min(canvas.chance.between(4, 8), canvas.width - 1 - x)
        rows = canvas.chance.between(max(2, deep - 3), deep)
        first = side + 2 * out
        canvas.fill(range(x, x + wide), range(first, first + out * rows, out), "open")
        at = canvas.chance.between(x, x + wide - 1)
        canvas.put(at, side + out, "open")
        canvas.door(at, side + out, 0, -out)
        x += wide + 1


def passage(canvas: Canvas) -> None:
    """Paint a winding passage through rock, with niches here and there."""
    canvas.fill(range(canvas.width), range(canvas.height), "wall")
    for x, (top, bottom) in enumerate(canvas.lane):
        canvas.fill((x,), range(top, bottom + 1), "open")
    x = canvas.chance.between(3, 8)
    while x < canvas.width - 4:
        top, bottom = canvas.lane[x]
        deep = canvas.chance.between(1, 5)
        wide = canvas.chance.between(2, 5)
        if canvas.chance.one_in(2):
            rows = range(top - deep, top)
        else:
            rows = range(bottom + 1, bottom + 1 + deep)
        if rows.start > 0 and rows.stop < canvas.height:
            canvas.fill(range(x, x + wide), rows, "open")
        x += wide + canvas.chance.between(3, 9)


WIDTH = 40
HEIGHT = 24
"""Columns and rows of a board unless the GM wants another size."""
PLAIN = "plains"


def template(
    terrain: str,
    seed: int,
    rules: Ruleset,
    width: int = WIDTH,
    height: int = HEIGHT,
    *,
    river: bool = False,
) -> Board:
    """Return a board of `width` x `height` squares for a row of the overland terrain table.

    Also "river", "indoors" and "corridor"; an unknown kind is like its nearest one in the ruleset,
    or plains. `river`: a river with a ford crosses it. A way from west to
    east is never blocked, wide enough for the largest creature (of Gargantuan size in halls and
    passages), so that both sides can come to each other. Refusal "bad_size" unless both are
    from 1 to 500.
    """
    _check_size(width, height)
    kinds = (terrain, rules.nearest.get(terrain, ""), PLAIN)
    kind = next(kind for kind in kinds if kind in RECIPES)
    canvas = Canvas(rules, width, height, SeededNumbers(seed))
    match LAYOUTS.get(kind):
        case "rooms":
            canvas.wind(INDOORS, steady=True)
            hall(canvas)
        case "passage":
            canvas.wind(INDOORS)
            passage(canvas)
        case "town":
            canvas.wind(LANE, steady=True)
            town(canvas)
        case _:
            canvas.wind(LANE)
    patches(canvas, RECIPES[kind], canvas.sign("open") if kind in LAYOUTS else "")
    if river or kind == "river":
        flow(canvas)
    return canvas.board()


def blank(width: int, height: int, rules: Ruleset) -> Board:
    """Return an open board. Refusal "bad_size" unless both are from 1 to 500."""
    _check_size(width, height)
    return Canvas(rules, width, height, SeededNumbers(0)).board()


def _check_size(width: int, height: int) -> None:
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        raise Refusal("bad_size", "A map must have 1 to {most} columns and rows.", most=LARGEST)
