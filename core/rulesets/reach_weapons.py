"""Reach weapons by the words of their names: "lance +8 1d8"."""

from __future__ import annotations

from collections.abc import Collection

from core.creatures import Attack, Sheet
from core.rulesets.creature_words import find_weapon
from core.rulesets.schema import ReachWeapon, Ruleset
from core.values import replace


def with_weapon_reach(sheet: Sheet, rules: Ruleset) -> Sheet:
    """Return the sheet of a creature of one line, with the reach of the weapons that it names.

    A reach that is written stays, and so does the natural one of a creature that has none.
    """
    weapons = rules.reach_weapons.values()
    reach = weapon_reach(sheet, rules)
    if reach is None:
        return sheet
    return replace(sheet, attacks=tuple(_held(one, weapons, reach) for one in sheet.attacks))


def weapon_reach(sheet: Sheet, rules: Ruleset) -> int | None:
    """Return how far a creature strikes with a reach weapon, in squares (C-099 to C-102).

    None for one whose natural reach is unknown, or is its own space only.
    """
    size = rules.combat.sizes.get(sheet.size)
    natural = sheet.reach
    if natural is None and size is not None:
        natural = size.long if sheet.long else size.tall
    if not natural:
        return None
    if rules.combat.mechanisms.reach_gain == "double":
        return 2 * natural
    return natural + 1


def _held(attack: Attack, weapons: Collection[ReachWeapon], reach: int) -> Attack:
    weapon = find_weapon(attack.name, weapons)
    if weapon is None or attack.mode != "melee":
        return attack
    kind = attack.weapon
    if kind == "melee":
        kind = weapon.kind
    if attack.reach is not None:
        reach = attack.reach
    return replace(attack, weapon=kind, reach=reach)
