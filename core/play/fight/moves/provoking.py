"""The strikers along a planned move."""

from __future__ import annotations

from core.combat.threat.provoke import along
from core.combat.threat.threateners import Threateners
from core.play.assets import Assets
from core.play.fight.moves.planned_move import PlannedMove, manner_of
from core.play.fight.moves.profile import points
from core.play.fight.moves.ways import outside
from core.play.fight.opportunities import Strikers, in_order, used_up
from core.play.state import State
from core.values import replace


def strikers(state: State, assets: Assets, way: PlannedMove) -> Strikers:
    """Return who may strike along a movement (C-106 to C-121), bystanders left out."""
    stage, wish = way.stage, way.wish
    manner = manner_of(stage, wish, way.purse)
    if wish.action == "withdraw" and way.purse.goes_on:
        manner = replace(manner, action="move")  # only the first square is excused (C-116)
    used = used_up(state, assets, stage)
    cubes = points(way.path, way.heights)
    if way.leaves:
        cubes = (*cubes, (outside(stage, wish, way.path[-1]), way.heights[-1]))
    heights = tuple(height for _, height in cubes)
    lookout = Threateners(stage.scene, stage.mover, manner, used, heights)
    path = tuple(square for square, _ in cubes)
    return in_order(along(lookout, path), path, used)
