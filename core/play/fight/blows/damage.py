"""The dice of a hit, of a critical hit, and what they deal."""

from __future__ import annotations

from core.creatures import Attack
from core.dice import Expression, parse_dice

NOTHING = Expression(())


def damage_of(attack: Attack, *, critical: bool = False, strength: int = 0) -> Expression:
    """The dice of a hit; a critical hit throws them `times` over, `extra` only once.

    `strength` is what a changed Strength adds to the attack's own damage, multiplied with it.

    Refusal "bad_dice" where the sheet has no dice there, or more than can be thrown.
    """
    own = parse_dice(attack.damage) if attack.damage else NOTHING
    plus = own.plus + strength if attack.damage else 0
    extra = parse_dice(attack.extra) if attack.extra else NOTHING
    times = max(1, attack.times) if critical else 1
    groups = tuple((sign, count * times, sides) for sign, count, sides in own.groups)
    whole = Expression(groups + extra.groups, plus * times + extra.plus)
    return parse_dice(written(whole)) if whole.groups else whole


def written(dice: Expression) -> str:
    """The dice as text: "2d8+8+1d6"."""
    terms = [f"{'-' if sign < 0 else '+'}{count}d{sides}" for sign, count, sides in dice.groups]
    if dice.plus or not terms:
        terms.append(f"{dice.plus:+d}")
    return "".join(terms).removeprefix("+")
