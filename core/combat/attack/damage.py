"""What conditions do to the damage of a hit (C-218, C-252)."""

from __future__ import annotations

from collections.abc import Iterable

from core.combat.attack.columns import damage_receipts
from core.combat.attack.scores import changed
from core.combat.board.scene import Held
from core.creatures import THROWN, Attack
from core.receipts import Receipt
from core.rulesets.schema import Ruleset


def changes_of_damage(
    attacker: Iterable[Held], attack: Attack, rules: Ruleset, strength: int | None = None
) -> tuple[Receipt, ...]:
    """Return the changes: a changed Strength in melee and throws, then what is said of damage.

    `strength` is the score as written (None = not known).
    """
    conditions = tuple(attacker)
    own = tuple(damage_receipts(conditions, attack.mode, attack.weapon, rules))
    if attack.mode != "melee" and attack.weapon != THROWN:
        return own
    return (*changed(conditions, "strength", rules, written=strength), *own)
