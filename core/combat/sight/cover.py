"""Cover of a target by walls, low obstacles and creatures (C-160 to C-190).

By lines between corners (C-160 to C-178), or by the line between centres, with screening by
creatures (C-179 to C-190), as the system has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Literal, NamedTuple, TypeAlias

from core.combat.board.scene import Creature, Scene, called
from core.combat.board.squares import Block, Point, distance
from core.combat.sight.between import (
    Between,
    SightQuery,
    between,
    idle_receipts,
    low_receipts,
    others,
)
from core.combat.sight.lines import (
    Cuts,
    Walls,
    corners_of,
    ends,
    field_walls,
    line_of_effect,
    many_lines,
    open_line,
    touching,
)
from core.combat.sight.sightlines import (
    SightLine,
    corner_words,
    count_words,
    cut_words,
    grazes,
    line_receipt,
    trace,
)
from core.creatures import AttackMode
from core.messages import Message, Refusal, Squares, Template, yes_no
from core.receipts import Receipt
from core.rulesets.combat_schema import Covered
from core.values import replace

Degree: TypeAlias = Literal["none", "soft", "screen", "partial", "cover", "improved", "total"]
WORDS: dict[Degree, Template] = {
    "none": "no cover",
    "soft": "soft cover",
    "screen": "screened",
    "partial": "partial cover",
    "cover": "cover",
    "improved": "improved cover",
    "total": "total cover",
}


ALONE = {"C-112": "stops_aoo", "C-121": "stops_aoo", "C-173": "partial_hint", "C-174": ""}
"""Parts of a receipt that matter to one answer alone, or to none that cases ask for."""


class Explanation(NamedTuple):
    """The rule and the parts of an answer's receipt, and the lines to draw for it."""

    rule: str
    parts: tuple[Receipt, ...]
    lines: tuple[SightLine, ...] = ()


@dataclass(frozen=True)
class Cover:
    """Cover of a target from an attacker (C-160 to C-190).

    `ac_bonus` is added to the target's Armour Class, `reflex_bonus` to its Reflex save against an
    area effect from the attacker's place. `stealth`: it may try to hide, with
    `stealth_bonus`; `stops_aoo`: it denies attacks of opportunity. `partial_hint` (None where
    the system has no partial cover): three lines of four are free, the GM may call it partial.
    `improved_evasion`: against attacks that allow a Reflex save (C-174).
    """

    degree: Degree
    ac_bonus: int
    reflex_bonus: int
    can_attack: bool
    stealth: bool
    stops_aoo: bool
    partial_hint: bool | None
    stealth_bonus: int = 0
    improved_evasion: bool = False
    asked: SightQuery = field(kw_only=True, repr=False, compare=False)
    tell: Callable[[Cover], Explanation] = field(kw_only=True, repr=False, compare=False)

    @cached_property
    def _told(self) -> Explanation:
        return self.tell(self)

    @cached_property
    def receipt(self) -> Receipt:
        """The rule that applied, the lines, what cuts them, and the numbers."""
        asked, told = self.asked, self._told
        label = Message("cover of {target} from {attacker}",
                        target=called(asked.target), attacker=called(asked.attacker))  # fmt: skip
        return asked.scene.rules.cite(told.rule, label, degree_words(self.degree), *told.parts)

    @cached_property
    def _shared(self) -> Receipt:
        parts = tuple(part for part in self.receipt.parts if part.rule not in ALONE)
        return replace(self.receipt, parts=parts)

    def why(self, key: str) -> tuple[Receipt, ...]:
        """Return the receipts of one answer, by its field: the shared one and its own parts.

        A house default about opportunities or partial cover is none in the degree of cover or
        its bonuses.
        """
        alone = (part for part in self.receipt.parts if ALONE.get(part.rule) == key)
        return self._shared, *alone

    @property
    def lines(self) -> tuple[SightLine, ...]:
        """The lines of the attacker's best choice; by centres the line between centres first."""
        return self._told.lines


def degree_words(degree: Degree) -> Message:
    """Return a degree of cover in words."""
    return Message(WORDS[degree])


