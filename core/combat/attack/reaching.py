"""Whether one creature can strike another in melee: reach, walls, and how high each of them is."""

from __future__ import annotations

from collections.abc import Iterator

from core.combat.board.creatures import Creature
from core.combat.board.distance import within
from core.combat.board.scene import Scene
from core.combat.board.squares import Block
from core.combat.board.strikes import Strike, strike
from core.combat.sight.lines import line_of_effect
from core.combat.threat.threat import strikes_at


def reaches(scene: Scene, attacker: Creature, target: Creature) -> bool:
    """Whether `attacker` could strike at `target` from where both are (C-096 to C-103).

    Who threatens nothing for want of a weapon still reaches (C-104 is about threatening). Between
    different heights each creature is taken to be as high as its space is wide, and a distance
    in three dimensions counts 1-2-1-2 as steps do that change two or three coordinates (C-127):
    a house default, where the sources know the flat map only.
    """
    tactics = scene.combat.mechanisms
    beyond = attacker.weapon_reach is not None and tactics.reach_weapon == "beyond"
    reach = strike(scene, attacker)._replace(able=True, own_space=not beyond)
    goal = scene.body(target)
    if attacker.elevation == target.elevation:
        return strikes_at(scene.field, reach, goal)
    bottom = target.elevation - attacker.elevation
    return any(
        _struck(reach, square_x, square_y, height)
        and line_of_effect(scene.field, reach.body, Block(square_x, square_y, 1))
        for square_x, square_y in goal.squares()
        for height in range(bottom, bottom + goal.side)
    )


def _struck(reach: Strike, x: int, y: int, z: int) -> bool:
    """Whether a cube is within reach, and not within that of a reach weapon's shaft."""
    longest, middle, _ = sorted(_offsets(reach.body, x, y, z), reverse=True)
    if not longest:
        return reach.own_space
    near = within(longest, middle, reach.inner, second_diagonal=reach.second_diagonal)
    if reach.inner and near:
        return False
    return within(longest, middle, reach.outer, second_diagonal=reach.second_diagonal)


def _offsets(body: Block, x: int, y: int, z: int) -> Iterator[int]:
    """How far a cube is from a body along each axis, heights counted from the body's feet."""
    for start, at in ((body.x, x), (body.y, y), (0, z)):
        yield max(0, start - at, at - (start + body.side - 1))
