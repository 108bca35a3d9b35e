"""The kind attack_modifiers, the coup de grâce among them."""

from __future__ import annotations

from core.casebook.answers import Answer, Found
from core.casebook.case_boards import conditions_of
from core.casebook.case_kinds import scene_kind
from core.combat.attack.coup import Coup, coup_de_grace
from core.combat.attack.modifiers import CountedModifier, Modifiers, modifiers
from core.combat.board.scene import Scene
from core.creatures import ATTACK_MODES
from core.files import FileError, Keys
from core.messages import Refusal
from core.rulesets.schema import Ruleset

ACTIONS = ("attack", "coup_de_grace")


def _attack_modifiers(given: Keys, scene: Scene) -> Answer:
    if given.word("action", "attack", ACTIONS) == "coup_de_grace":
        return _coup(given, scene.rules)
    for key in ("adjacent", "damage"):
        if key in given:
            raise given.wrong(key, "can be given only with a coup de grâce")
    found = modifiers(
        scene.rules,
        conditions_of(given, "attacker", scene.rules),
        conditions_of(given, "target", scene.rules),
        given.choice("mode", ATTACK_MODES),
        given.word("weapon", ""),
        given.flag("take_cover"),
    )
    return attack_answer(found, scene.rules)


def attack_answer(found: Modifiers, rules: Ruleset) -> Answer:
    """Return the keys of the modifiers of an attack: all that the kind defines for this system."""
    answer = Answer()
    every = (found.attack_receipt, found.ac_receipt)
    if not found.can_attack:
        answer.put("can_attack", False, *every)
        return answer
    tables = rules.combat.mechanisms.helpless == "dexterity_0"
    if tables:
        answer.put("can_attack", True, *every)
    answer.put("attack", _entries(found.attack), found.attack_receipt)
    answer.fields(found, "attack_total", found.attack_receipt)
    answer.put("ac", _entries(found.ac), found.ac_receipt)
    answer.fields(found, "ac_total", found.ac_receipt)
    if tables:
        answer.put("target_loses_dex", found.target_loses_dexterity, found.dexterity_receipt)
        answer.put("target_dex_penalty", found.target_dexterity, found.ac_receipt)
        answer.put("attacker_dex_penalty", found.attacker_dexterity, found.attack_receipt)
    return answer


def _entries(entries: tuple[CountedModifier, ...]) -> Found:
    return [{"name": entry.name, "value": entry.value} for entry in entries]


def _coup(given: Keys, rules: Ruleset) -> Answer:
    mode = given.choice("mode", ATTACK_MODES, "melee")
    weapon = given.word("weapon", "melee" if mode == "melee" else None)
    conditions_of(given, "attacker", rules)
    try:
        found = coup_de_grace(
            rules,
            conditions_of(given, "target", rules),
            weapon,
            adjacent=given.flag("adjacent"),
            damage=given.maybe_whole("damage"),
        )
    except Refusal as wrong:
        raise FileError(f"{given.above}action", wrong.message) from wrong
    return coup_answer(found)


def coup_answer(found: Coup) -> Answer:
    """Return the keys of a coup de grâce."""
    answer = Answer()
    answer.fields(found, "allowed", found.receipt)
    if not found.allowed:
        answer.fields(found, "reason", found.receipt)
        return answer
    answer.fields(found, "full_round_actions", found.receipt)
    for key in ("auto_hit", "critical", "provokes"):
        answer.put(key, True, found.receipt)
    if found.fort_dc is not None:
        answer.fields(found, "fort_dc", found.receipt)
    return answer


KINDS = (
    scene_kind(
        "attack_modifiers",
        "mode attacker target weapon take_cover action adjacent damage",
        "can_attack attack attack_total ac ac_total target_loses_dex target_dex_penalty"
        " attacker_dex_penalty allowed reason full_round_actions auto_hit critical provokes"
        " fort_dc",
        _attack_modifiers,
    ),
)
