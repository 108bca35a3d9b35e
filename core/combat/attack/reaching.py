"""Whether one creature can strike another in melee: reach, walls, and how high each of them is."""

from __future__ import annotations

from core.combat.board.creatures import Creature
from core.combat.board.scene import Scene
from core.combat.board.strikes import strikes
from core.combat.threat.threat import strikes_at


def reaches(scene: Scene, attacker: Creature, target: Creature) -> bool:
    """Whether `attacker` could strike at `target` from where both are (C-096 to C-103).

    Who threatens nothing for want of a weapon still reaches (C-104 is about threatening). How
    heights count is a house default (`core.combat.board.strikes.Strike.touches`).
    """
    tactics = scene.combat.mechanisms
    beyond = attacker.weapon_reach is not None and tactics.reach_weapon == "beyond"
    parts = (one._replace(able=True, own_space=not beyond) for one in strikes(scene, attacker))
    bodies = scene.bodies(target)
    return any(
        strikes_at(scene.field, reach, body, target.elevation) for reach in parts for body in bodies
    )
