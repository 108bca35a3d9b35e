"""Cover of a target by walls, low obstacles and creatures (C-160 to C-190)."""

from __future__ import annotations

from collections.abc import Callable

from core.combat.board.board_creatures import Creature
from core.combat.board.scene import Scene
from core.combat.sight.asked import SightQuery
from core.combat.sight.centres import by_centres, tell_centres
from core.combat.sight.corners import by_corners, tell_corners
from core.combat.sight.cover_result import Cover, Degree, Explanation, cover_label, degree_words
from core.creatures import AttackMode
from core.messages import Message, Refusal
from core.rulesets.combat.figures import Covered

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
        label = Message("in one space, or off the map")
        part = asked.scene.rules.cite(rule, label, degree_words(found.degree))
        return Explanation(
            asked.scene.rules.cite(rule, cover_label(asked), degree_words(degree), part)
        )

    return _weighed(asked, degree, False, hint, tell)
