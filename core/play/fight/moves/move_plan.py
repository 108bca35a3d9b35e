"""The planned move of a command: its way, legal and within the budget, its strikers, its course.

It goes up to the first opportunity, to its end, or off the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.combat.board.scene import Scene
from core.combat.board.squares import (
    DIRECTIONS,
    Block,
    Square,
    direction_of,
    measured,
    parse_square,
)
from core.combat.movement.footing import SMALL, leading_side, steps, stillness, unhampered
from core.combat.movement.moves import may_end
from core.combat.movement.squeeze import is_squeezing, stretch
from core.combat.search.reach import cheapest, reachable
from core.combat.threat.provoke import along, safe_way
from core.combat.threat.threateners import Threateners
from core.messages import Refusal
from core.play.fight.combatants import fight_of, named
from core.play.fight.encounter import is_acting
from core.play.fight.fight_scene import Strikers, in_order, mover_scene, refuse_unable, used_up
from core.play.fight.moves.commands import Move, MovePack, PackStep
from core.play.fight.moves.events import LeftBoard, Moved, MoveHalted
from core.play.fight.moves.narration import not_direct, refused, too_far, unseeing
from core.play.fight.moves.planned_move import OFF, IntendedMove, PlannedMove, course, intended
from core.play.fight.turns.budget import usual_mode
from core.play.resolution import Resolution
from core.play.state import Assets, Queued, State, Striker, Waiting
from core.receipts import Receipt
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
    "no_goal", "no_move", "bad_height", "in_the_air", "no_run_by", "too_far", "unknown_square",
    "wrong_start", "not_at_edge", "no_way", "no_safe_way" and the reasons of the catalogue (section
    3): "blocked", "corner", "occupied", "end_occupied" ...
    """
    stage = mover_scene(state, assets, wish.who, scene)
    refuse_unable(stage)
    if wish.action in SMALL:
        wish = replace(wish, action=assets.rules.combat.mechanisms.small_step)
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
    asked = intended(stage, wish)
    way = _drawn(asked) if wish.path else _cheapest(asked)
    end, rise = way.path[-1], abs(way.heights[-1] - way.heights[0])
    if not way.legal:
        raise way.refusal(way.reason, way.at or end)
    if not way.steps:
        raise Refusal("no_move", "{who} is already there.", who=who)
    if wish.action in SMALL and (len(way.steps) > 1 or rise > 1):
        raise way.refusal("too_long", end)
    if not way.fits and not allow:
        raise too_far(who, way.cost, way.purse.most or 0, wish.action)
    _refuse_bends(way, halfway=halfway)
    shut = "" if halfway or way.leaves else way.stopping(end)
    if shut:
        raise way.refusal(shut, end)
    return way


def _refuse_bends(way: PlannedMove, *, halfway: bool) -> None:
    # C-031; that a charge takes the shortest way and two squares at least is a house default.
    # The path of the whole movement, with the part made before.
    before = tuple(map(parse_square, way.stage.figure.spent.path)) if way.purse.goes_on else ()
    path = (*before[:-1], *way.path)
    if way.wish.action == "run" and way.purse.goes_on:
        directions = {direction_of(one, other) for one, other in pairwise(path)}
        if len(directions) > 1:
            raise way.refusal("not_straight", way.path[-1])
    if way.wish.action != "charge":
        return
    if not direct(path):
        raise not_direct(str(path[-1]))
    least, start, end = way.scene.combat.moving.charge_least, path[0], path[-1]
    rise = way.heights[-1] - way.heights[0]  # C-003, C-127
    if not halfway and measured(end.x - start.x, end.y - start.y, rise) < least:
        raise Refusal("too_near", "A charge must cover at least {least:square|squares}.",
                      least=least)  # fmt: skip


