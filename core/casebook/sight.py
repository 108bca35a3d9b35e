"""The kinds cover and concealment."""

from __future__ import annotations

from core.casebook.answers import Answer
from core.casebook.case_boards import creature_of
from core.casebook.case_kinds import SceneKind, scene_kind
from core.combat.board.board_creatures import Creature
from core.combat.board.lights import LIGHTS
from core.combat.board.scene import Scene
from core.combat.sight.area_cover import area_cover
from core.combat.sight.concealment import concealment
from core.combat.sight.cover import cover
from core.creatures import ATTACK_MODES
from core.files import Keys

OF_AREAS = ("origin", "spread")
OF_ATTACKS = ("attacker", "gm_degree")


def _cover(given: Keys, scene: Scene) -> Answer:
    kind = given.word("mode", None, (*ATTACK_MODES, "area"))
    for key in OF_ATTACKS if kind == "area" else OF_AREAS:
        if key in given:
            raise given.wrong(key, "cannot be given together with {other}", other=kind)
    if kind == "area":
        return _area(given, scene)
    attacker, target = _pair(given, scene)
    found = cover(
        scene,
        attacker,
        target,
        given.choice("mode", ATTACK_MODES),
        gm_degree=given.word("gm_degree", ""),
        take_cover=given.flag("take_cover"),
    )
    answer = Answer()
    keys = ["degree", "ac_bonus", "reflex_bonus", "can_attack", "stealth", "stops_aoo"]
    if found.partial_hint is not None:
        keys.append("partial_hint")
    for key in keys:
        answer.fields(found, key, *found.why(key))
    return answer


def _area(given: Keys, scene: Scene) -> Answer:
    origin = given.wholes("origin")
    if len(origin) != 2:
        raise given.wrong("origin", "must be two numbers, columns and rows from the top left")
    found = area_cover(
        scene,
        (origin[0], origin[1]),
        _placed(given, "target", scene),
        spread=given.flag("spread"),
        take_cover=given.flag("take_cover"),
    )
    answer = Answer()
    answer.fields(found, "degree reflex_bonus affected", found.receipt)
    return answer


def _concealment(given: Keys, scene: Scene) -> Answer:
    mode = given.choice("mode", ATTACK_MODES)
    light = given.choice("light", LIGHTS) if "light" in given else None
    found = concealment(scene, *_pair(given, scene), mode, light)
    answer = Answer()
    answer.fields(found, "degree miss_chance", found.receipt)
    if scene.combat.mechanisms.concealment == "corners":
        answer.fields(found, "can_target stops_aoo stealth", found.receipt)
    return answer


def _pair(given: Keys, scene: Scene) -> tuple[Creature, Creature]:
    attacker, target = _placed(given, "attacker", scene), _placed(given, "target", scene)
    if attacker.id == target.id:
        raise given.wrong("target", "must not be the attacker itself")
    return attacker, target


def _placed(given: Keys, key: str, scene: Scene) -> Creature:
    creature = creature_of(given, key, scene)
    if not scene.field.contains(scene.body(creature)):
        raise given.wrong(key, "{square} is not on the map", square=str(creature.at))
    return creature


KINDS: tuple[SceneKind, ...] = (
    scene_kind(
        "cover",
        "attacker target mode gm_degree take_cover origin spread",
        "degree ac_bonus reflex_bonus can_attack stealth stops_aoo partial_hint affected",
        _cover,
    ),
    scene_kind(
        "concealment",
        "attacker target mode light",
        "degree miss_chance can_target stops_aoo stealth",
        _concealment,
    ),
)
