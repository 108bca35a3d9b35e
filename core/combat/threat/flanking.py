"""Flanking: two on opposite sides of an enemy (G-4, C-205 to C-214)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from core.combat.board.creatures import Creature
from core.combat.board.manner import AttackMode
from core.combat.board.scene import Scene
from core.combat.threat.opposite import Line, crossed, lines, opposite
from core.combat.threat.threat import allies, enemies, threatens_one
from core.combat.threat.why.flanking import flanking_receipt
from core.receipts import Receipt

Reason: TypeAlias = Literal[
    "ok", "ranged", "reach_zero", "attacker_not_threatening", "ally_not_threatening",
    "not_opposite",
]  # fmt: skip


@dataclass(frozen=True)
class Flanking:
    """Whether two flank a target, or the first reason in order why not.

    `attack_bonus` is the attacker's; `target_ac` is what the target's Armour Class changes by
    against the two. `line` joins the centres that decide, in half-squares, and `sides` are those
    of the target's space that it meets (G-4); None where an earlier reason decided.
    """

    scene: Scene = field(repr=False, compare=False)
    attacker: Creature
    ally: Creature
    target: Creature
    reason: Reason
    attack_bonus: int = 0
    target_ac: int = 0
    line: Line | None = None

    @property
    def flanked(self) -> bool:
        """Whether the two flank the target."""
        return self.reason == "ok"

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of the target's space that the line meets."""
        return crossed(self.line, self.scene.body(self.target)) if self.line else ()

    @cached_property
    def receipt(self) -> Receipt:
        """Who threatens the target, the line drawn and the sides that it crosses."""
        return flanking_receipt(self)


@dataclass(frozen=True, slots=True)
class Partner:
    """An ally with whom a creature flanks a target, and the line between them."""

    target: str
    ally: str
    line: Line


def flanking(
    scene: Scene,
    attacker: Creature,
    ally: Creature,
    target: Creature,
    mode: AttackMode = "melee",
) -> Flanking:
    """Whether an attacker and its ally flank a target (G-4, C-205 to C-214).

    That the two are allies and the third an enemy is taken as said. Both have to reach the
    target at its height; the line is that of the map seen from above (house default).
    """
    reason = "ranged" if mode == "ranged" else _unfit(scene, attacker, ally, target)
    if reason != "ok":
        return Flanking(scene, attacker, ally, target, reason)
    bodies = scene.body(attacker), scene.body(ally), scene.body(target)
    line = opposite(*bodies, any_square=by_squares(scene))
    if line is None:
        line = next(lines(*bodies, any_square=by_squares(scene)))
        return Flanking(scene, attacker, ally, target, "not_opposite", line=line)
    gains = scene.combat.flanking
    return Flanking(scene, attacker, ally, target, "ok", gains.attack, gains.ac, line)


def partners(scene: Scene, who: Creature) -> tuple[Partner, ...]:
    """With which allies a creature, where it stands, flanks which enemies in melee."""
    found = (
        flanking(scene, who, ally, target)
        for target in enemies(scene, who)
        if threatens_one(scene, who, target)
        for ally in allies(scene, who)
    )
    return tuple(
        Partner(one.target.id, one.ally.id, one.line)
        for one in found
        if one.flanked and one.line is not None
    )


def by_squares(scene: Scene) -> bool:
    """Whether flankers choose among their squares (C-207); else their centres count (C-212)."""
    return scene.combat.mechanisms.flanking == "any_square"


def _unfit(scene: Scene, attacker: Creature, ally: Creature, target: Creature) -> Reason:
    # C-208, C-209, C-214
    if by_squares(scene) and 0 in (scene.reach(attacker), scene.reach(ally)):
        return "reach_zero"
    if not threatens_one(scene, attacker, target):
        return "attacker_not_threatening"
    if not threatens_one(scene, ally, target):
        return "ally_not_threatening"
    return "ok"