REACH = 2
"""From this melee reach on the ranged rule applies to adjacent targets too (C-164)."""
TOP_BY_CORNERS = {"soft": "C-176", "partial": "C-173", "improved": "C-174", "total": "C-175"}


class Cornered(NamedTuple):
    """The degree of cover that the attacker's best choice leaves, and the `view` it was made in.

    `corner` is the grid corner chosen and `aim` the goal of its lines, the target's space or in
    melee one square of it; or `squares` are those of attacker and target. `hint`: from some corner
    exactly three of the four lines are free (C-173). `seen`: one of the lines is clear of solids,
    so there is line of effect.
    """

    view: Between
    degree: Degree
    aim: Block
    corner: Point = (0, 0)
    squares: tuple[Block, Block] | None = None
    hint: bool = False
    seen: bool = True


def _by_corners(asked: SightQuery) -> Cornered:
    # C-160 to C-176
    field, start, goal = asked.scene.field, asked.start, asked.goal
    as_ranged = not asked.at_hand or asked.reach >= REACH
    view = between(asked, others(asked) if as_ranged else ())
    aims = _aims(asked)
    if view.open:
        return _any(view, aims[0], "none", as_ranged=as_ranged)
    if many_lines(start, goal) and not line_of_effect(field, start, goal):
        return _any(view, aims[0], "total", as_ranged=as_ranged)
    found = _from_corner(view, aims) if as_ranged else _from_squares(view)
    tried = as_ranged and len(aims) == goal.side**2  # every line there is between grid corners
    if not found.seen and (tried or not line_of_effect(field, start, goal)):
        return found._replace(degree="total")
    return found


def _aims(asked: SightQuery) -> tuple[Block, ...]:
    # C-165: Whoever strikes a big creature in melee, with reach too, picks the square of it that
    # suits it, the nearest come first; the outer corners of the whole space are for ranged attacks.
    start, goal = asked.start, asked.goal
    if asked.mode != "melee" or goal.side == 1:
        return (goal,)
    squares = [Block(*square, 1) for square in goal.squares()]
    return tuple(sorted(squares, key=lambda square: distance(start, square)))


def _any(view: Between, aim: Block, degree: Degree, *, as_ranged: bool) -> Cornered:
    start, goal = view.start, view.goal
    if as_ranged:
        return Cornered(view, degree, aim, start.corners()[0])
    mine = Block(*start.nearest(goal), 1)
    return Cornered(view, degree, aim, squares=(mine, Block(*goal.nearest(mine), 1)))


def _from_corner(view: Between, aims: Sequence[Block]) -> Cornered:
    # C-160, C-165: The best corner of the attacker, any of its squares, with its four lines to the
    # corners of one of `aims`. None is better than soft cover, soft cover than cover (C-176).
    targets = [(aim, [(q, touching(view.goal, q)) for q in aim.corners()]) for aim in aims]
    soft = None
    hint = seen = False
    most, best, aimed = -1, view.start.corners()[0], aims[0]
    for p, s in ends(view.start):
        known = {}
        for aim, goals in targets:
            for q, g in goals:
                if q not in known:
                    known[q] = _free(view, p, q, s, g)
            found = [known[q] for q, _ in goals]
            count = found.count(FREE)
            if count == len(goals):
                return Cornered(view, "none", aim, p)
            hint |= count == len(goals) - 1
            seen = seen or any(found)
            if count > most:
                most, best, aimed = count, p, aim
            if soft is None and min(found) >= BODY:
                soft = Cornered(view, "soft", aim, p)
    return soft or Cornered(view, "cover", aimed, best, hint=hint, seen=seen)


SOLID, LOW, BODY, FREE = range(4)
"""The worst blocker of a line: solids, low obstacles, a creature, nothing."""


def _free(view: Between, p: Point, q: Point, start: int, goal: int) -> int:
    # G-1
    if not (view.bare or open_line(view.solid, p, q, start, goal)):
        return SOLID
    if view.full is view.solid or open_line(view.full, p, q, start, goal):
        return FREE
    if not view.bodies:
        return LOW
    return BODY if view.hard is view.solid or open_line(view.hard, p, q, start, goal) else LOW


