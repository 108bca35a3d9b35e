"""Why an attack on the map can be made, and what its situations and odds come from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from core.combat.board.conditions import held
from core.combat.board.places import called
from core.messages import N_, Message, yes_no
from core.quantities import Squares
from core.receipts import Receipt

if TYPE_CHECKING:
    from core.combat.attack.situations import GridAttack, Reason

WORDS: dict[Reason, str] = {
    "ok": N_("the attack can be made"),
    "cannot_act": N_("the attacker takes no actions"),
    "out_of_reach": N_("the target is out of reach"),
    "total_cover": N_("no line of effect: total cover"),
    "weapon": N_("not with this weapon, lying prone"),
}


def attack_receipt(attack: GridAttack) -> Receipt:
    """The receipt of a whole attack."""
    label = Message(N_("attack of {attacker} on {target}"),
                    attacker=called(attack.attacker), target=called(attack.target))  # fmt: skip
    why = Message(WORDS[attack.reason])
    return attack.scene.rules.cite("C-250", label, why, *attack.why, *_sums(attack))


def situation_receipts(attack: GridAttack) -> Iterator[Receipt]:
    """The situations that the map gives, each with its receipt."""
    rules = attack.scene.rules
    if attack.reason == "cannot_act":
        label = Message(N_("{who} takes no actions"), who=called(attack.attacker))
        holding = held(attack.attacking, rules)
        causes = tuple(one.own.shown() for one in holding if one.has("acts_not"))
        yield rules.cite("C-104", label, causes)
    if attack.reason == "out_of_reach":
        label = Message(N_("{who} is within reach"), who=called(attack.target))
        yield rules.cite("C-097", label, yes_no(False))
    yield attack.cover.receipt
    yield attack.concealment.receipt
    if attack.flanking is not None:
        yield attack.flanking.receipt
    above = attack.attacker.elevation - attack.target.elevation
    if above > 0:
        rule = "C-217" if rules.rules["C-217"].basis != "absent" else "C-250"
        label = Message(N_("{who} stands higher"), who=called(attack.attacker))
        yield rules.cite(rule, label, Squares(above))


def _sums(attack: GridAttack) -> tuple[Receipt, ...]:
    found = attack.modifiers
    if attack.hit is not None:
        return (attack.hit.receipt,)
    if not found.can_attack:
        return (found.attack_receipt,)
    return (
        found.attack_receipt, *found.attack_scores, found.ac_receipt, *found.ac_scores,
        found.dexterity_receipt,
    )  # fmt: skip
