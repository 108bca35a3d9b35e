"""Cover of a target by walls, low obstacles and creatures (C-160 to C-190).

Here is the line between centres, with screening by creatures (C-179 to C-190), and cover from the
point where an area starts (C-168, C-169, C-182); the lines between corners are in `corners`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from core.combat.board.scene import Creature, Scene, called
from core.combat.board.squares import Block, Point
from core.combat.sight.between import (
    Between,
    SightQuery,
    as_blockers,
    between,
    covering,
    grown,
    hull,
    idle_receipts,
    low_receipts,
    others,
)
from core.combat.sight.corners import by_corners, grazed_only, tell_corners
from core.combat.sight.lines import (
    Cuts,
    Walls,
    corners_of,
    ends,
    field_walls,
    flows,
    line_of_effect,
    open_line,
    touching,
)
from core.combat.sight.sightlines import (
    Cover,
    Degree,
    Explanation,
    SightLine,
    corner_words,
    count_words,
    cover_label,
    cut_words,
    degree_words,
    line_receipt,
    trace,
)
from core.creatures import AttackMode
from core.messages import Message, Refusal, yes_no
from core.receipts import Receipt
from core.rulesets.combat_schema import Covered
from core.values import Struct

TOP = {"screen": "C-187", "total": "C-190"}


class Centred(NamedTuple):
    """Cover by centres: `view` holds the blockers between centres, `screens` from the corners.

    `screens` is None in adjacent melee, where nothing screens. `covered`: the line between the
    centres is cut; `screened`: all lines from the attacker's corners are.
    """

    degree: Degree
    covered: bool
    screened: bool
    view: Between
    screens: Between | None


def by_centres(asked: SightQuery, *, deny: bool = False) -> Centred:
    """Return the degree of cover of two creatures that are on the map and apart (C-179 to C-190).

    `deny`: the GM says that the obstacle on the line is too thin to cover (C-184); then walls do
    not screen either, only creatures.
    """
    scene, start, goal = asked.scene, asked.start, asked.goal
    figures, attacker = scene.combat.cover, scene.size(asked.attacker).rank
    ranked = [(body, scene.size(body[0]).rank) for body in others(asked)]
    # C-186: Those so much larger than both are blocking terrain.
    least = max(attacker, scene.size(asked.target).rank) + figures.larger_sizes
    view = between(asked, [body for body, rank in ranked if rank >= least])
    screens = None
    if not asked.at_hand:  # C-188
        most = attacker - figures.smaller_sizes
        screens = between(asked, [body for body, rank in ranked if rank > most])
    if not view.open and not line_of_effect(scene.field, start, goal):
        return Centred("total", True, False, view, screens)
    covered = not (view.open or _centre_clear(view.full, start, goal))
    cut = screens is not None and not screens.open and _all_cut(screens.full, start, goal)
    if deny and covered and cut and screens is not None:
        blocks = [block for _, block in screens.bodies]
        cut = _all_cut(screens.solid.cleared().plus(blocks), start, goal)
    degree: Degree = "cover" if covered and not deny else "screen" if cut else "none"
    return Centred(degree, covered, cut, view, screens)


def _centre_clear(walls: Walls, start: Block, goal: Block) -> bool:
    # C-179
    p, q = start.centre, goal.centre
    return open_line(walls, p, q, touching(start, p), touching(goal, q))


def _all_cut(walls: Walls, start: Block, goal: Block) -> bool:
    # C-187
    q = goal.centre
    there = touching(goal, q)
    return not any(open_line(walls, p, q, s, there) for p, s in corners_of(start))


def tell_centres(asked: SightQuery, found: Centred, cover: Cover) -> Explanation:
    """Return the receipt and the lines of an answer: the line between the centres first."""
    scene, start, goal, view, screens = (
        asked.scene, asked.start, asked.goal, found.view, found.screens
    )  # fmt: skip
    centre = trace(view, view.full, start.centre, goal.centre)
    corners: tuple[SightLine, ...] = ()
    if screens is not None:
        starts = (p for p, _ in corners_of(start))
        corners = tuple(trace(screens, screens.full, p, goal.centre) for p in starts)

    def cuts(walls: Walls) -> bool:
        there = screens is not None and _all_cut(walls, start, goal)
        return there or not _centre_clear(walls, start, goal)

    label = Message("line from centre to centre")
    parts = (
        line_receipt(scene.rules, label, centre, "C-179", low="C-185"),
        *low_receipts(scene, (start,), goal, asked.box, cuts),
        *_sizes(asked, found, cuts),
        *idle_receipts(asked, cuts, "C-188", "C-188"),
        *_screened(asked, found, corners),
        *_effects(asked, found, cover),
    )
    top = TOP.get(cover.degree, "C-179")
    receipt = scene.rules.cite(top, cover_label(asked), degree_words(cover.degree), *parts)
    return Explanation(receipt, (centre, *corners))


def _sizes(asked: SightQuery, found: Centred, cuts: Cuts) -> Iterator[Receipt]:
    scene, cite = asked.scene, asked.scene.rules.cite
    mine = scene.size(asked.attacker).rank
    both, nothing = max(mine, scene.size(asked.target).rank), field_walls(scene.field).cleared()
    for creature, body in others(asked):
        if not cuts(nothing.plus((body,))):
            continue
        who, rank = called(creature), scene.size(creature).rank
        if rank > both:
            covers = (creature, body) in found.view.bodies
            label = Message(
                "{who} is {sizes:size|sizes} larger than attacker and target: it covers"
                if covers
                else "{who} is {sizes:size|sizes} larger than attacker and target; {needed} "
                        "would cover",
                who=who, sizes=rank - both, needed=scene.combat.cover.larger_sizes,
            )  # fmt: skip
            yield cite("C-186", label, yes_no(covers))
        if found.screens is not None:
            screens = yes_no((creature, body) in found.screens.bodies)
            yield cite(
                "C-188",
                "{who} is big enough to screen from {attacker}",
                screens,
                questions="QC-33" if rank - mine > 1 else "",
                who=who,
                attacker=called(asked.attacker),
            )


def _screened(asked: SightQuery, found: Centred, lines: tuple[SightLine, ...]) -> Iterator[Receipt]:
    cite = asked.scene.rules.cite
    label = Message("screening: lines from the attacker's corners to the target's centre")
    if found.screens is None:
        yield cite("C-187", label, Message("not in adjacent melee"))
        return
    free_of_all = any(line.clear and not line.grazes for line in lines)
    alike = free_of_all or found.degree in ("cover", "total")
    parts = []
    for line in lines:
        words = Message("line from {start}", start=corner_words(line.start, asked.start))
        parts.append(
            cite("C-187", words, cut_words(line))
            if alike
            else line_receipt(asked.scene.rules, words, line, "C-187", low="C-185")
        )
    by_terrain = found.degree == "screen" and not any(
        blocker.what == "creature" for line in lines for blocker in line.blockers
    )
    yield cite("C-187", label, count_words(lines), *parts, questions="QC-34" if by_terrain else "")
    if found.covered and found.screened:
        yield cite("C-189", "cover and screening do not add up", yes_no(True))


def _effects(asked: SightQuery, found: Centred, cover: Cover) -> Iterator[Receipt]:
    cite, figures = asked.scene.rules.cite, asked.scene.combat.cover
    label = Message("line of effect: a clear line between any corners")
    if cover.degree == "total":
        yield cite("G-7", label, yes_no(False))
    elif found.covered:
        questions = "QC-7" if grazed_only(found.view) else ""
        yield cite("G-7", label, yes_no(True), questions=questions)
    if found.covered and cover.degree in ("none", "screen"):
        yield cite(
            "C-184",
            "the GM says that the obstacle on the line is too thin to cover",
            Message("no cover"),
        )
    if cover.degree == "cover":
        taken = cover.ac_bonus != figures.full.ac
        parts = (cite("C-181", "Take Cover", cover.ac_bonus),) if taken else ()
        yield cite(
            "C-180", "Armour Class and Reflex saves, circumstance bonus", figures.full.ac, *parts
        )
    elif cover.ac_bonus:
        yield cite("C-187", "Armour Class, circumstance bonus", cover.ac_bonus)
    yield cite("C-183", "allows the Hide action", yes_no(cover.stealth))
    if cover.stealth_bonus:
        yield cite("C-183", "Stealth", cover.stealth_bonus)
    if cover.degree != "none":
        yield cite("C-121", "denies reactions", yes_no(cover.stops_aoo), questions="QC-35")


HIDES = ("partial", "cover", "improved", "total")
"""The degrees of cover that allow a Stealth check or the Hide action (C-170, C-176, C-183)."""

CALLS = {"corners": ("partial", "improved"), "centres": ("none",)}
"""The rulings of the GM: more or less cover (C-173, C-174), too thin to cover (C-184)."""


def cover(
    scene: Scene,
    attacker: Creature,
    target: Creature,
    mode: AttackMode,
    *,
    gm_degree: str = "",
    take_cover: bool = False,
) -> Cover:
    """Return the cover that `target` has from an attack of `attacker`.

    `gm_degree` is the GM's ruling where there is cover: "partial" or "improved" by corners
    (C-173, C-174), "none" by centres (C-184). `take_cover`: the target took that action (C-181).
    Refusals: "unknown_gm_degree", "unknown_take_cover" where a system has no such rule.
    """
    calls = CALLS[scene.combat.mechanisms.cover]
    if gm_degree and gm_degree not in calls:
        raise Refusal("unknown_gm_degree", "the GM may call cover {choices} here, not {word}",
                      word=gm_degree, choices=calls)  # fmt: skip
    if take_cover and scene.combat.cover.taken == Covered():
        raise Refusal("unknown_take_cover", "This system has no Take Cover action.")
    asked = SightQuery(scene, attacker, target, mode)
    if asked.start.overlaps(asked.goal):
        return _plain(asked, "none", "C-166")
    if not asked.placed:
        return _plain(asked, "total", "C-008")
    if scene.combat.mechanisms.cover == "centres":
        between = by_centres(asked, deny=gm_degree == "none")
        return _weighed(
            asked,
            between.degree,
            take_cover,
            None,
            lambda found: tell_centres(asked, between, found),
        )
    found = by_corners(asked)
    degree, hint = found.degree, found.hint
    if degree == "cover" and gm_degree:
        degree, hint = ("partial" if gm_degree == "partial" else "improved"), False
    return _weighed(
        asked, degree, take_cover, hint, lambda cover: tell_corners(asked, found, cover)
    )


def _weighed(
    asked: SightQuery,
    degree: Degree,
    take_cover: bool,
    hint: bool | None,
    tell: Callable[[Cover], Explanation],
) -> Cover:
    figures = asked.scene.combat.cover
    match degree:
        case "none" | "total":
            numbers = Covered()
        case "cover":
            numbers = figures.taken if take_cover else figures.full
        case _:
            numbers = figures.of(degree)
    denied = asked.scene.combat.mechanisms.opportunity_denied == "by_cover_and_concealment"
    return Cover(
        degree=degree,
        ac_bonus=numbers.ac,
        reflex_bonus=numbers.reflex,
        can_attack=degree != "total",
        stealth=degree in HIDES,
        stops_aoo=degree == "total" or (denied and degree != "none"),
        partial_hint=hint,
        stealth_bonus=numbers.stealth,
        improved_evasion=degree == "improved",
        tell=tell,
    )


def _plain(asked: SightQuery, degree: Degree, rule: str) -> Cover:
    hint = False if asked.scene.combat.mechanisms.cover == "corners" else None

    def tell(found: Cover) -> Explanation:
        part = asked.scene.rules.cite(
            rule, "in one space, or off the map", degree_words(found.degree)
        )
        return Explanation(
            asked.scene.rules.cite(rule, cover_label(asked), degree_words(degree), part)
        )

    return _weighed(asked, degree, False, hint, tell)


ALL_AROUND = 15
"""Every square around a grid corner (`touching`)."""


@dataclass(frozen=True)
class AreaCover:
    """Cover of a target from an area effect (C-168, C-169, C-182); `reflex_bonus` for its save."""

    degree: Degree
    reflex_bonus: int
    affected: bool
    burst: Burst = field(repr=False, compare=False)

    @cached_property
    def _told(self) -> Explanation:
        burst, by_corners = self.burst, self.burst.by_corners
        scene, goal, around = burst.scene, burst.goal, burst.around
        rule = "C-168" if by_corners else "C-182"
        label = Message("cover of {target} from the area effect", target=called(burst.target))
        words = degree_words(self.degree)
        if not scene.field.contains(goal):
            part = scene.rules.cite("C-008", "on the map", yes_no(False))
            return Explanation(scene.rules.cite(rule, label, words, part))
        view, box = burst.view, grown(scene, hull(around, goal))
        lines = tuple(trace(view, view.full, burst.point, q) for q, _ in burst.goals)
        parts = (
            *(_line(burst, line, rule) for line in lines),
            *low_receipts(scene, burst.attackers, goal, box, burst.cut),
            *_outcome(self),
        )
        if self.degree == "total":
            rule = "C-175" if by_corners else "C-190"
        by_lattice = by_corners and self.degree != "total"
        return Explanation(scene.rules.cite(rule, label, words, *parts, default=by_lattice), lines)

    @property
    def receipt(self) -> Receipt:
        """The lines from the origin, what cuts them, and the bonus."""
        return self._told.receipt

    @property
    def lines(self) -> tuple[SightLine, ...]:
        """The lines from the origin."""
        return self._told.lines


class Burst(Struct, dict=True):
    """An area effect that starts at the grid corner `origin`, in squares, and a target."""

    scene: Scene
    origin: tuple[int, int]
    target: Creature
    spread: bool

    @property
    def point(self) -> Point:
        """The origin in half-squares."""
        return 2 * self.origin[0], 2 * self.origin[1]

    @property
    def around(self) -> Block:
        """The four squares around the origin, used as the attacker's space."""
        return Block(self.origin[0] - 1, self.origin[1] - 1, 2)

    @property
    def by_corners(self) -> bool:
        """Whether lines go to the target's corners, not to its centre."""
        return self.scene.combat.mechanisms.cover == "corners"

    @cached_property
    def goal(self) -> Block:
        """The target's space."""
        return self.scene.body(self.target)

    @cached_property
    def attackers(self) -> tuple[Block, ...]:
        """The open squares at the origin, from which low obstacles are judged (C-168).

        Empty where low obstacles cover everyone: then none at the origin is left out.
        """
        if self.scene.combat.mechanisms.low_cover == "always":
            return ()
        field = self.scene.field
        squares = (square for square in self.around.squares() if field.holds(square))
        return tuple(Block(*s, 1) for s in squares if not field.bit(s) & field.solid)

    @cached_property
    def view(self) -> Between:
        """The blockers of lines from the origin: walls and low obstacles, no creatures."""
        scene, solid = self.scene, field_walls(self.scene.field)
        box = grown(scene, hull(self.around, self.goal))
        low = covering(scene, self.attackers, self.goal, box)
        hard = solid.plus(*as_blockers(low)) if low else solid
        return Between(self.around, self.goal, solid, hard, hard, low)

    @property
    def spreads(self) -> bool:
        """Whether it turns corners (C-169)."""
        return self.spread and self.by_corners

    @property
    def goals(self) -> tuple[tuple[Point, int], ...]:
        """The ends of the lines: the target's four outer corners, or its centre."""
        if self.by_corners:
            return tuple(corners_of(self.goal))
        return ((self.goal.centre, touching(self.goal, self.goal.centre)),)

    def cut(self, walls: Walls) -> bool:
        """Whether blockers cut one of the lines."""
        return not all(open_line(walls, self.point, q, ALL_AROUND, g) for q, g in self.goals)

    @cached_property
    def reached(self) -> bool:
        """Whether there is line of effect from the origin to the target (G-7)."""
        walls = self.view.solid
        return any(open_line(walls, self.point, q, ALL_AROUND, g) for q, g in ends(self.goal))