def _drawn(asked: IntendedMove) -> PlannedMove:
    wish = asked.wish
    leaves = wish.path[-1] == OFF
    anchors = tuple(map(parse_square, wish.path[:-1] if leaves else wish.path))
    start = asked.mover.at
    if not anchors or anchors[0] != start:
        raise Refusal("wrong_start", "{who} is at {at}: the path must start there.",
                      who=asked.who, at=str(start))  # fmt: skip
    if leaves and not _at_edge(asked, anchors[-1]):
        raise Refusal("not_at_edge", "{at} is not at the edge of the board.",
                      at=str(anchors[-1]))  # fmt: skip
    return course(asked, anchors, leaves=leaves)


def _cheapest(asked: IntendedMove) -> PlannedMove:
    # The cheapest movement to `wish.to`, or the safe one.
    stage, to = asked.stage, asked.wish.to
    if to == OFF:
        scene, field = stage.level(stage.feet), stage.scene.field
        if _at_edge(asked, stage.mover.at):
            return course(asked, (stage.mover.at,), leaves=True)
        there = reachable(scene, stage.mover, asked.manner())
        right, bottom = field.width - asked.side, field.height - asked.side
        edge = {Square(x, y) for x in range(right + 1) for y in (0, bottom)}
        edge |= {Square(x, y) for y in range(bottom + 1) for x in (0, right)}
        costs = {at: cost for at in edge if (cost := there.cost(at)) is not None}
        if not costs:
            raise _no_way(asked, to)
        near = min(costs, key=lambda at: (costs[at], at.y, at.x))
        return course(asked, there.path(near), leaves=True)
    goal = parse_square(to)
    if not stage.scene.field.contains(Block(*goal, asked.side)):
        raise asked.refusal("offmap", goal)
    ways = tuple(_paths(asked, goal))
    if not ways:
        raise _why_not(asked, goal)
    courses = [course(asked, path) for path in ways]
    return min([one for one in courses if one.legal] or courses, key=lambda one: one.cost)


def _no_way(asked: IntendedMove, to: str) -> Refusal:
    return Refusal("no_way", "There is no way for {who} to {at}.", who=asked.who, at=to)


def _paths(asked: IntendedMove, to: Square) -> Iterator[tuple[Square, ...]]:
    stage, wish, mover = asked.stage, asked.wish, asked.mover
    priced_there = wish.mode == "fly" or asked.aim != stage.feet
    manner = asked.manner(None if priced_there else asked.purse.most)
    if to == mover.at:
        yield (to,)
        return
    if wish.safe:
        lookout = Threateners(stage.scene, mover, manner, used_up(stage))
        way = safe_way(lookout, steps(asked.ground, mover, manner), to)
        if way is None:
            raise Refusal("no_safe_way", "There is no way for {who} to {at} that provokes "
                                            "nothing.",
                          who=asked.who, at=str(to))  # fmt: skip
        yield way[0]
        return
    way_there = cheapest(asked.ground, mover, to, manner)
    if way_there.reachable:
        yield way_there.path
    if wish.mode == "fly" and wish.action not in SMALL:
        yield from _bends(mover.at, to)


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


def _why_not(asked: IntendedMove, to: Square) -> Refusal:
    mover, action, who = asked.mover, asked.wish.action, asked.who
    scene, manner = asked.ground, asked.manner()
    still = stillness(scene, mover, manner)
    if still:
        return refused(still, mover.name, str(to))
    shut = asked.stopping(to)
    if shut:
        return asked.refusal(shut, to)
    if manner.extra_doublings and unhampered(scene.rules, action):
        return unseeing(action, who)
    if action in SMALL:
        near = direction_of(mover.at, to)
        return asked.refusal("too_long" if not near else f"hampered_{action}", to)
    far = cheapest(scene, mover, to, manner)
    if far.cost is not None and action == "charge" and not direct(far.path):
        return not_direct(str(to))
    if far.cost is not None:
        return too_far(who, far.cost, asked.purse.most or 0, action)
    if action == "run" and cheapest(scene, mover, to, replace(manner, action="move")).reachable:
        return asked.refusal("not_straight", to)
    return _no_way(asked, str(to))


