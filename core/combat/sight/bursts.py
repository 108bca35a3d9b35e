"""An area effect and a target: the lines from the point where it starts (C-168, C-182)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from core.combat.board.creatures import Creature
from core.combat.board.scene import Scene
from core.combat.board.squares import Block, Point
from core.combat.sight.between import Between, grown, hull
from core.combat.sight.lines import corners_of, ends, open_line, touching
from core.combat.sight.low import as_blockers, covering
from core.combat.sight.walls import Walls, field_walls

ALL_AROUND = 15
"""Every square around a grid corner (`touching`)."""


@dataclass(frozen=True)
class Burst:
    """An area effect that starts at the grid corner `origin`, in squares, and a target."""

    scene: Scene
    origin: tuple[int, int]
    target: Creature
    spread: bool

    @property
    def point(self) -> Point:
        """The origin in half-squares."""
        return 2 * self.origin[0], 2 * self.origin[1]

    @property
    def around(self) -> Block:
        """The four squares around the origin, which stand in for an attacker's space."""
        return Block(self.origin[0] - 1, self.origin[1] - 1, 2)

    @property
    def by_corners(self) -> bool:
        """Whether lines go to the target's corners, not to its centre."""
        return self.scene.combat.mechanisms.cover == "corners"

    @cached_property
    def goal(self) -> Block:
        """The target's space."""
        return self.scene.body(self.target)

    @cached_property
    def attackers(self) -> tuple[Block, ...]:
        """The open squares at the origin, from which low obstacles are judged (C-168).

        Nobody where low obstacles cover everyone: then none of them is left out for standing at
        the origin.
        """
        if self.scene.combat.mechanisms.low_cover == "always":
            return ()
        field = self.scene.field
        squares = (square for square in self.around.squares() if field.holds(square))
        return tuple(Block(*s, 1) for s in squares if not field.bit(s) & field.solid)

    @cached_property
    def view(self) -> Between:
        """What lines from the origin can meet: walls and low obstacles; creatures do not count."""
        scene, solid = self.scene, field_walls(self.scene.field)
        box = grown(scene, hull(self.around, self.goal))
        low = covering(scene, self.attackers, self.goal, box)
        hard = solid.plus(*as_blockers(low)) if low else solid
        return Between(self.around, self.goal, solid, hard, hard, low)

    @property
    def spreads(self) -> bool:
        """Whether it turns corners (C-169)."""
        return self.spread and self.by_corners

    @property
    def goals(self) -> tuple[tuple[Point, int], ...]:
        """Where the lines lead: the target's four outer corners, or its centre."""
        if self.by_corners:
            return tuple(corners_of(self.goal))
        return ((self.goal.centre, touching(self.goal, self.goal.centre)),)

    def cut(self, walls: Walls) -> bool:
        """Whether blockers cut one of the lines."""
        return not all(open_line(walls, self.point, q, ALL_AROUND, g) for q, g in self.goals)

    @cached_property
    def reached(self) -> bool:
        """Whether there is line of effect from the origin to the target (G-7)."""
        walls = self.view.solid
        return any(open_line(walls, self.point, q, ALL_AROUND, g) for q, g in ends(self.goal))
