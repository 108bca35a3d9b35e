"""An attack on the map: its situations, their modifiers (C-215 to C-241), and the exact odds.

Of the rows of a column some count (C-236). 2 points of a score are 1 (C-218, C-228, C-252): attack
rolls in melee and the damage of what the arm strikes or throws depend on Strength; attack rolls at
range, Armour Class and Reflex on Dexterity. What a creature has written down holds its scores as
they are without conditions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
from typing import Literal, NamedTuple, TypeAlias

from core.combat.board.drawing import Light
from core.combat.board.scene import Creature, Held, Scene, called, held
from core.combat.sight.concealment import Concealment, concealment
from core.combat.sight.cover import Cover, cover
from core.combat.threat.threat import Flanking, allies, flanking, within_reach
from core.creatures import AttackMode
from core.dice import lowest_face, p_natural
from core.messages import N_, Chance, Message, Refusal, Squares, Template, Value, yes_no
from core.receipts import Receipt
from core.rulesets.combat_schema import Combat, Condition
from core.rulesets.schema import Ruleset
from core.values import Struct, replace

UNCLEAR: Mapping[tuple[str, AttackMode], str] = {("C-216", "ranged"): "QC-14"}
"""Open questions on a cell of the table."""


class ColumnRow(Struct):
    """A row of a column: its `value` by catalogue rule `rule`, and whether it `counts`."""

    held: Held
    value: int
    rule: str
    mode: AttackMode
    counts: bool = True


def _line(
    one: Held, mode: AttackMode, take_cover: bool, combat: Combat, *, attacks: bool
) -> ColumnRow:
    # C-215 to C-222 where it `attacks`, else C-223 to C-235 and C-237
    cell = one.row.attack if attacks else one.row.ac
    value, rule = cell.melee if mode == "melee" else cell.ranged, cell.rule
    match one.row.figures:
        case "squeezing":
            value = combat.squeezing.attack if attacks else combat.squeezing.ac
        case "flanking" if attacks:  # C-210
            value = combat.flanking.attack if mode == "melee" else 0
        case "flanked" if not attacks:
            value = combat.flanking.ac
        case None | "flanking" | "flanked":
            pass
        case "full" if take_cover and combat.cover.taken.ac and not attacks:
            value, rule = combat.cover.taken.ac, "C-181"
        case degree if not attacks:
            value = combat.cover.of(degree).ac
    return ColumnRow(one, value, rule, mode, not one.beside)


def stacked(rows: Iterable[ColumnRow], rules: Ruleset) -> tuple[ColumnRow, ...]:
    """Return all lines; where only the best bonus and worst penalty count, so marked (C-236)."""
    lines = tuple(rows)
    if rules.combat.mechanisms.stacking == "add":
        return lines
    counting = [line for line in lines if line.counts]
    value = attrgetter("value")
    best = max((line for line in counting if line.value > 0), key=value, default=None)
    worst = min((line for line in counting if line.value < 0), key=value, default=None)
    return tuple(
        line if line is best or line is worst else replace(line, counts=False) for line in lines
    )


def column_receipt(
    label: Message, total: int, lines: Iterable[ColumnRow], rules: Ruleset, *more: Receipt
) -> Receipt:
    """Return the receipt of a column's `total`, with a part for each row of the table.

    It cites C-236 (how rows add up) only when several rows count.
    """
    rows = tuple(lines)
    parts = (part for line in rows for part in _part(line, rules))
    adding = sum(1 for line in rows if line.value) + len(more) > 1
    return rules.cite("C-236" if adding else "C-250", label, total, *parts, *more)


def _part(line: ColumnRow, rules: Ruleset) -> Iterator[Receipt]:
    one = line.held
    if one.beside:
        other = rules.combat.conditions[one.beside].shown()
        yield cite_row(rules, one.own, "{condition}: the same row as {other}", 0, other=other)
        return
    if one.spared_by:
        spare = rules.combat.conditions[one.spared_by]
        why = cite_row(rules, spare, "{condition}", 0)
        yield cite_row(
            rules, one.own, "{condition}: no effect with {other}", 0, why, other=spare.shown()
        )
        return
    notes = tuple(_notes(one, rules))
    if not (line.value or line.rule or notes):
        return
    outdone = bool(line.value) and not line.counts
    template: Template = "{condition}, outdone by another" if outdone else "{condition}"
    yield cite_row(
        rules, one.row, template, line.value if line.counts else 0, *notes,
        rule=line.rule, questions=UNCLEAR.get((line.rule, line.mode), ""),
    )  # fmt: skip


def _notes(one: Held, rules: Ruleset) -> Iterator[Receipt]:
    row = one.row
    if one.name != one.slug:
        shown = row.shown()
        yield cite_row(rules, one.own, "{condition} counts as {row}", shown, row=shown)
    if row.dexterity:
        label = Message("a penalty to Dexterity, which may lower it further")
        yield cite_row(rules, row, label, row.dexterity)
    if row.strength:
        label = Message("a penalty to Strength, which may lower it further")
        yield cite_row(rules, row, label, row.strength)


def cite_row(
    rules: Ruleset,
    row: Condition,
    label: Message | str,
    value: Value,
    /,
    *parts: Receipt,
    rule: str = "",
    questions: str = "",
    **values: Value,
) -> Receipt:
    """Return a receipt whose source is the row's own, unless the rule is a house default.

    The `rule` is the row's unless another is given. A row of a ruleset's own that names none is
    one of the conditions that it knows (C-250). `label` may be the template of the row's
    {condition} and `values`.
    """
    rule = rule or row.rule
    cited = rule or "C-250"
    source = "" if rules.rules[cited].default else row.source or ("" if rule else rules.id)
    if isinstance(label, str):
        label = Message(label, condition=row.shown(), **values)
    return rules.cite(cited, label, value, *parts, source=source, questions=questions)


Score: TypeAlias = Literal["strength", "dexterity"]
Column: TypeAlias = Literal["attack", "ac", ""]
STEP = 2
"""Points of a score for each point of its modifier."""
NAMES: dict[Score, Template] = {"strength": "Strength", "dexterity": "Dexterity"}


def changed(
    holding: Iterable[Held], score: Score, rules: Ruleset, column: Column = ""
) -> tuple[Receipt, ...]:
    """Return the change that conditions make to a score's modifier: one receipt, or none.

    Its value is added to the attack roll, Armour Class, save ..., its parts are the points of the
    score by condition. Conditions of one row count once. `column` is that of the table whose rule
    is cited (C-218, C-228); "" = the condition's own.
    """
    rows = [one.row for one in holding if not one.beside and _points(one.row, score)]
    points = sum(_points(row, score) for row in rows)
    value = points // STEP if points >= 0 else -(-points // STEP)
    if not value:
        return ()
    parts = tuple(
        cite_row(rules, row, "{condition}", _points(row, score), rule=_rule(row, column))
        for row in rows
    )
    return (
        rules.cite(
            parts[0].rule,
            "{score} {points:+}: {conditions}",
            value,
            *parts,
            score=Message(NAMES[score]),
            points=points,
            conditions=tuple(row.shown() for row in rows),
        ),
    )


def by_names(names: Iterable[str], score: Score, rules: Ruleset) -> tuple[Receipt, ...]:
    """Return `changed` for conditions by name; names without a row change nothing."""
    known = (name for name in names if name in rules.combat.conditions)
    return changed(held(known, rules), score, rules)


def total(receipts: Iterable[Receipt]) -> int:
    """Return the sum of such receipts."""
    return sum(one.value for one in receipts if isinstance(one.value, int))


def _points(row: Condition, score: Score) -> int:
    return row.strength if score == "strength" else row.dexterity


def _rule(row: Condition, column: Column) -> str:
    return {"attack": row.attack.rule, "ac": row.ac.rule, "": ""}[column]


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

        `dexterity` is the Dexterity modifier that the written Armour Class holds. A Dexterity that
        counts as 0 takes the place of that modifier, so a penalty is given back: the loss is
        negative (C-240).
        """
        if not self.target_loses_dexterity:
            return 0
        written = dexterity or 0
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
    combat = rules.combat
    attack = stacked((_line(one, mode, False, combat, attacks=True) for one in attacker), rules)
    ac = stacked((_line(one, mode, take_cover, combat, attacks=False) for one in target), rules)
    attack_entries, ac_entries = _entries(attack), _entries(ac)
    zero = []
    penalty = combat.helpless.dexterity_0
    helpless = any(one.has("helpless") for one in target)
    if combat.mechanisms.helpless == "dexterity_0" and penalty and helpless:  # C-240
        zero.append(rules.cite("C-240", "Dexterity counts as 0", penalty))
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
            only = N_("{condition}: the only ranged weapons are {weapons}")
            rule = one.row.attack.rule
            return cite_row(rules, one.row, only, yes_no(False), rule=rule, weapons=usable)
    for one in target:
        if one.has("covered_wholly"):
            return cite_row(rules, one.row, "{condition}: no line of effect", yes_no(False))
    return None