def _at_edge(asked: IntendedMove, at: Square) -> bool:
    field, side = asked.scene.field, asked.side
    return not (0 < at.x < field.width - side and 0 < at.y < field.height - side)


def _outside(asked: IntendedMove, at: Square) -> Square:
    # The anchor outside the board next to an anchor at its edge.
    field = asked.scene.field
    for dx, dy in DIRECTIONS.values():
        if (not dx or not dy) and not field.contains(Block(at.x + dx, at.y + dy, asked.side)):
            return at.by(dx, dy)
    return at


def strikers(way: PlannedMove) -> Strikers:
    """Return who may strike along a movement (C-106 to C-121), bystanders left out."""
    stage, manner = way.stage, way.manner()
    if way.wish.action == "withdraw" and way.purse.goes_on:
        manner = replace(manner, action="move")  # only the first square is excused (C-116)
    used = used_up(stage)
    cubes = way.cubes
    if way.leaves:
        cubes = (*cubes, (_outside(way, way.path[-1]), way.heights[-1]))
    heights = tuple(height for _, height in cubes)
    lookout = Threateners(stage.scene, stage.mover, manner, used, heights)
    path = tuple(square for square, _ in cubes)
    return in_order(along(lookout, path), path, used)


def go(resolution: Resolution, way: PlannedMove) -> None:
    """Move; at the first anchor with an opportunity the movement waits."""
    found = strikers(way)
    cite(resolution, way)
    if not found.who:
        finish(resolution, way)
        return
    resolution.explain(found.provoked.receipt)
    first = way.path.index(parse_square(found.who[0].at))
    if first:
        resolution.emit(moved(way, first))
    resolution.emit(MoveHalted(waiting(way, first, found.who)))


def waiting(way: PlannedMove, first: int, who: tuple[Striker, ...]) -> Waiting:
    """Return the rest of a movement that waits at an anchor of its path for strikers."""
    wish = way.wish
    rest = tuple(map(str, way.path[first:]))
    return Waiting(
        who=wish.who,
        path=(*rest, OFF) if way.leaves else rest,
        strikers=who,
        action=wish.action,
        mode=wish.mode,
        cost=sum(way.steps[:first]),
        diagonals=way.counted[first - 1] if first else 0,
        elevation=way.aim,
        squeeze=wish.squeeze,
        tumbled=wish.tumbled,
    )


def finish(resolution: Resolution, way: PlannedMove) -> None:
    """Move to the end of the path."""
    resolution.emit(moved(way))
    if way.leaves:
        resolution.emit(LeftBoard(way.mover.id, str(way.path[-1])))


def moved(way: PlannedMove, upto: int | None = None) -> Moved:
    """Return the event of a movement, or of its first `upto` steps."""
    whole = upto is None
    count = len(way.path) - 1 if upto is None else upto
    path = way.path[: count + 1]
    paid = way.purse.pay(way.squares(upto))
    trail, at = _trail(way, path, settles=whole)
    figure = way.stage.figure
    return Moved(
        who=way.mover.id,
        path=tuple(map(str, path)),
        cost=sum(way.steps[:upto]),
        diagonals=way.counted[count - 1] if way.counted[:count] else figure.spent.diagonals,
        action=way.wish.action,
        mode=way.wish.mode,
        elevation=way.heights[-1] if upto is None else way.heights[count],
        heading=way.headings[: max(1, count)][-1] if way.headings else "",
        trail=trail,
        spends=paid.spends,
        begins=not way.purse.goes_on,
        hazards=sum(step.hurts for step in way.walked.walked.steps[:count]),
        leg=paid.leg,
        at=at,
    )


def cite(resolution: Resolution, way: PlannedMove) -> None:
    """Explain the cost of a movement, and what the GM allows beyond the rules."""
    resolution.explain(*way.why, *move_remarks(way))


