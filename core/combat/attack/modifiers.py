"""Modifiers of an attack roll and of the Armour Class that it meets (C-215 to C-241)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from core.combat.attack.scores import (
    ColumnRow,
    ac_lines,
    attack_lines,
    changed,
    cite_row,
    column_receipt,
    stacked,
    total,
)
from core.combat.board.conditions import Held, held
from core.creatures import AttackMode
from core.messages import Message, yes_no
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct

DEXTERITY_0 = "dexterity_0"
"""The row of a target whose Dexterity counts as 0 (C-240)."""


class CountedModifier(NamedTuple):
    """A modifier that counts: the slug of its row and its value."""

    name: str
    value: int


class Modifiers(Struct):
    """The modifiers of an attack roll and of the target's Armour Class.

    `attacker` are the attacker's conditions. `attack` is added to the attack roll, `ac`
    to the Armour Class, each without values of zero; both are empty when the attack is impossible
    (not `can_attack`; `attack_receipt` says why).
    `attacker_dexterity` and `target_dexterity` are penalties to the score itself, which are in no
    total (C-218, C-228). What they change is in `attack_scores` and `ac_scores`, one receipt each
    or none, which come on top of the totals. `dexterity_receipt` is for what becomes of the
    target's Dexterity bonus.
    """

    can_attack: bool
    attacker: tuple[Held, ...]
    attack: tuple[CountedModifier, ...]
    ac: tuple[CountedModifier, ...]
    target_loses_dexterity: bool
    attacker_dexterity: int
    target_dexterity: int
    attack_receipt: Receipt
    ac_receipt: Receipt
    dexterity_receipt: Receipt
    attack_scores: tuple[Receipt, ...] = ()
    ac_scores: tuple[Receipt, ...] = ()

    @property
    def attack_change(self) -> int:
        """The change of the attack roll by the attacker's changed scores (C-218, C-252)."""
        return total(self.attack_scores)

    @property
    def ac_change(self) -> int:
        """The change of Armour Class by the target's changed Dexterity (C-228, C-252)."""
        return total(self.ac_scores)

    def lost_dexterity(self, dexterity: int | None) -> int:
        """Return what the Armour Class loses with the Dexterity bonus; 0 when it is not known.

        `dexterity` is the Dexterity modifier that the written Armour Class holds.
        """
        if not self.target_loses_dexterity:
            return 0
        return max(0, (dexterity or 0) + self.ac_change)

    @property
    def attack_total(self) -> int:
        """The sum for the attack roll."""
        return _sum(self.attack)

    @property
    def ac_total(self) -> int:
        """The sum for the Armour Class."""
        return _sum(self.ac)


def modifiers(
    rules: Ruleset,
    attacker_conditions: Iterable[str],
    target_conditions: Iterable[str],
    mode: AttackMode,
    weapon: str = "",
    take_cover: bool = False,
) -> Modifiers:
    """Return the modifiers of one attack (C-215 to C-241).

    Conditions and situations (`flanking`, `higher_ground`, degrees of cover) are slugs of the
    table of conditions; `weapon` matters when prone, `take_cover` where cover can be taken
    (C-181). Refusal("unknown_condition").
    """
    attacker, target = held(attacker_conditions, rules), held(target_conditions, rules)
    why_not = _impossible(attacker, target, mode, weapon, rules)
    if why_not is not None:
        return Modifiers(False, attacker, (), (), False, 0, 0, why_not, why_not, why_not)
    attack = stacked(attack_lines(attacker, mode, rules), rules)
    ac = stacked(ac_lines(target, mode, take_cover, rules), rules)
    attack_entries, ac_entries = _entries(attack), _entries(ac)
    zero: tuple[Receipt, ...] = ()
    penalty = rules.combat.helpless.dexterity_0
    helpless = any(one.has("helpless") for one in target)
    if rules.combat.mechanisms.helpless == "dexterity_0" and penalty and helpless:  # C-240
        zero = (rules.cite("C-240", "Dexterity counts as 0", penalty),)
        ac_entries = (*ac_entries, CountedModifier(DEXTERITY_0, penalty))
    lost = tuple(_lost(attacker, target, rules))
    return Modifiers(
        can_attack=True,
        attacker=attacker,
        attack=attack_entries,
        ac=ac_entries,
        target_loses_dexterity=bool(lost),
        attacker_dexterity=_dexterity(attacker),
        target_dexterity=_dexterity(target),
        attack_receipt=column_receipt(
            Message("modifiers of the attack roll"), _sum(attack_entries), attack, rules
        ),
        ac_receipt=column_receipt(
            Message("modifiers of the Armour Class"), _sum(ac_entries), ac, rules, *zero
        ),
        dexterity_receipt=rules.cite(
            "C-250",
            "the target loses its Dexterity bonus to Armour Class",
            yes_no(bool(lost)),
            *lost,
        ),
        attack_scores=changed(
            attacker, "strength" if mode == "melee" else "dexterity", rules, "attack"
        ),
        ac_scores=() if zero else changed(target, "dexterity", rules, "ac"),
    )


def _entries(lines: Iterable[ColumnRow]) -> tuple[CountedModifier, ...]:
    return tuple(
        CountedModifier(line.held.slug, line.value) for line in lines if line.counts and line.value
    )


def _sum(entries: Iterable[CountedModifier]) -> int:
    return sum(entry.value for entry in entries)


def _impossible(
    attacker: Iterable[Held], target: Iterable[Held], mode: AttackMode, weapon: str, rules: Ruleset
) -> Receipt | None:
    for one in attacker:
        usable = one.row.ranged_weapons
        if mode == "ranged" and usable is not None and weapon not in usable:
            rule = one.row.attack.rule or one.row.rule
            label = Message("{condition}: the only ranged weapons are {weapons}",
                            condition=one.row.shown(), weapons=usable)  # fmt: skip
            return cite_row(rules, rule, one.row, label, yes_no(False))
    for one in target:
        if one.has("covered_wholly"):
            label = Message("{condition}: no line of effect", condition=one.row.shown())
            return cite_row(rules, one.row.rule, one.row, label, yes_no(False))
    return None


def _dexterity(conditions: Iterable[Held]) -> int:
    return sum(one.row.dexterity for one in conditions if not one.beside)


def _lost(attacker: Iterable[Held], target: Iterable[Held], rules: Ruleset) -> Iterator[Receipt]:
    for one in target:
        if one.has("loses_dexterity") and not one.beside:
            also: tuple[Receipt, ...] = ()
            if one.has("helpless") and rules.combat.mechanisms.helpless == "dexterity_0":
                label = Message("a helpless creature is also flat-footed")
                also = (rules.cite("C-241", label, yes_no(True)),)
            label = Message("{condition}", condition=one.row.shown())
            yield cite_row(rules, one.row.rule, one.row, label, yes_no(True), *also)
    for one in attacker:
        if one.has("denies_dexterity") and not one.beside:
            rule = one.row.attack.rule or one.row.rule
            label = Message("the attacker is {condition}", condition=one.row.shown())
            yield cite_row(rules, rule, one.row, label, yes_no(True))
