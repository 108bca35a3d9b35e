"""The question attack: modifiers of one attack from the map, and its chance to hit."""

from __future__ import annotations

from core.casebook.attack_cases import attack_answer
from core.casebook.case_boards import conditions_of, creature_of
from core.casebook.case_kinds import Answer, kind
from core.casebook.run import COMBAT
from core.combat.attack.situations import GridAttack, attack_on_grid
from core.combat.board.drawing import LIGHTS
from core.combat.board.scene import Scene
from core.combat.board.squares import adjacent
from core.creatures import ATTACK_MODES
from core.files import FileError, Keys
from core.messages import Refusal

ACTIONS = ("attack", "coup_de_grace")
KEY_OF = {
    "same_creature": "target",
    "unknown_gm_degree": "gm_degree",
    "unknown_take_cover": "take_cover",
}


def attack(given: Keys, scene: Scene) -> Answer:
    """The modifiers of an attack from the map, `needed` and `p_hit` where they are known.

    Where it cannot be made, `can_attack` is false and `reason` says why. FileError names a wrong
    input.
    """
    if given.word("action", "attack", ACTIONS) == "coup_de_grace":
        return _coup(given, scene)
    if "damage" in given:
        raise given.wrong("damage", "goes only with a coup de grâce")
    found = attack_of(given, scene)
    if not found.can_attack:
        answer = Answer()
        answer.put("can_attack", False, found.receipt)
        answer.put("reason", found.reason, found.receipt)
        return answer
    answer = attack_answer(found.modifiers, scene.rules)
    first = next(iter(answer.values))
    answer.receipts[first] = (found.receipt, *answer.receipts[first])
    if found.hit is not None:
        answer.put("needed", found.hit.needed, found.hit.receipt)
        answer.chance("p_hit", found.hit.p_hit, found.hit.receipt)
    return answer


def attack_of(given: Keys, scene: Scene) -> GridAttack:
    """The attack that the inputs describe; FileError names a wrong one."""
    attacker, target = (creature_of(given, key, scene) for key in ("attacker", "target"))
    try:
        return attack_on_grid(
            scene,
            attacker,
            target,
            given.choice("mode", ATTACK_MODES),
            given.word("weapon", ""),
            given.flag("take_cover"),
            given.choice("light", LIGHTS) if "light" in given else None,
            gm_degree=given.word("gm_degree", ""),
            attacker_also=conditions_of(given, "attacker_also", scene.rules),
            target_also=conditions_of(given, "target_also", scene.rules),
        )
    except Refusal as wrong:
        raise FileError(f"{given.above}{KEY_OF[wrong.code]}", wrong.message) from wrong


def _coup(given: Keys, scene: Scene) -> Answer:
    # C-242, C-249
    found = attack_of(given, scene)
    kind = COMBAT["attack_modifiers"]
    table = {
        "action": "coup_de_grace",
        "mode": found.mode,
        "attacker": found.attacking,
        "target": found.attacked,
        "adjacent": adjacent(scene.body(found.attacker), scene.body(found.target)),
        **{key: given.table[key] for key in ("weapon", "damage") if key in given},
    }
    return kind.compute(Keys(table, kind.given, quoted=True), scene)


ATTACK = kind(
    "attack",
    "attacker target mode weapon take_cover gm_degree light action damage attacker_also"
    " target_also",
    "needed p_hit " + " ".join(sorted(COMBAT["attack_modifiers"].expect)),
    attack,
)
"""An attack on the map: the situations that attack_modifiers is told are read off it."""