def _dexterity(conditions: Iterable[Held]) -> int:
    return sum(one.row.dexterity for one in conditions if not one.beside)


def _lost(attacker: Iterable[Held], target: Iterable[Held], rules: Ruleset) -> Iterator[Receipt]:
    for one in target:
        if one.has("loses_dexterity") and not one.beside:
            also = []
            if one.has("helpless") and rules.combat.mechanisms.helpless == "dexterity_0":
                label = Message("a helpless creature is also flat-footed")
                also.append(rules.cite("C-241", label, yes_no(True)))
            yield cite_row(rules, one.row, "{condition}", yes_no(True), *also)
    for one in attacker:
        if one.has("denies_dexterity") and not one.beside:
            yield cite_row(
                rules,
                one.row,
                "the attacker is {condition}",
                yes_no(True),
                rule=one.row.attack.rule,
            )


WITHOUT_BONUS: Template = "without its Dexterity bonus"
WITHOUT_PENALTY: Template = "without its Dexterity penalty: 0 counts instead"

HUNDRED = 100


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
    naturals = rules.cite(
        "C-250", "a natural 20 always hits, a natural 1 always misses", needed,
        source="house default (printed)", default=True,
    )  # fmt: skip
    missed = []
    if miss_chance:
        figures = rules.combat.concealment
        rule = "C-198" if miss_chance == figures.total else "C-195"
        if rules.combat.mechanisms.concealment == "centres":
            rule = "C-204"
        chance = Chance(Fraction(miss_chance, HUNDRED))
        missed.append(rules.cite(rule, "a hit misses by concealment", chance))
    without = []
    if modifiers.target_loses_dexterity:
        why = modifiers.dexterity_receipt
        label = Message(WITHOUT_PENALTY if lost < 0 else WITHOUT_BONUS)
        if dexterity is None:
            label = Message("its Dexterity bonus is not known: give the Armour Class without it")
        without.append(rules.cite(why.rule, label, 0 if dexterity is None else -lost, why))
    parts = (
        rules.cite("C-250", "attack bonus of {attack:+}, modified",
                   bonus, modifiers.attack_receipt, *modifiers.attack_scores, attack=attack),
        rules.cite("C-250", "Armour Class {ac}, modified", against,
                   modifiers.ac_receipt, *modifiers.ac_scores, *without, ac=ac),
        naturals,
        *missed,
    )  # fmt: skip
    return ToHit(
        needed,
        p_roll,
        p_hit,
        rules.cite(
            "C-250",
            "chance to hit: {needed} or more on the d20",
            Chance(p_hit),
            *parts,
            needed=needed,
        ),
    )


