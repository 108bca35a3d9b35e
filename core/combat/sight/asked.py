"""An attacker, a target and a mode, as cover and concealment need them."""

from __future__ import annotations

from functools import cached_property

from core.combat.board.board_creatures import Creature
from core.combat.board.distance import adjacent
from core.combat.board.scene import Scene
from core.combat.board.squares import Block
from core.combat.board.strikes import melee_reach
from core.creatures import AttackMode
from core.values import Struct


class SightQuery(Struct, dict=True):
    """An attack of one creature on another, as far as lines are concerned."""

    scene: Scene
    attacker: Creature
    target: Creature
    mode: AttackMode

    @cached_property
    def start(self) -> Block:
        """The attacker's space."""
        return self.scene.body(self.attacker)

    @cached_property
    def goal(self) -> Block:
        """The target's space."""
        return self.scene.body(self.target)

    @property
    def together(self) -> bool:
        """Whether the two spaces overlap (C-166)."""
        return self.start.overlaps(self.goal)

    @property
    def placed(self) -> bool:
        """Whether both spaces lie wholly on the map."""
        field = self.scene.field
        return field.contains(self.start) and field.contains(self.goal)

    @property
    def adjacent(self) -> bool:
        """Whether the spaces touch, or overlap (C-006)."""
        return adjacent(self.start, self.goal)

    @property
    def at_hand(self) -> bool:
        """Whether this is melee against an adjacent target."""
        return self.mode == "melee" and self.adjacent

    @property
    def reach(self) -> int:
        """The attacker's reach with what it has in hand, in squares (C-164)."""
        return melee_reach(self.scene, self.attacker)
