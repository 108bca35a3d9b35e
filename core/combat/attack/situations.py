"""An attack on the map: the situations that its modifiers are read from, and the exact odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Literal, TypeAlias

from core.combat.attack.modifiers import Modifiers, modifiers
from core.combat.board.drawing import Light
from core.combat.board.scene import Creature, Scene, called
from core.combat.sight.concealment import Concealment, concealment
from core.combat.sight.cover import Cover, cover
from core.combat.threat.threat import Flanking, allies, flanking, within_reach
from core.creatures import AttackMode
from core.dice import lowest_face, p_natural
from core.messages import Chance, Message, Refusal, Squares, Template, yes_no
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct

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
        why, label = modifiers.dexterity_receipt, Message("without its Dexterity bonus")
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
    target's Armour Class is not known.
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
    if concealed.degree != "none":
        attacked.append("total_concealment" if concealed.degree == "total" else "concealment")
    attacking += attacker_also
    attacked += target_also
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
        concealed, flanks, hit,
    )  # fmt: skip


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
    if attack.flanking is not None:
        yield attack.flanking.receipt
    above = attack.attacker.elevation - attack.target.elevation
    if above > 0:
        rule = "C-217" if rules.states("C-217") else "C-250"
        yield rules.cite(
            rule, "{who} is on higher ground", Squares(above), who=called(attack.attacker)
        )
