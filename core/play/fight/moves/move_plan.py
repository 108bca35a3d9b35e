"""The way of a move: the one drawn, the cheapest or the safe one; and why there is none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate, pairwise
from operator import attrgetter

from core.combat.board.scene import Scene
from core.combat.board.squares import (
    DEEPEST,
    Block,
    Square,
    direction_of,
    measure_offset,
    parse_square,
    sign_of,
)
from core.combat.movement.footing import SMALL, in_the_air, steps, stillness, unhampered
from core.combat.search.reach import cheapest, reachable
from core.combat.search.whole_actions import WholeActions, way_in_actions
from core.combat.threat.safe_ways import safe_way
from core.combat.threat.threateners import Threateners
from core.messages import Refusal, Template
from core.play.facts.fight.combatants import name_combatant
from core.play.facts.fight.moves.commands import Move
from core.play.facts.state import Assets, State
from core.play.fight.fight_scene import (
    MoverScene,
    find_mover_scene,
    refuse_unable,
    with_reactions_used,
)
from core.play.fight.moves.charge_plan import is_direct, plan_charge, refuse_charge
from core.play.fight.moves.intended_move import OFF, IntendedMove, floats, intend_move
from core.play.fight.moves.narration import (
    HAS_A_TOP,
    not_direct,
    refused,
    too_far,
    too_many,
    too_near,
    unseeing,
)
from core.play.fight.moves.passing_plan import plan_ride_on, refuse_spring, refuse_turn
from core.play.fight.moves.planned_move import PlannedMove, plan_along
from core.values import replace

HIGHEST = 1000
"""The greatest height, in squares."""


def plan_move(
    state: State,
    assets: Assets,
    command: Move,
    scene: Scene | None = None,
    *,
    halfway: bool = False,
    allow: bool = False,
) -> PlannedMove:
    """Return the planned move of `command` from where its creature is.

    `halfway`: it is a part of a move, so its end and the length of a charge are not checked.
    `allow`: it may cost more than is left. Refusals: "no_fight", "unknown_creature",
    "not_on_board", "cannot_move", "no_speed", "no_run_pace", "no_charge", "no_withdraw",
    "no_goal", "no_move", "bad_height", "in_the_air", "below", "no_run_by", "too_far",
    "unknown_square", "wrong_start", "not_at_edge", "no_way", "no_safe_way", those of
    `refuse_charge`, `refuse_spring`, `plan_ride_on` and `refuse_turn`, and the reasons of the
    catalogue (section 3): "blocked", "corner", "occupied", "end_occupied" ...
    """
    moving_scene = find_mover_scene(state, assets, command.who, scene)
    refuse_unable(moving_scene)
    if command.action in SMALL:
        command = replace(command, action=assets.rules.combat.mechanisms.small_step)
    name = name_combatant(state, command.who)
    if not command.to and not command.path:
        raise Refusal("no_goal", "Give a square to move {who} to.", who=name)
    if command.action == "forced":
        raise Refusal("no_push", "Use a push to move a creature against its will.")
    _refuse_height(moving_scene, command, name)
    asked = intend_move(moving_scene, command)
    if command.path:
        way = _along(asked)
    elif asked.charges_straight and command.to != OFF:
        way = plan_charge(asked)
    elif asked.rides_on and command.to != OFF:
        way = plan_ride_on(asked)
    else:
        way = _cheapest(asked)
    is_over = asked.budget.goes_on and len(way.path) == 1
    if asked.charges_straight and not halfway and not is_over:
        hindrance = _why_still(asked, way.path[-1]) or _why_unseen(asked, way.path[-1])
        if hindrance is not None:
            raise hindrance
        refuse_charge(way)
    end = way.path[-1]
    rise = abs(way.heights[-1] - way.heights[0])
    if not way.legal:
        raise way.refusal(way.reason, way.at)
    if not way.steps:
        raise Refusal("no_move", "{who} is already there.", who=name)
    if asked.springs and not halfway:
        refuse_spring(way)
    if asked.rides_on and not halfway and not way.leaves:
        refuse_turn(way)
    if command.action in SMALL and (len(way.steps) > 1 or rise > 1):
        raise way.refusal("too_long", end)
    if not way.fits and not allow:
        raise _too_far(asked, way.cost)
    _refuse_bends(way, halfway=halfway)
    if not halfway and not way.leaves:
        reason = way.stopping(end)
        if reason:
            raise way.refusal(reason, end)
        if way.moves_on_at_once and len(way.paid.spends) >= way.budget.free and not allow:
            raise way.refusal("end_occupied", end)
    return way


def _refuse_height(mover_scene: MoverScene, command: Move, name: str) -> None:
    height = command.elevation
    on_the_ground = command.mode == "walk" and not floats(mover_scene, command)
    if height is not None:
        if not DEEPEST <= height <= HIGHEST:
            raise Refusal(
                "bad_height",
                "A height must be from {least} to {most} squares.",
                least=DEEPEST,
                most=HIGHEST,
            )
        if height < 0 and command.mode not in ("burrow", "swim", "incorporeal"):
            raise Refusal("bad_height", "{who} cannot go below the ground that way.", who=name)
        below = command.mode in ("burrow", "swim")
        if below and height > max(0, mover_scene.feet):  # C-131, C-132
            raise Refusal(
                "bad_height",
                "{who} cannot rise above water or earth that way: fly or climb (p).",
                who=name,
            )
    if on_the_ground and in_the_air(mover_scene.scene, mover_scene.mover):
        raise refused("in_the_air", name, str(mover_scene.mover.at))
    if on_the_ground and mover_scene.feet < 0:
        raise refused("below", name, str(mover_scene.mover.at))
    aloft = height is not None and max(height, mover_scene.feet) > 0
    if on_the_ground and aloft and height != mover_scene.feet:
        raise Refusal(
            "bad_height", "{who} cannot rise into the air on foot: fly or climb (p).", who=name
        )


def _refuse_bends(planned_move: PlannedMove, *, halfway: bool) -> None:
    # C-031; that a charge takes the shortest way and two squares at least is a house default.
    if planned_move.floats and not halfway and planned_move.drift is None:
        raise planned_move.refusal("not_straight", planned_move.path[-1])
    path = planned_move.whole_path
    start = path[0]
    end = path[-1]
    if planned_move.command.action == "run" and planned_move.budget.goes_on:
        directions = {direction_of(here, after) for here, after in pairwise(path)}
        if len(directions) > 1:
            raise planned_move.refusal("not_straight", end)
    if planned_move.command.action != "charge" or planned_move.charges_straight:
        return  # of a straight charge `refuse_charge` judges
    if not is_direct(path):
        raise _in_the_line(planned_move, end) or not_direct(str(end))
    least = planned_move.scene.combat.moving.charge_least
    rise = planned_move.heights[-1] - planned_move.heights[0]  # C-003, C-127
    if not halfway and measure_offset(end.x - start.x, end.y - start.y, rise) < least:
        raise too_near(least)


def read_drawn_path(intended_move: IntendedMove) -> tuple[tuple[Square, ...], bool]:
    """Return the anchors of a drawn path, and whether it leads off the board from the last.

    Refusals: "unknown_square", "wrong_start".
    """
    path = intended_move.command.path
    start = intended_move.mover.at
    leaves = path[-1] == OFF
    anchors = tuple(map(parse_square, path[:-1] if leaves else path))
    if not anchors or anchors[0] != start:
        raise Refusal(
            "wrong_start",
            "{who} is at {at}: the path must start there.",
            who=intended_move.who,
            at=str(start),
        )
    return anchors, leaves


def _along(intended_move: IntendedMove) -> PlannedMove:
    anchors, leaves = read_drawn_path(intended_move)
    end = anchors[-1]
    if leaves and not _at_edge(intended_move, end):
        raise Refusal("not_at_edge", "{at} is not at the edge of the board.", at=str(end))
    return plan_along(intended_move, anchors, leaves=leaves)


def _cheapest(intended_move: IntendedMove) -> PlannedMove:
    # The cheapest movement to `command.to`, or the safe one.
    if intended_move.command.to == OFF:
        return _cheapest_off(intended_move)
    goal = intended_move.read_goal()
    ways = [plan_along(intended_move, path) for path in _paths(intended_move, goal)]
    if not ways:
        beneath = _beneath(intended_move, goal)
        if beneath is not None:
            return beneath
        raise _why_not(intended_move, goal)
    legal_ways = [way for way in ways if way.legal]
    way = min(legal_ways or ways, key=attrgetter("cost"))
    if way.legal and not way.fits:
        return _in_whole_actions(intended_move, goal) or way
    return way


def _beneath(intended_move: IntendedMove, goal: Square) -> PlannedMove | None:
    # The way past those whom it would meet only at the higher of its two heights.
    if intended_move.aim == intended_move.mover_scene.feet:
        return None
    cheapest_way = cheapest(
        intended_move.cleared, intended_move.mover, goal, intended_move.manner()
    )
    if not cheapest_way.reachable:
        return None
    way = plan_along(intended_move, cheapest_way.path)
    if way.legal:
        return way
    return None


def _in_whole_actions(intended_move: IntendedMove, goal: Square) -> PlannedMove | None:
    # C-018: the cheapest way of those that its actions pay for, on one level.
    budget = intended_move.budget
    command = intended_move.command
    if not budget.packed or budget.each is None or command.safe or intended_move.floats:
        return None
    if command.mode == "fly" or intended_move.aim != intended_move.mover_scene.feet:
        return None
    actions = WholeActions(each=budget.each, left=budget.rest, more=max(budget.free, 1))
    ground = steps(intended_move.ground, intended_move.mover, intended_move.manner())
    path = way_in_actions(ground, goal, actions)
    if path:
        return plan_along(intended_move, path)
    return None


def _cheapest_off(intended_move: IntendedMove) -> PlannedMove:
    mover_scene = intended_move.mover_scene
    if _at_edge(intended_move, mover_scene.mover.at):
        return plan_along(intended_move, (mover_scene.mover.at,), leaves=True)
    there = reachable(
        mover_scene.level(mover_scene.feet), mover_scene.mover, intended_move.manner()
    )
    edge = [square for square in there.squares if _at_edge(intended_move, square)]
    if not edge:
        raise _no_way(intended_move, OFF)
    nearest = min(edge, key=lambda square: there.cost(square) or 0)
    return plan_along(intended_move, there.path(nearest), leaves=True)


def _no_way(intended_move: IntendedMove, to: str) -> Refusal:
    return Refusal(
        "no_way",
        "There is no way for {who} to {at}: walls or other creatures close it.",
        who=intended_move.who,
        at=to,
    )


def _paths(intended_move: IntendedMove, to: Square) -> Iterator[tuple[Square, ...]]:
    mover_scene = intended_move.mover_scene
    command = intended_move.command
    mover = intended_move.mover
    priced_there = command.mode == "fly" or intended_move.aim != mover_scene.feet
    manner = intended_move.manner(None if priced_there else intended_move.budget.most)
    if to == mover.at:
        yield (to,)
        return
    if intended_move.floats:
        yield mover.at.line(to)
        return
    if command.safe:
        scene = with_reactions_used(mover_scene, mover_scene.scene)
        threateners = Threateners(scene, mover, manner, intended_move.unasked)
        safe = safe_way(threateners, steps(intended_move.ground, mover, manner), to)
        if safe is None:
            raise Refusal(
                "no_safe_way",
                "There is no way for {who} to {at} that provokes nothing.",
                who=intended_move.who,
                at=str(to),
            )
        path, _ = safe
        yield path
        return
    way_there = cheapest(intended_move.ground, mover, to, manner)
    if way_there.reachable:
        yield way_there.path
    if command.mode == "fly" and command.action not in SMALL:
        yield from _bends(mover.at, to)


def _bends(start: Square, to: Square) -> Iterator[tuple[Square, ...]]:
    dx = to.x - start.x
    dy = to.y - start.y
    slant = [(sign_of(dx), sign_of(dy))] * min(abs(dx), abs(dy))
    along_axis = (sign_of(dx), 0) if abs(dx) > abs(dy) else (0, sign_of(dy))
    straight = [along_axis] * abs(abs(dx) - abs(dy))
    for order in (slant + straight, straight + slant):
        yield tuple(accumulate(order, lambda at, step: at.by(*step), initial=start))


def _too_far(intended_move: IntendedMove, cost: int) -> Refusal:
    budget = intended_move.budget
    most = budget.most or 0
    if budget.packed and budget.each is not None and cost <= most:
        return too_many(intended_move.who, max(budget.free, 1), budget.each)
    return too_far(intended_move.who, cost, most, intended_move.command.action)


def _why_still(intended_move: IntendedMove, to: Square) -> Refusal | None:
    # Why it does not move like that at all.
    mover = intended_move.mover
    still = stillness(intended_move.ground, mover, intended_move.manner())
    if still == "no_run":
        return intended_move.refusal(still, to)
    if still:
        return refused(still, mover.name, str(to))
    return None


def _why_unseen(intended_move: IntendedMove, to: Square) -> Refusal | None:
    # Why it has to see where it would go.
    action = intended_move.command.action
    scene = intended_move.ground
    goal = scene.field.block(Block(*to, intended_move.side))
    if not goal & ~intended_move.manner().unseen and unhampered(scene.rules, action):
        return unseeing(action, intended_move.mover.name)
    return None


def _why_not(intended_move: IntendedMove, to: Square) -> Refusal:
    mover = intended_move.mover
    action = intended_move.command.action
    scene = intended_move.ground
    manner = intended_move.manner()
    still = _why_still(intended_move, to)
    if still is not None:
        return still
    reason = intended_move.stopping(to)
    is_solid = reason == "blocked" and intended_move.find_blocker(to) in ("blocked", HAS_A_TOP)
    if is_solid and _opens_by_squeezing(intended_move, to):
        return Refusal("no_way", NARROW, who=intended_move.who, at=str(to))
    if reason:
        return intended_move.refusal(reason, to)
    unseen = _why_unseen(intended_move, to)
    if unseen is not None:
        return unseen
    if action in SMALL:
        is_near = bool(direction_of(mover.at, to))
        return intended_move.refusal(f"hampered_{action}" if is_near else "too_long", to)
    far = cheapest(scene, mover, to, manner)
    if far.cost is not None and action == "charge" and not is_direct(far.path):
        return _in_the_line(intended_move, to) or not_direct(str(to))
    if far.cost is not None:
        return _too_far(intended_move, far.cost)
    if action == "run" and cheapest(scene, mover, to, replace(manner, action="move")).reachable:
        in_the_line = _in_the_line(intended_move, to) if _is_in_line(mover.at, to) else None
        return in_the_line or intended_move.refusal("not_straight", to)
    return _explain_no_way(intended_move, to)


OPENINGS: Mapping[str, Template] = {
    "tumble": (
        "There is no way for {who} to {at}: enemies are in it. Acrobatics may lead past them (p t)."
    ),
    "water": "There is no way for {who} to {at}: deep water is in it. Swim (p m) or fly (p f).",
}
"""What would open a way, in the order in which that is looked for."""
NARROW: Template = "There is no way for {who} to {at} but a narrow one: squeeze (p q)."
FROM_DRY_GROUND: Template = (
    "There is no way for {who} to {at} by swimming alone: walk to the bank first (p w)."
)


def _opens_by_squeezing(intended_move: IntendedMove, to: Square) -> bool:
    # Whether a big creature that is not squeezing would get there if it were (G-8).
    if intended_move.side == 1 or intended_move.squeezes:
        return False
    manner = replace(intended_move.manner(), squeeze=True)
    return cheapest(intended_move.ground, intended_move.mover, to, manner).reachable


def _explain_no_way(intended_move: IntendedMove, to: Square) -> Refusal:
    scene = intended_move.ground
    mover = intended_move.mover
    manner = intended_move.manner()
    dry = scene
    if manner.mode == "walk" and scene.field.water:
        dry = replace(scene, field=replace(scene.field, water=0))
    tries = {
        "tumble": (scene, replace(manner, tumble=True)),
        "water": (dry, manner),
    }
    for opening, template in OPENINGS.items():
        ground, other_manner = tries[opening]
        if opening == "water" and ground is scene:
            continue
        if cheapest(ground, mover, to, other_manner).reachable:
            return Refusal("no_way", template, who=intended_move.who, at=str(to))
    if _opens_by_squeezing(intended_move, to):
        return Refusal("no_way", NARROW, who=intended_move.who, at=str(to))
    if manner.mode == "swim" and not intended_move.is_in_water:
        return Refusal("no_way", FROM_DRY_GROUND, who=intended_move.who, at=str(to))
    return _no_way(intended_move, str(to))


def _in_the_line(intended_move: IntendedMove, to: Square) -> Refusal | None:
    # What is against the straight way; None = nothing.
    way = plan_along(intended_move, intended_move.mover.at.line(to))
    if way.legal:
        return None
    return way.refusal(way.reason, way.at)


def _is_in_line(start: Square, to: Square) -> bool:
    # Whether one direction leads there.
    dx = abs(to.x - start.x)
    dy = abs(to.y - start.y)
    return not dx or not dy or dx == dy


def _at_edge(intended_move: IntendedMove, square: Square) -> bool:
    field = intended_move.scene.field
    side = intended_move.side
    return not (0 < square.x < field.width - side and 0 < square.y < field.height - side)
