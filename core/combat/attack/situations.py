"""An attack on the map: the situations that its modifiers are read from, and the odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from core.combat.attack.hitting import ToHit, chance_to_hit
from core.combat.attack.modifiers import Modifiers, modifiers
from core.combat.board.board_creatures import Creature
from core.combat.board.lights import Light
from core.combat.board.places import called
from core.combat.board.scene import Scene
from core.combat.sight.concealment import Concealment, concealment
from core.combat.sight.cover import cover
from core.combat.sight.cover_result import Cover
from core.combat.threat.flanking import Flanking, flanking
from core.combat.threat.threat import allies, within_reach
from core.creatures import AttackMode
from core.messages import N_, Message, Refusal, yes_no
from core.quantities import Squares
from core.receipts import Receipt

Reason: TypeAlias = Literal["ok", "cannot_act", "out_of_reach", "total_cover", "weapon"]

WORDS: dict[Reason, str] = {
    "ok": N_("the attack can be made"),
    "cannot_act": N_("the attacker takes no actions"),
    "out_of_reach": N_("the target is out of reach"),
    "total_cover": N_("no line of effect: total cover"),
    "weapon": N_("this weapon cannot be used while prone"),
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
        why = Message(WORDS[self.reason])
        return self.scene.rules.cite("C-250", label, why, *self.why, *_sums(self))


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
    flanks = _flanking(scene, attacker, target, mode)
    attacking = (*_attacking(scene, attacker, target, flanks), *attacker_also)
    attacked = (*_attacked(scene, attacker, target, covered, concealed, flanks), *target_also)
    found = modifiers(scene.rules, attacking, attacked, mode, weapon, take_cover)
    reason = _reason(scene, attacker, target, mode, covered, found)
    hit = None
    if reason == "ok" and attacker.attack is not None and target.ac is not None:
        hit = chance_to_hit(
            scene.rules, attacker.attack, target.ac, found,
            miss_chance=concealed.miss_chance, dexterity=dexterity,
        )  # fmt: skip
    return GridAttack(
        scene, attacker, target, mode, reason, attacking, attacked, found, covered, concealed,
        flanks, hit,
    )  # fmt: skip


def _flanking(
    scene: Scene, attacker: Creature, target: Creature, mode: AttackMode
) -> Flanking | None:
    # C-205, C-211
    found = (
        flanking(scene, attacker, ally, target, mode)
        for ally in allies(scene, attacker)
        if ally.id != target.id
    )
    return next((one for one in found if one.flanked), None)


def _attacking(
    scene: Scene, attacker: Creature, target: Creature, flanks: Flanking | None
) -> Iterator[str]:
    yield from _conditions(scene, attacker, target)
    if flanks is not None and flanks.attack_bonus:
        yield "flanking"
    if attacker.elevation > target.elevation:
        yield "higher_ground"


def _attacked(
    scene: Scene,
    attacker: Creature,
    target: Creature,
    covered: Cover,
    concealed: Concealment,
    flanks: Flanking | None,
) -> Iterator[str]:
    yield from _conditions(scene, target, attacker)
    if flanks is not None and flanks.target_ac:
        yield "flanked"
    if covered.degree != "none":
        yield covered.degree
    if concealed.degree != "none":
        yield "total_concealment" if concealed.degree == "total" else "concealment"


def _conditions(scene: Scene, who: Creature, other: Creature) -> Iterator[str]:
    unseen = scene.causes(who, "unseen") if scene.has(other, "sees_unseen") else ()
    return (name for name in scene.conditions(who) if name not in unseen)


def _reason(
    scene: Scene,
    attacker: Creature,
    target: Creature,
    mode: AttackMode,
    covered: Cover,
    found: Modifiers,
) -> Reason:
    if any(one.has("acts_not") for one in found.attacker):
        return "cannot_act"
    if mode == "melee" and not within_reach(scene, attacker, target):
        return "out_of_reach" if covered.can_attack else "total_cover"
    if not covered.can_attack:
        return "total_cover"
    return "ok" if found.can_attack else "weapon"


def _situations(attack: GridAttack) -> Iterator[Receipt]:
    rules = attack.scene.rules
    if attack.reason == "cannot_act":
        label = Message("{who} takes no actions", who=called(attack.attacker))
        causes = tuple(one.own.shown() for one in attack.modifiers.attacker if one.has("acts_not"))
        yield rules.cite("C-104", label, causes)
    if attack.reason == "out_of_reach":
        label = Message("{who} is within reach", who=called(attack.target))
        yield rules.cite("C-097", label, yes_no(False))
    yield attack.cover.receipt
    yield attack.concealment.receipt
    if attack.flanking is not None:
        yield attack.flanking.receipt
    above = attack.attacker.elevation - attack.target.elevation
    if above > 0:
        rule = "C-217" if rules.rules["C-217"].basis != "absent" else "C-250"
        label = Message("{who} is on higher ground", who=called(attack.attacker))
        yield rules.cite(rule, label, Squares(above))


def _sums(attack: GridAttack) -> tuple[Receipt, ...]:
    found = attack.modifiers
    if attack.hit is not None:
        return (attack.hit.receipt,)
    if not found.can_attack:
        return (found.attack_receipt,)
    return (
        found.attack_receipt, *found.attack_scores, found.ac_receipt, *found.ac_scores,
        found.dexterity_receipt,
    )  # fmt: skip