Reason: TypeAlias = Literal["ok", "cannot_act", "out_of_reach", "total_cover", "weapon"]

WORDS: dict[Reason, Template] = {
    "ok": "the attack can be made",
    "cannot_act": "the attacker takes no actions",
    "out_of_reach": "the target is out of reach",
    "total_cover": "no line of effect: total cover",
    "weapon": "this weapon cannot be used while prone",
}


@dataclass(frozen=True)
class GridAttack:
    """One attack as the map has it.

    `reason` is "ok", or the first failing of "cannot_act" (C-104), "out_of_reach" (in melee),
    "total_cover" (C-175, C-190) and "weapon" (C-215). `attacking` and `attacked` are the
    conditions and situations of the two, from which `modifiers` come. `concealment` gives the
    miss chance, and whether the target itself can be attacked or only the square where it is
    thought to be (C-198). `flanking` is that with the first ally with whom the target is
    flanked. `hit` is None when the attack cannot be made, or the attacker's bonus or the
    target's Armour Class is not known. `benighted`: the target cannot see in the dark that it is
    in; `blinded`: so it is blinded (C-200).
    """

    scene: Scene = field(repr=False, compare=False)
    attacker: Creature
    target: Creature
    mode: AttackMode
    reason: Reason
    attacking: tuple[str, ...]
    attacked: tuple[str, ...]
    modifiers: Modifiers
    cover: Cover
    concealment: Concealment
    flanking: Flanking | None
    hit: ToHit | None
    blinded: bool = False
    benighted: bool = False

    @property
    def can_attack(self) -> bool:
        """Whether the attack can be made at all."""
        return self.reason == "ok"

    @cached_property
    def why(self) -> tuple[Receipt, ...]:
        """The receipts of the situations."""
        return tuple(_situations(self))

    @cached_property
    def receipt(self) -> Receipt:
        """The situations on the map, then the modifiers and odds."""
        label = Message("attack of {attacker} on {target}",
                        attacker=called(self.attacker), target=called(self.target))  # fmt: skip
        why, found = Message(WORDS[self.reason]), self.modifiers
        sums = [found.attack_receipt]
        if self.hit is not None:
            sums = [self.hit.receipt]
        elif found.can_attack:
            sums += [*found.attack_scores, found.ac_receipt, *found.ac_scores]
            sums.append(found.dexterity_receipt)
        return self.scene.rules.cite("C-250", label, why, *self.why, *sums)


