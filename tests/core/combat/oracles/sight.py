"""Cover and concealment decided from the catalogue's text, with lines by exact fractions."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product

from core.combat.board.scene import Creature, Scene
from tests.core.combat.oracles.boards import Board, Space, away
from tests.core.combat.oracles.lines import Cell, Ground, Spot, walks

Found = dict[str, object]
BETTER = ("none", "soft", "cover")


class Sight:
    """One board with the lines already drawn on it."""

    def __init__(self, scene: Scene) -> None:
        self.board = Board(scene)
        self.d20 = self.board.system != "pf2"
        self.scene = scene
        self.known: dict[tuple[Ground, Spot, Spot, Space, Space], bool] = {}
        self.bare = self.board.ground(self.board.solid, self.board.walls)

    def clear(self, ground: Ground, p: Spot, q: Spot, a: Space, b: Space) -> bool:
        key = ground, p, q, a, b
        if key not in self.known:
            self.known[key] = walks(ground, p, q, a.cells, b.cells)
        return self.known[key]

    def effect(self, a: Space, b: Space) -> bool:
        """G-7: one line from a lattice point of a to one of b is clear of solids."""
        return any(self.clear(self.bare, p, q, a, b) for p in a.lattice for q in b.lattice)

    # --- low obstacles

    def hard(self, attackers: Iterable[Space], target: Space) -> Ground:
        """Walls, and the low obstacles that cover (C-171, C-172, C-185)."""
        stands = [*attackers, target]
        squares = {
            cell
            for cell in self.board.low
            if not any(cell in space.cells for space in stands)
            and self._covers([cell], stands[:-1], target)
        }
        walls = {
            wall
            for wall in self.board.low_walls
            if not any(set(wall) <= space.cells for space in stands)
            and self._covers(wall, stands[:-1], target)
        }
        return self.board.ground(self.board.solid | squares, self.board.walls | walls)

    def _covers(self, squares: Iterable[Cell], attackers: list[Space], target: Space) -> bool:
        if not self.d20:
            return True
        places = [Space(*square, 1) for square in squares]
        near = min(away(target, place) for place in places)
        off = min(away(who, place) for who in attackers for place in places)
        return near <= 6 and not off < near

    # --- cover from creatures

    def cover(
        self, attacker: Creature, target: Creature, mode: str, gm: str = "", take: bool = False
    ) -> Found:
        a = self.board.space(attacker)
        t = self.board.space(target)
        if a.cells & t.cells:
            return self._numbers("none", False)
        if not self.effect(a, t):
            return self._numbers("total", False)
        if not self.d20:
            return self._numbers(self._centres(attacker, target, a, t, mode), False, take=take)
        degree, hint = self._corners(attacker, a, t, mode)
        if degree == "cover" and gm:
            return self._numbers(gm, False)
        return self._numbers(degree, hint and degree == "cover")

    def _corners(self, attacker: Creature, a: Space, t: Space, mode: str) -> tuple[str, bool]:
        hard = self.hard([a], t)
        if mode == "melee" and max(a.gap(t)) == 1 and self.board.reach(attacker) < 2:
            return self._melee(hard, a, t), False
        bodies = set().union(*(self.board.space(c).cells for c in self.board.living(a, t)))
        full = Ground(hard.width, hard.height, hard.blocked | frozenset(bodies), hard.walls)
        degrees = []
        counts = []
        aims = [Space(*cell, 1) for cell in t.cells] if mode == "melee" else [t]  # C-165
        for p, aim in product(a.lattice, aims):
            free = [self.clear(full, p, q, a, t) for q in aim.corners]
            counts.append(sum(free))
            if all(free):
                degrees.append("none")
            elif all(self.clear(hard, p, q, a, t) for q in aim.corners):
                degrees.append("soft")
            else:
                degrees.append("cover")
        return min(degrees, key=BETTER.index), 3 in counts

    def _melee(self, hard: Ground, a: Space, t: Space) -> str:
        for one in a.cells:
            for other in t.cells:
                mine = Space(*one, 1)
                theirs = Space(*other, 1)
                if all(
                    walks(hard, p, q, mine.cells, theirs.cells)
                    for p in mine.corners
                    for q in theirs.corners
                ):
                    return "none"
        return "cover"

    def _centres(self, attacker: Creature, target: Creature, a: Space, t: Space, mode: str) -> str:
        rank = self.board.rank
        hard = self.hard([a], t)
        others = self.board.living(a, t)
        big: set[Cell] = set()
        for who in others:
            if rank(who) >= 2 + rank(attacker) and rank(who) >= 2 + rank(target):
                big |= self.board.space(who).cells
        terrain = Ground(hard.width, hard.height, hard.blocked | frozenset(big), hard.walls)
        if not self.clear(terrain, a.centre, t.centre, a, t):
            return "cover"
        if mode == "melee" and max(a.gap(t)) <= 1:
            return "none"
        screens = set(big)
        for who in others:
            if rank(who) >= rank(attacker) - 1:
                screens |= self.board.space(who).cells
        full = Ground(hard.width, hard.height, hard.blocked | frozenset(screens), hard.walls)
        if any(self.clear(full, p, t.centre, a, t) for p in a.corners):
            return "none"
        return "screen"

    def _numbers(self, degree: str, hint: bool, *, take: bool = False) -> Found:
        if self.d20:
            ac = {"soft": 4, "partial": 2, "cover": 4, "improved": 8}.get(degree, 0)
            reflex = {"partial": 1, "cover": 2, "improved": 4}.get(degree, 0)
        else:
            ac = {"screen": 1, "cover": 4 if take else 2}.get(degree, 0)
            reflex = {"cover": 4 if take else 2}.get(degree, 0)
        found: Found = {
            "degree": degree,
            "ac_bonus": ac,
            "reflex_bonus": reflex,
            "can_attack": degree != "total",
            "stealth": degree in ("partial", "cover", "improved", "total"),
            "stops_aoo": degree == "total" or (self.d20 and degree != "none"),
        }
        if self.d20:
            found["partial_hint"] = hint
        return found

    # --- cover from area effects

    def area(self, origin: Cell, target: Creature, spread: bool, take: bool) -> Found:
        x, y = origin
        t = self.board.space(target)
        point = (Fraction(x), Fraction(y))
        around = Space(x - 1, y - 1, 2)
        open_ones = [Space(*cell, 1) for cell in around.cells & self.board.cells - self.board.solid]
        if not any(self.clear(self.bare, point, q, around, t) for q in t.lattice):
            reached = self.d20 and spread and self._flows(open_ones, t)
            return {"degree": "total", "reflex_bonus": 0, "affected": reached}
        hard = self.hard(open_ones if self.d20 else (), t)
        goals = t.corners if self.d20 else [t.centre]
        free = all(self.clear(hard, point, q, around, t) for q in goals)
        bonus = 4 if take else 2
        if free or (spread and self.d20):
            bonus = 0
        return {"degree": "none" if free else "cover", "reflex_bonus": bonus, "affected": True}

    def _flows(self, start: list[Space], target: Space) -> bool:
        seen = {(space.x, space.y) for space in start}
        new = list(seen)
        while new:
            x, y = cell = new.pop()
            for other in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if other in seen or not self.bare.free(other):
                    continue
                if self.bare.passes(cell, other):
                    seen.add(other)
                    new.append(other)
        return bool(seen & target.cells)

    # --- concealment

    def concealment(self, attacker: Creature, target: Creature, mode: str, light: str) -> Found:
        eyes = attacker.conditions
        hidden = target.conditions
        unseen = "invisible" in hidden and "see_invisible" not in eyes
        if unseen or "blinded" in eyes or (light == "dark" and "darkvision" not in eyes):
            return self._miss("total")
        dim = light == "dim" and "darkvision" not in eyes and "low_light" not in eyes
        if dim or "blur" in hidden or self._foggy(attacker, target, mode):
            return self._miss("concealment")
        return self._miss("none")

    def _foggy(self, attacker: Creature, target: Creature, mode: str) -> bool:
        a = self.board.space(attacker)
        t = self.board.space(target)
        if not self.d20:  # C-204: any square of the target, never those of the attacker
            beyond = self.board.fog - a.cells
            return bool(t.cells & self.board.fog) or self.fogged(a.centre, t.centre, beyond)
        inside = t.cells <= self.board.fog
        if mode == "melee" and max(a.gap(t)) <= 1:
            return inside
        return all(any(self.fogged(p, q) for q in t.corners) for p in a.lattice)

    def fogged(self, p: Spot, q: Spot, beyond: set[Cell] | None = None) -> bool:
        """Whether a line meets the inside of a foggy square or runs between two of them."""
        fog = self.board.fog if beyond is None else beyond
        if any(enters(cell, p, q) for cell in fog):
            return True
        for x, y in fog:
            if (x + 1, y) in fog and runs_on((x + 1, y, x + 1, y + 1), p, q):
                return True
            if (x, y + 1) in fog and runs_on((x, y + 1, x + 1, y + 1), p, q):
                return True
        return False

    def _miss(self, degree: str) -> Found:
        chance = {"none": 0, "concealment": 20, "total": 50}[degree]
        found: Found = {"degree": degree, "miss_chance": chance}
        if self.d20:
            found |= {
                "can_target": degree != "total",
                "stops_aoo": degree == "total",
                "stealth": degree != "none",
            }
        return found


def enters(cell: Cell, p: Spot, q: Spot) -> bool:
    """Whether the closed line meets the open square."""
    first = Fraction(0)
    last = Fraction(1)
    for at, to, low in zip(p, q, cell, strict=True):
        if at == to:
            if not low < at < low + 1:
                return False
            continue
        ends = sorted((Fraction(low - at) / (to - at), Fraction(low + 1 - at) / (to - at)))
        first = max(first, ends[0])
        last = min(last, ends[1])
    return first < last


def runs_on(side: tuple[int, int, int, int], p: Spot, q: Spot) -> bool:
    """Whether the line runs along a side for some length."""
    left, top, right, bottom = side
    if left == right:
        return p[0] == q[0] == left and _share(p[1], q[1], top, bottom)
    return p[1] == q[1] == top and _share(p[0], q[0], left, right)


def _share(one: Fraction, other: Fraction, low: int, high: int) -> bool:
    """Whether two stretches have some length in common."""
    first, last = sorted((one, other))
    return max(first, Fraction(low)) < min(last, Fraction(high))
