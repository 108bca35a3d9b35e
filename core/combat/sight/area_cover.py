"""Cover from area effects (C-168, C-169, C-182)."""

from __future__ import annotations

from core.combat.board.creatures import Creature
from core.combat.board.scene import Scene
from core.combat.sight.bursts import Burst
from core.combat.sight.corners import Degree
from core.combat.sight.cover_result import AreaCover
from core.combat.sight.flows import flows
from core.combat.sight.why.bursts import tell_burst
from core.messages import N_, Refusal
from core.rulesets.combat.figures import Covered


def area_cover(
    scene: Scene,
    origin: tuple[int, int],
    target: Creature,
    *,
    spread: bool = False,
    take_cover: bool = False,
) -> AreaCover:
    """The cover of `target` from an area effect that starts at a grid corner.

    `origin` is (x, y) in squares, (0, 0) the top left corner of A1. Where C-169 holds a `spread`
    turns corners: it ignores cover, and without line of effect it still affects whom it can flow
    to past solids and walls (how far it flows is not judged here); by centres there is no such
    rule, and a spread is like any area. Refusals: "unknown_origin" off the map,
    "unknown_take_cover" where a system has no such action.
    """
    field, figures = scene.field, scene.combat.cover
    if not (0 <= origin[0] <= field.width and 0 <= origin[1] <= field.height):
        raise Refusal("unknown_origin", N_("The point {x}, {y} is not on the map."),
                      x=origin[0], y=origin[1])  # fmt: skip
    if take_cover and figures.taken == Covered():
        raise Refusal("unknown_take_cover", N_("This system has no action to take cover."))
    burst = Burst(scene, origin, target, spread)
    if not field.contains(burst.goal):
        return AreaCover("total", 0, False, tell=lambda found: tell_burst(burst, found))
    degree: Degree = "none"
    if not burst.reached:
        degree = "total"
    elif burst.cut(burst.view.hard):
        degree = "cover"
    row = figures.taken if take_cover else figures.full
    bonus = row.reflex if degree == "cover" and not burst.spreads else 0
    affected = burst.reached or (burst.spreads and flows(field, burst.around, burst.goal))
    return AreaCover(degree, bonus, affected, tell=lambda found: tell_burst(burst, found))
