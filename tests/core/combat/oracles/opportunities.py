"""Opportunities from the catalogue's text alone: every enemy, every step, every line (2.10).

Melee cover is worked out here as far as it decides whether there is any: by trying all the lines
that the rules name (C-057, C-112, C-160 to C-166, C-171, C-172, C-177).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.combat.board.scene import Creature, Manner, Scene
from tests.core.combat.oracles.lines import Cell, Ground, cells, edges, floods
from tests.core.combat.oracles.threats import (
    Sight,
    bearer,
    gap,
    natural,
    space,
    steps,
    strikes_own_space,
    threatens_cell,
)

Edge = tuple[Cell, Cell]
VERY_SMALL = ("F", "D", "T")


def block(anchor: Cell, side: int) -> set[Cell]:
    return {(anchor[0] + i, anchor[1] + j) for i in range(side) for j in range(side)}


HELD = {"grappling", "pinned"}


class Watching:
    """A mover among its enemies."""

    def __init__(self, scene: Scene, mover: Creature, manner: Manner, sight: Sight) -> None:
        self.scene = scene
        self.mover = mover
        self.manner = manner
        self.sight = sight
        self.d20 = scene.rules.id != "pf2"
        mount = bearer(scene, mover).id
        self.pair = [c for c in scene.creatures if mount in (c.id, c.rides)]
        self.size = bearer(scene, mover).size
        whole = round(len(space(scene, mover)) ** 0.5)
        self.side = -(-whole // 2) if manner.squeeze and self.d20 else whole
        self.trail = whole - self.side + 1

    def enemies(self) -> list[Creature]:
        return [c for c in self.scene.creatures if c not in self.pair and c.side != self.mover.side]

    def excused(self, enemy: Creature, already: Sequence[str]) -> bool:
        """C-104, C-107, C-115, C-117; who is grappled or pinned strikes at nobody who passes."""
        if not self.d20:
            return False
        slow = "flat_footed" in enemy.conditions and "combat_reflexes" not in enemy.conditions
        tumble = self.manner.tumble
        if self.scene.rules.has_open_conditions and HELD & {*enemy.conditions}:
            return True
        past = tumble if isinstance(tumble, bool) else enemy.id in tumble
        return slow or past or enemy.id in already

    def sees(self, viewer: Creature, other: Creature, where: set[Cell]) -> bool:
        """Not against total concealment (C-198, C-200, C-201, C-203); where the other is."""
        if "blinded" in viewer.conditions:
            return False
        if "darkvision" not in viewer.conditions and all(map(self.dark, where)):
            return False
        return "invisible" not in other.conditions or "see_invisible" in viewer.conditions

    def dark(self, cell: Cell) -> bool:
        """Whether a square is dark; zones of light are laid over that of the whole scene."""
        bit = 1 << (cell[1] * (self.scene.field.width + 1) + cell[0])
        for light, squares in self.scene.lit:
            if squares & bit:
                return light == "dark"
        return self.scene.light == "dark"

    def opportunities(
        self, path: Sequence[Cell], already: Sequence[str] = ()
    ) -> dict[str, list[Cell]]:
        """For each enemy that may strike the anchors where, in order, each once."""
        found: dict[str, list[Cell]] = {}
        for enemy in self.enemies():
            if self.excused(enemy, already):
                continue
            struck = [
                path[number]
                for number in range(self.departures(path))
                if self.provokes(enemy, path, number)
            ]
            if struck:
                found[enemy.id] = sorted(set(struck), key=struck.index)
        return found

    def acts(self, act: str, target: str = "", already: Sequence[str] = ()) -> list[str]:
        """Who may strike at the mover itself for what it does where it is, by id.

        Attacks of Opportunity, Unarmed Attacks and Cast a Spell of the open rules: a shot, throw or
        spell lets all who threaten strike, an unarmed blow its target, in two of the systems.
        """
        if act == "unarmed" and self.scene.rules.id not in ("pf1", "dnd35"):
            return []
        if act == "unarmed" and "improved_unarmed_strike" in self.mover.conditions:
            return []
        place = space(self.scene, self.mover)
        found = []
        for enemy in self.enemies():
            if self.excused(enemy, already) or (act == "unarmed" and enemy.id != target):
                continue
            if not self.d20 and enemy.reaction is False:  # C-118
                continue
            if not any(threatens_cell(self.scene, self.sight, enemy, cell) for cell in place):
                continue
            if not self.d20 or self.open(enemy, self.mover, place):  # C-112, C-113, C-121
                found.append(enemy.id)
        return sorted(found)

    def departures(self, path: Sequence[Cell]) -> int:
        """How many places are left; in pf2 a move action that leaves none counts (C-119)."""
        return 1 if len(path) == 1 and not self.d20 else len(path) - 1

    def provokes(self, enemy: Creature, path: Sequence[Cell], number: int) -> bool:
        """Whether leaving one anchor lets one enemy strike."""
        action = self.manner.action
        here = block(path[number], self.side)
        places = [
            block(anchor, self.side)
            for anchor in path[max(0, number - self.trail + 1) : number + 1]
        ]
        struck = []
        if action not in ("five_foot_step", "step", "forced"):  # C-108, C-120, C-152, C-153
            for place in places:
                if any(threatens_cell(self.scene, self.sight, enemy, cell) for cell in place):
                    struck.append(place)  # C-106, C-114, C-118
        if self.d20 and action == "withdraw":  # C-116
            start = block(path[0], self.side)
            if not enemy.hidden and any(
                self.sees(one, enemy, space(self.scene, enemy)) for one in self.pair
            ):
                struck = [place for place in struck if place != start]
        if number + 1 < len(path):
            after = block(path[number + 1], self.side)
            if self.enters(enemy, here, after):
                struck.append(after)  # it is exposed in the square that it enters
        if not self.d20:  # C-121
            return bool(struck)
        return any(
            one.side != enemy.side and self.open(enemy, one, place)
            for place in struck
            for one in self.pair
        )

    def enters(self, enemy: Creature, before: set[Cell], after: set[Cell]) -> bool:
        """C-110."""
        theirs = space(self.scene, enemy)
        return (
            self.d20
            and self.manner.action != "forced"
            and self.size in VERY_SMALL
            and strikes_own_space(self.scene, enemy)
            and bool(after & theirs)
            and not before & theirs
        )

    def open(self, enemy: Creature, target: Creature, place: set[Cell]) -> bool:
        """Whether neither total concealment nor any cover denies it (C-112, C-113)."""
        return self.sees(enemy, target, place) and not self.covered(enemy, place)

    # --- cover in melee, d20

    def reach_of(self, enemy: Creature) -> int:
        """How far an enemy strikes (C-164)."""
        return natural(self.scene, enemy) if enemy.weapon_reach is None else enemy.weapon_reach

    def covered(self, enemy: Creature, place: set[Cell]) -> bool:
        theirs = space(self.scene, enemy)
        if theirs & place:
            return False  # C-166
        if max(gap(theirs, place)) == 1 and self.reach_of(enemy) < 2:
            ground = self.ground(theirs, place, bodies=False)
            return not any(
                self.all_clear(ground, {one}, {other}, corners({one}), corners({other}))
                for one in theirs
                for other in place
            )  # C-162, C-165
        ground = self.ground(theirs, place, bodies=True)
        return not any(
            self.all_clear(ground, theirs, place, [corner], corners({other}))
            for corner in corners(theirs)
            for other in place
        )  # C-160, C-163, C-164, C-165

    def all_clear(
        self,
        ground: Ground,
        start: set[Cell],
        goal: set[Cell],
        froms: Sequence[Cell],
        tos: Sequence[Cell],
    ) -> bool:
        lines: list[tuple[Any, Any]] = [(p, q) for p in froms for q in tos]
        return all(floods(ground, p, q, start, goal) for p, q in lines)

    def ground(self, theirs: set[Cell], place: set[Cell], *, bodies: bool) -> Ground:
        """What cuts lines between two spaces: walls, low obstacles in range, other creatures."""
        field = self.scene.field
        solid = self.sight.ground
        blocked = set(solid.blocked)
        walls = set(solid.walls)
        for cell in cells(field, field.low) - theirs - place:
            if self.low_counts([cell], theirs, place):
                blocked.add(cell)
        for edge in edges(field, field.low_east, field.low_south):
            if self.low_counts(edge, theirs, place):
                walls.add(edge)
        if bodies:
            for other in self.scene.creatures:  # C-057, C-177
                body = space(self.scene, other)
                if other in self.pair or "dead" in other.conditions or body & (theirs | place):
                    continue
                blocked |= body
        return Ground(field.width, field.height, frozenset(blocked), frozenset(walls))

    def low_counts(self, obstacle: Sequence[Cell], theirs: set[Cell], place: set[Cell]) -> bool:
        """Within six squares of the target, which the attacker is not nearer to (C-171, C-172).

        What stands within one space, as what lies under it, is ignored.
        """
        if set(obstacle) <= theirs or set(obstacle) <= place:
            return False
        to_target = min(steps(*gap({cell}, place)) for cell in obstacle)
        to_attacker = min(steps(*gap({cell}, theirs)) for cell in obstacle)
        return to_target <= 6 and to_attacker >= to_target


def corners(squares: set[Cell]) -> list[Cell]:
    return sorted({(x + i, y + j) for x, y in squares for i in (0, 1) for j in (0, 1)})
