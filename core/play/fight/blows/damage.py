"""The dice of a hit, of a critical hit, and what they deal."""

from __future__ import annotations

from core.creatures import Attack
from core.dice import Expression, parse_dice


def damage_of(attack: Attack, *, critical: bool = False, strength: int = 0) -> Expression:
    """The dice of a hit; a critical hit throws them `times` over, `extra` only once.

    `strength` is what a changed Strength adds to the attack's own damage, multiplied with it.

    Refusal "bad_dice" where the sheet has no dice there, or more than can be thrown.
    """
    own, extra = (
        parse_dice(dice) if dice else Expression() for dice in (attack.damage, attack.extra)
    )
    if attack.damage:
        own = Expression(own.groups, own.plus + strength)
    if critical:
        own = own.times(max(1, attack.times))
    whole = Expression(own.groups + extra.groups, own.plus + extra.plus)
    return parse_dice(str(whole)) if whole.groups else whole
