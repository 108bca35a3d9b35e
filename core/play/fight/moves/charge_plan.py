"""Straight charges (switch "charge_line"): to the nearest place that reaches, with a free line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from core.combat.board.scene import Creature, Scene
from core.combat.board.squares import Block, Square, measure_offset, parse_square, reading_order
from core.combat.board.strikes import strike
from core.combat.movement.charge import ChargeLine, charge_line, swept
from core.combat.sight.concealment import sees
from core.combat.sight.cover import cover
from core.combat.threat.threat import flanking, threatens
from core.messages import Refusal
from core.play.fight.fight_scene import MoverScene
from core.play.fight.moves.intended_move import IntendedMove
from core.play.fight.moves.narration import not_direct
from core.play.fight.moves.planned_move import PlannedMove, plan_along
from core.rulesets.schema import Ruleset
from core.values import replace

CHARGE = "charge"


def charges_straight(rules: Ruleset, action: str) -> bool:
    """Whether an action is a charge that has to be straight (switch "charge_line")."""
    return action == CHARGE and rules.switch("charge_line")


def start_of_charge(mover_scene: MoverScene, *, goes_on: bool) -> Square:
    """Return the anchor where a charge began, which may have been halted on its way."""
    if goes_on:
        return parse_square(mover_scene.figure.spent.path[0])
    return mover_scene.mover.at


def charge_places(
    mover_scene: MoverScene, target: Creature, height: int, start: Square | None = None
) -> tuple[Square, ...]:
    """Return the nearest anchors from which the mover strikes `target`, at a height in squares.

    All are equally near to `start` (None = where it is). Those come first where the target has no
    cover, then those that flank it, then by reading order. Empty where no place reaches.
    """
    origin = mover_scene.mover.at if start is None else start
    rise = height - mover_scene.feet
    nearest: list[Square] = []
    least = 0
    for square in _squares_around(mover_scene, target):
        away = measure_offset(square.x - origin.x, square.y - origin.y, rise)
        if nearest and away > least:
            continue
        there = _scene_there(mover_scene, square, height)
        if not threatens(there, _charger(mover_scene, there), target):
            continue
        if away < least:
            nearest = []
        least = away
        nearest.append(square)
    places = reading_order(nearest)
    if len(places) < 2:
        return places

    def worse(square: Square) -> tuple[bool, bool]:
        there = _scene_there(mover_scene, square, height)
        charger = _charger(mover_scene, there)
        is_covered = cover(there, charger, target, "melee").degree != "none"
        return is_covered, not _is_flanking(there, charger, target)

    return tuple(sorted(places, key=worse))


def _squares_around(mover_scene: MoverScene, target: Creature) -> Iterator[Square]:
    scene = mover_scene.scene
    aim = scene.body(target)
    side = scene.space(mover_scene.mover)
    far = strike(scene, _charger(mover_scene, scene)).outer + side
    for y in range(aim.y - far, aim.y + aim.side + far):
        for x in range(aim.x - far, aim.x + aim.side + far):
            if scene.field.contains(Block(x, y, side)):
                yield Square(x, y)


def _charger(mover_scene: MoverScene, scene: Scene) -> Creature:
    # Who strikes: the rider of a mount, if the GM named it.
    return scene.by_id.get(mover_scene.named, scene.creature(mover_scene.mover.id))


def _scene_there(mover_scene: MoverScene, square: Square, height: int) -> Scene:
    moved = mover_scene.scene.moved(mover_scene.mover.id, square)
    if height == mover_scene.feet:
        return moved
    mount = mover_scene.mover.id
    raised = (
        replace(creature, elevation=height)
        for creature in moved.creatures
        if mount in (creature.id, creature.rides)
    )
    return moved.with_creatures(*raised)


def _is_flanking(scene: Scene, charger: Creature, target: Creature) -> bool:
    return any(
        flanking(scene, charger, ally, target).flanked
        for ally in scene.creatures
        if ally.id not in (charger.id, target.id)
        and not scene.paired(ally, charger)
        and scene.friends(ally, charger)
    )


def plan_charge(intended_move: IntendedMove) -> PlannedMove:
    """Return the straight way of a charge to the square of its command. Refusal "offmap"."""
    goal = parse_square(intended_move.command.to)
    if not intended_move.scene.field.contains(Block(*goal, intended_move.side)):
        raise intended_move.refusal("offmap", goal)
    return plan_along(intended_move, intended_move.mover.at.line(goal))


def refuse_charge(planned_move: PlannedMove) -> None:
    """Refuse a charge that is not a straight one to the nearest place.

    Refusals: "no_target", "too_near", "not_nearest", "no_sight", "in_the_line", "blocked",
    "hampered_charge", "not_direct".
    """
    mover_scene = planned_move.mover_scene
    goes_on = planned_move.budget.goes_on
    start = start_of_charge(mover_scene, goes_on=goes_on)
    end = planned_move.path[-1]
    target = _refuse_place(planned_move, start, end)
    viewer = _charger(mover_scene, mover_scene.scene)
    if not goes_on and not sees(mover_scene.scene, viewer, target):
        raise Refusal(
            "no_sight",
            "{who} does not see {target}, and cannot charge.",
            who=planned_move.who,
            target=target.name or target.id,
        )
    line = charge_line(planned_move.ground, planned_move.mover, start, end, planned_move.manner())
    _refuse_line(planned_move, line)
    before: tuple[Square, ...] = ()
    if goes_on:
        before = tuple(map(parse_square, mover_scene.figure.spent.path))[:-1]
    _refuse_bends(planned_move, (*before, *planned_move.path))


def _refuse_place(planned_move: PlannedMove, start: Square, end: Square) -> Creature:
    # The target: one that is reached from there and from no nearer place.
    mover_scene = planned_move.mover_scene
    height = planned_move.heights[-1]
    there = _scene_there(mover_scene, end, height)
    charger = _charger(mover_scene, there)
    targets = [
        creature
        for creature in there.creatures
        if not there.friends(creature, charger) and threatens(there, charger, creature)
    ]
    if not targets:
        raise Refusal(
            "no_target",
            "{who} reaches no enemy from {at}: a charge ends where it can strike.",
            who=planned_move.who,
            at=str(end),
        )
    rise = height - mover_scene.feet
    away = measure_offset(end.x - start.x, end.y - start.y, rise)
    nearer: Refusal | None = None
    for target in targets:
        places = charge_places(mover_scene, target, height, start)
        least = measure_offset(places[0].x - start.x, places[0].y - start.y, rise)
        if away > least:
            nearer = nearer or _not_nearest(planned_move, target, places[0], least)
        elif away >= planned_move.scene.combat.moving.charge_least:
            return target
    raise nearer or _too_near(planned_move)


def _too_near(planned_move: PlannedMove) -> Refusal:
    least = planned_move.scene.combat.moving.charge_least
    return Refusal("too_near", "A charge must cover at least {least:square|squares}.", least=least)


def _not_nearest(planned_move: PlannedMove, target: Creature, place: Square, away: int) -> Refusal:
    if away < planned_move.scene.combat.moving.charge_least:
        return _too_near(planned_move)
    return Refusal(
        "not_nearest",
        "{who} must charge to {at}, the nearest place from which it reaches {target}.",
        who=planned_move.who,
        at=str(place),
        target=target.name or target.id,
    )


def _refuse_line(planned_move: PlannedMove, line: ChargeLine) -> None:
    if line.square is None:
        return
    square_name = str(line.square)
    match line.reason:
        case "in_the_line":
            other = planned_move.scene.creature(line.creature_id)
            raise Refusal(
                "in_the_line",
                "{other} at {at} is in the line of the charge.",
                other=other.name or other.id,
                at=square_name,
            )
        case "hampered":
            raise planned_move.refusal("hampered_charge", line.square)
        case _:
            raise Refusal(
                "blocked", "Something solid at {at} is in the line of the charge.", at=square_name
            )


def _refuse_bends(planned_move: PlannedMove, path: tuple[Square, ...]) -> None:
    start = path[0]
    end = path[-1]
    field = planned_move.scene.field
    side = planned_move.side
    line = swept(field, Block(*start, side), Block(*end, side))
    is_inside = all(not field.block(Block(*anchor, side)) & ~line for anchor in path)
    is_steady = all(
        abs(there.x - end.x) <= abs(here.x - end.x) and abs(there.y - end.y) <= abs(here.y - end.y)
        for here, there in pairwise(path)
    )
    is_short = len(path) - 1 == max(abs(end.x - start.x), abs(end.y - start.y))
    if not (is_inside and is_steady and is_short):
        raise not_direct(str(end))
