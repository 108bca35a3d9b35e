"""An attack on the map: its situations (C-160 to C-241), their modifiers and the odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from core.combat.attack.hitting import ToHit, chance_to_hit
from core.combat.attack.melee_shots import MeleeShot, has_part_aside, into_melee
from core.combat.attack.modifiers import Modifiers, modifiers
from core.combat.board.drawing import Light
from core.combat.board.scene import Creature, Scene, name_creature
from core.combat.sight.concealment import Concealment, concealment
from core.combat.sight.cover import cover
from core.combat.sight.cover_answer import Cover
from core.combat.threat.threat import Flanking, allies, flanking, within_reach
from core.creatures import AttackMode
from core.dice import chance_of_percent
from core.messages import Chance, Message, Refusal, Squares, Template, yes_no
from core.receipts import Receipt
from core.values import replace

Reason: TypeAlias = Literal["ok", "cannot_act", "out_of_reach", "total_cover", "weapon"]

WORDS: dict[Reason, Template] = {
    "ok": "the attack can be made",
    "cannot_act": "the attacker takes no actions",
    "out_of_reach": "the target is out of reach",
    "total_cover": "no line of effect: total cover",
    "weapon": "this weapon cannot be used while prone",
}


HIGHER_GROUND = "higher_ground"
"""The situation of who attacks from above its target."""


@dataclass(frozen=True, kw_only=True)
class GridAttack:
    """One attack as the map has it.

    `reason` is "ok", or the first failing of "cannot_act" (C-104), "out_of_reach" (in melee),
    "total_cover" (C-175, C-190) and "weapon" (C-215). `attacking` and `attacked` are the
    conditions and situations of the two, from which `modifiers` come. `concealment` gives the
    miss chance, and whether the target itself can be attacked or only the square where it is
    thought to be (C-198); `miss_chance`, in per cent, is the GM's where he said one
    (`miss_is_said`). `flanking` is that with the first ally with whom the target is flanked.
    `dexterity` is the Dexterity modifier in the target's Armour Class (None = not known).
    `benighted`: the target cannot see in the dark that it is in; `blinded`: so it is blinded
    (C-200). `melee_shot` is a shot at who fights a friend of the attacker; its value is in the
    `modifiers` (K-2).
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
    miss_chance: int
    miss_is_said: bool = False
    dexterity: int | None = None
    blinded: bool = False
    benighted: bool = False
    melee_shot: MeleeShot | None = None

    @property
    def can_attack(self) -> bool:
        """Whether the attack can be made at all."""
        return self.reason == "ok"

    @cached_property
    def hit(self) -> ToHit | None:
        """The odds; None where it cannot be made, or the bonus or the Armour Class is not known."""
        if not self.can_attack or self.attacker.attack is None or self.target.ac is None:
            return None
        return chance_to_hit(
            self.scene.rules,
            self.attacker.attack,
            self.target.ac,
            self.modifiers,
            miss_chance=self.miss_chance,
            miss_is_said=self.miss_is_said,
            dexterity=self.dexterity,
        )

    def against_armour(self, ac: int) -> GridAttack:
        """Return the same attack against another Armour Class of its target."""
        return replace(self, target=replace(self.target, ac=ac))

    @property
    def melee_modifier(self) -> int:
        """What a melee around the target adds to the roll; 0 = nothing (K-2)."""
        if self.melee_shot is None:
            return 0
        return self.melee_shot.value

    @cached_property
    def may_aim_aside(self) -> bool:
        """Whether the GM's word that it is aimed away from friends could spare the shot (K-2)."""
        return self.melee_modifier != 0 and has_part_aside(self.scene, self.attacker, self.target)

    @cached_property
    def why(self) -> tuple[Receipt, ...]:
        """The receipts of the situations."""
        return tuple(_situations(self))

    @cached_property
    def receipt(self) -> Receipt:
        """The situations on the map, then the modifiers and odds."""
        modifiers = self.modifiers
        label = Message(
            "attack of {attacker} on {target}",
            attacker=name_creature(self.attacker),
            target=name_creature(self.target),
        )
        parts = [*self.why]
        if self.hit is not None:
            parts.append(self.hit.receipt)
        else:
            parts.append(modifiers.attack_receipt)
            if modifiers.can_attack:
                parts += [*modifiers.attack_scores, modifiers.ac_receipt, *modifiers.ac_scores]
                parts.append(modifiers.dexterity_receipt)
        return self.scene.rules.cite("C-250", label, Message(WORDS[self.reason]), *parts)


