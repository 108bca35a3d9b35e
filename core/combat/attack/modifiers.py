"""The modifiers of one attack by conditions and situations (C-215 to C-241)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import NamedTuple

from core.combat.attack.columns import (
    ColumnRow,
    ac_rows_of,
    attack_rows_of,
    cite_row,
    column_receipt,
    stacked,
)
from core.combat.attack.scores import SCORES, Score, changed, total
from core.combat.attack.unsaid_changes import cite_unsaid
from core.combat.board.scene import Held, held
from core.creatures import AttackMode
from core.effects.changes import Change
from core.effects.running_effects import FLAT_FOOTED
from core.effects.worn import best_worn
from core.messages import N_, Message, yes_no
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct, replace

HUNDRED = 100
DEXTERITY_0 = "dexterity_0"
"""The row of a target whose Dexterity counts as 0 (C-240)."""


class CountedModifier(NamedTuple):
    """A modifier that counts: the slug of its row, or its own, and its value."""

    name: str
    value: int


class Modifiers(Struct, kw_only=True):
    """The modifiers of an attack roll and of the target's Armour Class.

    `attacker` are the attacker's conditions. `attack` is added to the attack roll, `ac`
    to the Armour Class, each without values of zero; both are empty when the attack is impossible
    (not `can_attack`; `attack_receipt` says why).
    `attacker_dexterity` and `target_dexterity` are penalties to the score itself, which are in no
    total (C-218, C-228). What they change is in `attack_scores` and `ac_scores`, one receipt each
    or none, which come on top of the totals. `dexterity_receipt` is for what becomes of the
    target's Dexterity bonus, of which its Armour Class has `most_dexterity` at most (None = all).
    `target` are the target's conditions, `target_miss` is the chance, in per cent, that its effects
    make a hit miss.
    `fixed_ac` is the Armour Class that a condition gives the target whatever is on its sheet (None
    = none does): only what follows from the grid changes it.
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
    most_dexterity: int | None = None
    fixed_ac: Receipt | None = None
    target_miss: int = 0
    target: tuple[Held, ...] = ()

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

        `dexterity` is the Dexterity modifier that the written Armour Class holds. A Dexterity that
        counts as 0 takes the place of that modifier, so a penalty is given back: the loss is
        negative (C-240).
        """
        written = dexterity or 0
        if not self.target_loses_dexterity:
            if self.most_dexterity is None:
                return 0
            return max(0, written + self.ac_change - self.most_dexterity)
        if any(entry.name == DEXTERITY_0 for entry in self.ac):
            return written
        return max(0, written + self.ac_change)

    @property
    def attack_total(self) -> int:
        """The sum for the attack roll."""
        return _sum(self.attack)

    @property
    def ac_total(self) -> int:
        """The sum for the Armour Class."""
        return _sum(self.ac)

    def with_attack(self, name: str, receipt: Receipt) -> Modifiers:
        """Return them with one more modifier of the roll, whose value is that of its receipt."""
        value = receipt.value
        assert isinstance(value, int)
        entries = (*self.attack, CountedModifier(name, value))
        parts = (*self.attack_receipt.parts, receipt)
        attack_receipt = replace(self.attack_receipt, value=_sum(entries), parts=parts)
        return replace(self, attack=entries, attack_receipt=attack_receipt)

    def modified_attack(self, attack: int) -> int:
        """Return all that is added to the die of an attack with the bonus `attack`."""
        return attack + self.attack_total + self.attack_change

    def modified_ac(self, ac: int, dexterity: int | None) -> int:
        """Return the Armour Class to beat; `dexterity` as for `lost_dexterity`."""
        return ac - self.lost_dexterity(dexterity) + self.ac_total + self.ac_change


def modifiers(
    rules: Ruleset,
    attacker_conditions: Iterable[str],
    target_conditions: Iterable[str],
    mode: AttackMode,
    weapon: str = "",
    take_cover: bool = False,
    *,
    attacker_values: Iterable[tuple[str, int]] = (),
    target_values: Iterable[tuple[str, int]] = (),
    attacker_scores: Iterable[tuple[str, int]] = (),
    target_scores: Iterable[tuple[str, int]] = (),
    attacker_worn: Iterable[Change] = (),
    target_worn: Iterable[Change] = (),
    attacker_said: Iterable[str] = (),
    target_said: Iterable[str] = (),
) -> Modifiers:
    """Return the modifiers of one attack (C-215 to C-241).

    Conditions and situations (`flanking`, `higher_ground`, degrees of cover) are slugs of the
    table of conditions; `weapon` matters when prone, `take_cover` where cover can be taken
    (C-181). The values are the amounts of conditions that have one, the scores ability
    scores by their three letters, where they are known. What is worn are the bonuses that the
    figures hold already; what is said are words about the occasion ("evil") that changes of the
    attacker's roll, and of the target's Armour Class, ask for. Refusal("unknown_condition").
    """
    worn_by_attacker = tuple(attacker_worn)
    worn_by_target = tuple(target_worn)
    of_attack = frozenset((mode, *attacker_said))
    of_ac = frozenset((mode, *target_said))
    attacker = held(attacker_conditions, rules, attacker_values)
    denied = _find_denied(attacker, rules)
    target = held((*target_conditions, *denied), rules, target_values)
    impossible = _impossible(attacker, target, mode, weapon, rules)
    if impossible is not None:
        return Modifiers(
            can_attack=False,
            attacker=attacker,
            attack=(),
            ac=(),
            target_loses_dexterity=False,
            attacker_dexterity=0,
            target_dexterity=0,
            attack_receipt=impossible,
            ac_receipt=impossible,
            dexterity_receipt=impossible,
        )
    combat = rules.combat
    fixed_ac = _fixed_ac(target, rules)
    if fixed_ac is not None:
        target = tuple(condition for condition in target if condition.row.situation)
    lost = tuple(_lost(() if denied else attacker, target, rules))
    if fixed_ac is not None:
        lost = ()
    most = _most_dexterity(target, mode)
    attack_rows = stacked(
        (row for each in attacker for row in attack_rows_of(each, mode, rules, of_attack)),
        rules,
        worn=best_worn(worn_by_attacker, {"attack"}),
    )
    ac_rows = stacked(
        (row for each in target for row in ac_rows_of(each, mode, take_cover, rules, of_ac)),
        rules,
        worn=best_worn(worn_by_target, {"ac"}),
        without_dexterity=bool(lost),
    )
    attack_entries = _entries(attack_rows)
    ac_entries = _entries(ac_rows)
    zero_receipts: list[Receipt] = []
    penalty = combat.helpless.dexterity_0
    is_helpless = any(condition.has("helpless") for condition in target)
    if combat.mechanisms.helpless == "dexterity_0" and penalty and is_helpless:  # C-240
        zero_receipts.append(rules.cite("C-240", "Dexterity counts as 0", penalty))
        ac_entries = (*ac_entries, CountedModifier(DEXTERITY_0, penalty))
    attack_label = Message("modifiers of the attack roll")
    ac_label = Message("modifiers of the Armour Class")
    score: Score
    if mode == "melee":
        score = "strength"
    else:
        score = "dexterity"
    return Modifiers(
        can_attack=True,
        attacker=attacker,
        attack=attack_entries,
        ac=ac_entries,
        target_loses_dexterity=bool(lost),
        attacker_dexterity=_dexterity(attacker),
        target_dexterity=_dexterity(target),
        attack_receipt=_with_parts(
            column_receipt(attack_label, _sum(attack_entries), attack_rows, rules),
            cite_unsaid(attacker, {"attack"}, of_attack, rules),
        ),
        ac_receipt=_with_parts(
            column_receipt(ac_label, _sum(ac_entries), ac_rows, rules, *zero_receipts),
            cite_unsaid(target, {"ac"}, of_ac, rules),
        ),
        dexterity_receipt=rules.cite(
            "C-250",
            "the target loses its Dexterity bonus to Armour Class",
            yes_no(bool(lost)),
            *lost,
        ),
        attack_scores=changed(
            attacker,
            score,
            rules,
            "attack",
            dict(attacker_scores).get(SCORES[score]),
            worn_by_attacker,
        ),
        ac_scores=()
        if zero_receipts
        else changed(
            target, "dexterity", rules, "ac", dict(target_scores).get("dex"), worn_by_target
        ),
        most_dexterity=most,
        fixed_ac=fixed_ac,
        target_miss=_miss_chance(target, mode),
        target=target,
    )


def _with_parts(receipt: Receipt, more: Iterable[Receipt]) -> Receipt:
    return replace(receipt, parts=(*receipt.parts, *more))


def _entries(rows: Iterable[ColumnRow]) -> tuple[CountedModifier, ...]:
    return tuple(
        CountedModifier(row.condition.slug, row.value) for row in rows if row.counts and row.value
    )


def _sum(entries: Iterable[CountedModifier]) -> int:
    return sum(entry.value for entry in entries)


def _impossible(
    attacker: Iterable[Held], target: Iterable[Held], mode: AttackMode, weapon: str, rules: Ruleset
) -> Receipt | None:
    for condition in attacker:
        row = condition.row
        usable = row.ranged_weapons
        if mode == "ranged" and usable is not None and weapon not in usable:
            only = N_("{condition}: the only ranged weapons are {weapons}")
            return cite_row(rules, row, only, yes_no(False), rule=row.attack.rule, weapons=usable)
    for condition in target:
        if condition.has("covered_wholly"):
            return cite_row(rules, condition.row, "{condition}: no line of effect", yes_no(False))
    return None


def _fixed_ac(target: Iterable[Held], rules: Ruleset) -> Receipt | None:
    fixed = [
        (int(change.amount), condition.row)
        for condition in target
        if not condition.beside
        for change in condition.row.parsed
        if change.to == "ac" and change.op == "set"
    ]
    if not fixed:
        return None
    value, row = min(fixed, key=itemgetter(0))
    rule = "" if row.open is None else row.open.rule
    return cite_row(rules, row, "{condition}: its Armour Class", value, rule=rule)


def _most_dexterity(target: Iterable[Held], mode: AttackMode) -> int | None:
    caps = [
        int(change.amount)
        for condition in target
        if not condition.beside
        for change in condition.row.parsed
        if change.op == "cap" and change.applies({mode})
    ]
    return min(caps, default=None)


def _miss_chance(target: Iterable[Held], mode: AttackMode) -> int:
    chances = (
        int(change.amount)
        for condition in target
        for change in condition.row.parsed
        if change.to == "miss" and change.op == "set" and change.applies({mode})
    )
    return min(HUNDRED, max(chances, default=0))


def _dexterity(conditions: Iterable[Held]) -> int:
    return sum(condition.row.dexterity for condition in conditions if not condition.beside)


def _find_denied(attacker: Iterable[Held], rules: Ruleset) -> tuple[str, ...]:
    # Who is to lose its Dexterity is flat-footed, in a system where that takes none of it (sf).
    row = rules.combat.rows.get(FLAT_FOOTED)
    if row is None or "loses_dexterity" in row.effects:
        return ()
    if any(condition.has("denies_dexterity") and not condition.beside for condition in attacker):
        return (FLAT_FOOTED,)
    return ()


def _lost(attacker: Iterable[Held], target: Iterable[Held], rules: Ruleset) -> Iterator[Receipt]:
    counts_as_0 = rules.combat.mechanisms.helpless == "dexterity_0"
    for condition in target:
        if condition.has("loses_dexterity") and not condition.beside:
            parts: list[Receipt] = []
            if condition.has("helpless") and counts_as_0:
                label = Message("a helpless creature is also flat-footed")
                parts.append(rules.cite("C-241", label, yes_no(True)))
            yield cite_row(rules, condition.row, "{condition}", yes_no(True), *parts)
    for condition in attacker:
        if condition.has("denies_dexterity") and not condition.beside:
            yield cite_row(
                rules,
                condition.row,
                "the attacker is {condition}",
                yes_no(True),
                rule=condition.row.attack.rule,
            )
