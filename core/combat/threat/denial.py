"""What denies an opportunity, and who sees whom at all (C-112, C-113, C-198 to C-203)."""

from __future__ import annotations

from core.combat.board.creatures import Creature
from core.combat.board.lights import Light
from core.combat.board.scene import Scene
from core.combat.sight.concealment import Concealment, concealment
from core.combat.sight.cover import cover
from core.combat.sight.cover_result import Cover


def denial(scene: Scene, watcher: Creature, target: Creature) -> Cover | Concealment | None:
    """The cover (C-112) or total concealment (C-113) that denies an opportunity; None = neither."""
    if not sees(scene, watcher, target):
        hidden = concealment(scene, watcher, target, "melee")
        if hidden.stops_aoo:
            return hidden
    found = cover(scene, watcher, target, "melee")
    return found if found.stops_aoo else None


def sees(scene: Scene, viewer: Creature, other: Creature, light: Light | None = None) -> bool:
    """Whether a creature sees another at all: not blind, it not in the dark, not invisible.

    One that it does not see has total concealment from it (C-198, C-200, C-201, C-203). `light`
    is that on the other, None = that of the place where it stands.
    """
    if scene.has(viewer, "blind"):
        return False
    if light is None:
        light = scene.light_on(scene.body(other)) if scene.lit else scene.light
    if light == "dark" and not scene.has(viewer, "sees_in_dark"):
        return False
    return not scene.has(other, "unseen") or scene.has(viewer, "sees_unseen")
