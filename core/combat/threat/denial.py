"""What denies an opportunity (C-112, C-113)."""

from __future__ import annotations

from core.combat.board.creatures import Creature
from core.combat.board.scene import Scene
from core.combat.sight.concealment import Concealment, concealment, sees
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
