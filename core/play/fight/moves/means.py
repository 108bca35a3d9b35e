"""What is left of a turn for moving: move actions, a whole round, a step of one square."""

from __future__ import annotations

from dataclasses import dataclass

from core.play.fight.encounter import Spent
from core.rulesets.schema import Ruleset

WHOLE = ("full_round", "run", "charge", "withdraw")
"""Words of actions that take a whole round."""
FREE = ("step", "swift")
"""Words of actions that take none of a turn's two."""
TURN = 2
"""A turn is two actions, one of them a standard one."""


@dataclass(frozen=True, slots=True)
class Means:
    """So many move actions are left, whether a whole round is, and whether a step is."""

    moves: int
    full: bool
    step: bool


def means(spent: Spent, rules: Ruleset) -> Means:
    """What is left for moving of a turn of which so much was spent (C-013, C-015, C-018, C-034)."""
    if rules.combat.mechanisms.turn == "single_actions":
        left = max(0, rules.combat.turn.actions - len(spent.actions))
        return Means(left, left == rules.combat.turn.actions, left > 0)
    used = [word for word in spent.actions if word not in FREE]
    whole = any(word in WHOLE for word in used)
    stepped = "step" in spent.actions
    left = 0 if whole or stepped else max(0, TURN - len(used))
    return Means(left, not used and not stepped, not stepped and not spent.squares)
