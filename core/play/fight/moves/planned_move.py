"""Planned moves: the way, its heights, the cost of each step, the actions, who may strike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, chain, pairwise
from math import ceil

from core.combat.board.scene import Creature, GridMode, Manner, Scene
from core.combat.board.squares import (
    DIRECTIONS,
    Block,
    Square,
    apart,
    direction_of,
    measured,
    parse_square,
)
from core.combat.flight import FlightMode, after, fly, parse_bearing
from core.combat.movement.footing import (
    DIAGONAL,
    SMALL,
    leading_side,
    occupants,
    steps,
    stillness,
    unhampered,
    unseen_anchors,
    unseen_squares,
)
from core.combat.movement.moves import MeasuredMove as Walked
from core.combat.movement.moves import may_end, move
from core.combat.search.reach import cheapest, reachable
from core.combat.threat.opportunities import along
from core.combat.threat.safe_ways import safe_way
from core.combat.threat.threateners import Threateners
from core.creatures import Mode
from core.messages import N_, Factor, Refusal
from core.play.facts.encounter import Drift
from core.play.facts.fight.combatants import fight_of, named
from core.play.facts.fight.moves.commands import Move
from core.play.facts.state import Assets, State
from core.play.fight.fight_scene import (
    MoverScene,
    Strikers,
    in_order,
    mover_scene,
    refuse_unable,
    used_up,
    with_reactions_used,
)
from core.play.fight.moves.narration import (
    DEEP_WATER,
    WET_EARTH,
    not_direct,
    refused,
    too_far,
    too_many,
    unseeing,
)
from core.play.fight.turns.budget import MoveBudget, MoveCost, budget_of
from core.play.fight.turns.drift import drift_of, is_weightless
from core.receipts import Receipt
from core.values import Struct, replace

NOT_PRICED = "flying, simplified"
"""The label of the part of a receipt that says what the flat map does not count."""
IN_THE_AIR: dict[Mode, FlightMode] = {"fly": "fly", "swim": "swim"}
"""Modes with vertical steps by the tables of flight; in others a square of height costs one."""


class PricedSteps(Struct):
    """The cost of each step between two anchors, in whole squares.

    `parts` are the costs of its cubes: several where it also rises or sinks vertically. `counted`
    are the diagonals after each step, `headings` the headings of the flyer.
    """

    parts: tuple[tuple[int, ...], ...]
    counted: tuple[int, ...]
    headings: tuple[str, ...]
    receipt: Receipt


def profiles(path: Sequence[Square], start: int, end: int) -> tuple[tuple[int, ...], ...]:
    """Return heights along a path from `start` to `end`, in different spreads.

    Rising early and sinking late, the reverse, on diagonals, all at once.
    """
    steps, rise = len(path) - 1, end - start
    if not rise or not steps:
        return ((start,) * (steps + 1) if not rise else (start, end),)
    early = range(steps) if rise > 0 else range(steps)[::-1]
    late = early[::-1]
    by_kind = sorted(range(steps), key=lambda n: len(direction_of(path[n], path[n + 1])) < 2)
    orders = ((early, False), (by_kind, False), (late, False), (early, True), (late, True))
    found = (_spread(order, start, rise, steep=steep) for order, steep in orders)
    return tuple(dict.fromkeys(found))


def _spread(order: Sequence[int], start: int, rise: int, *, steep: bool) -> tuple[int, ...]:
    sign, left = (1 if rise > 0 else -1), abs(rise)
    parts = [0] * len(order)
    for step in order:
        take = left if steep else min(1, left)
        parts[step], left = take, left - take
    parts[order[0]] += left  # more height than steps: the rest straight up or down
    heights = [start]
    for part in parts:
        heights.append(heights[-1] + sign * part)
    return tuple(heights)


def priced(way: PlannedMove) -> PricedSteps:
    """Return the cost of a flight (or a swim up or down), step by step (C-122 to C-143)."""
    cubes, main, before = way.cubes, way.stage.figure.heading, way.manner().diagonals_before
    bearings = [
        ("U" if high > low else "D" if high < low else "") + direction_of(one, other)
        for (one, low), (other, high) in pairwise(cubes)
    ]
    scene = way.scene
    found = fly(
        scene.rules, bearings, main=main, wind=scene.wind, gravity=scene.gravity,
        diagonals_before=before, mode=IN_THE_AIR[way.wish.mode], goes_on=way.purse.goes_on,
    )  # fmt: skip
    parts, counted, headings = [], [], []
    part: list[int] = []
    total, spent, diagonals = Fraction(0), 0, before
    heading = parse_bearing(main) if main else None
    for number, (word, price) in enumerate(zip(bearings, found.steps, strict=True)):
        bearing = parse_bearing(word)
        heading = after(heading or bearing, bearing)
        total, diagonals = total + price, diagonals + bearing.diagonal
        part.append(ceil(total) - spent)
        spent = ceil(total)
        if number == len(bearings) - 1 or cubes[number + 1][0] != cubes[number][0]:
            parts.append(tuple(part))
            part = []
            counted.append(diagonals)
            headings.append(str(heading))
    return PricedSteps(tuple(parts), tuple(counted), tuple(headings), found.receipt)


ON_THE_GRID: dict[Mode, GridMode] = {
    "walk": "walk", "climb": "walk", "swim": "swim", "fly": "fly", "burrow": "burrow",
    "incorporeal": "incorporeal",
}  # fmt: skip
"""The movement on the map in each mode; a burrower passes under difficult ground."""
WATERY: dict[Mode, str] = {"walk": DEEP_WATER, "burrow": WET_EARTH}
"""Why deep water is closed to these modes."""
OFF = "off"


class IntendedMove(Struct, dict=True):
    """A movement that is wished for: its mover in the scene, the command, and the budget."""

    stage: MoverScene
    wish: Move
    purse: MoveBudget

    @property
    def scene(self) -> Scene:
        """The scene with the mover at its full size."""
        return self.stage.scene

    @property
    def ground(self) -> Scene:
        """The scene with only those whom it may meet at the higher of its two heights."""
        return self.stage.level(max(self.stage.feet, self.aim))

    @property
    def mover(self) -> Creature:
        """The creature that moves: the mount of a rider."""
        return self.stage.mover

    @property
    def who(self) -> str:
        """The name of the creature that the GM named."""
        return self.scene.creature(self.stage.named).name

    @property
    def aim(self) -> int:
        """The height in squares at which it ends."""
        return self.stage.feet if self.wish.elevation is None else self.wish.elevation

    @property
    def squeezes(self) -> bool:
        """Whether the leading block moves; never where squeezing is an activity off the grid."""
        return self.wish.squeeze and self.scene.combat.mechanisms.squeezing != "activity"

    @property
    def side(self) -> int:
        """The side of the block that moves: the whole space, or the leading one (G-8)."""
        side = self.scene.space(self.mover)
        return leading_side(side) if self.squeezes else side

    @property
    def floats(self) -> bool:
        """Whether it pushes off without gravity and drifts on (switch `weightless`)."""
        return _floats(self.stage, self.wish)

    def manner(self, budget: int | None = None) -> Manner:
        """Return its manner for the calculators, without a stop at its end."""
        wish, purse, stage = self.wish, self.purse, self.stage
        runs_on = stage.scene.combat.mechanisms.diagonals == "per_turn"
        return Manner(
            action=wish.action, mode="fly" if self.floats else ON_THE_GRID[wish.mode],
            budget=budget,
            diagonals_before=stage.figure.spent.diagonals if purse.goes_on or runs_on else 0,
            goes_on=purse.goes_on, tumble=frozenset(wish.tumbled) if wish.tumbled else False,
            squeeze=wish.squeeze, full_round=purse.buys, ends_here=False,
            unseen=unseen_by(stage), climbs=wish.mode == "climb",
        )  # fmt: skip

    def stopping(self, at: Square) -> str:
        """Return why the mover may not stop at an anchor, at its final height; "" = it may."""
        wish = self.wish
        mode: GridMode = "fly" if self.floats else ON_THE_GRID[wish.mode]
        manner = Manner(action=wish.action, mode=mode, squeeze=wish.squeeze)
        ending = may_end(self.stage.level(self.aim), self.mover, at, manner)
        return "" if ending.legal else ending.reason

    def refusal(self, reason: str, at: Square) -> Refusal:
        """Return the refusal with this reason against a square; deep water has its own."""
        field = self.scene.field
        under = field.block(Block(*at, self.side)) if field.holds(at) else 0
        wet = under & field.water and not under & field.solid
        if reason == "blocked" and wet and not self.floats:
            reason = WATERY.get(self.wish.mode, reason)
        return refused(reason, self.who, str(at))


def _floats(stage: MoverScene, wish: Move) -> bool:
    if wish.mode != "walk" or wish.action == "forced":
        return False
    return is_weightless(stage.state, stage.assets.rules)


def intended(stage: MoverScene, wish: Move) -> IntendedMove:
    """Return a movement with its budget. Refusals: those of `budget_of`."""
    return IntendedMove(stage, wish, budget_of(stage, wish.action, wish.mode))


class PlannedMove(IntendedMove, dict=True):
    """A movement of one creature along anchors of the board.

    `walked` is the way on the map, `heights` are those at each anchor. `leaves`: the last step
    goes over the edge of the board.
    """

    walked: Walked
    heights: tuple[int, ...]
    leaves: bool

    @property
    def path(self) -> tuple[Square, ...]:
        """The anchors of the way."""
        return self.walked.walked.path

    @cached_property
    def cubes(self) -> tuple[tuple[Square, int], ...]:
        """All cubes passed, with vertical steps first where more than one square is gained."""
        if len(self.path) == 1:
            start, end = self.heights[0], self.heights[-1]
            sign = 1 if end >= start else -1
            return tuple((self.path[0], height) for height in range(start, end + sign, sign))
        found = [(self.path[0], self.heights[0])]
        for (one, low), (other, high) in pairwise(zip(self.path, self.heights, strict=True)):
            sign = 1 if high > low else -1
            found += [(one, low + sign * n) for n in range(1, abs(high - low))]
            found.append((other, high))
        return tuple(found)

    @cached_property
    def reason(self) -> str:
        """Why it cannot be made; "ok" or "minimum_move" where it can."""
        if self.walked.cost is None:
            return self.walked.reason
        return "occupied" if self._collides() else "ok"

    def _collides(self) -> bool:
        # Whether the way up or down meets a creature that cannot be passed.
        if len(set(self.heights)) == 1:
            return False  # the map of that height has been asked
        scene, side = self.scene, self.side
        there = occupants(scene, self.mover, self.manner())
        closed = [other for other, right in there.rights if right.closed]
        return any(
            not apart(side, scene.height(other), (height, other.elevation))
            and Block(*anchor, side).overlaps(scene.body(other))
            for anchor, height in self.cubes[1:]
            for other in closed
        )

    @property
    def legal(self) -> bool:
        """Whether the way is legal, whatever it costs."""
        return self.reason in ("ok", "minimum_move")

    @property
    def at(self) -> Square:
        """The square that the reason concerns, else the last of the way."""
        return self.walked.at or self.path[-1]

    @property
    def why(self) -> tuple[Receipt, ...]:
        """The receipts of its cost; what a flight is priced by is not said to be left out."""
        found = self.walked.receipt
        if self.flown is None:
            return (found,)
        parts = (part for part in found.parts if part.label.template != NOT_PRICED)
        return replace(found, parts=tuple(parts)), self.flown.receipt

    @cached_property
    def flown(self) -> PricedSteps | None:
        """Its cost by the tables of flight; None = they do not count."""
        level = len(set(self.heights)) == 1
        if self.walked.cost is None or self.wish.mode not in IN_THE_AIR:
            return None
        if level and (self.wish.mode == "swim" or len(self.path) == 1):
            return None
        found = priced(self)
        return _unseeing(self, found) if any(self.unseen) else found

    @cached_property
    def unseen(self) -> tuple[bool, ...]:
        """Whether it does not see its way, for each step; one where it stays at its anchor."""
        field = self.scene.field
        anchors = unseen_anchors(field, self.side, unseen_by(self.stage))
        ends = self.path[1:] or self.path
        return tuple(bool(field.bit(at) & anchors) for at in ends)

    @property
    def headings(self) -> tuple[str, ...]:
        """The headings of a flyer after each step."""
        return () if self.flown is None else self.flown.headings

    @cached_property
    def counted(self) -> tuple[int, ...]:
        """The diagonals counted after each step."""
        if self.flown is not None:
            return self.flown.counted
        adding = self.scene.combat.mechanisms.difficult == "adding"
        found, count = [], self.manner().diagonals_before
        for step in self.walked.walked.steps:
            count += step.direction in DIAGONAL and (adding or not step.price.weight)
            found.append(count)
        return tuple(found)

    @cached_property
    def parts(self) -> tuple[tuple[int, ...], ...]:
        """The costs of its steps by the squares that each crosses.

        More than one where it also rises or sinks vertically.
        """
        walks = self.wish.mode == "walk"
        ups = [2 if unseen else 1 for unseen in self.unseen]
        if self.floats and len(self.path) == 1:
            return ((1,) * abs(self.heights[-1] - self.heights[0]),)
        rises = [0 if walks else abs(high - low) for low, high in pairwise(self.heights)]
        if self.flown is not None:
            parts = self.flown.parts
        elif len(self.path) == 1:
            parts = tuple((ups[0],) * rise for rise in rises if rise)
        else:
            steps = zip(self.walked.steps, rises, ups, strict=False)
            parts = tuple(((up,) * rise + (cost,)) for cost, rise, up in steps)
        return (*parts, (self.scene.combat.moving.leaving,)) if self.leaves else parts

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """The cost of each step, in squares."""
        return tuple(map(sum, self.parts))

    def squares(self, upto: int | None = None) -> tuple[int, ...]:
        """Return the cost of each square crossed, vertical ones too, in all or `upto` steps."""
        return tuple(chain.from_iterable(self.parts[:upto]))

    @cached_property
    def cost(self) -> int:
        """The whole cost, in squares."""
        return sum(self.steps)

    @cached_property
    def paid(self) -> MoveCost:
        """The actions that it uses."""
        return self.purse.pay(self.squares())

    @property
    def fits(self) -> bool:
        """Whether it costs no more than one movement may."""
        purse, squares = self.purse, self.squares()
        if purse.each is None or (purse.buys and len(squares) == 1):
            return True
        if purse.packed:  # no step is shared by two actions
            each = max(squares, default=0) <= purse.each
            return each and len(self.paid.spends) <= max(purse.free, 1)
        return self.cost <= (purse.most or 0)

    @cached_property
    def strikers(self) -> Strikers:
        """The creatures that may strike along it (C-106 to C-121), bystanders left out."""
        stage, manner = self.stage, self.manner()
        if self.wish.action == "withdraw" and self.purse.goes_on:
            manner = replace(manner, action="move")  # only the first square is excused (C-116)
        used, cubes = used_up(stage), self.cubes
        if self.leaves:
            cubes = (*cubes, (_outside(self, self.path[-1]), self.heights[-1]))
        heights = tuple(height for _, height in cubes)
        lookout = Threateners(stage.scene, stage.mover, manner, used, heights)
        path = tuple(square for square, _ in cubes)
        return in_order(along(lookout, path), path, used)

    @property
    def drift(self) -> Drift | None:
        """The drift after a push-off; None where it is none, or not straight."""
        if not self.floats or self.path != self.path[0].line(self.path[-1]):
            return None
        return drift_of(self.path[0], self.path[-1], self.heights[-1] - self.heights[0])

    @property
    def remarks(self) -> tuple[Receipt, ...]:
        """Receipts of what the GM may allow: a move out of turn or without an action left."""
        rules, fight, found = self.scene.rules, fight_of(self.stage.state), list[Receipt]()
        if self.paid.over:
            label = N_("{who} has no action left for it: allowed by the GM")
            found.append(rules.cite("C-013", label, self.paid.spends, default=True, who=self.who))
        if fight.acting and not fight.is_acting(self.stage.figure):
            label = N_("{who} moves out of turn: allowed by the GM")
            found.append(rules.cite("C-013", label, self.cost, default=True, who=self.who))
        return tuple(found)


def course(asked: IntendedMove, path: Sequence[Square], *, leaves: bool = False) -> PlannedMove:
    """Return the movement along these anchors, by the heights that cost least.

    Refusals: "offmap", and those of `core.combat.movement.footing.check_manner`.
    """
    off = next((at for at in path if not asked.scene.field.holds(at)), None)
    if off is not None:
        raise asked.refusal("offmap", off)
    stage, wish, purse = asked.stage, asked.wish, asked.purse
    walked = move(asked.ground, asked.mover, path, asked.manner())
    level = ((stage.feet,) * len(path),)
    heights = level if walked.cost is None else profiles(path, stage.feet, asked.aim)
    ways = [PlannedMove(stage, wish, purse, walked, each, leaves) for each in heights]
    return min([way for way in ways if way.legal] or ways[:1], key=lambda one: one.cost)


def unseen_by(stage: MoverScene) -> int:
    """Return the squares where a mover does not see its way, as bits (C-046)."""
    return unseen_squares(stage.scene, stage.mover)


def _unseeing(way: PlannedMove, found: PricedSteps) -> PricedSteps:
    # As on the ground a doubled diagonal costs one cheap and one dear, and is not counted (G-5).
    # `raw` counts all diagonals, as the prices found do, `own` those that are not doubled.
    raw = way.manner().diagonals_before
    own = raw
    parts = []
    diagonals = []
    for part, counted, unseen in zip(found.parts, found.counted, way.unseen, strict=True):
        costs = [cost * 2 for cost in part] if unseen else [*part]
        if counted != raw:  # the last of a part goes to the next anchor
            paid = _diagonal(raw)
            if unseen:
                costs[-1] += 3 - 2 * paid
            else:
                costs[-1] += _diagonal(own) - paid
                own += 1
        parts.append(tuple(costs))
        diagonals.append(own)
        raw = counted
    receipt = way.scene.rules.cite(
        "C-046", "poor visibility", Factor(2), found.receipt, questions="QC-47"
    )
    return replace(found, parts=tuple(parts), counted=tuple(diagonals), receipt=receipt)


def _diagonal(before: int) -> int:
    return 2 if before % 2 else 1


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
    below = wish.mode in ("burrow", "swim")
    if below and height is not None and height > max(0, stage.feet):  # C-131, C-132
        raise Refusal("bad_height", "{who} cannot rise above water or earth that way: fly or "
                                    "climb (p).", who=who)  # fmt: skip
    on_the_ground = wish.mode == "walk" and not _floats(stage, wish)
    if on_the_ground and stage.feet > 0:
        raise refused("in_the_air", who, str(stage.mover.at))
    if on_the_ground and height is not None and height > 0:
        raise Refusal("bad_height", "{who} cannot rise into the air on foot: fly or climb (p).",
                      who=who)  # fmt: skip
    asked = intended(stage, wish)
    way = _along(asked) if wish.path else _cheapest(asked)
    end, rise = way.path[-1], abs(way.heights[-1] - way.heights[0])
    if not way.legal:
        raise way.refusal(way.reason, way.at)
    if not way.steps:
        raise Refusal("no_move", "{who} is already there.", who=who)
    if wish.action in SMALL and (len(way.steps) > 1 or rise > 1):
        raise way.refusal("too_long", end)
    if not way.fits and not allow:
        raise _too_far(asked, way.cost)
    _refuse_bends(way, halfway=halfway)
    shut = "" if halfway or way.leaves else way.stopping(end)
    if shut:
        raise way.refusal(shut, end)
    return way


def _refuse_bends(way: PlannedMove, *, halfway: bool) -> None:
    # C-031; that a charge takes the shortest way and two squares at least is a house default.
    # The path of the whole movement, with the part made before.
    if way.floats and not halfway and way.drift is None:
        raise way.refusal("not_straight", way.path[-1])
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


def drawn(asked: IntendedMove) -> tuple[tuple[Square, ...], bool]:
    """Return the anchors of a drawn path, and whether it leads off the board from the last.

    Refusals: "unknown_square", "wrong_start".
    """
    path, start = asked.wish.path, asked.mover.at
    leaves = path[-1] == OFF
    anchors = tuple(map(parse_square, path[:-1] if leaves else path))
    if not anchors or anchors[0] != start:
        raise Refusal("wrong_start", "{who} is at {at}: the path must start there.",
                      who=asked.who, at=str(start))  # fmt: skip
    return anchors, leaves


def _along(asked: IntendedMove) -> PlannedMove:
    anchors, leaves = drawn(asked)
    if leaves and not _at_edge(asked, anchors[-1]):
        raise Refusal("not_at_edge", "{at} is not at the edge of the board.",
                      at=str(anchors[-1]))  # fmt: skip
    return course(asked, anchors, leaves=leaves)


def _cheapest(asked: IntendedMove) -> PlannedMove:
    # The cheapest movement to `wish.to`, or the safe one.
    stage, to = asked.stage, asked.wish.to
    if to == OFF:
        scene = stage.level(stage.feet)
        if _at_edge(asked, stage.mover.at):
            return course(asked, (stage.mover.at,), leaves=True)
        there = reachable(scene, stage.mover, asked.manner())
        edge = [at for at in there.squares if _at_edge(asked, at)]
        if not edge:
            raise _no_way(asked, to)
        near = min(edge, key=lambda at: there.cost(at) or 0)
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
    if asked.floats:
        yield mover.at.line(to)
        return
    if wish.safe:
        scene = with_reactions_used(stage, stage.scene)
        lookout = Threateners(scene, mover, manner, used_up(stage))
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
        yield tuple(accumulate(order, lambda at, step: at.by(*step), initial=start))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def direct(path: tuple[Square, ...]) -> bool:
    """Whether a way takes no more steps than its ends are apart, as a charge must."""
    dx, dy = path[-1].x - path[0].x, path[-1].y - path[0].y
    return len(path) - 1 == max(abs(dx), abs(dy))


def _too_far(asked: IntendedMove, cost: int) -> Refusal:
    purse = asked.purse
    most = asked.purse.most or 0
    if purse.packed and purse.each is not None and cost <= most:
        return too_many(asked.who, max(purse.free, 1), purse.each)
    return too_far(asked.who, cost, most, asked.wish.action)


def _why_not(asked: IntendedMove, to: Square) -> Refusal:
    mover, action, who = asked.mover, asked.wish.action, asked.who
    scene, manner = asked.ground, asked.manner()
    still = stillness(scene, mover, manner)
    if still:
        return refused(still, mover.name, str(to))
    shut = asked.stopping(to)
    if shut:
        return asked.refusal(shut, to)
    goal = scene.field.block(Block(*to, asked.side))
    if not goal & ~manner.unseen and unhampered(scene.rules, action):
        return unseeing(action, who)
    if action in SMALL:
        near = direction_of(mover.at, to)
        return asked.refusal("too_long" if not near else f"hampered_{action}", to)
    far = cheapest(scene, mover, to, manner)
    if far.cost is not None and action == "charge" and not direct(far.path):
        return not_direct(str(to))
    if far.cost is not None:
        return _too_far(asked, far.cost)
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