def attack_on_grid(
    scene: Scene,
    attacker: Creature,
    target: Creature,
    mode: AttackMode,
    weapon: str = "",
    take_cover: bool = False,
    light: Light | None = None,
    *,
    gm_degree: str = "",
    attacker_also: Iterable[str] = (),
    target_also: Iterable[str] = (),
    dexterity: int | None = None,
) -> GridAttack:
    """Return the attack of one creature on another at their places (C-160 to C-241).

    `mode` is melee or ranged, `weapon` matters when prone (C-215); `light` is what the
    attacker sees by (None = the scene's); `gm_degree` the GM's ruling on cover (C-173, C-174);
    `take_cover` the target's action (C-181). `attacker_also` and `target_also` are conditions and
    situations that the map does not show; `dexterity` is the Dexterity modifier in the target's
    Armour Class (None = not known). To one who sees the invisible nobody is invisible. Refusals:
    "same_creature", "unknown_condition", those of cover.
    """
    if attacker.id == target.id:
        raise Refusal("same_creature", "{id} cannot attack itself.", id=attacker.id)
    covered = cover(scene, attacker, target, mode, gm_degree=gm_degree, take_cover=take_cover)
    concealed = concealment(scene, attacker, target, mode, light)
    tried = (  # C-205, C-211
        flanking(scene, attacker, ally, target, mode)
        for ally in allies(scene, attacker)
        if ally.id != target.id
    )
    flanks = next((one for one in tried if one.flanked), None)
    attacking = [*_conditions(scene, attacker, target)]
    attacked = [*_conditions(scene, target, attacker)]
    if flanks is not None and flanks.attack_bonus:
        attacking.append("flanking")
    if attacker.elevation > target.elevation:
        attacking.append("higher_ground")
    if flanks is not None and flanks.target_ac:
        attacked.append("flanked")
    if covered.degree != "none":
        attacked.append(covered.degree)
    in_the_dark = scene.is_benighted(target, concealed.light)
    benighted = in_the_dark and not scene.has(target, "blind")
    blindness = _blindness(scene) if benighted and scene.rules.switch("dark_targets") else ""
    if blindness:
        attacked.append(blindness)
    if concealed.degree != "none":
        attacked.append("total_concealment" if concealed.degree == "total" else "concealment")
    attacking = _worse_alone([*attacking, *attacker_also])
    attacked = _worse_alone([*attacked, *target_also])
    found = modifiers(scene.rules, attacking, attacked, mode, weapon, take_cover)
    reason: Reason = "ok"
    if any(one.has("acts_not") for one in found.attacker):
        reason = "cannot_act"
    elif not covered.can_attack:
        reason = "total_cover"
    elif mode == "melee" and not within_reach(scene, attacker, target):
        reason = "out_of_reach"
    elif not found.can_attack:
        reason = "weapon"
    hit = None
    if reason == "ok" and attacker.attack is not None and target.ac is not None:
        hit = chance_to_hit(
            scene.rules, attacker.attack, target.ac, found,
            miss_chance=concealed.miss_chance, dexterity=dexterity,
        )  # fmt: skip
    return GridAttack(
        scene, attacker, target, mode, reason, tuple(attacking), tuple(attacked), found, covered,
        concealed, flanks, hit, blinded=bool(blindness), benighted=benighted,
    )  # fmt: skip


def _blindness(scene: Scene) -> str:
    # The name of the condition; "" if the system has none.
    rows = scene.combat.conditions.items()
    return next((name for name, row in rows if "blind" in row.effects), "")


def _worse_alone(names: list[str]) -> list[str]:
    # T-123: who is exhausted is not fatigued besides.
    return [name for name in names if name != "fatigued" or "exhausted" not in names]


def _conditions(scene: Scene, who: Creature, other: Creature) -> Iterator[str]:
    unseen = scene.causes(who, "unseen") if scene.has(other, "sees_unseen") else ()
    return (name for name in scene.conditions(who) if name not in unseen)


def _situations(attack: GridAttack) -> Iterator[Receipt]:
    rules = attack.scene.rules
    if attack.reason == "cannot_act":
        causes = tuple(one.own.shown() for one in attack.modifiers.attacker if one.has("acts_not"))
        yield rules.cite("C-104", "{who} takes no actions", causes, who=called(attack.attacker))
    if attack.reason == "out_of_reach":
        yield rules.cite("C-097", "{who} is within reach", yes_no(False), who=called(attack.target))
    yield attack.cover.receipt
    yield attack.concealment.receipt
    if attack.blinded or (attack.benighted and rules.is_house_rule("dark_targets")):
        yield rules.cite(
            "C-200", "{who} cannot see in the dark: it is blinded", yes_no(attack.blinded),
            switch="dark_targets", who=called(attack.target),
        )  # fmt: skip
    if attack.flanking is not None:
        yield attack.flanking.receipt
    above = attack.attacker.elevation - attack.target.elevation
    if above > 0:
        rule = "C-217" if rules.states("C-217") else "C-250"
        yield rules.cite(
            rule, "{who} is on higher ground", Squares(above), who=called(attack.attacker)
        )
