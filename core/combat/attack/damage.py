"""What conditions do to the damage of a hit (C-218, C-252)."""

from __future__ import annotations

from collections.abc import Iterable

from core.combat.attack.columns import damage_receipts
from core.combat.attack.scores import changed
from core.combat.attack.unsaid_changes import cite_unsaid
from core.combat.board.scene import Held
from core.creatures import THROWN, Attack
from core.effects.changes import Change
from core.effects.worn import worn_in_attack
from core.receipts import Receipt
from core.rulesets.schema import Ruleset


def changes_of_damage(
    attacker: Iterable[Held],
    attack: Attack,
    rules: Ruleset,
    strength: int | None = None,
    worn: Iterable[Change] = (),
    said: Iterable[str] = (),
) -> tuple[Receipt, ...]:
    """Return the changes: a changed Strength in melee and throws, then what is said of damage.

    `strength` is the score as written (None = not known), `worn` the bonuses that the figures hold
    already. `said` are the GM's words about the occasion: "evil".
    """
    conditions = tuple(attacker)
    words = frozenset((attack.mode, attack.weapon, *said))
    parts = worn_in_attack(worn, attack.name)
    own = (
        *damage_receipts(conditions, words, rules, parts),
        *cite_unsaid(conditions, {"damage"}, words, rules),
    )
    if attack.mode != "melee" and attack.weapon != THROWN:
        return own
    of_strength = changed(conditions, "strength", rules, written=strength, worn=parts)
    return (*of_strength, *own)
