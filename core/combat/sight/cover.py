"""Cover: what walls, low obstacles and creatures give a target (C-160 to C-190)."""

from __future__ import annotations

from collections.abc import Callable

from core.combat.board.creatures import Creature
from core.combat.board.manner import AttackMode
from core.combat.board.scene import Scene
from core.combat.board.squares import Block
from core.combat.sight.area_cover import area_cover
from core.combat.sight.asked import Asked
from core.combat.sight.between import Between, between, others
from core.combat.sight.centres import by_centres
from core.combat.sight.corners import Chosen, Degree, aims_at, from_corner, from_squares
from core.combat.sight.cover_result import AreaCover, Cover, Told, degree_words
from core.combat.sight.lines import line_of_effect, many_lines
from core.combat.sight.why.centres import tell_centres
from core.combat.sight.why.corners import REACH, label_of, tell_corners
from core.messages import N_, Message, Refusal
from core.rulesets.combat.figures import Covered, CoverFigures

__all__ = ["AreaCover", "Cover", "area_cover", "cover"]

HIDES = ("partial", "cover", "improved", "total")
"""The degrees of cover that allow a Stealth check or the Hide action (C-170, C-176, C-183)."""

CALLS = {"corners": ("partial", "improved"), "centres": ("none",)}
"""What the GM may make of cover: more or less of it (C-173, C-174), too thin to cover (C-184)."""


def cover(
    scene: Scene,
    attacker: Creature,
    target: Creature,
    mode: AttackMode,
    *,
    gm_degree: str = "",
    take_cover: bool = False,
) -> Cover:
    """The cover that `target` has from an attack of `attacker`.

    `gm_degree` is what the GM calls it where it is cover: "partial" or "improved" by corners
    (C-173, C-174), "none" by centres (C-184). `take_cover`: the target took that action (C-181).
    Refusals: "unknown_gm_degree", "unknown_take_cover" where a system has no such thing.
    """
    check_calls(scene, gm_degree, take_cover)
    asked = Asked(scene, attacker, target, mode)
    if asked.together:
        return _plain(asked, "none", "C-166")
    if not asked.placed:
        return _plain(asked, "total", "C-008")
    if scene.combat.mechanisms.cover == "corners":
        return _by_corners(asked, gm_degree, take_cover)
    return _by_centres(asked, gm_degree == "none", take_cover)


def check_calls(scene: Scene, gm_degree: str, take_cover: bool) -> None:
    """See that this system knows what the GM says of the cover."""
    calls = CALLS[scene.combat.mechanisms.cover]
    if gm_degree and gm_degree not in calls:
        raise Refusal("unknown_gm_degree", N_("the GM may call cover {choices} here, not {word}"),
                      word=gm_degree, choices=calls)  # fmt: skip
    if take_cover and scene.combat.cover.taken == Covered():
        raise Refusal("unknown_take_cover", N_("This system has no action to take cover."))


def _by_corners(asked: Asked, gm_degree: str, take_cover: bool) -> Cover:
    scene, start, goal = asked.scene, asked.start, asked.goal
    as_ranged = not asked.at_hand or asked.reach >= REACH
    view = between(scene, start, goal, others(scene, start, goal) if as_ranged else ())
    chosen = _choose(asked, view, as_ranged)
    degree, hint = chosen.degree, chosen.hint
    if degree == "cover" and gm_degree in ("partial", "improved"):
        degree, hint = ("partial" if gm_degree == "partial" else "improved"), False
    figures = scene.combat.cover
    numbers = figures.taken if take_cover and degree == "cover" else _covered(figures, degree)
    return _weighed(
        asked, degree, numbers, hint,
        lambda found: tell_corners(asked, chosen, view, found),
    )  # fmt: skip


def _choose(asked: Asked, view: Between, as_ranged: bool) -> Chosen:
    # C-175
    field, start, goal = asked.scene.field, asked.start, asked.goal
    if view.open:
        return _any(asked, as_ranged, "none")
    if many_lines(start, goal) and not line_of_effect(field, start, goal):
        return _any(asked, as_ranged, "total")
    aims = _aims(asked)
    chosen = from_corner(view, aims) if as_ranged else from_squares(view)
    tried = as_ranged and len(aims) == goal.side**2  # every line there is between grid corners
    if not chosen.seen and (tried or not line_of_effect(field, start, goal)):
        return chosen._replace(degree="total")
    return chosen


def _any(asked: Asked, as_ranged: bool, degree: Degree) -> Chosen:
    start, goal = asked.start, asked.goal
    if as_ranged:
        return Chosen(degree, start.corners()[0], aim=_aims(asked)[0])
    mine = Block(*start.nearest(goal), 1)
    return Chosen(degree, squares=(mine, Block(*goal.nearest(mine), 1)))


def _aims(asked: Asked) -> tuple[Block, ...]:
    return aims_at(asked.start, asked.goal, melee=asked.mode == "melee")


def _by_centres(asked: Asked, deny: bool, take_cover: bool) -> Cover:
    figures = asked.scene.combat.cover
    found = by_centres(asked, deny=deny)
    numbers = figures.taken if take_cover and found.degree == "cover" else None
    return _weighed(
        asked, found.degree, numbers or _covered(figures, found.degree), None,
        lambda cover: tell_centres(asked, found, cover),
    )  # fmt: skip


def _covered(figures: CoverFigures, degree: Degree) -> Covered:
    match degree:
        case "none" | "total":
            return Covered()
        case "cover":
            return figures.full
        case _:
            return figures.of(degree)


def _weighed(
    asked: Asked, degree: Degree, numbers: Covered, hint: bool | None, tell: Callable[[Cover], Told]
) -> Cover:
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


def _plain(asked: Asked, degree: Degree, rule: str) -> Cover:
    hint = False if asked.scene.combat.mechanisms.cover == "corners" else None

    def tell(found: Cover) -> Told:
        label = Message(N_("in one space, or off the map"))
        part = asked.scene.rules.cite(rule, label, degree_words(found.degree))
        return Told(asked.scene.rules.cite(rule, label_of(asked), degree_words(degree), part))

    return _weighed(asked, degree, Covered(), hint, tell)
