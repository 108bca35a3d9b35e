"""Why the rule of centres gives the cover it gives (C-179 to C-190)."""

from __future__ import annotations

from collections.abc import Iterator

from core.combat.board.creatures import Creature
from core.combat.board.places import called
from core.combat.sight.asked import Asked
from core.combat.sight.between import Between, others
from core.combat.sight.centres import Centred, all_cut, centre_clear
from core.combat.sight.cover_result import Cover, Told, degree_words
from core.combat.sight.lines import corners_of
from core.combat.sight.sightlines import Line, corner_words, cut_words, trace
from core.combat.sight.walls import Walls, field_walls
from core.combat.sight.why.corners import grazed_only, label_of
from core.combat.sight.why.obstacles import Cuts, idle_receipts, line_rule, low_receipts
from core.messages import N_, Message, yes_no
from core.receipts import Receipt

TOP = {"screen": "C-187", "total": "C-190"}


def tell_centres(asked: Asked, found: Centred, cover: Cover) -> Told:
    """The receipt and the lines of an answer by centres: the line between the centres first."""
    centre = _centre_line(asked, found.view)
    corners = _corner_lines(asked, found.screens) if found.screens else ()

    def cuts(walls: Walls) -> bool:
        there = all_cut(walls, asked.start, asked.goal) and found.screens is not None
        return there or not centre_clear(walls, asked.start, asked.goal)

    parts = (
        _line(asked, Message(N_("line from centre to centre")), centre, "C-179"),
        *low_receipts(asked.scene, (asked.start,), asked.goal, asked.start, cuts),
        *_sizes(asked, cuts),
        *idle_receipts(asked, cuts, "C-188", "C-188"),
        *_screening(asked, found, corners),
        *_effect(asked, found, cover),
        *_numbers(asked, found, cover),
    )
    top = TOP.get(cover.degree, "C-179")
    receipt = asked.scene.rules.cite(top, label_of(asked), degree_words(cover.degree), *parts)
    return Told(receipt, (centre, *corners))


def _centre_line(asked: Asked, view: Between) -> Line:
    start, goal = asked.start, asked.goal
    return trace(view, view.full, start.centre, goal.centre, start, goal)


def _corner_lines(asked: Asked, view: Between) -> tuple[Line, ...]:
    start, goal = asked.start, asked.goal
    return tuple(trace(view, view.full, p, goal.centre, start, goal) for p, _ in corners_of(start))


def _line(asked: Asked, label: Message, line: Line, rule: str, *, alike: bool = False) -> Receipt:
    decides = rule if alike else line_rule(line, rule, low="C-185")
    return asked.scene.rules.cite(decides, label, cut_words(line))


def _sizes(asked: Asked, cuts: Cuts) -> Iterator[Receipt]:
    scene, figures = asked.scene, asked.scene.combat.cover
    rank = {who.id: scene.size(who).rank for who in (asked.attacker, asked.target)}
    nothing = field_walls(scene.field).cleared()
    both, mine = max(rank.values()), rank[asked.attacker.id]
    for creature, body in others(scene, asked.start, asked.goal):
        if not cuts(nothing.plus((body,))):
            continue
        here = scene.size(creature).rank
        if here > both:
            yield _much_larger(asked, creature, here - both, figures.larger_sizes)
        if not asked.at_hand:
            yield _screens(asked, creature, here - mine, figures.smaller_sizes)


def _much_larger(asked: Asked, creature: Creature, sizes: int, needed: int) -> Receipt:
    label = Message(
        N_("{who} is {sizes:size|sizes} larger than attacker and target; {needed} would cover")
        if sizes < needed
        else N_("{who} is {sizes:size|sizes} larger than attacker and target: it covers"),
        who=called(creature), sizes=sizes, needed=needed,
    )  # fmt: skip
    return asked.scene.rules.cite("C-186", label, yes_no(sizes >= needed))


def _screens(asked: Asked, creature: Creature, sizes: int, needed: int) -> Receipt:
    label = Message(N_("{who} is big enough to screen from {attacker}"),
                    who=called(creature), attacker=called(asked.attacker))  # fmt: skip
    doubt = ("QC-33",) if sizes > 1 else ()
    return asked.scene.rules.cite("C-188", label, yes_no(sizes > -needed), questions=doubt)


def _screening(asked: Asked, found: Centred, lines: tuple[Line, ...]) -> Iterator[Receipt]:
    cite = asked.scene.rules.cite
    label = Message(N_("screening: lines from the attacker's corners to the target's centre"))
    if found.screens is None:
        yield cite("C-187", label, Message(N_("not in adjacent melee")))
        return
    free_of_all = any(line.clear and not line.grazes for line in lines)
    alike = free_of_all or found.degree in ("cover", "total")
    parts = (
        _line(asked, Message(N_("line from {start}"), start=corner_words(line.start, asked.start)),
              line, "C-187", alike=alike)
        for line in lines
    )  # fmt: skip
    free = sum(line.clear for line in lines)
    value = Message(N_("{free} of {lines} lines are clear"), free=free, lines=len(lines))
    by_terrain = found.degree == "screen" and not any(
        blocker.what == "creature" for line in lines for blocker in line.blockers
    )
    yield cite("C-187", label, value, *parts, questions=("QC-34",) if by_terrain else ())
    if found.covered and found.screened:
        yield cite("C-189", Message(N_("cover and screening do not add up")), yes_no(True))


def _effect(asked: Asked, found: Centred, cover: Cover) -> Iterator[Receipt]:
    label = Message(N_("line of effect: a clear line between any corners"))
    if cover.degree == "total":
        yield asked.scene.rules.cite("G-7", label, yes_no(False))
    elif found.covered:
        questions = ("QC-7",) if grazed_only(found.view) else ()
        yield asked.scene.rules.cite("G-7", label, yes_no(True), questions=questions)


def _numbers(asked: Asked, found: Centred, cover: Cover) -> Iterator[Receipt]:
    cite, figures = asked.scene.rules.cite, asked.scene.combat.cover
    if found.covered and cover.degree in ("none", "screen"):
        label = Message(N_("the GM says that what stands on the line is too thin to cover"))
        yield cite("C-184", label, Message(N_("no cover")))
    if cover.degree == "cover":
        taken = cover.ac_bonus != figures.full.ac
        label = Message(N_("Armour Class and Reflex saves, circumstance bonus"))
        parts = (cite("C-181", Message(N_("Take Cover")), cover.ac_bonus),) if taken else ()
        yield cite("C-180", label, figures.full.ac, *parts)
    elif cover.ac_bonus:
        label = Message(N_("Armour Class, circumstance bonus"))
        yield cite("C-187", label, cover.ac_bonus)
    yield cite("C-183", Message(N_("allows the Hide action")), yes_no(cover.stealth))
    if cover.stealth_bonus:
        yield cite("C-183", Message(N_("Stealth")), cover.stealth_bonus)
    if cover.degree != "none":
        label = Message(N_("denies reactions"))
        yield cite("C-121", label, yes_no(cover.stops_aoo), questions=("QC-35",))
