"""A creature of the scene with what it strikes with in hand."""

from __future__ import annotations

from core.combat.board.scene import Creature, Scene
from core.creatures import Attack, is_natural
from core.effects.worn import worn_in_attack
from core.play.facts.encounter import is_among
from core.play.facts.fight.combatants import Being, sheet
from core.play.fight.health import UNARMED
from core.values import replace


def arm(creature: Creature, attack: Attack, being: Being, bonus: int) -> Creature:
    """Return a creature with an attack in hand, of this bonus (C-104)."""
    creature = replace(creature, worn=worn_in_attack(creature.worn, attack.name))
    if attack.mode != "melee":
        return replace(creature, attack=bonus)
    bare = UNARMED in sheet(being).traits or is_among(being.lasting, UNARMED)
    conditions = tuple(name for name in creature.conditions if name != UNARMED or bare)
    return replace(
        creature,
        attack=bonus,
        weapon_reach=attack.reach,
        near=attack.near or is_natural(attack),
        conditions=conditions,
    )


def lengthen_reach(scene: Scene, creature: Creature, squares: int) -> Creature:
    """Return a creature whose weapon reaches so many squares farther."""
    if not squares:
        return creature
    if creature.weapon_reach is None:
        return replace(creature, weapon_reach=scene.reach(creature) + squares, near=True)
    return replace(creature, weapon_reach=creature.weapon_reach + squares)
