"""The creatures that share a mover's height, and those in the air."""

from __future__ import annotations

from collections.abc import Collection

from core.combat.board.board_creatures import Creature
from core.combat.board.scene import Scene
from core.values import replace


def overlap(feet: int, high: int, other: int, other_high: int) -> bool:
    """Whether two bodies share a height."""
    return feet < other + other_high and other < feet + high


def in_the_air(scene: Scene, creature: Creature) -> bool:
    """Whether a creature, or who carries it, is above the ground."""
    return scene.bearer(creature).elevation > 0


def level(scene: Scene, mover: Creature, feet: int, keep: Collection[str] = ()) -> Scene:
    """Return the scene with only the creatures at the mover's height, if it is at `feet` squares.

    Walls and the creatures of the ids `keep` stay. A creature is taken to be as high as its
    space is wide (house default).
    """
    mover = scene.bearer(mover)
    side = scene.space(mover)
    if not feet and not any(one.elevation for one in scene.creatures):
        return scene
    there = tuple(
        one
        for one in scene.creatures
        if one.id == mover.id
        or one.id in keep
        or scene.paired(one, mover)
        or overlap(feet, side, one.elevation, scene.body(one).side)
    )
    return scene if len(there) == len(scene.creatures) else replace(scene, creatures=there)


def met(scene: Scene, mover: Creature) -> Scene:
    """Return the scene with only the creatures at the mover's present height."""
    return level(scene, mover, scene.bearer(mover).elevation)
