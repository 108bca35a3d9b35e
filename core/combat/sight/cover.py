"""Cover of a target by walls, low obstacles and creatures (C-160 to C-190).

Here is the line between centres, with screening by creatures (C-179 to C-190); the lines between
corners are in `corners`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from core.combat.board.board_creatures import Creature, called
from core.combat.board.scene import Scene
from core.combat.board.squares import Block
from core.combat.sight.between import (
    Between,
    SightQuery,
    between,
    grown,
    hull,
    idle_receipts,
    low_receipts,
    others,
)
from core.combat.sight.corners import by_corners, grazed_only, tell_corners
from core.combat.sight.lines import corners_of, line_of_effect, open_line, touching
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
from core.combat.sight.walls import Cuts, Walls, field_walls
from core.creatures import AttackMode
from core.messages import Message, Refusal, yes_no
from core.receipts import Receipt
from core.rulesets.combat_schema import Covered

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
    ranked = [(body, scene.size(body[0]).rank) for body in others(scene, start, goal)]
    # C-186: Those so much larger than both are blocking terrain.
    least = max(attacker, scene.size(asked.target).rank) + figures.larger_sizes
    view = between(scene, start, goal, [body for body, rank in ranked if rank >= least])
    screens = None
    if not asked.at_hand:  # C-188
        most = attacker - figures.smaller_sizes
        screens = between(scene, start, goal, [body for body, rank in ranked if rank > most])
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
    centre = trace(view, view.full, start.centre, goal.centre, start, goal)
    corners: tuple[SightLine, ...] = ()
    if screens is not None:
        corners = tuple(
            trace(screens, screens.full, p, goal.centre, start, goal) for p, _ in corners_of(start)
        )

    def cuts(walls: Walls) -> bool:
        there = screens is not None and _all_cut(walls, start, goal)
        return there or not _centre_clear(walls, start, goal)

    label = Message("line from centre to centre")
    parts = (
        line_receipt(scene.rules, label, centre, "C-179", low="C-185"),
        *low_receipts(scene, (start,), goal, grown(scene, hull(start, goal)), cuts),
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
    for creature, body in others(scene, asked.start, asked.goal):
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
    if asked.together:
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
