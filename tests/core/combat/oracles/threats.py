"""Reach, threatened squares and flanking from the catalogue's text alone: loops and fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from core.combat.board.scene import Creature, Scene
from core.combat.board.squares import Battlefield
from tests.core.combat.oracles.lines import Cell, floods, ground_of

D20 = {  # C-086, C-087: size -> (space, reach tall, reach long)
    "F": (1, 0, 0),
    "D": (1, 0, 0),
    "T": (1, 0, 0),
    "S": (1, 1, 1),
    "M": (1, 1, 1),
    "L": (2, 2, 1),
    "H": (3, 3, 2),
    "G": (4, 4, 3),
    "C": (6, 6, 4),
}
TABLES = {"pf1": D20, "sf": D20, "dnd35": {**D20, "H": (3, 2, 2)}, "pf2": D20}
IDLE = {  # C-104
    "helpless", "unconscious", "asleep", "paralyzed", "bound", "dead", "stunned", "dazed",
    "cowering", "pinned", "unarmed",
}  # fmt: skip


def bearer(scene: Scene, who: Creature) -> Creature:
    """A rider has its mount's space (C-257)."""
    for other in scene.creatures:
        if other.id == who.rides:
            return other
    return who


def space(scene: Scene, who: Creature) -> set[Cell]:
    """The squares that a creature takes up."""
    who = bearer(scene, who)
    side = TABLES[scene.rules.id][who.size][0] if who.space is None else who.space
    return {(who.at.x + i, who.at.y + j) for i in range(side) for j in range(side)}


def natural(scene: Scene, who: Creature) -> int:
    if who.reach is not None:
        return who.reach
    return TABLES[scene.rules.id][who.size][2 if who.long else 1]


def gap(one: set[Cell], other: set[Cell]) -> tuple[int, int]:
    """From the nearest square of one to the nearest of the other, per axis (G-2)."""
    return (
        min(abs(a[0] - b[0]) for a in one for b in other),
        min(abs(a[1] - b[1]) for a in one for b in other),
    )


def steps(dx: int, dy: int) -> int:
    """Squares counted 1-2-1-2 (C-003)."""
    count = diagonals = 0
    while dx or dy:
        if dx and dy:
            diagonals += 1
            count += 1 if diagonals % 2 else 2
            dx = dx - 1
            dy = dy - 1
        else:
            count += 1
            dx = max(0, dx - 1)
            dy = max(0, dy - 1)
    return count


def within(scene: Scene, dx: int, dy: int, reach: int) -> bool:
    """Counted, and in d20 the second diagonal of a reach of two (C-097, C-098)."""
    if scene.rules.id != "pf2" and reach == 2 and dx == dy == 2:
        return True
    return steps(dx, dy) <= reach


class Sight:
    """Lines of effect on one map, each asked once (G-7), and only where something is near."""

    def __init__(self, field: Battlefield) -> None:
        self.ground = ground_of(field)
        self.known: dict[tuple[frozenset[Cell], Cell], bool] = {}
        self.shut = set(self.ground.blocked).union(*self.ground.walls)

    def _bare(self, ends: set[Cell]) -> bool:
        """Whether all squares of the rectangle round these, which are free, are open."""
        xs = [x for x, _ in ends]
        ys = [y for _, y in ends]
        rectangle = {
            (x, y) for x in range(min(xs), max(xs) + 1) for y in range(min(ys), max(ys) + 1)
        }
        return not rectangle & self.shut

    def effect(self, one: frozenset[Cell], cell: Cell) -> bool:
        key = one, cell
        if key not in self.known:
            self.known[key] = self._effect(one, cell)
        return self.known[key]

    def _effect(self, one: frozenset[Cell], cell: Cell) -> bool:
        if self._bare({*one, cell}):
            return True
        ends: Any = {(x + i, y + j) for x, y in one for i in (0, 1) for j in (0, 1)}
        goals: Any = [(cell[0] + i, cell[1] + j) for i in (0, 1) for j in (0, 1)]
        lines = [(p, q) for p in ends for q in goals]
        lines.sort(key=lambda line: abs(line[0][0] - line[1][0]) + abs(line[0][1] - line[1][1]))
        return any(floods(self.ground, p, q, set(one), {cell}) for p, q in lines)


