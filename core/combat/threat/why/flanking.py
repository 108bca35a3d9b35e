"""Why two flank an enemy or not: the receipts of flanking (C-205 to C-214)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from core.combat.board.places import called
from core.combat.board.squares import Square
from core.combat.board.strikes import strike_receipt
from core.messages import N_, Message, yes_no
from core.quantities import Squares
from core.receipts import Receipt

if TYPE_CHECKING:
    from core.combat.board.creatures import Creature
    from core.combat.board.squares import Point
    from core.combat.threat.flanking import Flanking

NONE = Message(N_("none"))
SIDES = {
    "left": Message(N_("left")),
    "right": Message(N_("right")),
    "top": Message(N_("top")),
    "bottom": Message(N_("bottom")),
}


def flanking_receipt(found: Flanking) -> Receipt:
    """Whether two flank a target: who threatens, the line, and what comes of it."""
    label = Message(
        N_("{attacker} and {ally} flank {target}"),
        attacker=called(found.attacker), ally=called(found.ally), target=called(found.target),
    )  # fmt: skip
    rule = "C-206" if _by_squares(found) else "C-212"
    parts = (*_grounds(found), *_gains(found))
    return found.scene.rules.cite(rule, label, yes_no(found.flanked), *parts)


def _by_squares(found: Flanking) -> bool:
    return found.scene.combat.mechanisms.flanking == "any_square"


def _grounds(found: Flanking) -> Iterator[Receipt]:
    scene, rules = found.scene, found.scene.rules
    if found.reason == "ranged":
        label = Message(N_("only melee attackers flank"))
        rule = "C-210" if _by_squares(found) else "C-214"
        yield rules.cite(rule, label, Message(N_("a ranged attack")))
        return
    if found.reason == "reach_zero":
        both = (found.attacker, found.ally)
        idle = tuple(called(one) for one in both if scene.reach(one) == 0)
        yield rules.cite("C-209", Message(N_("without reach nobody flanks")), idle)
        return
    yield _threat(found, found.attacker, threatens=found.reason != "attacker_not_threatening")
    if found.reason != "attacker_not_threatening":
        yield _threat(found, found.ally, threatens=found.reason != "ally_not_threatening")
    if found.line is not None:
        yield _line(found, *found.line)


def _threat(found: Flanking, who: Creature, *, threatens: bool) -> Receipt:
    # C-208, C-214
    rules = found.scene.rules
    label = Message(N_("{who} threatens {target}"), who=called(who), target=called(found.target))
    rule = "C-208" if _by_squares(found) else "C-214"
    parts = [strike_receipt(found.scene, who)]
    rise = abs(who.elevation - found.target.elevation)
    if rise:
        heights = Message(N_("at different heights: each as high as its space is wide, counted "
                             "1-2-1-2; apart"))  # fmt: skip
        parts.append(rules.cite("C-097", heights, Squares(rise), default=True))
    return rules.cite(rule, label, yes_no(threatens), *parts)


def _line(found: Flanking, start: Point, end: Point) -> Receipt:
    # G-4
    scene, rules = found.scene, found.scene.rules
    parts: list[Receipt] = []
    sides = max(scene.body(one).side for one in (found.attacker, found.ally))
    if sides > 1 and _by_squares(found):
        label = Message(N_("a flanker of several squares picks one; the line joins"))
        parts.append(rules.cite("C-207", label, (_place(start), _place(end))))
    elif sides > 1:
        label = Message(N_("the centre of the whole space counts; the line joins"))
        parts.append(rules.cite("C-213", label, (_place(start), _place(end))))
    label = Message(N_("sides of {target} that the line from {start} to {end} meets"),
                    target=called(found.target), start=_place(start), end=_place(end))  # fmt: skip
    met = tuple(SIDES[side] for side in found.sides)
    return rules.cite("G-4", label, met or NONE, *parts)


def _place(point: Point) -> Message:
    x, y = point
    square = str(Square((x - 1) // 2, (y - 1) // 2))
    if x % 2 and y % 2:
        return Message(N_("the centre of {square}"), square=square)
    return Message(N_("the lower right corner of {square}"), square=square)


def _gains(found: Flanking) -> Iterator[Receipt]:
    # C-205, C-211
    if not found.flanked:
        return
    rules = found.scene.rules
    if found.scene.combat.mechanisms.flanked == "attack_bonus":
        label = Message(N_("bonus on melee attack rolls"))
        yield rules.cite("C-205", label, found.attack_bonus)
        return
    label = Message(N_("the flanked is flat-footed to both: Armour Class"))
    yield rules.cite("C-211", label, found.target_ac)
