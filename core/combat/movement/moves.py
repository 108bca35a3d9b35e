"""A movement square by square: whether it is allowed, what each step costs, where it ends, and why.

Prices come from the sets that the search runs on; the reasons why a step cannot be made are in the
catalogue's order of test (section 3). Where a creature goes that is halted elsewhere is in C-157 to
C-159. Distances of two spaces have their receipt here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import groupby, pairwise

from core.combat.board.scene import Creature, Manner, Scene, called, corners, first, wall_between
from core.combat.board.squares import (
    Block,
    Square,
    apart,
    direction_of,
    gap,
    through_the_air,
)
from core.combat.board.strikes import TABLES
from core.combat.movement.footing import DIAGONAL, SMALL, allowed, straight
from core.combat.movement.prices import (
    MoveRequest,
    MoveStep,
    Verdict,
    closed_spaces,
    difficult,
    hindrances,
    met,
    open_spaces,
    price,
    space_label,
    step_receipt,
)
from core.combat.movement.turns import Amount, small_step_rule
from core.combat.sight.lines import line_of_effect
from core.messages import N_, Message, Metres, Refusal, Squares, Template
from core.receipts import Receipt
from core.values import Struct

PLAIN = Manner()
YES = Message("it may stop here")
RULES = {"nearest": "C-157", "last_legal": "C-158", "gm": "C-159"}
"""The rule of being halted where no stop is allowed, by the mechanism of the system."""


@dataclass(frozen=True)
class StopVerdict:
    """Whether a mover may stop somewhere.

    `reason` is "ok", or the first that forbids it: "blocked", "obstacle_end", "end_occupied",
    "end_full" (C-040, C-044, C-061, C-067, C-069).
    """

    legal: bool
    reason: str
    verdict: Verdict = field(repr=False, compare=False)

    @cached_property
    def receipt(self) -> Receipt:
        """The rules that allow or forbid it."""
        return self.verdict.receipt()


@dataclass(frozen=True)
class Halted:
    """The place where a halted mover ends.

    `options` are anchors in reading order; of several one is chosen at random (C-007). None when
    the GM decides (C-159). `last` is the last lawful place of the path (None = there is none).
    """

    options: tuple[Square, ...]
    gm_decides: bool
    at: Square = field(repr=False)
    last: Square | None = field(repr=False)
    going: MoveRequest = field(repr=False, compare=False)
    verdict: Verdict = field(repr=False, compare=False)

    @cached_property
    def receipt(self) -> Receipt:
        """The last lawful place, the nearest ones, and the rule that chooses."""
        going, at, last = self.going, self.at, self.last
        parts = [self.verdict.receipt()]
        if last is not None:
            back = N_("back to {square}, the last lawful place")
            parts.append(_away(going, back, at, last))
            if last not in self.options:
                nearer = N_("{square} is nearer")
                parts += [_away(going, nearer, at, square) for square in self.options]
        if len(self.options) > 1:
            near, die = Message("equally near"), Message("roll a die")
            parts.append(going.cite("C-007", near, die))
        rule = RULES[going.scene.combat.mechanisms.stopped]
        label = Message("halted at {square}", square=str(at))
        if self.gm_decides:
            gm = Message("the GM decides who is moved out or falls prone")
            parts.append(going.cite("C-070", label, gm))
            return going.cite(rule, label, gm, *parts)
        names = tuple(map(str, self.options))
        asks = "QC-32" if last is not None else ""
        return going.cite(rule, label, names, *parts, asks=asks)


def may_end(scene: Scene, mover: Creature, at: Square, manner: Manner = PLAIN) -> StopVerdict:
    """Whether a mover may stop at an anchor, whatever it costs to get there.

    An anchor that is not wholly on the map is "blocked". Refusals: those of
    `core.combat.movement.footing.check_manner`.
    """
    verdict = stopping(MoveRequest(scene, mover, manner), at)
    return StopVerdict(not verdict.reason, verdict.reason or "ok", verdict)


def halted(
    scene: Scene,
    mover: Creature,
    path: Sequence[Square],
    stopped_at: Square,
    manner: Manner = PLAIN,
) -> Halted:
    """Return where a mover ends whose movement along `path` is cut short at `stopped_at` (2.15).

    There, if it may stop there. Else, by the system: the last place of the path before it where
    it may stop, or all the nearest places if they are strictly nearer (C-157: 1-2-1-2 between
    anchors, with line of effect); always the last place (C-158); where the GM says (C-159).
    Where the catalogue is silent: the first `stopped_at` of the path counts, and if no earlier
    place is lawful, the start is used.
    Refusals: "not_on_path", and those of `core.combat.movement.footing.check_manner`.
    """
    if stopped_at not in path:
        raise Refusal("not_on_path", "{square} is not on the path.", square=str(stopped_at))
    going = MoveRequest(scene, mover, manner)
    here, mechanism = stopping(going, stopped_at), scene.combat.mechanisms.stopped
    if not here.reason:
        return Halted((stopped_at,), False, stopped_at, None, going, here)
    if mechanism == "gm":
        return Halted((), True, stopped_at, None, going, here)
    before = path[: path.index(stopped_at)]
    last = next((at for at in reversed(before) if not stopping(going, at).reason), path[0])
    nearest = _nearer(going, stopped_at, last) if mechanism == "nearest" else ()
    return Halted(nearest or (last,), False, stopped_at, last, going, here)


def stopping(going: MoveRequest, at: Square) -> Verdict:
    """Whether a mover may stop at an anchor; reasons as in `StopVerdict`, "" where it may."""
    bit, foot, under = going.bit(at), going.foot, going.under(at)
    solid = going.scene.field.solid if going.manner.mode == "incorporeal" else 0
    reason = "end_full"
    if foot.steps.ends & bit:
        reason = ""
    elif not foot.passage.stands & bit or under & solid:
        reason = "blocked"
    elif foot.passage.no_stop & bit:
        reason = "obstacle_end"
    elif foot.occupants.unshared & under:
        reason = "end_occupied"
    return Verdict(reason, partial(_stop_receipt, going, at, reason))


def _nearer(going: MoveRequest, at: Square, last: Square) -> tuple[Square, ...]:
    # C-003
    field, start, far = going.scene.field, going.space(at), last.away(at)
    box = field.rectangle(at.x - far, at.y - far, 2 * far + 1, 2 * far + 1)
    near = (
        square for square in field.squares(going.foot.steps.ends & box) if at.away(square) < far
    )
    for _, ring in groupby(sorted(near, key=at.away), key=at.away):
        found = tuple(s for s in ring if line_of_effect(field, start, going.space(s)))
        if found:
            return found
    return ()


def _away(going: MoveRequest, template: str, at: Square, square: Square) -> Receipt:
    label = Message(template, square=str(square))
    return going.cite("G-2", label, Squares(square.away(at)))


def _stop_receipt(going: MoveRequest, at: Square, reason: str) -> Receipt:
    cite, label = going.cite, Message("stopping at {square}", square=str(at))
    shared = "C-069" if going.willing else "C-061"
    if reason == "blocked":
        return _no_place(going, at, label)
    if reason == "obstacle_end":
        on = first(going.scene.field, going.under(at) & going.scene.field.no_stop)
        says = Message("a walker cannot stop on the obstacle at {square}", square=str(on))
        return cite("C-040", label, says, asks="QC-25")
    if reason == "end_full":
        return cite("C-067", label, Message("there is no room left"), *_crowd(going, at))
    if reason == "end_occupied":
        taken = (
            cite(shared, space_label(other), Message(right.says))
            for other, right in met(going, at)
            if right.closed or not right.shared
        )
        return cite(shared, label, Message("it may not stop here"), *taken)
    parts = []
    if any(met(going, at)):
        parts.append(cite(shared, "with others there", YES, *open_spaces(going, at, stops=True)))
        if going.manner.next_move_action and going.willing:
            parts.append(cite("C-069", "another move action leaves at once", YES))
        parts += _crowd(going, at)
    return cite("C-044", label, YES, *parts)


def _no_place(going: MoveRequest, at: Square, label: Message) -> Receipt:
    field, under, mode = going.scene.field, going.under(at), going.manner.mode
    if not going.foot.passage.fits & going.bit(at):
        return going.cite("C-008", label, Message("it is not wholly on the map"))
    if under & field.solid:
        on = str(first(field, under & field.solid))
        ghost = mode == "incorporeal"  # no document has it stop short of solid matter
        says = Message("{square} is solid", square=on)
        return going.scene.rules.cite("C-044", label, says, default=ghost)
    wall = wall_between(field, going.foot.passage.side, at)
    if wall:
        return going.cite("C-055", label, Message("the wall {border} is inside", border=wall))
    return going.cite("C-045", label, Message("{mode}: not on this ground", mode=mode))


def _crowd(going: MoveRequest, at: Square) -> Iterator[Receipt]:
    # C-067
    scene = going.scene
    mine = scene.size(scene.bearer(going.mover)).share
    small = [other for other, _ in met(going, at) if scene.size(other).share]
    if not mine or not small:
        return
    taken = max(
        sum(scene.size(other).share for other in small if scene.body(other).overlaps(square))
        for square in (Block(*square, 1) for square in going.space(at).squares())
    )
    parts = {scene.size(other).share for other in small} | {mine}
    yield going.cite(
        "C-067",
        "hundredths of a square taken up, {most} at most",
        taken + mine,
        asks="QC-44" if len(parts) > 1 else "",
        most=scene.combat.measures.crowd,
    )


STILL: dict[str, tuple[str, Template, Template]] = {
    "cannot_move": ("C-251", "{creature} cannot move", "no movement of its own"),
    "in_the_air": ("C-033", "{creature} is in the air", "a creature in the air cannot walk"),
    "fatigued": ("C-252", "{creature} is fatigued", "neither runs nor charges"),
    "no_step_by": ("C-019", "{action} by the speed to {mode}", "no Step with a special Speed"),
    "too_long": ("", "{action}", "one square only"),
}
"""The rule ("" = that of the small step), the label and the finding of each reason."""


def standstill(going: MoveRequest, steps: int) -> Verdict | None:
    """Return why a mover makes no step, or not so many; None = it may make them.

    "cannot_move", "in_the_air", "fatigued" or "no_step_by" (`Footing.still`), else "too_long".
    """
    reason = going.foot.still
    if not reason and going.manner.action in SMALL and steps > 1:
        reason = "too_long"
    return Verdict(reason, partial(_standstill, going, reason)) if reason else None


def obstruction(going: MoveRequest, start: Square, end: Square, ahead: str = "") -> Verdict | None:
    """Return why no step leads from one anchor into another; None = one does.

    In order: "not_adjacent", "offmap", "blocked", "corner", then "occupied", "fills_space" or
    "ally_charge" of the first creature in the way, "hampered_<action>", and "not_straight" for a
    run whose last step was in another direction than this, `ahead` ("" = it is the first).
    """
    direction, bit, way = direction_of(start, end), going.bit(end), going.foot.passage
    if not direction:
        label = Message("a step leads to an adjacent square")
        return Verdict("not_adjacent", partial(going.cite, "G-3", label, str(end)))
    if going.foot.steps.into[direction] & bit:
        if ahead in ("", direction) or not straight(going.scene.rules, going.manner.action):
            return None
        says = N_("a run keeps one direction")
        return Verdict("not_straight", partial(_no_entry, going, end, "C-031", says))
    if not way.fits & bit:
        says = N_("it is not wholly on the map")
        return Verdict("offmap", partial(_no_entry, going, end, "C-008", says))
    if not way.entered[direction] & bit:
        return Verdict("blocked", partial(_blocked, going, start, end))
    if not way.open[direction] & bit:
        return Verdict("corner", partial(_corner, going, start, end))
    for _, right in met(going, end):
        if right.closed:
            return Verdict(right.closed, partial(_closed, going, end))
    return Verdict(f"hampered_{going.manner.action}", partial(_hampered, going, start, end))


def _entering(end: Square) -> Message:
    return Message("entering {square}", square=str(end))


def _no_entry(going: MoveRequest, end: Square, rule: str, says: str) -> Receipt:
    return going.cite(rule, _entering(end), Message(says))


def _standstill(going: MoveRequest, reason: str) -> Receipt:
    manner, (rule, label, says) = going.manner, STILL[reason]
    parts = []
    if reason == "cannot_move" and manner.full_round and not going.willing:
        parts.append(going.cite("C-154", "minimum movement",
                                Message("not for a creature that cannot move")))  # fmt: skip
    who = {"creature": called(going.mover), "action": manner.action, "mode": manner.mode}
    rule = rule or small_step_rule(going.scene.rules)
    return going.cite(rule, Message(label, **who), Message(says), *parts)


def _blocked(going: MoveRequest, start: Square, end: Square) -> Receipt:
    field, mode = going.scene.field, going.manner.mode
    barred = going.under(end) & ~allowed(field, mode)
    if barred & field.solid:
        on = str(first(field, barred & field.solid))
        return going.cite("C-044", _entering(end), Message("{square} is solid", square=on))
    if barred and mode == "swim":
        dry = Message("{square} is not water", square=str(first(field, barred)))
        wet = going.cite("C-045", _entering(end), dry)
        return going.cite("C-131", _entering(end), dry, wet)
    if barred:
        deep = Message("{square} is deep water", square=str(first(field, barred)))
        return going.cite("C-045", _entering(end), deep)
    side, between = going.foot.passage.side, ""
    for spaces in ((end,), (start,)) if direction_of(start, end) in DIAGONAL else ((start, end),):
        between = between or wall_between(field, side, *spaces)
    wall = going.cite("C-055", "a wall on a border", between)
    says = Message("the wall {border} is in the way", border=between)
    return going.cite("C-044", _entering(end), says, wall)


def _corner(going: MoveRequest, start: Square, end: Square) -> Receipt:
    field, side = going.scene.field, going.foot.passage.side
    solid = corners(field, side, start, end) & field.solid
    if solid:
        on = str(first(field, solid))
        says = Message("it would cut the solid corner {square}", square=on)
        forbidden = Message("is forbidden")
        parts = (
            [going.cite("C-052", "a diagonal past something solid", forbidden, asks="QC-26")]
            if side > 1
            else []
        )
        rule = "C-052" if side == 1 else "C-054"
        return going.cite(rule, _entering(end), says, *parts, asks="QC-26")
    wall = wall_between(field, side, start, end)
    if wall:
        says = Message("the wall {border} touches the diagonal", border=wall)
        return going.cite("C-055", _entering(end), says)
    low = wall_between(field, side, start, end, low=True)
    says = Message("the low wall {border} is crossed squarely or not at all", border=low)
    return going.cite("C-041", _entering(end), says, default=True)


def _closed(going: MoveRequest, end: Square) -> Receipt:
    parts = tuple(closed_spaces(going, end))
    return going.cite(parts[0].rule, _entering(end), Message("the way is closed"), *parts)


def _hampered(going: MoveRequest, start: Square, end: Square) -> Receipt:
    # One document (001) has only difficult ground hamper a run: all else is its house default.
    scene, action = going.scene, going.manner.action
    cost = price(going.foot.steps, direction_of(start, end), going.bit(end), 0)
    parts = [*hindrances(going, start, end, cost), *open_spaces(going, end)]
    if cost.low:
        low = wall_between(scene.field, going.foot.passage.side, start, end, low=True)
        parts.append(going.cite("C-041", "low wall {border}", cost.low, border=low))
    says = Message("{action}: not into a hampered square", action=action)
    if action in SMALL:
        return going.cite(small_step_rule(scene.rules), _entering(end), says, *parts, asks="QC-27")
    return going.cite("C-030", _entering(end), says, *parts, default=not difficult(going, end))


def distance_between(
    scene: Scene,
    a: Block,
    b: Block,
    creatures: Iterable[Creature | None] = (),
    heights: tuple[int, int] = (0, 0),
) -> Amount:
    """Return the distance of two spaces: nearest squares, diagonals (C-003 to C-006, G-2).

    `heights` are in squares above the ground; that they count is a house default. `creatures` own
    the spaces, which may be larger than the table of sizes has them (C-091).
    """
    cite, (dx, dy), squares = scene.rules.cite, gap(a, b), through_the_air(a, b, heights)
    rise = apart(a.side, b.side, heights)
    parts = [cite("C-005", "from the nearest square to the nearest: across, down",
                  (Squares(dx), Squares(dy)))]  # fmt: skip
    if rise:
        parts.append(
            cite(
                "C-005", "up or down, from the nearest to the nearest", Squares(rise), default=True
            )
        )
    for creature in creatures:
        if creature is not None:
            parts += own_space(scene, scene.bearer(creature))
    if max(dx, dy, rise) == 1:
        parts.append(cite("C-006", "adjacent", Squares(squares)))
    metres = squares * scene.combat.measures.square_m
    parts.append(cite("C-004", "converted after counting", Metres(metres)))
    return Amount(squares, cite("C-003", "distance, diagonals 1-2-1-2", Squares(squares), *parts))


def own_space(scene: Scene, creature: Creature) -> Iterator[Receipt]:
    """Yield the receipt of a space that the table of sizes does not fix (C-086 to C-091).

    Either the creature's own, or the table's for the largest size where it is "or more" (QC-49).
    """
    size, largest = scene.size(creature), max(row.rank for row in scene.combat.sizes.values())
    label = Message("side of the space of {creature}", creature=called(creature))
    side, rules = Squares(scene.space(creature)), scene.rules
    if creature.space is not None:
        larger = ("C-091", *TABLES) if creature.space > size.space else TABLES
        rule = next(rule for rule in larger if rules.states(rule))
        yield rules.cite(rule, label, side)
    elif size.rank == largest and rules.states("C-091"):
        yield rules.cite("C-091", label, side, questions="QC-49")


BEYOND_THE_MAP = {"plain": "C-143", "main_direction": "C-123", "wind": "C-134"}
"""The rule of what flight costs beyond the flat map, by the mechanism of flight."""
SWIMMING = {"main_direction": "C-130", "wind": "C-140"}
"""The rule of the swim speed, by the mechanism of flight: the system that has a text on it."""

SURFACES = {"narrow_surface": "C-048", "uneven_ground": "C-049", "incline": "C-050"}
"""The rule of a surface by the condition of a creature on it."""


class Walked(Struct):
    """The steps of a path that can be made.

    `stop` says why the next one cannot (None = all can) and `at` which square that concerns.
    """

    path: tuple[Square, ...]
    steps: tuple[MoveStep, ...]
    stop: Verdict | None = None
    at: Square | None = None

    @property
    def cost(self) -> int:
        """The cost of the steps that can be made, in squares."""
        return sum(step.price.cost for step in self.steps)


@dataclass(frozen=True)
class MeasuredMove:
    """A movement along a path (section 3 of the catalogue); costs in squares.

    `reason` is "ok", "minimum_move" or why it is not `legal`. If every step can be made, `cost`
    is theirs together and `steps` the cost of each; if one cannot, `cost` is None, `steps` are
    those before it and `at` is the square that could not be entered. `hazard_steps` are the
    steps onto hazardous ground (C-047).
    """

    legal: bool
    reason: str
    cost: int | None
    steps: tuple[int, ...]
    at: Square | None
    hazard_steps: int
    going: MoveRequest = field(repr=False, compare=False)
    walked: Walked = field(repr=False, compare=False)
    verdicts: tuple[Verdict, ...] = field(repr=False, compare=False)

    @cached_property
    def receipt(self) -> Receipt:
        """One part for each step with its price and rules, the refusal, the stopping square."""
        going, path = self.going, self.walked.path
        parts = (
            *_circumstances(going),
            *(step_receipt(going, step) for step in self.walked.steps),
            *(verdict.receipt() for verdict in self.verdicts),
        )
        says = Message("cannot be made") if self.cost is None else Squares(self.cost)
        return going.cite(
            "G-5",
            "{creature} from {start} to {end}",
            says,
            *parts,
            creature=called(going.mover),
            start=str(path[0]),
            end=str(path[-1]),
        )


def move(scene: Scene, mover: Creature, path: Sequence[Square], manner: Manner) -> MeasuredMove:
    """Judge and price a movement; `path` holds anchors, the first is where it starts.

    Refusals: "empty_path", and those of `core.combat.movement.footing.check_manner`.
    """
    if not path:
        raise Refusal("empty_path", "A path needs at least one square.")
    return judged(MoveRequest(scene, mover, manner), tuple(path))


def judged(going: MoveRequest, path: tuple[Square, ...]) -> MeasuredMove:
    """Return the movement along a path (not empty) with this footing."""
    walked = walk(going, path)
    costs = tuple(step.price.cost for step in walked.steps)
    hurts = sum(step.hurts for step in walked.steps)
    verdicts = tuple(_verdicts(going, walked))
    reason = next((one.reason for one in reversed(verdicts) if one.reason), "ok")
    legal = reason in ("ok", "minimum_move")
    cost = None if walked.stop else sum(costs)
    return MeasuredMove(legal, reason, cost, costs, walked.at, hurts, going, walked, verdicts)


def walk(going: MoveRequest, path: tuple[Square, ...]) -> Walked:
    """Return the steps of a path that can be made, and what stops the next."""
    foot = going.foot
    still = standstill(going, len(path) - 1)
    if still is not None:
        return Walked(path, (), still, path[-1 if still.reason == "too_long" else 0])
    found: list[MoveStep] = []
    parity, ahead, hampered = foot.steps.parity, "", False
    for start, end in pairwise(path):
        stop = obstruction(going, start, end, ahead)
        if stop is not None:
            return Walked(path, tuple(found), stop, end)
        ahead, bit = direction_of(start, end), going.bit(end)
        cost = price(foot.steps, ahead, bit, parity)
        parity, hurts = cost.parity, bool(foot.passage.hurts & bit)
        found.append(MoveStep(start, end, ahead, cost, hurts, hampered))
        hampered = hampered or (ahead in DIAGONAL and cost.weight > 0)
    return Walked(path, tuple(found))


def _verdicts(going: MoveRequest, walked: Walked) -> Iterator[Verdict]:
    manner = going.manner
    if walked.stop is not None:
        yield walked.stop
        return
    if manner.budget is not None:
        spent = _spent(going, walked, manner.budget)
        yield spent
        if spent.reason == "budget":
            return
    if manner.ends_here:
        yield stopping(going, walked.path[-1])


def _spent(going: MoveRequest, walked: Walked, budget: int) -> Verdict:
    # C-009
    reason, parts = "", []
    if walked.cost > budget:
        reason = "budget"
        if len(walked.steps) == 1:
            reason, least = _minimum(going)
            parts.append(least)
    label = Message("squares that may be spent")
    return Verdict(reason, partial(going.cite, "C-009", label, Squares(budget), *parts))


def _minimum(going: MoveRequest) -> tuple[str, Receipt]:
    label = Message("minimum movement")
    if going.scene.combat.mechanisms.minimum_move != "one_square":
        return "budget", going.cite("C-156", label, Message("there is none"))
    if not going.manner.full_round:
        return "budget", going.cite("C-154", label, Message("takes the whole round"))
    provokes = going.cite("C-155", "it is not a 1.5 m step", Message("it provokes"))
    says = Message("one square, whatever it costs")
    return "minimum_move", going.cite("C-154", label, says, provokes)


def diagonals_before(going: MoveRequest) -> Iterator[Receipt]:
    """Whether the diagonals made before this movement count, if there are any (C-023, C-024)."""
    before, label = going.manner.diagonals_before, Message("diagonals made before")
    if not before:
        return
    if going.scene.combat.mechanisms.diagonals == "per_turn":
        yield going.cite("C-024", label, before)
    elif going.manner.goes_on:
        label = Message("diagonals of the same movement before")
        yield going.cite("C-023", label, before)
    else:
        yield going.cite("C-023", label, Message("the count starts afresh"), asks="QC-23")


def _circumstances(going: MoveRequest) -> Iterator[Receipt]:
    scene, manner = going.scene, going.manner
    mount = scene.bearer(going.mover)
    yield from own_space(scene, mount)
    riders = tuple(called(other) for other in scene.creatures if other.rides == mount.id)
    if riders:
        yield going.cite("C-257", "{creature} carries", riders, creature=called(mount))
    for name in mount.conditions:
        rule = SURFACES.get(name)
        if rule is not None and scene.rules.states(rule):
            yield going.cite(
                rule,
                "narrow, uneven or steep surface",
                Message("needs Climb" if rule == "C-050" else "needs the Balance action"),
            )
    flight = scene.combat.mechanisms.flight
    if manner.mode == "fly":
        says = Message("climbing and turning are not counted on the flat map")
        yield going.cite(BEYOND_THE_MAP[flight], "flying, simplified", says)
    elif manner.mode == "burrow" and scene.rules.states("C-132"):
        yield going.cite("C-132", "burrowing", Message("through earth, not rock or water"))
    elif manner.mode == "swim":
        parts = [going.cite("C-045", "deep water", Message("for swimmers and flyers"))]
        if flight in SWIMMING:
            parts.append(going.cite(SWIMMING[flight], "swim speed", Message("needs no check")))
        yield going.cite("C-131", "swimming: water only, 1 each", Squares(1), *parts)
    if manner.squeeze and not going.foot.squeezes:
        yield going.cite("C-085", "squeezing", Message("is done off the grid"))
    yield from diagonals_before(going)
