"""Cover of a target by walls, low obstacles and creatures (C-160 to C-190).

By lines between corners, or by the line between centres, as the system has it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from core.combat.board.scene import Creature, Scene
from core.combat.sight.between import SightQuery, sight_query
from core.combat.sight.cover_answer import Cover, Degree, Explanation, degree_words
from core.combat.sight.cover_by_centres import by_centres, tell_centres
from core.combat.sight.cover_by_corners import by_corners, tell_corners
from core.combat.sight.depths import Medium
from core.creatures import AttackMode
from core.messages import Message, Refusal, Squares
from core.rulesets.combat_schema import Covered

HIDES = ("partial", "cover", "improved", "total")
"""The degrees of cover that allow a Stealth check or the Hide action (C-170, C-176, C-183)."""

CALLS = {"corners": ("partial", "improved", "none"), "centres": ("none",)}
"""The rulings of the GM: more or less cover (C-173, C-174), none, too thin to cover (C-184)."""
COVERED: tuple[Degree, ...] = ("cover", "soft")
"""The degrees that lines between corners give, and that the GM may call none."""


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
    (C-173, C-174), "none" (C-184 by centres). `take_cover`: the target took that action (C-181).
    Refusals: "unknown_gm_degree", "unknown_take_cover" where a system has no such rule.
    """
    calls = CALLS[scene.combat.mechanisms.cover]
    if gm_degree and gm_degree not in calls:
        raise Refusal(
            "unknown_gm_degree",
            "the GM may call cover {choices} here, not {word}",
            word=gm_degree,
            choices=calls,
        )
    check_take_cover(scene, take_cover)
    query = sight_query(scene, attacker, target, mode)
    figures = scene.combat.cover
    mechanisms = scene.combat.mechanisms
    hint: bool | None
    if mechanisms.cover == "centres":
        hint = None
    else:
        hint = False
    degree: Degree
    if query.start.overlaps(query.goal) and not query.shut:
        degree = "none"
        tell = partial(_tell_plainly, query, "C-166", ONE_SPACE)
    elif not query.placed:
        degree = "total"
        tell = partial(_tell_plainly, query, "C-008", ONE_SPACE)
    elif query.shut:
        degree = "total"
        tell = partial(_tell_plainly, query, "G-7", BETWEEN_DEPTHS[query.shut])
    elif mechanisms.cover == "centres":
        centred = by_centres(query, gm_degree == "none")
        degree = centred.degree
        tell = partial(tell_centres, query, centred)
    else:
        cornered = by_corners(query)
        degree = cornered.degree
        hint = cornered.hint
        tell = partial(tell_corners, query, cornered)
        if gm_degree == "none":
            if degree in COVERED:
                degree = "none"
                hint = False
                tell = partial(_tell_ruled, tell)
        elif degree == "cover" and gm_degree:
            if gm_degree == "partial":
                degree = "partial"
            else:
                degree = "improved"
            hint = False
    if query.scene is not scene:
        tell = partial(_tell_heights, tell)
    match degree:
        case "none" | "total":
            numbers = Covered()
        case "cover":
            if take_cover:
                numbers = figures.taken
            else:
                numbers = figures.full
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
        query=query,
        tell=tell,
    )


ONE_SPACE = Message("in one space, or off the map")
BETWEEN_DEPTHS: Mapping[Medium, Message] = {
    "earth": Message("earth is between them"),
    "water": Message("the surface of the water is between them"),
}


def _tell_plainly(query: SightQuery, rule: str, label: Message, cover: Cover) -> Explanation:
    rules = query.scene.rules
    receipt = rules.cite(rule, label, degree_words(cover.degree), default=bool(query.shut))
    return Explanation(rule, (receipt,))


def _tell_heights(tell: Callable[[Cover], Explanation], cover: Cover) -> Explanation:
    told = tell(cover)
    scene = cover.query.scene
    heights = Message(
        "from {one} to {other}",
        one=Squares(scene.bearer(cover.query.attacker).elevation),
        other=Squares(scene.bearer(cover.query.target).elevation),
    )
    label = Message("by their heights lines pass over what is lower there")
    word = scene.rules.cite("G-7", label, heights, default=True)
    return told._replace(parts=(word, *told.parts))


def _tell_ruled(tell: Callable[[Cover], Explanation], cover: Cover) -> Explanation:
    told = tell(cover)
    rules = cover.query.scene.rules
    word = rules.cite("C-160", "the GM's word", degree_words(cover.degree), source="GM")
    return told._replace(parts=(word, *told.parts))


def check_take_cover(scene: Scene, take_cover: bool) -> None:
    """Refuse ("unknown_take_cover") Take Cover where a system has no such action."""
    if take_cover and scene.combat.cover.taken == Covered():
        raise Refusal("unknown_take_cover", "This system has no Take Cover action.")