def area_cover(
    scene: Scene,
    origin: tuple[int, int],
    target: Creature,
    *,
    spread: bool = False,
    take_cover: bool = False,
) -> AreaCover:
    """Return the cover of `target` from an area effect that starts at a grid corner.

    `origin` is (x, y) in squares, (0, 0) the top left corner of A1. Where C-169 holds a `spread`
    turns corners: it ignores cover, and without line of effect it still affects targets that it can
    flow to past solids and walls (at any distance); by centres a spread is like any area. Refusals:
    "unknown_origin" off the map, "unknown_take_cover" where a system has no such action.
    """
    field, figures = scene.field, scene.combat.cover
    if not (0 <= origin[0] <= field.width and 0 <= origin[1] <= field.height):
        raise Refusal("unknown_origin", "The point {x}, {y} is not on the map.",
                      x=origin[0], y=origin[1])  # fmt: skip
    if take_cover and figures.taken == Covered():
        raise Refusal("unknown_take_cover", "This system has no Take Cover action.")
    burst = Burst(scene, origin, target, spread)
    if not field.contains(burst.goal):
        return AreaCover("total", 0, False, burst)
    degree: Degree = "none"
    if not burst.reached:
        degree = "total"
    elif burst.cut(burst.view.hard):
        degree = "cover"
    row = figures.taken if take_cover else figures.full
    bonus = row.reflex if degree == "cover" and not burst.spreads else 0
    affected = burst.reached or (burst.spreads and flows(field, burst.around, burst.goal))
    return AreaCover(degree, bonus, affected, burst)


def _line(burst: Burst, line: SightLine, rule: str) -> Receipt:
    end = corner_words(line.end, burst.goal) if burst.by_corners else Message("its centre")
    label = Message("line from the point {x},{y} to {end}",
                    x=burst.origin[0], y=burst.origin[1], end=end)  # fmt: skip
    low = "C-171" if burst.by_corners else "C-185"
    return line_receipt(burst.scene.rules, label, line, rule, low=low)


def _outcome(cover: AreaCover) -> Iterator[Receipt]:
    burst, cite = cover.burst, cover.burst.scene.rules.cite
    yield cite("G-7", "line of effect: a clear line to any corner", yes_no(cover.degree != "total"))
    if burst.spreads:
        yield cite("C-169", "a spread turns corners and ignores cover", yes_no(cover.affected))
    elif cover.degree == "cover" and burst.by_corners:
        yield cite("C-168", "Reflex save", cover.reflex_bonus)
    elif cover.degree == "cover":
        figures = burst.scene.combat.cover
        taken = []
        if cover.reflex_bonus != figures.full.reflex:
            taken.append(cite("C-181", "Take Cover", cover.reflex_bonus))
        yield cite("C-180", "Reflex save, circumstance bonus", figures.full.reflex, *taken)
