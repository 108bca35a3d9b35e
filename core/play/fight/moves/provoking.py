"""Who may strike at a mover on its way, in the order in which it passes them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.combat.board.squares import Square
from core.combat.threat.lookout import Lookout
from core.combat.threat.provoke import Provoked, along, standing
from core.play.fight.moves.course import Course, manner_of
from core.play.fight.moves.profile import points
from core.play.fight.moves.stage import Stage
from core.play.fight.moves.used import used_up
from core.play.fight.moves.ways import outside
from core.play.pending import Striker
from core.play.state import State
from core.play.world import World


@dataclass(frozen=True)
class Strikers:
    """Those who may strike, in the order of the path, and why."""

    who: tuple[Striker, ...]
    provoked: Provoked


def strikers(state: State, world: World, way: Course) -> Strikers:
    """Who may strike along a movement (C-106 to C-121); the used up and bystanders are left out."""
    stage, wish = way.stage, way.wish
    manner = manner_of(stage, wish, way.purse)
    if wish.action == "withdraw" and way.purse.goes_on:
        manner = replace(manner, action="move")  # only the first square is excused (C-116)
    used = used_up(state, world, stage)
    cubes = points(way.path, way.heights)
    if way.leaves:
        cubes = (*cubes, (outside(stage, wish, way.path[-1]), way.heights[-1]))
    heights = tuple(height for _, height in cubes)
    lookout = Lookout(stage.scene, stage.mover, manner, used, heights)
    path = tuple(square for square, _ in cubes)
    return _ordered(along(lookout, path), path, used)


def risers(state: State, world: World, stage: Stage) -> Strikers:
    """Who may strike at one who gets up where it lies (house default: as for leaving a square)."""
    found = standing(stage.scene, stage.mover)
    return _ordered(found, (stage.mover.at,), used_up(state, world, stage))


def _ordered(found: Provoked, path: tuple[Square, ...], used: frozenset[str]) -> Strikers:
    asked = (one for one in found.opportunities if one.by not in used)
    by_place = sorted(asked, key=lambda one: (path.index(one.at), one.by))
    return Strikers(tuple(Striker(one.by, str(one.at)) for one in by_place), found)
