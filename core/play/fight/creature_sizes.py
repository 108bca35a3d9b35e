"""How big a creature is on the board: as its sheet says, or as its kind of animal is."""

from __future__ import annotations

from core.creatures import PLAIN, Sheet
from core.play.fight.combatants import Being, sheet
from core.play.state import Member
from core.rulesets.schema import Ruleset
from core.values import replace


def framed(being: Being, rules: Ruleset) -> Sheet:
    """The sheet of a being; that of a mount without one has the size of its kind.

    The size is that of the table of mounts, a house default.
    """
    if being.sheet is not None or not isinstance(being, Member):
        return sheet(being)
    row = rules.mounts.get(being.mover.mount or "")
    return PLAIN if row is None else replace(PLAIN, size=row.size, long=row.long)
