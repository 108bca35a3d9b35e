"""Shots into a melee from the text of the open rules alone: Shooting or Throwing into a Melee."""

from __future__ import annotations

from core.combat.board.scene import Creature, Scene
from tests.core.combat.oracles.threats import Sight, bearer, gap, space, steps, threatens_any

SIZES = "FDTSMLHGC"
STILL = {"helpless", "unconscious", "asleep", "paralyzed", "bound", "dead"}
"""The unconscious and otherwise immobilised, who are engaged with nobody."""
AWAY = 2
"""10 ft: so far from all friends a target is shot at without hindrance."""
BY_SIZES = {2: -2}
"""pf1: two sizes larger than the friends in the melee; more than that is no hindrance at all."""
HINDERED = -4


def modifier(
    scene: Scene, sight: Sight, shooter: Creature, target: Creature, *, far: bool = False
) -> int:
    """What a melee around the target takes from the roll."""
    if scene.rules.id not in ("pf1", "dnd35") or far or "precise_shot" in shooter.conditions:
        return 0
    around = space(scene, target)
    others = together(scene, shooter)
    friends = [
        one
        for one in scene.creatures
        if one.side == shooter.side and one not in others and one.id != target.id
    ]
    engaged = [one for one in friends if fights(scene, sight, one, target)]
    near = [
        one
        for one in friends
        if "dead" not in one.conditions and steps(*gap(space(scene, one), around)) < AWAY
    ]
    if not engaged or not near:
        return 0
    if scene.rules.id == "dnd35":
        return HINDERED
    larger = SIZES.index(target.size) - max(SIZES.index(one.size) for one in engaged)
    if larger < 2:
        return HINDERED
    return BY_SIZES.get(larger, 0)


def fights(scene: Scene, sight: Sight, friend: Creature, target: Creature) -> bool:
    """Whether two are enemies and either threatens the other; a rider and its mount are one."""
    if any(STILL & set(one.conditions) or one.side == "neutral" for one in (friend, target)):
        return False
    if friend.side == target.side:
        return False
    if threatens_any(scene, sight, friend, space(scene, target)):
        return True
    here = space(scene, friend)
    return any(
        one.side != friend.side and threatens_any(scene, sight, one, here)
        for one in together(scene, target)
    )


def together(scene: Scene, who: Creature) -> list[Creature]:
    """A mount with its riders, or a creature alone (C-257)."""
    mount = bearer(scene, who).id
    return [one for one in scene.creatures if mount in (one.id, one.rides)]
