"""Why an attack is what it is, or cannot be made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from core.combat.attack.scores import total
from core.messages import N_, Message, Refusal, Value
from core.play.fight.afflictions import by_value
from core.play.fight.beings import Being
from core.quantities import Chance, Squares
from core.receipts import Receipt
from core.rulesets.schema import Ruleset

if TYPE_CHECKING:
    from core.play.fight.blows.swing import Swing

HOUSE = "house default (printed)"
RULE = "C-250"


def house(rules: Ruleset, label: Message, value: Value, *parts: Receipt) -> Receipt:
    """A receipt of what no catalogue rule covers."""
    return rules.cite(RULE, label, value, *parts, source=HOUSE, default=True)


WHY_NOT = {
    "cannot_act": N_("{by} takes no actions now."),
    "out_of_reach": N_("{at} is out of reach of {by}."),
    "out_of_range": N_("{at} is out of range of {by}: {distance} away."),
    "total_cover": N_("{at} has total cover from {by}."),
    "weapon": N_("{by} cannot use this weapon lying prone."),
}


def refusal(found: Swing) -> Refusal:
    """Why an attack cannot be made, with the reason as its code."""
    code = found.reason if found.reason in WHY_NOT else "cannot_act"
    return Refusal(
        code,
        WHY_NOT[code],
        by=found.by.name,
        at=found.at.name,
        distance=Squares(found.distance),
    )


def told(found: Swing) -> Receipt:
    """The receipt of an attack: the total first, one modifier a line, then what the map says."""
    rules, grid = found.grid.scene.rules, found.grid
    if not found.possible:
        why = refusal(found).message
        label = Message(N_("{by} attacks {at}"), by=found.by.name, at=found.at.name)
        return rules.cite(RULE, label, why, *grid.why)
    label = Message(
        N_("{by} attacks {at}: {needed} or more on the d20"),
        by=found.by.name,
        at=found.at.name,
        needed=found.needed,
    )
    to_hit = rules.cite(
        RULE, Message(N_("to hit")), found.bonus, *found.own,
        *grid.modifiers.attack_receipt.parts, *grid.modifiers.attack_scores,
    )  # fmt: skip
    against = rules.cite(
        RULE, Message(N_("against")), found.ac, *found.against, *grid.modifiers.ac_receipt.parts,
        *grid.modifiers.ac_scores, *found.lost,
    )  # fmt: skip
    odds = tuple(part for part in found.hit.receipt.parts[2:])
    damage = tuple(_damage(found))
    return rules.cite(
        RULE, label, Chance(found.p_hit), to_hit, against, *damage, *grid.why, *odds
    )  # fmt: skip


def _damage(found: Swing) -> Iterator[Receipt]:
    if found.strength and found.attack.damage:
        label = Message(N_("damage"))
        value = total(found.strength)
        yield house(found.grid.scene.rules, label, value, *found.strength)


def worsened(being: Being, rules: Ruleset) -> Iterator[Receipt]:
    """What the values of its conditions take off a being's attack roll, one line each."""
    for condition, value in by_value(being, rules):
        label = Message(N_("{condition} {value}"), condition=condition, value=value)
        yield house(rules, label, -value)
