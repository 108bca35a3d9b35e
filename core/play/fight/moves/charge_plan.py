"""Straight charges (switch "charge_line"): to the nearest place that reaches, with a free line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise

from core.combat.board.scene import Creature, Scene
from core.combat.board.squares import Block, Square, apart, measure_offset
from core.combat.board.strikes import strike
from core.combat.movement.charge import ChargeObstacle, Heights, find_obstacle, swept
from core.combat.sight.concealment import sees
from core.combat.sight.cover import cover
from core.combat.threat.threat import allies, enemies, flanking, threatens
from core.creatures import Mode
from core.messages import Refusal, Squares
from core.play.fight.fight_scene import MoverScene, speed_of
from core.play.fight.moves.intended_move import IntendedMove
from core.play.fight.moves.narration import not_direct, too_near
from core.play.fight.moves.planned_move import PlannedMove, plan_along
from core.play.fight.turns.budget import AIRBORNE
from core.values import Struct


class ChargePlace(Struct):
    """A place where a charge may end: an anchor and a height, in squares."""

    square: Square
    height: int


class ChargeChoice(Struct):
    """The places of which a charge has the choice, all equally near, and how it moves there."""

    mode: Mode
    places: tuple[ChargePlace, ...]


def choose_places(
    mover_scene: MoverScene, target: Creature, mode: Mode, elevation: int | None = None
) -> ChargeChoice:
    """Return the nearest places from which a mover strikes `target`, as it means to move.

    Who walks and can fly takes off at one whom it does not reach on foot. `elevation` is the
    height in squares that is asked for (None = none). Without places nothing reaches.
    """
    modes = [mode]
    if mode == "walk" and elevation is None:
        state = mover_scene.state
        assets = mover_scene.assets
        mover_id = mover_scene.mover.id
        modes += [flight for flight in AIRBORNE if speed_of(state, assets, mover_id, flight)]
    for way in modes:
        heights = heights_towards(mover_scene.feet, target.elevation, way, elevation)
        places = charge_places(mover_scene, target, heights)
        if places:
            return ChargeChoice(way, places)
    return ChargeChoice(mode, ())


def heights_towards(
    feet: int, target: int, mode: Mode, elevation: int | None = None
) -> tuple[int, ...]:
    """Return the heights at which a mover may end that strikes at `target`, from its own on.

    Who crosses the air goes up or down as far as it has to, or to the `elevation` that is asked
    for. All are in squares.
    """
    if elevation is not None:
        return (elevation,)
    if mode not in AIRBORNE or feet == target:
        return (feet,)
    toward = 1 if target > feet else -1
    return tuple(range(feet, target + toward, toward))


def charge_places(
    mover_scene: MoverScene,
    target: Creature,
    heights: Iterable[int],
    start: Square | None = None,
) -> tuple[ChargePlace, ...]:
    """Return the nearest places from which the mover strikes `target`, at one of these heights.

    All are equally near to `start` (None = where it is). Those come first where the target has no
    cover, then those that flank it, then by reading order. Empty where no place reaches.
    """
    origin = mover_scene.mover.at if start is None else start
    by_distance: dict[int, list[ChargePlace]] = {}
    for height in heights:
        for square in _squares_around(mover_scene, target):
            rise = height - mover_scene.feet
            away = measure_offset(square.x - origin.x, square.y - origin.y, rise)
            by_distance.setdefault(away, []).append(ChargePlace(square, height))
    for away in sorted(by_distance):
        nearest = [
            place for place in by_distance[away] if _strikes_from(mover_scene, place, target)
        ]
        if nearest:
            return _in_order(mover_scene, nearest, target)
    return ()


def _strikes_from(mover_scene: MoverScene, place: ChargePlace, target: Creature) -> bool:
    there = mover_scene.placed(place.square, place.height)
    return threatens(there.scene, there.striker, target)


def _in_order(
    mover_scene: MoverScene, places: list[ChargePlace], target: Creature
) -> tuple[ChargePlace, ...]:
    if len(places) < 2:
        return tuple(places)

    def rank(place: ChargePlace) -> tuple[bool, bool, int, int]:
        there = mover_scene.placed(place.square, place.height)
        is_covered = cover(there.scene, there.striker, target, "melee").degree != "none"
        flanks = _is_flanking(there.scene, there.striker, target)
        return is_covered, not flanks, place.square.y, place.square.x

    return tuple(sorted(places, key=rank))


def _squares_around(mover_scene: MoverScene, target: Creature) -> Iterator[Square]:
    scene = mover_scene.scene
    aim = scene.body(target)
    side = scene.space(mover_scene.mover)
    far = strike(scene, mover_scene.striker).outer + side
    for y in range(aim.y - far, aim.y + aim.side + far):
        for x in range(aim.x - far, aim.x + aim.side + far):
            if scene.field.contains(Block(x, y, side)):
                yield Square(x, y)


def _is_flanking(scene: Scene, charger: Creature, target: Creature) -> bool:
    return any(
        flanking(scene, charger, ally, target).flanked
        for ally in allies(scene, charger)
        if ally.id != target.id
    )


def explain_no_place(scene: Scene, striker: Creature, target: Creature) -> Refusal:
    """Return why a creature strikes at another from no place of the board."""
    name = striker.name or striker.id
    conditions = scene.names_of_causes(striker, "threatens_not")
    if conditions:
        return Refusal(
            "threatens_not", "{who} cannot strike: {conditions}.", who=name, conditions=conditions
        )
    reach = strike(scene, striker)
    rise = apart(reach.body.side, scene.height(target), (reach.feet, target.elevation))
    if rise > reach.outer:
        return Refusal(
            "out_of_height",
            "{who} reaches {reach} up or down, and {target} is {squares} away in height.",
            who=name,
            reach=Squares(reach.outer),
            target=target.name or target.id,
            squares=Squares(rise),
        )
    return Refusal("no_room", "There is no room for {who} beside it.", who=name)


def plan_charge(intended_move: IntendedMove) -> PlannedMove:
    """Return the straight way of a charge to the square of its command. Refusal "offmap"."""
    return plan_along(intended_move, intended_move.mover.at.line(intended_move.read_goal()))


def refuse_charge(planned_move: PlannedMove) -> None:
    """Refuse a charge that is not a straight one to the nearest place.

    Refusals: "no_target", "too_near", "not_nearest", "no_sight", "in_the_line", "blocked",
    "hampered_charge", "not_direct".
    """
    mover_scene = planned_move.mover_scene
    path = planned_move.whole_path
    start = path[0]
    end = path[-1]
    target = _refuse_place(planned_move, start, end)
    viewer = mover_scene.striker
    if not planned_move.budget.goes_on and not sees(mover_scene.scene, viewer, target):
        raise Refusal(
            "no_sight",
            "{who} does not see {target}, and cannot charge.",
            who=planned_move.who,
            target=target.name or target.id,
        )
    obstacle = find_obstacle(
        mover_scene.scene,
        planned_move.mover,
        start,
        end,
        planned_move.manner(),
        _heights_of_line(planned_move),
    )
    if obstacle is not None:
        raise _in_the_line(planned_move, obstacle)
    _refuse_detour(planned_move, path)


def _heights_of_line(planned_move: PlannedMove) -> Heights:
    # Of a charge that goes on, the line began before: as steep as the rest of it.
    first = planned_move.heights[0]
    last = planned_move.heights[-1]
    steps = len(planned_move.path) - 1
    if not steps:
        return first, last
    steps_of_all = len(planned_move.whole_path) - 1
    return last - Fraction((last - first) * steps_of_all, steps), last


def _refuse_place(planned_move: PlannedMove, start: Square, end: Square) -> Creature:
    # The target: one that is reached from there and from no nearer place.
    mover_scene = planned_move.mover_scene
    height = planned_move.heights[-1]
    there = mover_scene.placed(end, height)
    charger = there.striker
    targets = [
        enemy for enemy in enemies(there.scene, charger) if threatens(there.scene, charger, enemy)
    ]
    if not targets:
        raise Refusal(
            "no_target",
            "{who} reaches no enemy from {at}: a charge ends where it can strike.",
            who=planned_move.who,
            at=str(end),
        )
    in_the_air = height > 0 or mover_scene.feet > 0
    if planned_move.budget.goes_on and in_the_air:
        return targets[0]  # judged as the charge began, at a height that is not known any more
    rise = height - mover_scene.feet
    away = measure_offset(end.x - start.x, end.y - start.y, rise)
    nearer: Refusal | None = None
    for target in targets:
        place, *_ = charge_places(mover_scene, target, (height,), start)
        least = measure_offset(place.square.x - start.x, place.square.y - start.y, rise)
        if away > least:
            nearer = nearer or _not_nearest(planned_move, target, place.square, least)
        elif away >= planned_move.scene.combat.moving.charge_least:
            return target
    raise nearer or too_near(planned_move.scene.combat.moving.charge_least)


def _not_nearest(planned_move: PlannedMove, target: Creature, place: Square, away: int) -> Refusal:
    charge_least = planned_move.scene.combat.moving.charge_least
    if away < charge_least:
        return too_near(charge_least)
    return Refusal(
        "not_nearest",
        "{who} must charge to {at}, the nearest place from which it reaches {target}.",
        who=planned_move.who,
        at=str(place),
        target=target.name or target.id,
    )


def _in_the_line(planned_move: PlannedMove, obstacle: ChargeObstacle) -> Refusal:
    square_name = str(obstacle.square)
    match obstacle.reason:
        case "in_the_line":
            other = planned_move.scene.creature(obstacle.creature_id)
            return Refusal(
                "in_the_line",
                "{other} at {at} is in the line of the charge.",
                other=other.name or other.id,
                at=square_name,
            )
        case "hampered":
            return planned_move.refusal("hampered_charge", obstacle.square)
        case _:
            return Refusal(
                "blocked", "Something solid at {at} is in the line of the charge.", at=square_name
            )


def _refuse_detour(planned_move: PlannedMove, path: tuple[Square, ...]) -> None:
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
    if not (is_inside and is_steady and is_direct(path)):
        raise not_direct(str(end))


def is_direct(path: tuple[Square, ...]) -> bool:
    """Whether a way takes no more steps than its ends are apart, as a charge must."""
    start = path[0]
    end = path[-1]
    return len(path) - 1 == max(abs(end.x - start.x), abs(end.y - start.y))
