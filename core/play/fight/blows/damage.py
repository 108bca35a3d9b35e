"""The dice of a hit, of a critical hit, and what they deal."""

from __future__ import annotations

from core.creatures import Attack
from core.dice import Expression, parse_dice

NOTHING = Expression(())


def damage_of(attack: Attack, *, critical: bool = False) -> Expression:
    """The dice of a hit; a critical hit throws them `times` over, `extra` only once.

    Refusal "bad_dice" where the sheet has no dice there, or more than can be thrown.
    """
    own = parse_dice(attack.damage) if attack.damage else NOTHING
    extra = parse_dice(attack.extra) if attack.extra else NOTHING
    times = max(1, attack.times) if critical else 1
    groups = tuple((sign, count * times, sides) for sign, count, sides in own.groups)
    whole = Expression(groups + extra.groups, own.plus * times + extra.plus)
    return parse_dice(written(whole)) if whole.groups else whole


def written(dice: Expression) -> str:
    """The dice as text: "2d8+8+1d6"."""
    terms = [f"{'-' if sign < 0 else '+'}{count}d{sides}" for sign, count, sides in dice.groups]
    if dice.plus or not terms:
        terms.append(f"{dice.plus:+d}")
    return "".join(terms).removeprefix("+")
