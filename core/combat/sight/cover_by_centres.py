"""Cover by the line between centres, with screening by creatures (C-179 to C-190)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from core.combat.board.scene import name_creature
from core.combat.board.squares import Block
from core.combat.sight.between import (
    Between,
    SightQuery,
    between,
    idle_receipts,
    low_receipts,
    others,
)
from core.combat.sight.cover_answer import Cover, Degree, Explanation
from core.combat.sight.grazing import grazed_only
from core.combat.sight.lines import (
    Cuts,
    Walls,
    corners_of,
    field_walls,
    line_of_effect,
    open_line,
    touching,
)
from core.combat.sight.sightlines import (
    SightLine,
    corner_words,
    count_words,
    cut_words,
    line_receipt,
    trace,
)
from core.messages import Message, yes_no
from core.receipts import Receipt

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


def by_centres(query: SightQuery, deny: bool) -> Centred:
    """Return the degree of cover by the line between centres (C-179 to C-190).

    `deny`: the GM says that the obstacle on the line is too thin to cover (C-184); then walls do
    not screen either, only creatures.
    """
    scene = query.scene
    start = query.start
    goal = query.goal
    figures = scene.combat.cover
    attacker = scene.size(query.attacker).rank
    ranked = [(body, scene.size(body[0]).rank) for body in others(query)]
    # C-186: Those so much larger than both are blocking terrain.
    least = max(attacker, scene.size(query.target).rank) + figures.larger_sizes
    view = between(query, [body for body, rank in ranked if rank >= least])
    screens = None
    if not query.at_hand:  # C-188
        most = attacker - figures.smaller_sizes
        screens = between(query, [body for body, rank in ranked if rank > most])
    if not view.open and not line_of_effect(query.top_field, start, goal):
        return Centred("total", True, False, view, screens)
    covered = not (view.open or _centre_clear(view.full, start, goal))
    cut = screens is not None and not screens.open and _all_cut(screens.full, start, goal)
    if deny and covered and cut and screens is not None:
        blocks = [block for _, block in screens.bodies]
        cut = _all_cut(screens.solid.cleared().plus(blocks), start, goal)
    degree: Degree = "none"
    if covered and not deny:
        degree = "cover"
    elif cut:
        degree = "screen"
    return Centred(degree, covered, cut, view, screens)


def _centre_clear(walls: Walls, start: Block, goal: Block) -> bool:
    # C-179
    p = start.centre
    q = goal.centre
    return open_line(walls, p, q, touching(start, p), touching(goal, q))


def _all_cut(walls: Walls, start: Block, goal: Block) -> bool:
    # C-187
    q = goal.centre
    there = touching(goal, q)
    return not any(open_line(walls, p, q, s, there) for p, s in corners_of(start))


def tell_centres(query: SightQuery, centred: Centred, cover: Cover) -> Explanation:
    """Return the rule, the parts and the lines of cover by centres."""
    scene = query.scene
    start = query.start
    goal = query.goal
    view = centred.view
    screens = centred.screens
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
        *low_receipts(scene, (start,), goal, query.box, cuts),
        *_sizes(query, centred, cuts),
        *idle_receipts(query, cuts, "C-188", "C-188"),
        *_screened(query, centred, corners),
        *_centre_effects(query, centred, cover),
    )
    return Explanation(TOP_BY_CENTRES.get(cover.degree, "C-179"), parts, (centre, *corners))


def _sizes(query: SightQuery, centred: Centred, cuts: Cuts) -> Iterator[Receipt]:
    scene = query.scene
    cite = scene.rules.cite
    mine = scene.size(query.attacker).rank
    both = max(mine, scene.size(query.target).rank)
    nothing = field_walls(scene.field).cleared()
    for creature, body in others(query):
        if not cuts(nothing.plus((body,))):
            continue
        name = name_creature(creature)
        rank = scene.size(creature).rank
        if rank > both:
            covers = (creature, body) in centred.view.bodies
            label = Message(
                "{who} is {sizes:size|sizes} larger than attacker and target: it covers"
                if covers
                else "{who} is {sizes:size|sizes} larger than attacker and target; {needed} "
                "would cover",
                who=name,
                sizes=rank - both,
                needed=scene.combat.cover.larger_sizes,
            )
            yield cite("C-186", label, yes_no(covers))
        if centred.screens is not None:
            screens = yes_no((creature, body) in centred.screens.bodies)
            yield cite(
                "C-188",
                "{who} is big enough to screen from {attacker}",
                screens,
                questions="QC-33" if rank - mine > 1 else "",
                who=name,
                attacker=name_creature(query.attacker),
            )


def _screened(
    query: SightQuery, centred: Centred, lines: tuple[SightLine, ...]
) -> Iterator[Receipt]:
    cite = query.scene.rules.cite
    label = Message("screening: lines from the attacker's corners to the target's centre")
    if centred.screens is None:
        yield cite("C-187", label, Message("not in adjacent melee"))
        return
    free_of_all = any(line.clear and not line.grazes for line in lines)
    alike = free_of_all or centred.degree in ("cover", "total")
    parts = []
    for line in lines:
        words = Message("line from {start}", start=corner_words(line.start, query.start))
        parts.append(
            cite("C-187", words, cut_words(line))
            if alike
            else line_receipt(query.scene.rules, words, line, "C-187", low="C-185")
        )
    by_terrain = centred.degree == "screen" and not any(
        blocker.what == "creature" for line in lines for blocker in line.blockers
    )
    yield cite("C-187", label, count_words(lines), *parts, questions="QC-34" if by_terrain else "")
    if centred.covered and centred.screened:
        yield cite("C-189", "cover and screening do not add up", yes_no(True))


def _centre_effects(query: SightQuery, centred: Centred, cover: Cover) -> Iterator[Receipt]:
    cite = query.scene.rules.cite
    figures = query.scene.combat.cover
    label = Message("line of effect: a clear line between any corners")
    if cover.degree == "total":
        yield cite("G-7", label, yes_no(False))
    elif centred.covered:
        if grazed_only(centred.view):
            questions = "QC-7"
        else:
            questions = ""
        yield cite("G-7", label, yes_no(True), questions=questions)
    if centred.covered and cover.degree in ("none", "screen"):
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
