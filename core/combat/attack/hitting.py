"""The exact odds of one attack (C-195, C-198, C-204, C-250)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from core.combat.attack.modifiers import Modifiers
from core.dice import HUNDRED, chance_of_percent, chance_of_success, lowest_face
from core.messages import Chance, Message, Refusal, Template
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct

WITHOUT_BONUS: Template = "without its Dexterity bonus"
WITHOUT_PENALTY: Template = "without its Dexterity penalty: 0 counts instead"


class ToHit(Struct):
    """The odds of one attack.

    `needed` is the lowest face of the d20 that hits, 2 to 20; `p_roll` the chance of it or more,
    `p_hit` that of it and of no miss by concealment.
    """

    needed: int
    p_roll: Fraction
    p_hit: Fraction
    receipt: Receipt


def chance_to_hit(
    rules: Ruleset,
    attack: int,
    ac: int,
    modifiers: Modifiers,
    *,
    miss_chance: int = 0,
    miss_is_said: bool = False,
    dexterity: int | None = None,
) -> ToHit:
    """Return the chance that an attack of bonus `attack` hits Armour Class `ac`.

    A natural 20 always hits and a natural 1 always misses: a house default, as printed; degrees
    of success beyond hit and miss are left out. `miss_chance` is that of concealment, 0 to 100
    per cent (C-195, C-198, C-204), or the GM's (`miss_is_said`). Scores that conditions have
    changed count (C-218, C-228, C-252). `dexterity` is the Dexterity modifier that `ac` holds; when
    the target loses its bonus it is taken off, unless it is not known (None), and then the
    receipt says so. Refusals: "cannot_attack" when the attack is impossible, "bad_miss_chance".
    """
    if not modifiers.can_attack:
        raise Refusal("cannot_attack", "This attack cannot be made.")
    if not 0 <= miss_chance <= HUNDRED:
        raise Refusal("bad_miss_chance", "A miss chance must be 0 to 100 per cent.")
    lost = modifiers.lost_dexterity(dexterity)
    bonus = modifiers.modified_attack(attack)
    against = modifiers.modified_ac(ac, dexterity)
    needed = lowest_face(against, bonus, naturals=True)
    p_roll = chance_of_success(against, bonus, naturals=True)
    p_hit = chance_of_success(against, bonus, naturals=True, miss_chance=miss_chance)
    attack_part = rules.cite(
        "C-250",
        "attack bonus of {attack:+}, modified",
        bonus,
        modifiers.attack_receipt,
        *modifiers.attack_scores,
        attack=attack,
    )
    ac_part = rules.cite(
        "C-250",
        "Armour Class {ac}, modified",
        against,
        modifiers.ac_receipt,
        *modifiers.ac_scores,
        *_lost_receipts(rules, modifiers, lost, dexterity),
        ac=ac,
    )
    naturals = rules.cite(
        "C-250",
        "a natural 20 always hits, a natural 1 always misses",
        needed,
        source="house default (printed)",
        default=True,
    )
    parts = (attack_part, ac_part, naturals, *_miss_receipts(rules, miss_chance, said=miss_is_said))
    receipt = rules.cite(
        "C-250",
        "chance to hit: {needed} or more on the d20",
        Chance(p_hit),
        *parts,
        needed=needed,
    )
    return ToHit(needed, p_roll, p_hit, receipt)


def _lost_receipts(
    rules: Ruleset, modifiers: Modifiers, lost: int, dexterity: int | None
) -> Iterator[Receipt]:
    if not modifiers.target_loses_dexterity and not lost:
        return
    why = modifiers.dexterity_receipt
    if dexterity is None:
        label = Message("its Dexterity bonus is not known: give the Armour Class without it")
        yield rules.cite(why.rule, label, 0, why)
        return
    label = Message(WITHOUT_PENALTY if lost < 0 else WITHOUT_BONUS)
    yield rules.cite(why.rule, label, -lost, why)


def _miss_receipts(rules: Ruleset, miss_chance: int, *, said: bool) -> Iterator[Receipt]:
    if said:
        label = Message("a hit misses, by the GM's word")
        yield rules.cite("C-195", label, Chance(chance_of_percent(miss_chance)), source="GM")
        return
    if miss_chance == 0:
        return
    rule = "C-195"
    if rules.combat.mechanisms.concealment == "centres":
        rule = "C-204"
    elif miss_chance == rules.combat.concealment.total:
        rule = "C-198"
    chance = Chance(chance_of_percent(miss_chance))
    yield rules.cite(rule, "a hit misses by concealment", chance)