def _from_squares(view: Between) -> Cornered:
    # C-162, C-165: Every line between all corners of two squares, whichever suit the attacker; the
    # pair with the fewest lines cut is chosen. Creatures never matter.
    least, best = 17, (view.start, view.goal)
    for pair in _pairs(view):
        cut = _cut_lines(view.hard, *pair, least)
        if not cut:
            return Cornered(view, "none", view.goal, squares=pair)
        if cut < least:
            least, best = cut, pair
    return Cornered(view, "cover", view.goal, squares=best, seen=least < 16)


def _pairs(view: Between) -> Iterator[tuple[Block, Block]]:
    for mine in view.start.squares():
        for theirs in view.goal.squares():
            yield Block(*mine, 1), Block(*theirs, 1)


def _cut_lines(walls: Walls, a: Block, b: Block, most: int) -> int:
    goals, found = ends(b), 0
    for p, s in ends(a):
        for q, g in goals:
            if not open_line(walls, p, q, s, g):
                found += 1
                if found >= most:
                    return found
    return found


class _Drawn(NamedTuple):
    lines: tuple[SightLine, ...]
    cuts: Cuts
    first: tuple[Receipt, ...]
    creatures: tuple[Receipt, ...]


def _tell_corners(asked: SightQuery, found: Cornered, cover: Cover) -> Explanation:
    drawn = (
        _ranged(asked, found) if found.squares is None else _at_hand(asked, *found.squares, found)
    )
    parts = (
        *drawn.first,
        *low_receipts(asked.scene, (asked.start,), asked.goal, asked.box, drawn.cuts),
        *drawn.creatures,
        *_corner_effects(asked, found.view, cover),
    )
    top = TOP_BY_CORNERS.get(cover.degree, "C-160" if found.squares is None else "C-162")
    return Explanation(top, parts, drawn.lines)


def _ranged(asked: SightQuery, found: Cornered) -> _Drawn:
    view, cite = found.view, asked.scene.rules.cite
    lines = tuple(trace(view, view.full, found.corner, q) for q in found.aim.corners())
    goals = ends(view.goal) if asked.mode == "melee" else tuple(corners_of(view.goal))

    def cuts(walls: Walls) -> bool:
        return not all(open_line(walls, p, q, s, g) for p, s in ends(view.start) for q, g in goals)

    parts = (_line_to(asked, line, found) for line in lines)
    best = cite(
        "C-160",
        "the best corner: {corner}",
        count_words(lines),
        *parts,
        corner=corner_words(found.corner, view.start),
    )
    creatures = (*_in_the_way(asked, lines), *idle_receipts(asked, cuts, "C-177", "C-057"))
    return _Drawn(lines, cuts, (*_as_ranged(asked, found), best), creatures)


def _as_ranged(asked: SightQuery, found: Cornered) -> Iterator[Receipt]:
    cite, melee = asked.scene.rules.cite, asked.mode == "melee"
    if asked.at_hand:
        doubt = asked.scene.reach(asked.attacker) < REACH
        yield cite(
            "C-164",
            "melee reach: worked out as a ranged attack, adjacent or not",
            Squares(asked.reach),
            questions="QC-11" if doubt else "",
        )
    elif melee:
        away = cite("C-162", "adjacent", yes_no(False))
        yield cite(
            "C-163", "melee, but not adjacent: worked out as a ranged attack", yes_no(True), away
        )
    rests = "" if melee else "QC-10"
    if asked.start.side > 1:
        yield cite(
            "C-165",
            "{who} may use any corner of its squares",
            yes_no(True),
            questions=rests,
            who=called(asked.attacker),
        )
    if asked.goal.side > 1 and melee:
        yield _suits(asked, asked.target, found.aim)
    elif asked.goal.side > 1:
        yield cite(
            "C-165",
            "lines go to the outer corners of {who}",
            yes_no(True),
            questions=rests,
            who=called(asked.target),
        )


