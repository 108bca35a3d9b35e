"""The dice of a hit and of a critical hit."""

from __future__ import annotations

from core.creatures import Attack
from core.dice import Expression, parse_dice


def damage_of(attack: Attack, *, critical: bool = False, strength: int = 0) -> Expression:
    """Return the dice of a hit; a critical hit rolls them `times` over, `extra` only once.

    `strength` is what a changed Strength adds to the damage, multiplied with it.

    Refusal "bad_dice": no dice on the sheet, or too many.
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
