"""Healing in a fight and out of it."""

from __future__ import annotations

from core.play.fight.combatants import Being
from core.play.fight.turns.dying import rises
from core.play.resolution import Resolution
from core.play.table.events import Healed


def heal(
    resolution: Resolution, being: Being, amount: int, *, nonlethal_only: bool = False
) -> None:
    """Heal lethal damage, and as much nonlethal where the table of blows says so.

    `nonlethal_only` heals only that. Fatigue from a march ends with the damage that caused it
    (T-121). A creature that was down may get up.
    """
    nonlethal = min(amount, being.nonlethal)
    lethal = 0 if nonlethal_only else min(amount, being.damage)
    if not nonlethal_only and not resolution.assets.rules.combat.blows.heals_nonlethal:
        nonlethal = 0
    resolution.emit(Healed(being.id, lethal=lethal, nonlethal=nonlethal))
    rises(resolution, being.id)
