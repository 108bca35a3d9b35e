"""The planned move of a command: legal, and within the move budget."""

from __future__ import annotations

from itertools import pairwise

from core.combat.board.scene import Scene
from core.combat.board.squares import Square, direction_of, measured, parse_square
from core.messages import Refusal
from core.play.assets import Assets
from core.play.fight.combatants import named
from core.play.fight.mover_scene import MoverScene, mover_scene, refuse_unable
from core.play.fight.moves.commands import Move
from core.play.fight.moves.move_budget import STEPS, MoveBudget, budget_of
from core.play.fight.moves.movement_words import not_direct, refused, too_far
from core.play.fight.moves.planned_move import PlannedMove, in_words, stopping
from core.play.fight.moves.ways import direct, drawn, found
from core.play.state import State
from core.values import replace

DEEPEST, HIGHEST = -100, 1000
"""The limits of heights, in squares."""


def course_of(
    state: State,
    assets: Assets,
    wish: Move,
    scene: Scene | None = None,
    *,
    halfway: bool = False,
    allow: bool = False,
) -> PlannedMove:
    """Return the planned move of `wish` from where its creature is.

    `halfway`: it is a part of a move, so its end and the length of a charge are not checked.
    `allow`: it may cost more than is left. Refusals: "no_fight", "unknown_creature",
    "not_on_board", "cannot_move", "no_speed", "no_run_pace", "no_charge", "no_withdraw",
    "no_goal", "no_move", "bad_height", "in_the_air", "no_run_by", "too_far", those of `ways` and
    the reasons of the catalogue (section 3): "blocked", "corner", "occupied", "end_occupied" ...
    """
    stage = mover_scene(state, assets, wish.who, scene)
    refuse_unable(state, stage)
    if wish.action in STEPS:
        wish = replace(wish, action=assets.rules.combat.mechanisms.small_step)
    _check(state, stage, wish)
    purse = budget_of(state, assets, stage.scene, stage.figure, wish.action, wish.mode)
    way = (
        drawn(state, stage, wish, purse) if wish.path else found(state, assets, stage, wish, purse)
    )
    judge(state, way, halfway=halfway, allow=allow)
    return way


def judge(state: State, way: PlannedMove, *, halfway: bool = False, allow: bool = False) -> None:
    """Check that a movement can be made. Refusals as `course_of`."""
    who = named(state, way.wish.who)
    if not way.legal:
        at = way.at or way.path[-1]
        raise refused(in_words(way.reason, way.stage, way.wish, at), who, str(at))
    if not way.steps:
        raise Refusal("no_move", "{who} is already there.", who=who)
    rise = abs(way.heights[-1] - way.heights[0])
    if way.wish.action in STEPS and (len(way.steps) > 1 or rise > 1):
        raise refused("too_long", who, str(way.path[-1]))
    if not way.fits and not allow:
        raise too_far(who, way.cost, way.purse.most or 0, way.wish.action)
    _refuse_bends(who, way, halfway=halfway)
    if halfway or way.leaves:
        return
    shut = stopping(way.stage, way.wish, way.path[-1])
    if shut:
        at = way.path[-1]
        raise refused(in_words(shut, way.stage, way.wish, at), who, str(at))


def _check(state: State, stage: MoverScene, wish: Move) -> None:
    who = named(state, wish.who)
    if not wish.to and not wish.path:
        raise Refusal("no_goal", "Give a square to move {who} to.", who=who)
    if wish.action == "forced":
        raise Refusal("no_push", "Use a push to move a creature against its will.")
    height = wish.elevation
    if height is not None and not DEEPEST <= height <= HIGHEST:
        raise Refusal("bad_height", "A height must be from {least} to {most} squares.",
                      least=DEEPEST, most=HIGHEST)  # fmt: skip
    if height is not None and height < 0 and wish.mode not in ("burrow", "swim", "incorporeal"):
        raise Refusal("bad_height", "{who} cannot go below the ground that way.", who=who)
    if wish.mode == "walk" and stage.feet > 0:
        raise refused("in_the_air", who, str(stage.mover.at))
    if wish.mode == "walk" and height is not None and height > 0:
        raise Refusal("bad_height", "{who} cannot rise into the air on foot: fly or climb (p).",
                      who=who)  # fmt: skip


def _refuse_bends(who: str, way: PlannedMove, *, halfway: bool) -> None:
    # C-031; that a charge takes the shortest way and two squares at least is a house default.
    path = whole_path(way.purse, way)
    if way.wish.action == "run" and way.purse.goes_on:
        directions = {direction_of(one, other) for one, other in pairwise(path)}
        if len(directions) > 1:
            raise refused("not_straight", who, str(way.path[-1]))
    if way.wish.action != "charge":
        return
    if not direct(path):
        raise not_direct(str(path[-1]))
    least = way.stage.scene.combat.moving.charge_least
    if not halfway and _covered(path, way) < least:
        raise Refusal("too_near", "A charge must cover at least {least:square|squares}.",
                      least=least)  # fmt: skip


def _covered(path: tuple[Square, ...], way: PlannedMove) -> int:
    # C-003, C-127
    dx, dy = path[-1].x - path[0].x, path[-1].y - path[0].y
    return measured(dx, dy, way.heights[-1] - way.heights[0])


def whole_path(purse: MoveBudget, way: PlannedMove) -> tuple[Square, ...]:
    """Return the path of the whole movement with the part made before."""
    before = tuple(map(parse_square, way.stage.figure.spent.path)) if purse.goes_on else ()
    return (*before[:-1], *way.path)