def attack_on_grid(
    scene: Scene,
    attacker: Creature,
    target: Creature,
    mode: AttackMode,
    weapon: str = "",
    *,
    take_cover: bool = False,
    light: Light | None = None,
    gm_degree: str = "",
    attacker_also: Iterable[str] = (),
    target_also: Iterable[str] = (),
    dexterity: int | None = None,
    miss_chance: int | None = None,
    far: bool = False,
    attacker_said: Iterable[str] = (),
    target_said: Iterable[str] = (),
) -> GridAttack:
    """Return the attack of one creature on another at their places (C-160 to C-241).

    `mode` is melee or ranged, `weapon` matters when prone (C-215); `light` is what the
    attacker sees by (None = the scene's); `gm_degree` the GM's ruling on cover (C-173, C-174);
    `take_cover` the target's action (C-181). `attacker_also` and `target_also` are conditions and
    situations that the map does not show; `dexterity` is the Dexterity modifier in the target's
    Armour Class (None = not known), `miss_chance` the GM's in per cent (None = that of the map);
    `far`: the GM says that it is aimed away from the attacker's friends (K-2). What is said are the
    GM's words about the occasion, as in `modifiers`. To one who sees the
    invisible nobody is invisible. Refusals: "same_creature", "unknown_condition",
    "bad_miss_chance", those of cover.
    """
    if attacker.id == target.id:
        name = name_creature(attacker)
        raise Refusal("same_creature", "{who} cannot attack itself.", who=name)
    rules = scene.rules
    covered = cover(scene, attacker, target, mode, gm_degree=gm_degree, take_cover=take_cover)
    concealed = concealment(scene, attacker, target, mode, light)
    flanked = _flanking(scene, attacker, target, mode)
    attacking = [*_conditions(scene, attacker, target)]
    attacked = [*_conditions(scene, target, attacker)]
    if flanked is not None and flanked.attack_bonus:
        attacking.append("flanking")
    if attacker.elevation > target.elevation:
        attacking.append(HIGHER_GROUND)
    if flanked is not None and flanked.target_ac:
        attacked.append("flanked")
    if covered.degree != "none":
        attacked.append(covered.degree)
    in_the_dark = scene.is_benighted(target, concealed.light)
    benighted = in_the_dark and not scene.has(target, "blind")
    blindness = ""
    if benighted and rules.switch("dark_targets"):
        blindness = _blindness(scene)
    if blindness:
        attacked.append(blindness)
    if concealed.degree == "total":
        attacked.append("total_concealment")
    elif concealed.degree != "none":
        attacked.append("concealment")
    attacking = _worse_alone([*attacking, *attacker_also])
    attacked = _worse_alone([*attacked, *target_also])
    modified = modifiers(
        rules,
        attacking,
        attacked,
        mode,
        weapon,
        take_cover,
        attacker_values=attacker.values,
        target_values=target.values,
        attacker_scores=attacker.scores,
        target_scores=target.scores,
        attacker_worn=attacker.worn,
        target_worn=target.worn,
        attacker_said=attacker_said,
        target_said=target_said,
    )
    melee_shot = None
    if mode == "ranged":
        melee_shot = into_melee(scene, attacker, target, far=far)
    if melee_shot is not None and melee_shot.value and modified.can_attack:
        modified = modified.with_attack("into_melee", melee_shot.receipt)
    reason: Reason = "ok"
    if any(condition.has("acts_not") for condition in modified.attacker):
        reason = "cannot_act"
    elif not covered.can_attack:
        reason = "total_cover"
    elif mode == "melee" and not within_reach(scene, attacker, target):
        reason = "out_of_reach"
    elif not modified.can_attack:
        reason = "weapon"
    misses = miss_chance
    if misses is None:
        misses = max(concealed.miss_chance, modified.target_miss)
    return GridAttack(
        scene=scene,
        attacker=attacker,
        target=target,
        mode=mode,
        reason=reason,
        attacking=tuple(attacking),
        attacked=tuple(attacked),
        modifiers=modified,
        cover=covered,
        concealment=concealed,
        flanking=flanked,
        miss_chance=misses,
        miss_is_said=miss_chance is not None,
        dexterity=dexterity,
        blinded=bool(blindness),
        benighted=benighted,
        melee_shot=melee_shot,
    )


def _flanking(
    scene: Scene, attacker: Creature, target: Creature, mode: AttackMode
) -> Flanking | None:
    # C-205, C-211: with the first ally with whom the target is flanked.
    for ally in allies(scene, attacker):
        if ally.id == target.id:
            continue
        tried = flanking(scene, attacker, ally, target, mode)
        if tried.flanked:
            return tried
    return None


def _blindness(scene: Scene) -> str:
    # The name of the condition; "" if the system has none.
    rows = scene.combat.rows.items()
    return next((name for name, row in rows if "blind" in row.effects), "")


def _worse_alone(names: list[str]) -> list[str]:
    # T-123: who is exhausted is not fatigued besides.
    return [name for name in names if name != "fatigued" or "exhausted" not in names]


def _conditions(scene: Scene, creature: Creature, other: Creature) -> Iterator[str]:
    unseen = scene.causes(creature, "unseen") if scene.has(other, "sees_unseen") else ()
    return (name for name in scene.conditions(creature) if name not in unseen)


def _situations(attack: GridAttack) -> Iterator[Receipt]:
    rules = attack.scene.rules
    attacker = name_creature(attack.attacker)
    target = name_creature(attack.target)
    if attack.reason == "cannot_act":
        conditions = attack.modifiers.attacker
        causes = tuple(each.own.name_in() for each in conditions if each.has("acts_not"))
        yield rules.cite("C-104", "{who} takes no actions", causes, who=attacker)
    if attack.reason == "out_of_reach":
        yield rules.cite("C-097", "{who} is within reach", yes_no(False), who=target)
    yield attack.cover.receipt
    yield attack.concealment.receipt
    if attack.miss_is_said and rules.states("C-202"):
        chance = Chance(chance_of_percent(attack.miss_chance))
        yield rules.cite("C-202", "miss chance after a hit, set by the GM", chance)
    for column in (attack.modifiers.attack_receipt, attack.modifiers.ac_receipt):
        if column.rule == "C-236":
            yield replace(column, parts=())
    if attack.blinded or (attack.benighted and rules.is_house_rule("dark_targets")):
        yield rules.cite(
            "C-200",
            "{who} cannot see in the dark: it is blinded",
            yes_no(attack.blinded),
            switch="dark_targets",
            who=target,
        )
    if attack.flanking is not None:
        yield attack.flanking.receipt
    if attack.melee_shot is not None and not attack.melee_modifier:
        yield attack.melee_shot.receipt
    above = attack.attacker.elevation - attack.target.elevation
    if above > 0:
        if rules.states("C-217"):
            rule = "C-217"
        else:
            rule = "C-250"
        yield rules.cite(rule, "{who} is on higher ground", Squares(above), who=attacker)
