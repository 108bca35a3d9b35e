"""Why an area effect's target has the cover it has (C-168, C-169, C-182)."""

from __future__ import annotations

from collections.abc import Iterator

from core.combat.board.places import called
from core.combat.sight.bursts import Burst
from core.combat.sight.cover_result import AreaCover, Told, degree_words
from core.combat.sight.sightlines import Line, corner_words, cut_words, trace
from core.combat.sight.why.obstacles import line_rule, low_receipts
from core.messages import N_, Message, yes_no
from core.receipts import Receipt


def tell_burst(burst: Burst, cover: AreaCover) -> Told:
    """The receipt and the lines of the cover from an area effect."""
    scene, goal = burst.scene, burst.goal
    rule = "C-168" if burst.by_corners else "C-182"
    label = Message(N_("cover of {target} from the area effect"), target=called(burst.target))
    if not scene.field.contains(goal):
        part = scene.rules.cite("C-008", Message(N_("on the map")), yes_no(False))
        return Told(scene.rules.cite(rule, label, degree_words(cover.degree), part))
    view = burst.view
    lines = tuple(
        trace(view, view.full, burst.point, q, burst.around, goal) for q, _ in burst.goals
    )
    parts = (
        *(_line(burst, line, rule) for line in lines),
        *low_receipts(scene, burst.attackers, goal, burst.around, burst.cut),
        *_outcome(burst, cover),
    )
    words, by_lattice = degree_words(cover.degree), burst.by_corners
    if cover.degree == "total":
        rule = "C-175" if burst.by_corners else "C-190"
        by_lattice = False
    return Told(scene.rules.cite(rule, label, words, *parts, default=by_lattice), lines)


def _line(burst: Burst, line: Line, rule: str) -> Receipt:
    rule = line_rule(line, rule, low="C-171" if burst.by_corners else "C-185")
    end = Message(N_("its centre"))
    if burst.by_corners:
        end = corner_words(line.end, burst.goal)
    label = Message(N_("line from the point {x},{y} to {end}"),
                    x=burst.origin[0], y=burst.origin[1], end=end)  # fmt: skip
    return burst.scene.rules.cite(rule, label, cut_words(line))


def _outcome(burst: Burst, cover: AreaCover) -> Iterator[Receipt]:
    cite = burst.scene.rules.cite
    label = Message(N_("line of effect: a clear line to any corner"))
    yield cite("G-7", label, yes_no(cover.degree != "total"))
    if burst.spreads:
        label = Message(N_("a spread turns corners and ignores cover"))
        yield cite("C-169", label, yes_no(cover.affected))
    elif cover.degree == "cover" and burst.by_corners:
        yield cite("C-168", Message(N_("Reflex save")), cover.reflex_bonus)
    elif cover.degree == "cover":
        figures = burst.scene.combat.cover
        taken: tuple[Receipt, ...] = ()
        if cover.reflex_bonus != figures.full.reflex:
            taken = (cite("C-181", Message(N_("Take Cover")), cover.reflex_bonus),)
        label = Message(N_("Reflex save, circumstance bonus"))
        yield cite("C-180", label, figures.full.reflex, *taken)
