"""The kinds threatened, aoo and flanking."""

from __future__ import annotations

from core.casebook.answers import Answer
from core.casebook.boards import creature_of
from core.casebook.given import Given
from core.casebook.kinds import SceneKind, scene_kind
from core.combat.creatures import Creature
from core.combat.flanking import flanking
from core.combat.scene import Scene
from core.combat.threat import threatened
from core.messages import N_


def _threatened(given: Given, scene: Scene) -> Answer:
    found = threatened(scene, creature_of(given, "who", scene))
    squares = [str(square) for square in scene.field.squares(found.bits)]
    answer = Answer()
    answer.put("squares", squares, found.receipt)
    answer.put("count", len(squares), found.receipt)
    answer.put("own_space", found.own_space, found.own_receipt)
    return answer


def _flanking(given: Given, scene: Scene) -> Answer:
    attacker, ally, target = (
        creature_of(given, key, scene) for key in ("attacker", "ally", "target")
    )
    _distinct(given, "ally", ally, attacker)
    _distinct(given, "target", target, attacker, ally)
    ranged = given.word("mode", "melee", ("melee", "ranged")) == "ranged"
    found = flanking(scene, attacker, ally, target, "ranged" if ranged else "melee")
    answer = Answer()
    answer.put("flanked", found.flanked, found.receipt)
    answer.put("reason", found.reason, found.receipt)
    answer.put("attack_bonus", found.attack_bonus, found.receipt)
    answer.put("target_ac", found.target_ac, found.receipt)
    return answer


def _distinct(given: Given, key: str, one: Creature, *others: Creature) -> None:
    """Demand that a creature is none of those named before."""
    if any(one.id == other.id for other in others):
        raise given.wrong(key, N_("{id} is named already; three creatures are needed"), id=one.id)


KINDS: tuple[SceneKind, ...] = (
    scene_kind("threatened", "who", "squares count own_space", _threatened),
    scene_kind(
        "flanking",
        "attacker ally target mode",
        "flanked reason attack_bonus target_ac",
        _flanking,
    ),
)
