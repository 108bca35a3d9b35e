"""Steps, prices and stopping places from the catalogue's text alone: loops over squares.

Sections 1 (G-3, G-5, G-8), 2.3 to 2.7, 2.14, 2.15 and 3. Only the plain data of a scene are
shared with the code that this is to judge.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.combat.board.scene import Creature, Manner, Scene
from core.values import replace

Cell = tuple[int, int]
SIZES = "FDTSMLHGC"
SPACE = {"F": 1, "D": 1, "T": 1, "S": 1, "M": 1, "L": 2, "H": 3, "G": 4, "C": 6}
HUNDREDTHS = {"T": 25, "D": 4, "F": 1}  # C-067
DEFENCELESS = {  # C-059
    "helpless",
    "unconscious",
    "asleep",
    "paralyzed",
    "bound",
    "dead",
    "stunned",
}
STILL = {"paralyzed", "unconscious", "bound", "dead"}  # C-251
WEIGHT = {":": 1, "o": 1, "=": 1, "%": 2}
SMALL = ("five_foot_step", "step")


@dataclass(frozen=True)
class Answer:
    legal: bool
    reason: str
    cost: int | None = None
    steps: tuple[int, ...] = ()
    at: Cell | None = None
    hazard_steps: int = 0


class Walker:
    """One mover in one manner on one scene."""

    def __init__(self, scene: Scene, mover: Creature, manner: Manner) -> None:
        self.scene = scene
        self.manner = manner
        self.pf2 = scene.rules.id == "pf2"
        ids = {creature.id: creature for creature in scene.creatures}
        self.mover = ids.get(mover.rides, mover)
        self.whole = self.side_of(self.mover)
        self.squeezes = manner.squeeze and not self.pf2
        self.side = -(-self.whole // 2) if self.squeezes else self.whole
        self.others = [
            (other, self.cells_of(ids.get(other.rides, other)))
            for other in scene.creatures
            if other.id != self.mover.id and other.rides != self.mover.id
        ]
        self.ground = manner.mode in ("walk", "swim")

    # --- the board

    def side_of(self, creature: Creature) -> int:
        return creature.space or SPACE[creature.size]

    def cells_of(self, creature: Creature) -> set[Cell]:
        return set(block(creature.at, self.side_of(creature)))

    def sign(self, cell: Cell) -> str:
        """The character of a square, "" off the map."""
        rows = self.scene.field.rows
        inside = 0 <= cell[1] < len(rows) and 0 <= cell[0] < len(rows[cell[1]])
        return rows[cell[1]][cell[0]] if inside else ""

    def between(self, one: Cell, other: Cell, east: int, south: int) -> bool:
        """Whether the border of two squares that share a side is in these layers."""
        a = min(one, other)
        b = max(one, other)
        layer = east if a[1] == b[1] else south
        stride = self.scene.field.width + 1
        return self.sign(a) != "" and bool(layer >> (a[1] * stride + a[0]) & 1)

    def wall(self, one: Cell, other: Cell) -> bool:
        field = self.scene.field
        return self.between(one, other, field.wall_east, field.wall_south)

    def low(self, one: Cell, other: Cell) -> bool:
        field = self.scene.field
        return self.between(one, other, field.low_east, field.low_south)

    def passable(self, cell: Cell) -> bool:
        """Whether the ground of a square may be entered in this mode."""
        sign = self.sign(cell)
        match self.manner.mode:
            case "walk":
                return sign not in ("", "#", "~")
            case "fly":
                return sign not in ("", "#")
            case "swim":
                return sign == "~"
        return sign != ""

    def bears(self, cells: Collection[Cell]) -> bool:
        """Whether a space may be there: a swimmer at the edge has one square of it in the water."""
        if self.manner.at_the_edge:
            signs = [self.sign(cell) for cell in cells]
            return "~" in signs and not {"", "#"} & set(signs)
        return all(self.passable(cell) for cell in cells)

    # --- creatures (2.6)

    def closing(self, other: Creature) -> str:
        """Why this creature's squares cannot be entered, "" when they can."""
        conditions = set(other.conditions)
        friend = self.mover.side == other.side
        mine = SIZES.index(self.mover.size)
        theirs = SIZES.index(other.size)
        if "fills_space" in conditions and "dead" not in conditions:
            return "fills_space"
        if mine <= SIZES.index("T") and self.pf2:
            return ""
        if self.pf2:
            if (conditions & {"unconscious", "dead"}) and theirs <= mine:
                return ""
        elif conditions & DEFENCELESS:
            return ""
        if friend:
            return "ally_charge" if self.manner.action == "charge" and not self.pf2 else ""
        if mine <= SIZES.index("T") or abs(mine - theirs) >= 3:
            return ""
        tumble = self.manner.tumble
        if tumble is True or (tumble is not False and other.id in tumble):
            return ""
        if self.squeezes and self.scene.rules.id == "dnd35":
            return ""
        return "occupied"

    def squeezed_past(self, other: Creature) -> bool:
        """C-080: whether nothing but squeezing opens this creature's squares."""
        upright = Walker(self.scene, self.mover, replace(self.manner, squeeze=False))
        return upright.closing(other) == "occupied" and not self.closing(other)

    def shared(self, other: Creature) -> bool:
        """Whether the mover may stop in this creature's squares."""
        conditions = set(other.conditions)
        if self.closing(other):
            return False
        if self.mover.size in "FDT":
            return True
        if not self.pf2:
            return bool(conditions & DEFENCELESS)
        if self.manner.next_move_action:
            return True
        if SIZES.index(other.size) > SIZES.index(self.mover.size):
            return False
        willing = self.mover.side == other.side
        return bool(conditions & {"unconscious", "dead"}) or ("prone" in conditions and willing)

    def obstructs(self, other: Creature) -> bool:
        """C-060: one more doubling."""
        conditions = set(other.conditions)
        if self.pf2 or not self.ground or self.closing(other):
            return False
        defenceless = bool(conditions & DEFENCELESS)
        if self.scene.rules.id != "sf":
            return defenceless and "bulky" in conditions
        if other.size not in "LHGC":
            return False
        return defenceless or self.only_tumbled(other)

    def only_tumbled(self, other: Creature) -> bool:
        """Whether nothing but the acrobatic check opens this creature's squares."""
        plain = Walker(self.scene, self.mover, Manner(action=self.manner.action))
        return plain.closing(other) == "occupied" and not self.closing(other)

    # --- one step (G-3, G-5, G-8)

    def step(self, start: Cell, end: Cell) -> str:
        """Why a step cannot be made, "" when it can."""
        dx = end[0] - start[0]
        dy = end[1] - start[1]
        if max(abs(dx), abs(dy)) != 1:
            return "not_adjacent"
        old = block(start, self.side)
        new = block(end, self.side)
        if any(self.sign(cell) == "" for cell in new):
            return "offmap"
        if not self.bears(new):
            return "blocked"
        if self.manner.mode != "incorporeal":
            if any(self.wall(a, b) for a, b in neighbours({*old, *new})):
                return "blocked"
            if dx and dy and self.cuts(start, end, {*old, *new}):
                return "corner"
        for other, cells in self.others:
            if cells & set(new) and self.closing(other):
                return self.closing(other)
        if self.unhampered() and self.hampered(start, end):
            return f"hampered_{self.manner.action}"
        return ""

    def cuts(self, start: Cell, end: Cell, spaces: set[Cell]) -> bool:
        corner = (min(start[0], end[0]), min(start[1], end[1]))
        swept = set(block(corner, self.side + 1))
        if any(self.sign(cell) == "#" for cell in swept - spaces):
            return True
        if any(self.wall(a, b) for a, b in neighbours(swept)):
            return True
        return self.ground and any(self.low(a, b) for a, b in neighbours(swept))

    def terrain(self, end: Cell) -> int:
        """The worst weight under the new space."""
        if not self.ground:
            return 0
        worst = max(WEIGHT.get(self.sign(cell), 0) for cell in block(end, self.side))
        if self.pf2 and "ignores_difficult" in self.mover.conditions:
            worst = max(0, worst - 1)
        return worst

    def doublings(self, end: Cell) -> int:
        """Those that are not the terrain's."""
        if self.pf2:
            return 0
        new = set(block(end, self.side))
        body = any(cells & new and self.obstructs(other) for other, cells in self.others)
        narrow = self.squeezes and not self.roomy(end)
        return self.manner.extra_doublings + int(body) + int(narrow)

    def roomy(self, end: Cell) -> bool:
        """Whether a free area of full size contains the new leading block (G-8)."""
        slack = self.whole - self.side + 1
        return any(
            self.free_area((end[0] - i, end[1] - j)) for i in range(slack) for j in range(slack)
        )

    def free_area(self, anchor: Cell) -> bool:
        area = block(anchor, self.whole)
        if not self.bears(area):
            return False
        for other, cells in self.others:
            if cells & set(area) and (self.closing(other) or self.squeezed_past(other)):
                return False
        if self.manner.mode == "incorporeal":
            return True
        return not any(self.wall(a, b) for a, b in neighbours(set(area)))

    def crosses_low(self, start: Cell, end: Cell) -> bool:
        """Whether the front of the body crosses a low wall squarely (C-041)."""
        dx = end[0] - start[0]
        dy = end[1] - start[1]
        if not self.ground or (dx and dy):
            return False
        old = set(block(start, self.side))
        front = [cell for cell in block(end, self.side) if cell not in old]
        return any(self.low((x - dx, y - dy), (x, y)) for x, y in front)

    def unhampered(self) -> bool:
        """Whether the action enters no hampered square (C-030, C-034; C-038: a Step only)."""
        return self.manner.action in (SMALL if self.pf2 else (*SMALL, "run", "charge"))

    def hampered(self, start: Cell, end: Cell) -> bool:
        return bool(self.terrain(end) + self.doublings(end)) or self.crosses_low(start, end)

    def cost(self, start: Cell, end: Cell, par: int) -> tuple[int, int]:
        """The price of a step and the parity after it (G-5)."""
        diagonal = start[0] != end[0] and start[1] != end[1]
        terrain = self.terrain(end)
        other = self.doublings(end)
        low = self.crosses_low(start, end)
        if self.pf2:
            if diagonal:
                return 1 + par + terrain, 1 - par
            return 1 + terrain + low, par
        m = 2 ** (terrain + other)
        if diagonal and m == 1:
            return 1 + par, 1 - par
        if diagonal:
            return 3 * m // 2, par
        return m + (2 * 2**other if low else 0), par

    # --- stopping

    def stop(self, at: Cell) -> str:
        """Why the mover may not stop, "ok" when it may."""
        new = block(at, self.side)
        if not self.bears(new):
            return "blocked"
        if self.manner.mode == "incorporeal":
            if any(self.sign(cell) == "#" for cell in new):
                return "blocked"
        elif any(self.wall(one, other) for one, other in neighbours(set(new))):
            return "blocked"
        if not self.pf2 and self.ground and any(self.sign(cell) in ("o", "=") for cell in new):
            return "obstacle_end"
        if any(cells & set(new) and not self.shared(other) for other, cells in self.others):
            return "end_occupied"
        return "end_full" if any(self.crowded(cell) for cell in new) else "ok"

    def crowded(self, cell: Cell) -> bool:
        if self.mover.size not in HUNDREDTHS:
            return False
        there = [other.size for other, cells in self.others if cell in cells]
        return sum(HUNDREDTHS.get(size, 0) for size in [*there, self.mover.size]) > 100

    # --- whole movements (section 3)

    def start_parity(self) -> int:
        return self.manner.diagonals_before % 2 if self.pf2 else 0

    def move(self, path: Sequence[Cell]) -> Answer:
        manner = self.manner
        par = self.start_parity()
        conditions = set(self.mover.conditions)
        if conditions & STILL:
            return Answer(False, "cannot_move", at=path[0])
        if manner.action in ("run", "charge") and conditions & {"fatigued", "exhausted"}:
            return Answer(False, "no_run", at=path[0])
        if self.pf2 and manner.action == "step" and manner.mode in ("fly", "swim"):
            return Answer(False, "no_step_by", at=path[0])  # C-019
        if manner.action in SMALL and len(path) > 2:
            return Answer(False, "too_long", at=path[-1])
        costs: list[int] = []
        hurts = 0
        ways = set()
        for start, end in pairwise(path):
            ways.add((end[0] - start[0], end[1] - start[1]))
            reason = self.step(start, end)
            if not reason and manner.action == "run" and not self.pf2 and len(ways) > 1:
                reason = "not_straight"
            if reason:
                return Answer(False, reason, None, tuple(costs), end, hurts)
            cost, par = self.cost(start, end, par)
            costs.append(cost)
            hazard = any(self.sign(cell) == "^" for cell in block(end, self.side))
            hurts += int(self.ground and hazard)
        reason = self.verdict(path, sum(costs), len(costs))
        legal = reason in ("ok", "minimum_move")
        return Answer(legal, reason, sum(costs), tuple(costs), None, hurts)

    def verdict(self, path: Sequence[Cell], cost: int, steps: int) -> str:
        manner = self.manner
        reason = "ok"
        if manner.budget is not None and cost > manner.budget:
            if self.pf2 or not manner.full_round or steps != 1:
                return "budget"
            reason = "minimum_move"
        if manner.ends_here and self.stop(path[-1]) != "ok":
            return self.stop(path[-1])
        return reason

    def halted(
        self, path: Sequence[Cell], at: Cell, sees: Callable[[Cell, Cell], bool]
    ) -> tuple[list[Cell], bool]:
        """Where one ends who is halted at `at`, and whether the GM says (C-157 to C-159)."""
        if self.stop(at) == "ok":
            return [at], False
        if self.pf2:
            return [], True
        before = [cell for cell in path[: path.index(at)] if self.stop(cell) == "ok"]
        last = before[-1] if before else path[0]
        if self.scene.rules.id == "sf":
            return [last], False
        field = self.scene.field
        far = measure(at, last)
        near = {
            (x, y): measure(at, (x, y))
            for y in range(field.height)
            for x in range(field.width)
            if measure(at, (x, y)) < far and self.stop((x, y)) == "ok" and sees(at, (x, y))
        }
        least = min(near.values(), default=0)
        return [cell for cell, away in near.items() if away == least] or [last], False


def block(anchor: Cell, side: int) -> list[Cell]:
    """The squares of a space."""
    return [(anchor[0] + i, anchor[1] + j) for j in range(side) for i in range(side)]


def neighbours(cells: set[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of these squares that share a side."""
    for x, y in cells:
        for other in ((x + 1, y), (x, y + 1)):
            if other in cells:
                yield (x, y), other


def measure(one: Cell, other: Cell) -> int:
    """C-003."""
    far, near = sorted((abs(one[0] - other[0]), abs(one[1] - other[1])), reverse=True)
    return far + near // 2
