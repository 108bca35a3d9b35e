"""The exact chance to hit: attack bonus against Armour Class, then the miss chance."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from core.checks import lowest_face, p_natural
from core.combat.attack.modifiers import Modifiers
from core.messages import Message, Refusal
from core.quantities import Chance
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct

HUNDRED = 100


class ToHit(Struct):
    """The odds of one attack.

    `needed` is the lowest face of the d20 that hits, 2 to 20; `p_roll` the chance of it or more,
    `miss_chance` the per cent of hits that then miss, `p_hit` the chance after both.
    """

    needed: int
    p_roll: Fraction
    miss_chance: int
    p_hit: Fraction
    receipt: Receipt


def chance_to_hit(
    rules: Ruleset,
    attack: int,
    ac: int,
    modifiers: Modifiers,
    *,
    miss_chance: int = 0,
    dexterity: int | None = None,
) -> ToHit:
    """Return the chance that an attack of bonus `attack` hits Armour Class `ac`.

    A natural 20 always hits and a natural 1 always misses: a house default, as printed; degrees
    of success beyond hit and miss are left out. `miss_chance` is that of concealment, 0 to 100
    per cent (C-195, C-198, C-204). Scores that conditions have changed count (C-218, C-228,
    C-252). `dexterity` is the Dexterity modifier that `ac` holds; when
    the target loses its bonus it is taken off, unless it is not known (None), and then the
    receipt says so. Refusals: "cannot_attack" when the attack is impossible, "bad_miss_chance".
    """
    if not modifiers.can_attack:
        raise Refusal("cannot_attack", "This attack cannot be made.")
    if not 0 <= miss_chance <= HUNDRED:
        raise Refusal("bad_miss_chance", "A miss chance must be 0 to 100 per cent.")
    lost = modifiers.lost_dexterity(dexterity)
    bonus = attack + modifiers.attack_total + modifiers.attack_change
    against = ac - lost + modifiers.ac_total + modifiers.ac_change
    needed, p_roll = lowest_face(against, bonus), p_natural(against, bonus)
    p_hit = p_roll * Fraction(HUNDRED - miss_chance, HUNDRED)
    parts = (
        rules.cite("C-250", Message("attack bonus of {attack:+}, modified", attack=attack),
                   bonus, modifiers.attack_receipt, *modifiers.attack_scores),
        rules.cite("C-250", Message("Armour Class {ac}, modified", ac=ac), against,
                   modifiers.ac_receipt, *modifiers.ac_scores,
                   *_dexterity(rules, modifiers, lost, dexterity)),
        _naturals(rules, needed),
        *_missed(rules, miss_chance),
    )  # fmt: skip
    label = Message("chance to hit: {needed} or more on the d20", needed=needed)
    return ToHit(
        needed, p_roll, miss_chance, p_hit, rules.cite("C-250", label, Chance(p_hit), *parts)
    )


def _dexterity(
    rules: Ruleset, modifiers: Modifiers, lost: int, dexterity: int | None
) -> Iterator[Receipt]:
    if not modifiers.target_loses_dexterity:
        return
    why = modifiers.dexterity_receipt
    if dexterity is None:
        label = Message("its Dexterity bonus is not known: give the Armour Class without it")
        yield rules.cite(why.rule, label, 0, why)
    else:
        label = Message("without its Dexterity bonus")
        yield rules.cite(why.rule, label, -lost, why)


def _naturals(rules: Ruleset, needed: int) -> Receipt:
    label = Message("a natural 20 always hits, a natural 1 always misses")
    return rules.cite("C-250", label, needed, source="house default (printed)", default=True)


def _missed(rules: Ruleset, miss_chance: int) -> Iterator[Receipt]:
    if not miss_chance:
        return
    figures = rules.combat.concealment
    rule = "C-198" if miss_chance == figures.total else "C-195"
    if rules.combat.mechanisms.concealment == "centres":
        rule = "C-204"
    label = Message("a hit misses by concealment")
    yield rules.cite(rule, label, Chance(Fraction(miss_chance, HUNDRED)))
