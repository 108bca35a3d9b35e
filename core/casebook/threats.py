"""The kinds threatened, aoo and flanking."""

from __future__ import annotations

from core.casebook.answers import Answer
from core.casebook.case_boards import creature_of, ids_of, path_of
from core.casebook.case_kinds import SceneKind, scene_kind
from core.casebook.movement_cases import tumble_of
from core.combat.board.board_creatures import Creature
from core.combat.board.manner import Action, Manner
from core.combat.board.scene import Scene
from core.combat.threat.flanking import flanking
from core.combat.threat.provoke import BadPath, provokes
from core.combat.threat.threat import threatened
from core.creatures import ATTACK_MODES
from core.files import FileError, Keys

ACTIONS: tuple[Action, ...] = ("move", "five_foot_step", "step", "withdraw", "forced")
"""The actions of the kind aoo."""


def _threatened(given: Keys, scene: Scene) -> Answer:
    found = threatened(scene, creature_of(given, "who", scene))
    squares = [str(square) for square in scene.field.squares(found.bits)]
    answer = Answer()
    answer.put("squares", squares, found.receipt)
    answer.put("count", len(squares), found.receipt)
    answer.fields(found, "own_space", found.own_receipt)
    return answer


def _aoo(given: Keys, scene: Scene) -> Answer:
    mover, path = creature_of(given, "mover", scene), path_of(given, "path")
    manner = Manner(given.choice("action", ACTIONS, "move"), tumble=tumble_of(given, scene))
    try:
        found = provokes(scene, mover, path, manner, ids_of(given, "already", scene))
    except BadPath as wrong:
        raise FileError(f"{given.above}path[{wrong.number}]", wrong.message) from wrong
    answer = Answer()
    rows = [
        {"by": one.by, "at": str(one.at), "all": [str(square) for square in one.all]}
        for one in found.opportunities
    ]
    answer.put("provokes", rows, found.receipt)
    return answer


def _flanking(given: Keys, scene: Scene) -> Answer:
    attacker, ally, target = (
        creature_of(given, key, scene) for key in ("attacker", "ally", "target")
    )
    _distinct(given, "ally", ally, attacker)
    _distinct(given, "target", target, attacker, ally)
    mode = given.choice("mode", ATTACK_MODES, "melee")
    found = flanking(scene, attacker, ally, target, mode)
    answer = Answer()
    answer.fields(found, "flanked reason attack_bonus target_ac", found.receipt)
    return answer


def _distinct(given: Keys, key: str, one: Creature, *others: Creature) -> None:
    if any(one.id == other.id for other in others):
        raise given.wrong(key, "{id} is named twice; name three different creatures", id=one.id)


KINDS: tuple[SceneKind, ...] = (
    scene_kind("threatened", "who", "squares count own_space", _threatened),
    scene_kind("aoo", "mover path action tumble_success already", "provokes", _aoo),
    scene_kind(
        "flanking",
        "attacker ally target mode",
        "flanked reason attack_bonus target_ac",
        _flanking,
    ),
)
