"""The ways of movements: drawn by the GM, the cheapest, the safe one, or off the board."""

from __future__ import annotations

from collections.abc import Iterator

from core.combat.board.squares import DIRECTIONS, Block, Square, direction_of, parse_square
from core.combat.movement.footing import steps, stillness, unhampered
from core.combat.search.reach import cheapest, reachable
from core.combat.threat.safe_path import safe_way
from core.combat.threat.threateners import Threateners
from core.messages import Refusal
from core.play.assets import Assets
from core.play.fight.combatants import named
from core.play.fight.mover_scene import MoverScene
from core.play.fight.moves.commands import Move
from core.play.fight.moves.move_budget import STEPS, MoveBudget
from core.play.fight.moves.movement_words import not_direct, refused, too_far, unseeing
from core.play.fight.moves.planned_move import (
    OFF,
    PlannedMove,
    aim,
    course,
    in_words,
    manner_of,
    side_of,
    stopping,
)
from core.play.fight.opportunities import used_up
from core.play.state import State
from core.values import replace


def drawn(state: State, stage: MoverScene, wish: Move, purse: MoveBudget) -> PlannedMove:
    """Return the movement along the path that the GM gave.

    Refusals: "unknown_square", "wrong_start", "not_at_edge".
    """
    leaves = wish.path[-1] == OFF
    anchors = tuple(map(parse_square, wish.path[:-1] if leaves else wish.path))
    if not anchors or anchors[0] != stage.mover.at:
        raise Refusal("wrong_start", "{who} is at {at}: the path must start there.",
                      who=named(state, wish.who), at=str(stage.mover.at))  # fmt: skip
    if leaves and not _at_edge(stage, wish, anchors[-1]):
        raise Refusal("not_at_edge", "{at} is not at the edge of the board.",
                      at=str(anchors[-1]))  # fmt: skip
    return course(stage, wish, purse, anchors, leaves=leaves)


def found(
    state: State, assets: Assets, stage: MoverScene, wish: Move, purse: MoveBudget
) -> PlannedMove:
    """Return the cheapest movement to `wish.to`, or the safe one.

    Refusals: "unknown_square", "no_way", "no_safe_way", and the reasons against the way.
    """
    if wish.to == OFF:
        return _out(state, stage, wish, purse)
    to = parse_square(wish.to)
    if not stage.scene.field.contains(Block(*to, side_of(stage, wish))):
        raise refused("offmap", named(state, wish.who), wish.to)
    ways = tuple(_paths(state, assets, stage, wish, purse, to))
    if not ways:
        raise _why_not(state, assets, stage, wish, purse, to)
    courses = [course(stage, wish, purse, path) for path in ways]
    lawful = [one for one in courses if one.legal] or courses
    return min(lawful, key=lambda one: one.cost)


def _paths(
    state: State, assets: Assets, stage: MoverScene, wish: Move, purse: MoveBudget, to: Square
) -> Iterator[tuple[Square, ...]]:
    scene = stage.level(max(stage.feet, aim(stage, wish)))
    priced_there = wish.mode == "fly" or aim(stage, wish) != stage.feet
    manner = manner_of(stage, wish, purse, None if priced_there else purse.most)
    if to == stage.mover.at:
        yield (to,)
        return
    if wish.safe:
        lookout = Threateners(stage.scene, stage.mover, manner, used_up(state, assets, stage))
        way = safe_way(lookout, steps(scene, stage.mover, manner), to)
        if way is None:
            raise Refusal("no_safe_way", "There is no way for {who} to {at} that provokes "
                                            "nothing.",
                          who=named(state, wish.who), at=str(to))  # fmt: skip
        yield way[0]
        return
    way_there = cheapest(scene, stage.mover, to, manner)
    if way_there.reachable:
        yield way_there.path
    if wish.mode == "fly" and wish.action not in STEPS:
        yield from _bends(stage.mover.at, to)


def _bends(start: Square, to: Square) -> Iterator[tuple[Square, ...]]:
    dx, dy = to.x - start.x, to.y - start.y
    slant, straight = min(abs(dx), abs(dy)), abs(abs(dx) - abs(dy))
    across = (_sign(dx), _sign(dy))
    along = (_sign(dx), 0) if abs(dx) > abs(dy) else (0, _sign(dy))
    for order in ([across] * slant + [along] * straight, [along] * straight + [across] * slant):
        path = [start]
        for step in order:
            path.append(path[-1].by(*step))
        yield tuple(path)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def direct(path: tuple[Square, ...]) -> bool:
    """Whether a way takes no more steps than its ends are apart, as a charge must."""
    dx, dy = path[-1].x - path[0].x, path[-1].y - path[0].y
    return len(path) - 1 == max(abs(dx), abs(dy))


def _why_not(
    state: State, assets: Assets, stage: MoverScene, wish: Move, purse: MoveBudget, to: Square
) -> Refusal:
    who = named(state, wish.who)
    scene = stage.level(max(stage.feet, aim(stage, wish)))
    manner = manner_of(stage, wish, purse)
    still = stillness(scene, stage.mover, manner)
    if still:
        return refused(still, named(state, stage.mover.id), str(to))
    shut = stopping(stage, wish, to)
    if shut:
        return refused(in_words(shut, stage, wish, to), who, str(to))
    if manner.extra_doublings and unhampered(assets.rules, wish.action):
        return unseeing(wish.action, who)
    if wish.action in STEPS:
        near = direction_of(stage.mover.at, to)
        return refused("too_long" if not near else f"hampered_{wish.action}", who, str(to))
    far = cheapest(scene, stage.mover, to, manner)
    if far.cost is not None and wish.action == "charge" and not direct(far.path):
        return not_direct(str(to))
    if far.cost is not None:
        return too_far(who, far.cost, purse.most or 0, wish.action)
    if (
        wish.action == "run"
        and cheapest(scene, stage.mover, to, replace(manner, action="move")).reachable
    ):
        return refused("not_straight", who, str(to))
    return Refusal("no_way", "There is no way for {who} to {at}.", who=who, at=str(to))


def _out(state: State, stage: MoverScene, wish: Move, purse: MoveBudget) -> PlannedMove:
    scene, field = stage.level(stage.feet), stage.scene.field
    side = side_of(stage, wish)
    if _at_edge(stage, wish, stage.mover.at):
        return course(stage, wish, purse, (stage.mover.at,), leaves=True)
    there = reachable(scene, stage.mover, manner_of(stage, wish, purse, None))
    right, bottom = field.width - side, field.height - side
    edge = {Square(x, y) for x in range(right + 1) for y in (0, bottom)}
    edge |= {Square(x, y) for y in range(bottom + 1) for x in (0, right)}
    costs = {at: cost for at in edge if (cost := there.cost(at)) is not None}
    if not costs:
        raise Refusal("no_way", "There is no way for {who} to {at}.",
                      who=named(state, wish.who), at=OFF)  # fmt: skip
    near = min(costs, key=lambda at: (costs[at], at.y, at.x))
    return course(stage, wish, purse, there.path(near), leaves=True)


def _at_edge(stage: MoverScene, wish: Move, at: Square) -> bool:
    field, side = stage.scene.field, side_of(stage, wish)
    return not (0 < at.x < field.width - side and 0 < at.y < field.height - side)


def outside(stage: MoverScene, wish: Move, at: Square) -> Square:
    """Return the anchor outside the board next to an anchor at its edge."""
    field, side = stage.scene.field, side_of(stage, wish)
    for dx, dy in DIRECTIONS.values():
        if (not dx or not dy) and not field.contains(Block(at.x + dx, at.y + dy, side)):
            return at.by(dx, dy)
    return at
