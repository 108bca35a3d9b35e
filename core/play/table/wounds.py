"""Wounds dealt and healed, of members of the party and creatures of a fight alike."""

from __future__ import annotations

from typing import Any, TypeVar

from core.play.fight.combatants import Being
from core.play.state import Member
from core.values import replace

Hurtable = TypeVar("Hurtable", bound=Being)
"""A member of the party, or a creature of a fight."""


def hurt(being: Hurtable, amount: int, lethal: bool, absorbed: int = 0) -> Hurtable:
    """Return the being with more damage, partly `absorbed` by its temporary hit points."""
    left = amount - absorbed
    temporary = max(0, being.temporary - absorbed)
    if lethal:
        return replace(being, damage=being.damage + left, temporary=temporary)
    return replace(being, nonlethal=being.nonlethal + left, temporary=temporary)


def healed(being: Hurtable, lethal: int, nonlethal: int) -> Hurtable:
    """Return the being with less damage; its strain is never more than the damage left (T-121)."""
    return settled(
        replace(
            being,
            damage=max(0, being.damage - lethal),
            nonlethal=max(0, being.nonlethal - nonlethal),
        )
    )


def with_figure_set(being: Hurtable, name: str, value: int | bool) -> Hurtable:
    """Return the being with the field `name` set, its strain limited to its damage."""
    changes: dict[str, Any] = {name: value}
    return settled(replace(being, **changes))


def settled(being: Hurtable) -> Hurtable:
    """Return the being with its strain limited to its damage (T-121, T-168)."""
    if not isinstance(being, Member):
        return being
    return replace(
        being,
        strain=min(being.strain, being.nonlethal),
        strain_lethal=min(being.strain_lethal, being.damage),
    )
