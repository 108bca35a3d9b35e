"""The kinds attack_modifiers, threatened, aoo and flanking."""

from __future__ import annotations

from core.casebook.case_boards import conditions_of, creature_of, ids_of, path_of
from core.casebook.case_kinds import Answer, Found, kind
from core.casebook.movement_cases import tumble_of
from core.combat.attack.coup import coup_de_grace
from core.combat.attack.modifiers import CountedModifier, Modifiers, modifiers
from core.combat.board.scene import Action, Creature, Manner, Scene
from core.combat.threat.provoke import BadPath, provokes
from core.combat.threat.threat import flanking, threatened
from core.creatures import ATTACK_MODES
from core.files import FileError, Keys, blame
from core.rulesets.schema import Ruleset

ATTACK_ACTIONS = ("attack", "coup_de_grace")


def _attack_modifiers(given: Keys, scene: Scene) -> Answer:
    if given.word("action", "attack", ATTACK_ACTIONS) == "coup_de_grace":
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
    answer = Answer(found.attack_receipt)
    every = (found.attack_receipt, found.ac_receipt)
    if not found.can_attack:
        answer.put("can_attack", False, *every)
        return answer
    tables = rules.combat.mechanisms.helpless == "dexterity_0"
    if tables:
        answer.put("can_attack", True, *every)
    answer.put("attack", _entries(found.attack))
    answer.fields(found, "attack_total")
    answer.put("ac", _entries(found.ac), found.ac_receipt)
    answer.fields(found, "ac_total", found.ac_receipt)
    if tables:
        answer.put("target_loses_dex", found.target_loses_dexterity, found.dexterity_receipt)
        answer.put("target_dex_penalty", found.target_dexterity, found.ac_receipt)
        answer.put("attacker_dex_penalty", found.attacker_dexterity)
    return answer


def _entries(entries: tuple[CountedModifier, ...]) -> Found:
    return [{"name": entry.name, "value": entry.value} for entry in entries]


def _coup(given: Keys, rules: Ruleset) -> Answer:
    mode = given.choice("mode", ATTACK_MODES, "melee")
    weapon = given.word("weapon", "melee" if mode == "melee" else None)
    conditions_of(given, "attacker", rules)
    with blame(f"{given.above}action"):
        found = coup_de_grace(
            rules,
            conditions_of(given, "target", rules),
            weapon,
            adjacent=given.flag("adjacent"),
            damage=given.maybe_whole("damage"),
        )
    answer = Answer(found.receipt)
    answer.fields(found, "allowed")
    if not found.allowed:
        answer.fields(found, "reason")
        return answer
    answer.fields(found, "full_round_actions")
    for key in ("auto_hit", "critical", "provokes"):
        answer.put(key, True)
    if found.fort_dc is not None:
        answer.fields(found, "fort_dc")
    return answer


AOO_ACTIONS: tuple[Action, ...] = ("move", "five_foot_step", "step", "withdraw", "forced")
"""The actions of the kind aoo."""


def _threatened(given: Keys, scene: Scene) -> Answer:
    found = threatened(scene, creature_of(given, "who", scene))
    squares = [str(square) for square in scene.field.squares(found.bits)]
    answer = Answer(found.receipt)
    answer.put("squares", squares)
    answer.put("count", len(squares))
    answer.fields(found, "own_space", found.own_receipt)
    return answer


def _aoo(given: Keys, scene: Scene) -> Answer:
    mover, path = creature_of(given, "mover", scene), path_of(given, "path")
    manner = Manner(given.choice("action", AOO_ACTIONS, "move"), tumble=tumble_of(given, scene))
    try:
        found = provokes(scene, mover, path, manner, ids_of(given, "already", scene))
    except BadPath as wrong:
        raise FileError(f"{given.above}path[{wrong.number}]", wrong.message) from wrong
    answer = Answer(found.receipt)
    rows = [
        {"by": one.by, "at": str(one.at), "all": [str(square) for square in one.all]}
        for one in found.opportunities
    ]
    answer.put("provokes", rows)
    return answer


def _flanking(given: Keys, scene: Scene) -> Answer:
    attacker, ally, target = (
        creature_of(given, key, scene) for key in ("attacker", "ally", "target")
    )
    _distinct(given, "ally", ally, attacker)
    _distinct(given, "target", target, attacker, ally)
    mode = given.choice("mode", ATTACK_MODES, "melee")
    found = flanking(scene, attacker, ally, target, mode)
    return Answer(found.receipt).fields(found, "flanked reason attack_bonus target_ac")


def _distinct(given: Keys, key: str, one: Creature, *others: Creature) -> None:
    if any(one.id == other.id for other in others):
        raise given.wrong(key, "{id} is named twice; name three different creatures", id=one.id)


KINDS = (
    kind(
        "attack_modifiers",
        "mode attacker target weapon take_cover action adjacent damage",
        "can_attack attack attack_total ac ac_total target_loses_dex target_dex_penalty"
        " attacker_dex_penalty allowed reason full_round_actions auto_hit critical provokes"
        " fort_dc",
        _attack_modifiers,
    ),
    kind("threatened", "who", "squares count own_space", _threatened),
    kind("aoo", "mover path action tumble_success already", "provokes", _aoo),
    kind(
        "flanking",
        "attacker ally target mode",
        "flanked reason attack_bonus target_ac",
        _flanking,
    ),
)