def _suits(asked: SightQuery, who: Creature, square: Block) -> Receipt:
    return asked.scene.rules.cite(
        "C-165", "the attacker's choice of {who}'s squares", str(square.anchor), who=called(who)
    )


def _line_to(asked: SightQuery, line: SightLine, found: Cornered) -> Receipt:
    label = Message("line to {end}", end=corner_words(line.end, found.aim))
    # C-161: Nothing rests on a line that only touches something where another is cut as badly, and
    # the hint of partial cover counts no lines (C-173).
    if found.degree == "soft":
        alike = not grazes(found.view.hard, line.start, line.end)
    else:
        alike = found.degree != "none" and not found.hint
    if alike and line.grazes:
        return asked.scene.rules.cite("C-160", label, cut_words(line))
    return line_receipt(asked.scene.rules, label, line, "C-160", low="C-171", creature="C-176")


def _in_the_way(asked: SightQuery, lines: Sequence[SightLine]) -> Iterator[Receipt]:
    scene, cite = asked.scene, asked.scene.rules.cite
    ids = {b.name for line in lines for b in line.blockers if b.what == "creature"}
    those = [creature for creature in scene.creatures if creature.id in ids]
    tiny = tuple(
        cite("C-177", "{who}, small as it is", degree_words("soft"), who=called(who))
        for who in those
        if scene.size(who).share
    )
    value = tuple(map(called, those)) or Message("nobody")
    yield cite("C-176", "living creatures in the way", value, *tiny)
    if those and asked.mode == "melee":
        yield cite("C-178", "they hinder melee with reach as well", yes_no(True))


def _at_hand(asked: SightQuery, mine: Block, theirs: Block, found: Cornered) -> _Drawn:
    rules, view = asked.scene.rules, replace(found.view, start=mine, goal=theirs)
    lines = tuple(trace(view, view.hard, p, q) for p, _ in ends(mine) for q, _ in ends(theirs))
    chosen = (
        _suits(asked, who, square)
        for who, square in ((asked.attacker, mine), (asked.target, theirs))
        if asked.scene.space(who) > 1
    )
    parts = []
    for line in lines:
        if not line.clear:
            label = Message("line from {start} to {end}",
                            start=corner_words(line.start, mine),
                            end=corner_words(line.end, theirs))  # fmt: skip
            parts.append(line_receipt(rules, label, line, "C-162", low="C-171", creature="C-176"))
    touch = sum(line.grazes for line in lines)
    if touch:
        parts.append(
            rules.cite(
                "C-161" if found.degree == "none" else "C-162",
                "lines that only touch an obstacle are clear",
                touch,
            )
        )
    between_all = rules.cite(
        "C-162",
        "adjacent melee: lines between all corners of {mine} and {theirs}",
        count_words(lines),
        *parts,
        mine=str(mine.anchor),
        theirs=str(theirs.anchor),
    )
    nobody = rules.cite("C-176", "creatures in the way of adjacent melee", Message("do not matter"))

    def cuts(walls: Walls) -> bool:
        return any(_cut_lines(walls, *pair, 1) for pair in _pairs(found.view))

    return _Drawn(lines, cuts, (*chosen, between_all), (nobody,))


def _grazed_only(view: Between) -> bool:
    # QC-7: Whether all lines of effect touch the target's space in one point only.
    goals = ends(view.goal)
    return not any(
        _enters(p, q, view.goal) and open_line(view.solid, p, q, s, g)
        for p, s in ends(view.start)
        for q, g in goals
    )


def _enters(p: Point, q: Point, goal: Block) -> bool:
    for a, b, low in ((p[0], q[0], 2 * goal.x), (p[1], q[1], 2 * goal.y)):
        if (b == low and a < b) or (b == low + 2 * goal.side and a > b):
            return False
    return p != q


