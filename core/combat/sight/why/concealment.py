"""Why a target is concealed, or is not: the receipts of concealment (C-191 to C-204)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from core.combat.board.places import called
from core.combat.board.squares import Block, Point, Square
from core.combat.sight.asked import Asked
from core.combat.sight.cuts import touched
from core.combat.sight.fog import clear_of_fog, field_fog, fog_beyond, line_in_fog
from core.combat.sight.sightlines import corner_words
from core.combat.sight.walls import Walls
from core.messages import N_, Message, yes_no
from core.quantities import Chance
from core.receipts import Receipt

if TYPE_CHECKING:
    from core.combat.sight.concealment import Concealment

WORDS = {
    "none": N_("not concealed"),
    "concealment": N_("concealed"),
    "total": N_("totally concealed"),
}
CAUSES = {
    "unseen": ("C-201", N_("{target} is invisible")),
    "blind": ("C-203", N_("{attacker} is blinded")),
    "dark": ("C-200", N_("{attacker} sees nothing in the dark")),
    "dim": ("C-200", N_("{attacker} sees badly in dim light")),
    "blur": ("C-194", N_("{target} is blurred, whatever stands between")),
    "fog": ("C-191", N_("fog")),
}
"""What conceals, by its rule and in words; fog tells more of itself."""

LIGHT_WORDS = {"bright": N_("bright"), "dim": N_("dim"), "dark": N_("dark")}

OF_CENTRES = "C-204"
"""The one rule of concealment where it is judged by centres."""


def tell_concealment(found: Concealment) -> Receipt:
    """What conceals the target, what does not, and what comes of it."""
    asked = found.asked
    cite = asked.scene.rules.cite
    label = Message(N_("concealment of {target} from {attacker}"), **_names(asked))
    parts = (
        *(_cause(found, cause) for cause in found.causes if cause != "fog"),
        *_eyes(found),
        *(() if found.degree == "total" else (_fog(found),)),
        *_outcome(found),
    )
    rule = _rule(asked, "C-198") if found.degree == "total" else _fog_rule(asked)
    return cite(rule, label, Message(WORDS[found.degree]), *parts)


def _names(asked: Asked) -> dict[str, str]:
    return {"attacker": called(asked.attacker), "target": called(asked.target)}


def _by_centres(asked: Asked) -> bool:
    return asked.scene.combat.mechanisms.concealment == "centres"


def _rule(asked: Asked, rule: str) -> str:
    return OF_CENTRES if _by_centres(asked) else rule


def _fog_rule(asked: Asked) -> str:
    if asked.at_hand:
        return _rule(asked, "C-192")
    return _rule(asked, "C-193" if asked.mode == "melee" else "C-191")


def _cause(found: Concealment, cause: str) -> Receipt:
    asked = found.asked
    rule, words = CAUSES[cause]
    label = Message(words, **_names(asked))
    parts = _zone(found) if cause in ("dark", "dim") else ()
    cite = asked.scene.rules.cite
    return cite(_rule(asked, rule), label, Message(WORDS[found.degree]), *parts)


def _zone(found: Concealment) -> tuple[Receipt, ...]:
    asked = found.asked
    if not asked.scene.lit:
        return ()
    label = Message(N_("the best light on the space of {target}"), **_names(asked))
    said = Message(LIGHT_WORDS[found.light])
    return (asked.scene.rules.cite(_rule(asked, "C-200"), label, said, default=True),)


def _eyes(found: Concealment) -> Iterator[Receipt]:
    asked, cite = found.asked, found.asked.scene.rules.cite
    has, names = asked.scene.has, _names(asked)
    if has(asked.target, "unseen") and "unseen" not in found.causes:
        label = Message(N_("{attacker} sees the invisible"), **names)
        yield cite(_rule(asked, "C-201"), label, Message(WORDS["none"]))
    if found.light == "bright" or {"dark", "dim"} & set(found.causes) or found.degree == "total":
        return
    in_dark = has(asked.attacker, "sees_in_dark")
    label = Message(N_("{attacker} sees in the dark") if in_dark
                    else N_("{attacker} sees well in dim light"), **names)  # fmt: skip
    yield cite(_rule(asked, "C-200"), label, Message(WORDS["none"]), default=not in_dark)


def _fog(found: Concealment) -> Receipt:
    asked = found.asked
    concealed = Message(WORDS["concealment" if "fog" in found.causes else "none"])
    parts: tuple[Receipt, ...] = ()
    if asked.placed and asked.scene.field.concealing:
        if _by_centres(asked):
            parts = tuple(_centres(asked))
        elif not asked.at_hand:
            parts = tuple(_lines(asked))
    if asked.mode == "melee" and not _by_centres(asked):
        label = Message(
            N_("fog in adjacent melee: the whole space of {target} must lie in it")
            if asked.at_hand
            else N_("fog in melee that is not adjacent: as for ranged attacks"),
            **_names(asked),
        )
    else:
        label = Message(N_("fog on the line or at the target") if _by_centres(asked)
                        else N_("fog on the lines"))  # fmt: skip
    return asked.scene.rules.cite(_fog_rule(asked), label, concealed, *parts)


def _centres(asked: Asked) -> Iterator[Receipt]:
    scene, field, cite = asked.scene, asked.scene.field, asked.scene.rules.cite
    fog = fog_beyond(field, scene.taken(asked.attacker))
    label = Message(N_("line from centre to centre"))
    yield cite(OF_CENTRES, label, _through(fog, asked.start.centre, asked.goal.centre))
    under = field.concealing & scene.taken(asked.target)
    if under:
        label = Message(N_("{target} stands in fog, with one square at least"), **_names(asked))
        yield cite(OF_CENTRES, label, tuple(str(square) for square in field.squares(under)))
    if field.concealing & scene.taken(asked.attacker):
        label = Message(N_("the fog on the squares of {attacker} does not count"), **_names(asked))
        yield cite(OF_CENTRES, label, yes_no(True))


def _lines(asked: Asked) -> Iterator[Receipt]:
    fog, cite = field_fog(asked.scene.field), asked.scene.rules.cite
    start, goal = asked.start, asked.goal
    corner = clear_of_fog(fog, start, goal)
    if corner is None:
        corner = min(
            start.lattice(), key=lambda p: sum(line_in_fog(fog, p, q) for q in goal.corners())
        )
    for q in goal.corners():
        label = Message(N_("line from {start} to {end}"),
                        start=corner_words(corner, start), end=corner_words(q, goal))  # fmt: skip
        yield cite(_fog_rule(asked), label, _through(fog, corner, q))


def _through(fog: Walls, p: Point, q: Point) -> Message:
    if not line_in_fog(fog, p, q):
        return Message(N_("clear of fog"))
    near = sorted({square for square in touched(p, q) if fog.solid(*square)}, key=_reading)
    inside = [s for s in near if line_in_fog(fog.cleared().plus((Block(*s, 1),)), p, q)]
    names = tuple(str(square) for square in inside or near)
    return Message(N_("through the fog at {squares}"), squares=names)


def _reading(square: Square) -> tuple[int, int]:
    return square.y, square.x


def _outcome(found: Concealment) -> Iterator[Receipt]:
    asked, cite = found.asked, found.asked.scene.rules.cite
    if not found.causes:
        return
    figures = asked.scene.combat.concealment
    usual = figures.total if found.degree == "total" else figures.some
    chance = Chance(Fraction(found.miss_chance, 100))
    if len(found.causes) > 1:
        label = Message(N_("several kinds of concealment do not add up"))
        yield cite(_rule(asked, "C-196"), label, Chance(Fraction(usual, 100)))
    if found.miss_chance != usual:
        label = Message(N_("miss chance after a hit, as the GM has it"))
        yield cite(_rule(asked, "C-202"), label, chance)
    elif _by_centres(asked):
        label = Message(N_("miss chance: a flat check against DC {dc}"), dc=found.flat_check)
        yield cite(OF_CENTRES, label, chance)
    else:
        label = Message(N_("miss chance after a hit"))
        rule = "C-198" if found.degree == "total" else "C-195"
        yield cite(rule, label, chance)
    if not found.can_target:
        label = Message(N_("only the square where it is thought to be can be attacked"))
        yield cite(_rule(asked, "C-198"), label, yes_no(True))
    yield cite(_rule(asked, "C-197"), Message(N_("allows a Stealth check")), yes_no(True))
    if found.degree == "total":
        label = Message(N_("denies attacks of opportunity"))
        yield cite(_rule(asked, "C-199"), label, yes_no(found.stops_aoo))
    if "unseen" in found.causes and not _by_centres(asked):
        label = Message(N_("Stealth of the invisible, moving and standing still"))
        bonus = (figures.invisible_moving, figures.invisible_still)
        yield cite("C-201", label, bonus)