def strikes_own_space(scene: Scene, who: Creature) -> bool:
    """Unless a pf1 or dnd35 reach weapon is the only weapon (C-094, C-104)."""
    if IDLE & set(who.conditions):
        return False
    return who.weapon_reach is None or who.near or scene.rules.id in ("sf", "pf2")


def threatens_cell(scene: Scene, sight: Sight, who: Creature, cell: Cell) -> bool:
    """Whether a creature threatens one square of the map (2.8, 2.9)."""
    if IDLE & set(who.conditions):
        return False
    here = space(scene, who)
    if cell in here:
        return strikes_own_space(scene, who)
    if not sight.ground.free(cell):
        return False
    dx, dy = gap(here, {cell})
    own = natural(scene, who)
    if who.weapon_reach is None:
        reached = within(scene, dx, dy, own)
    elif scene.rules.id in ("sf", "pf2") or who.near:  # C-095, C-101, C-102
        reached = within(scene, dx, dy, who.weapon_reach)
    else:  # C-099, C-100
        reached = within(scene, dx, dy, who.weapon_reach) and not within(scene, dx, dy, own)
    return reached and sight.effect(frozenset(here), cell)


def threatened(scene: Scene, sight: Sight, who: Creature) -> set[Cell]:
    """The squares outside its own space that a creature threatens."""
    here = space(scene, who)
    return {
        (x, y)
        for x in range(scene.field.width)
        for y in range(scene.field.height)
        if (x, y) not in here and threatens_cell(scene, sight, who, (x, y))
    }


def threatens_any(scene: Scene, sight: Sight, who: Creature, target: set[Cell]) -> bool:
    return any(threatens_cell(scene, sight, who, cell) for cell in target)


def passes_opposite(
    p: tuple[Fraction, Fraction], q: tuple[Fraction, Fraction], target: set[Cell]
) -> bool:
    """G-4 by clipping: the line has points inside, and on two opposite sides, ends included."""
    left = min(x for x, _ in target)
    top = min(y for _, y in target)
    right = max(x for x, _ in target) + 1
    bottom = max(y for _, y in target) + 1

    def meets(axis: int, at: int, low: int, high: int) -> bool:
        """Whether the line has a point with this coordinate and the other one in between."""
        delta = q[axis] - p[axis]
        across = q[1 - axis] - p[1 - axis]
        if delta == 0:
            if p[axis] != at:
                return False
            ends = sorted((p[1 - axis], q[1 - axis]))
            return ends[0] <= high and ends[1] >= low
        t = (at - p[axis]) / delta
        return 0 <= t <= 1 and low <= p[1 - axis] + t * across <= high

    def inside() -> bool:
        first = Fraction(0)
        last = Fraction(1)
        for axis, low, high in ((0, left, right), (1, top, bottom)):
            delta = q[axis] - p[axis]
            if delta == 0:
                if not low < p[axis] < high:
                    return False
                continue
            one, other = sorted(((low - p[axis]) / delta, (high - p[axis]) / delta))
            first = max(first, one)
            last = min(last, other)
        return first < last

    across = meets(0, left, top, bottom) and meets(0, right, top, bottom)
    down = meets(1, top, left, right) and meets(1, bottom, left, right)
    return inside() and (across or down)


def centre(squares: set[Cell]) -> tuple[Fraction, Fraction]:
    xs = [x for x, _ in squares]
    ys = [y for _, y in squares]
    return Fraction(min(xs) + max(xs) + 1, 2), Fraction(min(ys) + max(ys) + 1, 2)


def flanks(
    scene: Scene, sight: Sight, attacker: Creature, ally: Creature, target: Creature, mode: str
) -> str:
    """The reason of section 3 (2.19)."""
    d20 = scene.rules.id != "pf2"
    one, other, hit = (space(scene, who) for who in (attacker, ally, target))
    if mode == "ranged":
        return "ranged"
    if d20 and 0 in (natural(scene, attacker), natural(scene, ally)):
        return "reach_zero"
    if not threatens_any(scene, sight, attacker, hit):
        return "attacker_not_threatening"
    if not threatens_any(scene, sight, ally, hit):
        return "ally_not_threatening"
    if d20:
        found = any(passes_opposite(centre({a}), centre({b}), hit) for a in one for b in other)
    else:
        found = passes_opposite(centre(one), centre(other), hit)
    return "ok" if found else "not_opposite"
