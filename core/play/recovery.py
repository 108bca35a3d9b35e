"""Recovery: the rest that a member needs until it is healed (T-121, T-122, T-168)."""

from __future__ import annotations

from fractions import Fraction

from core.play.assets import Assets
from core.play.state import Member
from core.values import Struct

NONE = Fraction(0)


class Recovery(Struct):
    """The rest needed from now on.

    `hours` of unbroken rest until nonlethal damage is gone, `nights` of sleep until lethal
    damage is: 0 where there is none, None where rest does not heal it.
    """

    hours: Fraction | None
    nights: int | None


def recovery(member: Member, assets: Assets) -> Recovery:
    """Return the rest that one member needs under the ruleset."""
    rules = assets.rules.recovery
    whole = _times(member.nonlethal, rules.nonlethal_per_level_hour * member.level)
    under_way = member.rested - int(member.rested)
    hours = None if whole is None else max(NONE, whole - under_way)
    nights = _times(member.damage, rules.lethal_per_hd_night * member.level)
    return Recovery(hours, nights)


def _times(points: int, each: int) -> int | None:
    if points <= 0:
        return 0
    return -(-points // each) if each > 0 else None
