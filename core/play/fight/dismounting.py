"""The free places next to a mount, for a rider that dismounts or is thrown."""

from __future__ import annotations

from core.combat.board.board_creatures import Creature
from core.combat.board.scene import Scene
from core.combat.board.squares import Block, Square
from core.combat.movement.ending import may_end
from core.play.fight.combatants import find, sheet
from core.play.state import State
from core.values import replace


def afoot(state: State, rider: Creature) -> Creature:
    """Return the rider with its own space, off its mount."""
    being = find(state, rider.id)
    return replace(rider, rides="", space=None if being is None else sheet(being).space)


def beside(scene: Scene, walker: Creature, mount: Block) -> tuple[Square, ...]:
    """Return the free places next to a mount, in reading order."""
    side = scene.space(walker)
    ground = scene.with_creatures(walker)
    around = (
        Square(x, y)
        for y in range(mount.y - side, mount.y + mount.side + 1)
        for x in range(mount.x - side, mount.x + mount.side + 1)
    )
    return tuple(
        at
        for at in around
        if not Block(*at, side).overlaps(mount)
        and scene.field.contains(Block(*at, side))
        and may_end(ground, replace(walker, at=at), at).legal
    )
