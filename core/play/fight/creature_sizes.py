"""The size of creatures on the board."""

from __future__ import annotations

from core.creatures import PLAIN, Sheet
from core.play.fight.combatants import Being, sheet
from core.play.state import Member
from core.rulesets.schema import Ruleset
from core.values import replace


def framed(being: Being, rules: Ruleset) -> Sheet:
    """Return the sheet of a combatant.

    A mount without one has the size of its kind (table of mounts, house default).
    """
    if being.sheet is not None or not isinstance(being, Member):
        return sheet(being)
    row = rules.mounts.get(being.mover.mount or "")
    return PLAIN if row is None else replace(PLAIN, size=row.size, long=row.long)
