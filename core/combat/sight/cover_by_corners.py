"""Cover by lines between corners (C-160 to C-178)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.combat.board.scene import Creature, name_creature
from core.combat.board.squares import Block, Point, distance
from core.combat.sight.between import (
    Between,
    SightQuery,
    between,
    idle_receipts,
    low_receipts,
    others,
)
from core.combat.sight.cover_answer import Cover, Degree, Explanation, degree_words
from core.combat.sight.grazing import grazed_only
from core.combat.sight.lines import (
    Cuts,
    Walls,
    corners_of,
    ends,
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
from core.messages import Message, Squares, yes_no
from core.receipts import Receipt
from core.values import replace

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


def by_corners(query: SightQuery) -> Cornered:
    """Return the degree of cover by lines between corners (C-160 to C-176)."""
    start = query.start
    goal = query.goal
    as_ranged = not query.at_hand or query.reach >= REACH
    view = between(query, others(query) if as_ranged else ())
    aims = _aims(query)
    if view.open:
        return _any(view, aims[0], "none", as_ranged=as_ranged)
    if many_lines(start, goal) and not line_of_effect(query.top_field, start, goal):
        return _any(view, aims[0], "total", as_ranged=as_ranged)
    if as_ranged:
        cornered = _from_corner(view, aims)
    else:
        cornered = _from_squares(view)
    tried = as_ranged and len(aims) == goal.side**2  # every line there is between grid corners
    tried = tried and query.top_field is query.scene.field
    if not cornered.seen and (tried or not line_of_effect(query.top_field, start, goal)):
        return cornered._replace(degree="total")
    return cornered


def _aims(query: SightQuery) -> tuple[Block, ...]:
    # C-165: Whoever strikes a big creature in melee, with reach too, picks the square of it that
    # suits it, the nearest come first; the outer corners of the whole space are for ranged attacks.
    start = query.start
    goal = query.goal
    if query.mode != "melee" or goal.side == 1:
        return (goal,)
    squares = [Block(*square, 1) for square in goal.squares()]
    return tuple(sorted(squares, key=lambda square: distance(start, square)))


def _any(view: Between, aim: Block, degree: Degree, *, as_ranged: bool) -> Cornered:
    start = view.start
    goal = view.goal
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
    most = -1
    best = view.start.corners()[0]
    aimed = aims[0]
    for p, s in ends(view.start):
        known = {}
        for aim, goals in targets:
            for q, g in goals:
                if q not in known:
                    known[q] = _free(view, p, q, s, g)
            cuts = [known[q] for q, _ in goals]
            count = cuts.count(FREE)
            if count == len(goals):
                return Cornered(view, "none", aim, p)
            hint |= count == len(goals) - 1
            seen = seen or any(cuts)
            if count > most:
                most = count
                best = p
                aimed = aim
            if soft is None and min(cuts) >= BODY:
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
    if view.hard is view.solid or open_line(view.hard, p, q, start, goal):
        return BODY
    return LOW


def _from_squares(view: Between) -> Cornered:
    # C-162, C-165: Every line between all corners of two squares, whichever suit the attacker; the
    # pair with the fewest lines cut is chosen. Creatures never matter.
    least = 17
    best = (view.start, view.goal)
    for pair in _pairs(view):
        cut = _cut_lines(view.hard, *pair, least)
        if not cut:
            return Cornered(view, "none", view.goal, squares=pair)
        if cut < least:
            least = cut
            best = pair
    return Cornered(view, "cover", view.goal, squares=best, seen=least < 16)


def _pairs(view: Between) -> Iterator[tuple[Block, Block]]:
    for mine in view.start.squares():
        for theirs in view.goal.squares():
            yield Block(*mine, 1), Block(*theirs, 1)


def _cut_lines(walls: Walls, a: Block, b: Block, most: int) -> int:
    goals = ends(b)
    count = 0
    for p, s in ends(a):
        for q, g in goals:
            if not open_line(walls, p, q, s, g):
                count += 1
                if count >= most:
                    return count
    return count


class _Drawn(NamedTuple):
    lines: tuple[SightLine, ...]
    cuts: Cuts
    first: tuple[Receipt, ...]
    creatures: tuple[Receipt, ...]


def tell_corners(query: SightQuery, cornered: Cornered, cover: Cover) -> Explanation:
    """Return the rule, the parts and the lines of cover by corners."""
    if cornered.squares is None:
        drawn = _ranged(query, cornered)
    else:
        mine, theirs = cornered.squares
        drawn = _at_hand(query, mine, theirs, cornered)
    parts = (
        *drawn.first,
        *low_receipts(query.scene, (query.start,), query.goal, query.box, drawn.cuts),
        *drawn.creatures,
        *_corner_effects(query, cornered.view, cover),
    )
    top = TOP_BY_CORNERS.get(cover.degree, "C-160" if cornered.squares is None else "C-162")
    return Explanation(top, parts, drawn.lines)


def _ranged(query: SightQuery, cornered: Cornered) -> _Drawn:
    view = cornered.view
    cite = query.scene.rules.cite
    lines = tuple(trace(view, view.full, cornered.corner, q) for q in cornered.aim.corners())
    if query.mode == "melee":
        goals = ends(view.goal)
    else:
        goals = tuple(corners_of(view.goal))

    def cuts(walls: Walls) -> bool:
        return not all(open_line(walls, p, q, s, g) for p, s in ends(view.start) for q, g in goals)

    parts = (_line_to(query, line, cornered) for line in lines)
    best = cite(
        "C-160",
        "the best corner: {corner}",
        count_words(lines),
        *parts,
        corner=corner_words(cornered.corner, view.start),
    )
    creatures = (*_in_the_way(query, lines), *idle_receipts(query, cuts, "C-177", "C-057"))
    return _Drawn(lines, cuts, (*_as_ranged(query, cornered), best), creatures)


def _as_ranged(query: SightQuery, cornered: Cornered) -> Iterator[Receipt]:
    cite = query.scene.rules.cite
    melee = query.mode == "melee"
    if query.at_hand:
        doubt = query.scene.reach(query.attacker) < REACH
        yield cite(
            "C-164",
            "melee reach: worked out as a ranged attack, adjacent or not",
            Squares(query.reach),
            questions="QC-11" if doubt else "",
        )
    elif melee:
        away = cite("C-162", "adjacent", yes_no(False))
        yield cite(
            "C-163", "melee, but not adjacent: worked out as a ranged attack", yes_no(True), away
        )
    rests = "" if melee else "QC-10"
    if query.start.side > 1:
        yield cite(
            "C-165",
            "{who} may use any corner of its squares",
            yes_no(True),
            questions=rests,
            who=name_creature(query.attacker),
        )
    if query.goal.side > 1 and melee:
        yield _suits(query, query.target, cornered.aim)
    elif query.goal.side > 1:
        yield cite(
            "C-165",
            "lines go to the outer corners of {who}",
            yes_no(True),
            questions=rests,
            who=name_creature(query.target),
        )


def _suits(query: SightQuery, who: Creature, square: Block) -> Receipt:
    return query.scene.rules.cite(
        "C-165",
        "the attacker's choice of {who}'s squares",
        str(square.anchor),
        who=name_creature(who),
    )


def _line_to(query: SightQuery, line: SightLine, cornered: Cornered) -> Receipt:
    label = Message("line to {end}", end=corner_words(line.end, cornered.aim))
    # C-161: Nothing rests on a line that only touches something where another is cut as badly, and
    # the hint of partial cover counts no lines (C-173).
    if cornered.degree == "soft":
        alike = not grazes(cornered.view.hard, line.start, line.end)
    else:
        alike = cornered.degree != "none" and not cornered.hint
    if alike and line.grazes:
        return query.scene.rules.cite("C-160", label, cut_words(line))
    return line_receipt(query.scene.rules, label, line, "C-160", low="C-171", creature="C-176")


def _in_the_way(query: SightQuery, lines: Sequence[SightLine]) -> Iterator[Receipt]:
    scene = query.scene
    cite = scene.rules.cite
    ids = {b.name for line in lines for b in line.blockers if b.what == "creature"}
    those = [creature for creature in scene.creatures if creature.id in ids]
    tiny = tuple(
        cite("C-177", "{who}, small as it is", degree_words("soft"), who=name_creature(who))
        for who in those
        if scene.size(who).share
    )
    value = tuple(map(name_creature, those)) or Message("nobody")
    yield cite("C-176", "living creatures in the way", value, *tiny)
    if those and query.mode == "melee":
        yield cite("C-178", "they hinder melee with reach as well", yes_no(True))


def _at_hand(query: SightQuery, mine: Block, theirs: Block, cornered: Cornered) -> _Drawn:
    rules = query.scene.rules
    view = replace(cornered.view, start=mine, goal=theirs)
    lines = tuple(trace(view, view.hard, p, q) for p, _ in ends(mine) for q, _ in ends(theirs))
    chosen = (
        _suits(query, who, square)
        for who, square in ((query.attacker, mine), (query.target, theirs))
        if query.scene.space(who) > 1
    )
    parts = []
    for line in lines:
        if not line.clear:
            label = Message(
                "line from {start} to {end}",
                start=corner_words(line.start, mine),
                end=corner_words(line.end, theirs),
            )
            parts.append(line_receipt(rules, label, line, "C-162", low="C-171", creature="C-176"))
    touching_lines = [line for line in lines if line.grazes]
    if touching_lines:
        parts.append(
            rules.cite(
                "C-161" if cornered.degree == "none" else "C-162",
                "lines that only touch an obstacle are clear",
                len(touching_lines),
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
        return any(_cut_lines(walls, *pair, 1) for pair in _pairs(cornered.view))

    return _Drawn(lines, cuts, (*chosen, between_all), (nobody,))


def _corner_effects(query: SightQuery, view: Between, cover: Cover) -> Iterator[Receipt]:
    cite = query.scene.rules.cite
    # C-175
    label = Message("total cover: no line between any corners is clear")
    if cover.degree == "total":
        yield cite("C-175", label, yes_no(True))
    elif cover.degree not in ("none", "soft"):
        questions = "QC-7" if grazed_only(view) else ""
        yield cite("C-175", label, yes_no(False), questions=questions)
    if cover.ac_bonus:
        figures = query.scene.combat.cover
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