def _corner_effects(asked: SightQuery, view: Between, cover: Cover) -> Iterator[Receipt]:
    cite = asked.scene.rules.cite
    # C-175
    label = Message("total cover: no line between any corners is clear")
    if cover.degree == "total":
        yield cite("C-175", label, yes_no(True))
    elif cover.degree not in ("none", "soft"):
        questions = "QC-7" if _grazed_only(view) else ""
        yield cite("C-175", label, yes_no(False), questions=questions)
    if cover.ac_bonus:
        figures = asked.scene.combat.cover
        taken = cover.degree == "cover" and cover.ac_bonus != figures.full.ac
        parts = (cite("C-181", "Take Cover", cover.ac_bonus),) if taken else ()
        yield cite("C-167", "Armour Class", cover.ac_bonus, *parts)
    if cover.reflex_bonus:
        yield cite("C-168", "Reflex saves", cover.reflex_bonus)
    if cover.improved_evasion:
        value = Message("improved evasion")
        yield cite("C-174", "against attacks that allow a Reflex save", value, questions="QC-45")
    if cover.stealth_bonus:
        yield cite("C-174", "Stealth", cover.stealth_bonus)
    if cover.partial_hint:
        value = Message("the GM may call it partial cover")
        yield cite("C-173", "three of four lines are free from a corner", value, questions="QC-12")
    yield cite("C-170", "allows a Stealth check", yes_no(cover.stealth))
    if cover.degree != "none":
        soft = cover.degree == "soft" and cover.stops_aoo
        value = yes_no(cover.stops_aoo)
        yield cite(
            "C-112", "denies attacks of opportunity", value, questions="QC-13" if soft else ""
        )


TOP_BY_CENTRES = {"screen": "C-187", "total": "C-190"}


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


def _by_centres(asked: SightQuery, deny: bool) -> Centred:
    # C-179 to C-190. `deny`: the GM says that the obstacle on the line is too thin to cover
    # (C-184); then walls do not screen either, only creatures.
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


def _tell_centres(asked: SightQuery, found: Centred, cover: Cover) -> Explanation:
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
        *_centre_effects(asked, found, cover),
    )
    return Explanation(TOP_BY_CENTRES.get(cover.degree, "C-179"), parts, (centre, *corners))


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


def _centre_effects(asked: SightQuery, found: Centred, cover: Cover) -> Iterator[Receipt]:
    cite, figures = asked.scene.rules.cite, asked.scene.combat.cover
    label = Message("line of effect: a clear line between any corners")
    if cover.degree == "total":
        yield cite("G-7", label, yes_no(False))
    elif found.covered:
        questions = "QC-7" if _grazed_only(found.view) else ""
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
    check_take_cover(scene, take_cover)
    asked = SightQuery(scene, attacker, target, mode)
    figures, mechanisms = scene.combat.cover, scene.combat.mechanisms
    hint: bool | None = None if mechanisms.cover == "centres" else False
    degree: Degree
    if asked.start.overlaps(asked.goal):
        degree, tell = "none", partial(_tell_plainly, asked, "C-166")
    elif not asked.placed:
        degree, tell = "total", partial(_tell_plainly, asked, "C-008")
    elif mechanisms.cover == "centres":
        centred = _by_centres(asked, gm_degree == "none")
        degree, tell = centred.degree, partial(_tell_centres, asked, centred)
    else:
        found = _by_corners(asked)
        degree, hint, tell = found.degree, found.hint, partial(_tell_corners, asked, found)
        if degree == "cover" and gm_degree:
            degree, hint = ("partial" if gm_degree == "partial" else "improved"), False
    match degree:
        case "none" | "total":
            numbers = Covered()
        case "cover":
            numbers = figures.taken if take_cover else figures.full
        case _:
            numbers = figures.of(degree)
    denied = mechanisms.opportunity_denied == "by_cover_and_concealment"
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
        asked=asked,
        tell=tell,
    )


def _tell_plainly(asked: SightQuery, rule: str, cover: Cover) -> Explanation:
    label = Message("in one space, or off the map")
    return Explanation(rule, (asked.scene.rules.cite(rule, label, degree_words(cover.degree)),))


def check_take_cover(scene: Scene, take_cover: bool) -> None:
    """Refuse ("unknown_take_cover") Take Cover where a system has no such action."""
    if take_cover and scene.combat.cover.taken == Covered():
        raise Refusal("unknown_take_cover", "This system has no Take Cover action.")
