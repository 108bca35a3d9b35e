"""A textbook search over states (anchor, parity), from the catalogue's text alone.

Sections G-3, G-5, G-6, G-8 and 2.3 to 2.7, 2.14: a heap, sets of squares, no bitboards. Only the
plain data of a scene are shared with the code that this is to judge.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush

from core.combat.board.scene import Creature, Manner, Scene
from core.combat.board.squares import Square

Cell = tuple[int, int]
Cells = frozenset[Cell]

ORDER = "FDTSMLHGC"  # C-086 to C-089
SPACES = dict(zip(ORDER, (1, 1, 1, 1, 1, 2, 3, 4, 6), strict=True))
SHARES = {"F": 1, "D": 4, "T": 25}  # C-067, hundredths of a square
HELPLESS = {"helpless", "unconscious", "asleep", "paralyzed", "bound", "dead", "stunned"}  # C-059
MOTIONLESS = {"paralyzed", "unconscious", "bound", "dead"}  # C-251
ROUGH = {":": 1, "o": 1, "=": 1, "%": 2}  # section 0
ASIDE = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]


class Textbook:
    """What one mover can do in one manner."""

    def __init__(self, scene: Scene, mover: Creature, manner: Manner) -> None:
        self.system = scene.rules.id
        self.manner = manner
        self.pf2 = self.system == "pf2"
        self.body = next((c for c in scene.creatures if c.id == mover.rides), mover)  # C-257
        self.places = {c.id: c for c in scene.creatures}
        self.others = [
            c for c in scene.creatures if self.body.id not in (c.id, c.rides) and c is not mover
        ]
        side = self.space(self.body)
        self.full = side
        self.squeezes = manner.squeeze and not self.pf2  # C-085
        self.side = (side + 1) // 2 if self.squeezes else side  # G-8
        self.start: Cell = (self.body.at.x, self.body.at.y)
        self.signs = {
            (x, y): s for y, row in enumerate(scene.field.rows) for x, s in enumerate(row)
        }
        field = scene.field
        self.walls = _pairs(field.squares(field.wall_east), field.squares(field.wall_south))
        self.low = _pairs(field.squares(field.low_east), field.squares(field.low_south))
        self.grounded = manner.mode in ("walk", "swim")
        rights = [(self.cells_of(c), *self.right(c)) for c in self.others]
        self.closed = {cell for cells, may, _, _ in rights for cell in cells if not may}
        self.taken = {cell for cells, may, stop, _ in rights for cell in cells if not stop}
        self.bulky = {cell for cells, may, _, big in rights for cell in cells if may and big}
        self.past = {
            cell for c in self.others if self.squeezed_past(c) for cell in self.cells_of(c)
        }
        self.known: dict[tuple[Cell, Cell], tuple[int, int] | None] = {}
        self.room: dict[Cell, bool] = {}
        self.free: dict[tuple[Cell, int], bool] = {}

    def space(self, creature: Creature) -> int:
        return creature.space or SPACES[creature.size]

    def cells_of(self, creature: Creature) -> Cells:
        bearer = self.places.get(creature.rides, creature)
        return _block((bearer.at.x, bearer.at.y), self.space(bearer))

    def right(self, other: Creature) -> tuple[bool, bool, bool]:
        """Whether its space may be crossed, stopped in, and whether it hampers (2.6)."""
        has = set(other.conditions)
        manner = self.manner
        mine = ORDER.index(self.body.size)
        theirs = ORDER.index(other.size)
        friend = other.side == self.body.side
        tiny = self.body.size in SHARES
        apart = abs(mine - theirs) >= 3
        tumbled = manner.tumble if isinstance(manner.tumble, bool) else other.id in manner.tumble
        leaves = self.pf2 and manner.next_move_action
        large = self.system == "sf" and theirs >= ORDER.index("L")
        if "fills_space" in has and "dead" not in has:
            return False, False, False  # C-066
        if self.pf2:
            lies = bool(has & {"unconscious", "dead"}) or (friend and "prone" in has)
            if tiny or (lies and theirs <= mine):
                return True, True, False  # C-075, C-071
            may = friend or apart or tumbled
            return may, may and leaves, False  # C-068, C-069, C-074
        if has & HELPLESS:
            return True, True, large if self.system == "sf" else "bulky" in has  # C-059, C-060
        if friend and manner.action == "charge":
            return False, False, False  # C-056
        if tiny:
            return True, True, False  # C-064
        if friend or apart:
            return True, False, False  # C-056, C-065
        past = self.squeezes and self.system == "dnd35"  # C-080
        return tumbled or past, False, tumbled and large  # C-058, C-063, C-060

    def squeezed_past(self, other: Creature) -> bool:
        """Whether its space is open to nothing but squeezing (C-080)."""
        squeezes = self.squeezes
        self.squeezes = False
        upright = self.right(other)[0]
        self.squeezes = squeezes
        return self.right(other)[0] and not upright

    def may_be_on(self, cell: Cell) -> bool:
        """Whether the ground bears this mode of movement (section 0, C-044, C-045)."""
        sign = self.signs.get(cell)
        if sign is None:
            return False
        match self.manner.mode:
            case "incorporeal":
                return True
            case "fly":
                return sign != "#"
            case "swim":
                return sign == "~"
        return sign not in "#~"

    def split(self, cells: Cells, borders: set[frozenset[Cell]]) -> bool:
        """Whether one of these borders is between two of the squares."""
        return bool(borders) and any(
            frozenset(((x, y), beside)) in borders
            for x, y in cells
            for beside in ((x + 1, y), (x, y + 1))
            if beside in cells
        )

    def fits(self, anchor: Cell, side: int) -> bool:
        """Whether a space may be entered as far as ground, walls and creatures go."""
        key = anchor, side
        if key not in self.free:
            self.free[key] = self._fits(anchor, side)
        return self.free[key]

    def _fits(self, anchor: Cell, side: int) -> bool:
        cells = _block(anchor, side)
        if not all(self.may_be_on(cell) for cell in cells) or cells & self.closed:
            return False
        return self.manner.mode == "incorporeal" or not self.split(cells, self.walls)

    def narrow(self, anchor: Cell) -> bool:
        """Whether no full-sized area about the leading block is free (G-8)."""
        if anchor not in self.room:
            slack = range(self.full - self.side + 1)
            x, y = anchor
            self.room[anchor] = any(
                self.fits((x - i, y - j), self.full)
                and not _block((x - i, y - j), self.full) & self.past
                for i in slack
                for j in slack
            )
        return not self.room[anchor]

    def step(self, old: Cell, way: Cell) -> tuple[int, int] | None:
        """Doublings (squares added in pf2) and what a low wall adds; None = no such step."""
        key = old, way
        if key not in self.known:
            self.known[key] = self._step(old, way)
        return self.known[key]

    def _step(self, old: Cell, way: Cell) -> tuple[int, int] | None:
        new = old[0] + way[0], old[1] + way[1]
        if not self.fits(new, self.side):
            return None
        before = _block(old, self.side)
        after = _block(new, self.side)
        diagonal = bool(way[0] and way[1])
        swept = before | after
        if diagonal:
            swept = _block((min(old[0], new[0]), min(old[1], new[1])), self.side + 1)
        if self.manner.mode != "incorporeal":
            if self.split(swept, self.walls):
                return None
            if any(self.signs.get(cell) == "#" for cell in swept - before - after):
                return None
        if diagonal and self.grounded and self.split(swept, self.low):
            return None
        ground = max(ROUGH.get(self.signs[cell], 0) for cell in after) if self.grounded else 0
        if self.pf2 and "ignores_difficult" in self.body.conditions:
            ground = max(0, ground - 1)
        more = 0
        if not self.pf2:
            more += self.manner.extra_doublings
            more += 1 if self.grounded and after & self.bulky else 0
            more += 1 if self.squeezes and self.narrow(new) else 0
        low = 0
        if not diagonal and self.grounded and self.crosses(before, after, way):
            low = 1 if self.pf2 else 2 * 2**more
        if (ground + more or low) and self.hampered_is_forbidden():
            return None
        return ground + more, low

    def crosses(self, before: Cells, after: Cells, way: Cell) -> bool:
        """Whether the front of the body crosses a low wall (C-041)."""
        return any(
            frozenset(((x, y), (x + way[0], y + way[1]))) in self.low
            for x, y in before
            if (x + way[0], y + way[1]) in after - before
        )

    def hampered_is_forbidden(self) -> bool:
        """C-030, C-034, C-038."""
        small = ("five_foot_step", "step")
        return self.manner.action in (small if self.pf2 else (*small, "run", "charge"))

    def price(self, old: Cell, way: Cell, parity: int) -> tuple[int, int] | None:
        """What a step costs, and the parity after it (G-5)."""
        found = self.step(old, way)
        if found is None:
            return None
        k, low = found
        diagonal = bool(way[0] and way[1])
        if self.pf2:
            return (1 + parity + k, 1 - parity) if diagonal else (1 + k + low, parity)
        if not k:
            return (1 + parity, 1 - parity) if diagonal else (1 + low, parity)
        return (3 * 2**k // 2, parity) if diagonal else (2**k + low, parity)

    def costs(self, budget: int | None) -> dict[Cell, int]:
        """The least cost of each anchor in reach, the start included."""
        first = self.manner.diagonals_before % 2 if self.pf2 else 0  # C-023, C-024
        if self.still():
            return {self.start: 0}
        if self.manner.action == "run" and not self.pf2:
            return self._straight(first, budget, 10_000)  # C-031
        if self.manner.action in ("five_foot_step", "step"):
            return self._straight(first, budget, 1)
        best = {(self.start, first): 0}
        queue = [(0, self.start, first)]
        while queue:
            cost, at, parity = heappop(queue)
            if best[at, parity] < cost:
                continue
            for way in ASIDE:
                found = self.price(at, way, parity)
                if found is None:
                    continue
                state = (at[0] + way[0], at[1] + way[1]), found[1]
                then = cost + found[0]
                if (budget is None or then <= budget) and then < best.get(state, then + 1):
                    best[state] = then
                    heappush(queue, (then, *state))
        anchors: dict[Cell, int] = {}
        for (at, _), cost in best.items():
            anchors[at] = min(cost, anchors.get(at, cost))
        return anchors

    def _straight(self, first: int, budget: int | None, longest: int) -> dict[Cell, int]:
        found = {self.start: 0}
        for way in ASIDE:
            at = self.start
            cost = 0
            parity = first
            for _ in range(longest):
                priced = self.price(at, way, parity)
                if priced is None:
                    break
                at = (at[0] + way[0], at[1] + way[1])
                cost = cost + priced[0]
                parity = priced[1]
                if budget is not None and cost > budget:
                    break
                found[at] = cost
        return found

    def answers(self) -> tuple[dict[Square, int], set[Square]]:
        """The cost of every anchor in reach but the start, and those where it may stop."""
        found = self.costs(self.manner.budget)
        if self.manner.full_round and not self.pf2 and not self.still():  # C-154
            for way in ASIDE:
                priced = self.price(self.start, way, 0)
                if priced is not None:
                    found.setdefault((self.start[0] + way[0], self.start[1] + way[1]), priced[0])
        found.pop(self.start)
        return (
            {Square(*at): cost for at, cost in found.items()},
            {Square(*at) for at in found if self.may_stop(at)},
        )

    def still(self) -> bool:
        """C-019, C-251, C-252."""
        has = set(self.body.conditions)
        tired = has & {"fatigued", "exhausted"} and self.manner.action in ("run", "charge")
        special = self.manner.mode in ("fly", "swim") and self.manner.action == "step"
        return bool(has & MOTIONLESS or tired or (self.pf2 and special))

    def may_stop(self, anchor: Cell) -> bool:
        """C-040, C-044, C-061, C-067, C-069."""
        if not self.manner.ends_here:
            return True
        cells = _block(anchor, self.side)
        if self.manner.mode == "incorporeal" and any(self.signs[cell] == "#" for cell in cells):
            return False
        if not self.pf2 and self.grounded and any(self.signs[cell] in "o=" for cell in cells):
            return False
        return not cells & self.taken and not self.crowded(cells)

    def crowded(self, cells: Cells) -> bool:
        mine = SHARES.get(self.body.size, 0)
        small = [(self.cells_of(c), SHARES[c.size]) for c in self.others if c.size in SHARES]
        return bool(mine) and any(
            mine + sum(share for there, share in small if cell in there) > 100 for cell in cells
        )


@cache
def _block(anchor: Cell, side: int) -> Cells:
    x, y = anchor
    return frozenset((x + i, y + j) for j in range(side) for i in range(side))


def _pairs(east: Iterator[Square], south: Iterator[Square]) -> set[frozenset[Cell]]:
    """Borders as pairs of squares."""
    found = {frozenset(((x, y), (x + 1, y))) for x, y in east}
    return found | {frozenset(((x, y), (x, y + 1))) for x, y in south}