def move_remarks(way: PlannedMove) -> Iterator[Receipt]:
    """Receipts of what the GM may allow: a move out of turn or without an action left."""
    rules, fight, who = way.scene.rules, fight_of(way.stage.state), way.who
    if way.paid.over:
        yield rules.cite(
            "C-013",
            "{who} has no action left for it: allowed by the GM",
            way.paid.spends,
            default=True,
            who=who,
        )
    if fight.acting and not is_acting(fight, way.stage.figure):
        yield rules.cite(
            "C-013", "{who} moves out of turn: allowed by the GM", way.cost, default=True, who=who
        )


def _trail(
    way: PlannedMove, path: tuple[Square, ...], *, settles: bool
) -> tuple[tuple[str, ...], str]:
    side = way.scene.space(way.mover)
    if not way.squeezes or side == 1:
        return (), ""
    trail = tuple(map(parse_square, way.stage.figure.trail))
    before = trail[:-1] if trail[-1:] == (way.mover.at,) else ()
    last = (*before, *path)[-(side - leading_side(side) + 1) :]
    fitting: list[Square] = []
    if settles and not way.leaves and not is_squeezing(way.scene, way.mover, last):
        anchors = (last[-1].by(-dx, -dy) for dy in range(side) for dx in range(side))
        fitting = [at for at in anchors if may_end(way.scene, way.mover, at).legal]
    covered = set(stretch(side, last))
    holding = [at for at in fitting if covered <= set(Block(*at, side).squares())]
    place = next(iter(holding or fitting), None)
    return (tuple(map(str, last)), "") if place is None else ((), str(place))


def move_pack(resolution: Resolution, command: MovePack) -> None:
    """Move several creatures. Refusals: "nobody", "twice", and those of `course_of`, by name."""
    if not command.steps:
        raise Refusal("nobody", "Name at least one creature.")
    ids = [step.who for step in command.steps]
    twice = next((who for who in ids if ids.count(who) > 1), "")
    if twice:
        raise Refusal("twice", "{who} is named twice.", who=named(resolution.state, twice))
    halts, behind = _go_all(resolution, command)
    if halts:
        way, found = halts[0]
        first = way.path.index(parse_square(found.who[0].at))
        everybody = [*found.who]
        for other, seen in halts[1:]:
            resolution.explain(seen.provoked.receipt)
            everybody += (Striker(one.by, one.at, other.wish.who) for one in seen.who)
        resolution.explain(found.provoked.receipt)
        if first:
            resolution.emit(moved(way, first))
        queue = (
            *(Queued(one.wish.who, one.wish.path) for one, _ in halts[1:]),
            *(Queued(step.who, step.path) for step in behind),
        )
        waits = waiting(way, first, tuple(everybody))
        resolution.emit(MoveHalted(replace(waits, queue=queue)))


def _go_all(
    resolution: Resolution, command: MovePack
) -> tuple[list[tuple[PlannedMove, Strikers]], Sequence[PackStep]]:
    # Returns those who provoke, in order, and those whose way they block.
    left: Sequence[PackStep] = command.steps
    halts: list[tuple[PlannedMove, Strikers]] = []
    while left:
        shut: list[tuple[PackStep, Refusal]] = []
        for step in left:
            try:
                mode = usual_mode(resolution.state, resolution.assets, step.who)
                wish = Move(step.who, path=step.path, action=command.action, mode=mode)
                way = course_of(resolution.state, resolution.assets, wish)
            except Refusal as refusal:
                shut.append((step, refusal))
                continue
            found = strikers(way)
            cite(resolution, way)
            if found.who:
                halts.append((way, found))
            else:
                finish(resolution, way)
        if len(shut) == len(left):
            if halts:
                return halts, left
            first, why = shut[0]
            raise Refusal(why.code, "{who}: {reason}", who=named(resolution.state, first.who),
                          reason=why.message)  # fmt: skip
        left = [step for step, _ in shut]
    return halts, ()
