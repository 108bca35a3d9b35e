"""Wounds dealt and healed, of members of the party and of creatures of a fight alike."""

from __future__ import annotations

from typing import TypeVar

from core.play.fight.combatants import Being
from core.play.state import Member
from core.values import replace

Hurtable = TypeVar("Hurtable", bound=Being)
"""A member of the party, or a creature of a fight."""


def hurt(being: Hurtable, amount: int, lethal: bool, absorbed: int = 0) -> Hurtable:
    """The being with this much more damage, `absorbed` of it by its temporary hit points."""
    left = amount - absorbed
    temporary = max(0, being.temporary - absorbed)
    if lethal:
        return replace(being, damage=being.damage + left, temporary=temporary)
    return replace(being, nonlethal=being.nonlethal + left, temporary=temporary)


def healed(being: Hurtable, lethal: int, nonlethal: int) -> Hurtable:
    """The being with this much less damage; strain is never more than what is left (T-121)."""
    return settled(
        replace(
            being,
            damage=max(0, being.damage - lethal),
            nonlethal=max(0, being.nonlethal - nonlethal),
        )
    )


def settled(being: Hurtable) -> Hurtable:
    """The member with no more strain than there is damage to cause it (T-121, T-168)."""
    if not isinstance(being, Member):
        return being
    return replace(
        being,
        strain=min(being.strain, being.nonlethal),
        strain_lethal=min(being.strain_lethal, being.damage),
    )
