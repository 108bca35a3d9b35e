"""The kinds of case on the combat grid, its board and keys: movement, attacks, cover (A-1 to A-4).

The catalogue has no kind area: it follows Outrider's area rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from core.casebook.case_schema import BoardTables
from core.casebook.cases import Answer, Kind, kind
from core.casebook.combat_inputs import (
    AooInputs,
    AreaInputs,
    AttackInputs,
    CheapestInputs,
    ConcealmentInputs,
    CoverInputs,
    DistanceInputs,
    EndInputs,
    FallInputs,
    FlankInputs,
    FlyInputs,
    MannerInputs,
    MoveInputs,
    ReachInputs,
    SqueezeInputs,
    ThreatInputs,
)
from core.combat.areas import Area, area_cover, burst, cone, far_corner, line, near_corner, spread
from core.combat.attack.coup import coup_de_grace
from core.combat.attack.modifiers import CountedModifier, Modifiers, modifiers
from core.combat.board.encounter_file import check_creatures, lay_out
from core.combat.board.scene import Creature, Manner, Scene
from core.combat.board.squares import NAME, Block, Square, parse_square
from core.combat.flight import fall, fly
from core.combat.movement.distances import distance_between
from core.combat.movement.footing import scene_at_height
from core.combat.movement.moves import move
from core.combat.movement.squeeze import squeeze
from core.combat.movement.stops import halt_mover, may_end
from core.combat.search.reach import cheapest, reachable
from core.combat.sight.concealment import concealment
from core.combat.sight.cover import cover
from core.combat.threat.opportunities import BadPath, provokes
from core.combat.threat.threat import flanking, threatened
from core.file_schema import check_row, read_table
from core.files import FileError, blame
from core.messages import Message, Refusal
from core.rulesets.schema import Ruleset


def read_board(board: Mapping[str, Any], rules: Ruleset) -> Scene:
    """Return the scene of a case's `board` keys. FileError names what cannot be read."""
    return scene_of(read_table(BoardTables, board, quoted=True), rules)


def scene_of(tables: BoardTables, rules: Ruleset) -> Scene:
    """Return the scene of a board's tables. FileError names what is no row or has no place."""
    field = lay_out(tables.board(), rules.combat.ground)
    for number, creature in enumerate(tables.creatures, start=1):
        here = f"creatures[{number}]"
        check_row(f"{here}.size", creature.size, rules.combat.sizes)
        check_conditions(creature.conditions, f"{here}.conditions", rules)
    scene = Scene(
        rules=rules,
        field=field,
        creatures=tuple(creature.creature() for creature in tables.creatures),
    )
    check_creatures(scene)
    return scene


def check_conditions(names: tuple[str, ...], key: str, rules: Ruleset) -> None:
    """Raise FileError for the first name under a key that is no condition or situation."""
    for number, name in enumerate(names, start=1):
        check_row(f"{key}[{number}]", name, rules.combat.conditions)


def creature_of(scene: Scene, key: str, id: str) -> Creature:
    """Return the creature whose id is under `key`; FileError when there is none."""
    if id in scene.by_id:
        return scene.by_id[id]
    near = get_close_matches(id, scene.by_id, n=1)
    if near:
        message = Message(
            "There is no creature {id} here; did you mean {meant}?", id=id, meant=near[0]
        )
        raise FileError(key, message)
    raise FileError(key, Message("There is no creature {id} here.", id=id))


def check_ids(scene: Scene, key: str, ids: tuple[str, ...]) -> None:
    """Raise FileError for the first id under `key` that no creature has."""
    for number, id in enumerate(ids, start=1):
        if id not in scene.by_id:
            raise FileError(f"{key}[{number}]", Message("There is no creature {id} here.", id=id))


def check_on_map(scene: Scene, key: str, square: Square) -> None:
    """Raise FileError unless the square under `key` is on the map."""
    if not scene.field.holds(square):
        raise FileError(key, Message("{square} is not on the map", square=str(square)))


def place_of(scene: Scene, key: str, text: str) -> Block:
    """Return the space of the creature, or the square, under `key`."""
    if text in scene.by_id:
        return scene.body(scene.by_id[text])
    near = get_close_matches(text, scene.by_id, n=1)
    if near and NAME.fullmatch(text.upper()) is None:
        message = Message(
            "{text} is neither a creature here nor a square; did you mean {meant}?",
            text=text,
            meant=near[0],
        )
        raise FileError(key, message)
    with blame(key):
        square = parse_square(text)
    check_on_map(scene, key, square)
    return Block(*square, 1)


def manner_of(inputs: MannerInputs, scene: Scene) -> Manner:
    """Return how a creature moves, by these inputs."""
    return Manner(
        action=inputs.action,
        mode=inputs.mode,
        budget=inputs.budget,
        diagonals_before=inputs.diagonals_before or 0,
        extra_doublings=inputs.extra_doublings or 0,
        tumble=_tumble(inputs.tumble_success, scene),
        squeeze=inputs.squeeze,
        full_round=inputs.full_round,
        next_move_action=inputs.next_move_action,
        ends_here=inputs.ends_here,
    )


def _tumble(success: bool | tuple[str, ...], scene: Scene) -> bool | frozenset[str]:
    if isinstance(success, bool):
        return success
    check_ids(scene, "tumble_success", success)
    return frozenset(success)


def heights_of(inputs: DistanceInputs, scene: Scene) -> tuple[int, int]:
    """Return the heights of `a` and `b` in squares above the ground; a square is at 0."""
    one, other = (scene.by_id.get(id) for id in (inputs.a, inputs.b))
    return (
        0 if one is None else scene.bearer(one).elevation,
        0 if other is None else scene.bearer(other).elevation,
    )


def _distance(inputs: DistanceInputs, scene: Scene) -> Answer:
    a = place_of(scene, "a", inputs.a)
    b = place_of(scene, "b", inputs.b)
    named = tuple(scene.by_id.get(id) for id in (inputs.a, inputs.b))
    found = distance_between(scene, a, b, named, heights_of(inputs, scene))
    metres = found.squares * scene.combat.measures.square_m
    return Answer(found.receipt, squares=found.squares, metres=metres)


IN_THE_CATALOGUE = {"no_run": "fatigued"}
"""What the catalogue calls reasons that have another name here."""


def _move_cost(inputs: MoveInputs, scene: Scene) -> Answer:
    mover = creature_of(scene, "mover", inputs.mover)
    measured_move = move(
        scene_at_height(scene, mover), mover, inputs.path, manner_of(inputs, scene)
    )
    reason = IN_THE_CATALOGUE.get(measured_move.reason, measured_move.reason)
    answer = Answer(measured_move.receipt, legal=measured_move.legal, reason=reason)
    if measured_move.cost is None:
        return answer.fields(measured_move, "at")
    answer.fields(measured_move, "cost steps")
    if measured_move.hazard_steps:
        answer.fields(measured_move, "hazard_steps")
    return answer


def _end_square(inputs: EndInputs, scene: Scene) -> Answer:
    mover = creature_of(scene, "mover", inputs.mover)
    manner = Manner(
        mode=inputs.mode,
        tumble=_tumble(inputs.tumble_success, scene),
        squeeze=inputs.squeeze,
        next_move_action=inputs.next_move_action,
    )
    scene = scene_at_height(scene, mover)
    answer = Answer()
    if inputs.at is not None:
        check_on_map(scene, "at", inputs.at)
        ending = may_end(scene, mover, inputs.at, manner)
        return answer.fields(ending, "legal reason", ending.receipt)
    stopped = inputs.stopped_at
    path = inputs.path or ()
    assert stopped is not None  # the model has checked it
    check_on_map(scene, "stopped_at", stopped)
    if stopped not in path:
        message = Message("{square} is not on the path.", square=str(stopped))
        raise FileError("stopped_at", message)
    halt = halt_mover(scene, mover, path, stopped, manner)
    answer.fields(halt, "options", halt.receipt)
    if scene.combat.mechanisms.stopped == "gm":
        answer.fields(halt, "gm_decides", halt.receipt)
    return answer


def _squeeze(inputs: SqueezeInputs, scene: Scene) -> Answer:
    check_row("size", inputs.size, scene.combat.sizes)
    squeezing = squeeze(scene.rules, inputs.size, inputs.width_m)
    why = squeezing.receipt
    beyond = squeezing.beyond or why
    answer = Answer(why).fields(squeezing, "mode")
    answer.fields(squeezing, "min_width_m can_attack", beyond)
    for key in ("cost_multiplier", "attack", "ac", "loses_dex", "condition"):
        if getattr(squeezing, key) not in (None, ""):
            answer.fields(squeezing, key)
    return answer


MOST_LISTED = 30
"""The most squares that are listed by name."""


def _cheapest(inputs: CheapestInputs, scene: Scene) -> Answer:
    mover = creature_of(scene, "mover", inputs.mover)
    check_on_map(scene, "to", inputs.to)
    found = cheapest(scene_at_height(scene, mover), mover, inputs.to, manner_of(inputs, scene))
    return Answer(found.receipt).fields(found, "reachable cost" if found.reachable else "reachable")


def _reachable_count(inputs: ReachInputs, scene: Scene) -> Answer:
    mover = creature_of(scene, "mover", inputs.mover)
    reach = reachable(scene_at_height(scene, mover), mover, manner_of(inputs, scene))
    answer = Answer(reach.receipt).fields(reach, "count")
    if reach.count <= MOST_LISTED:
        answer.fields(reach, "squares")
    return answer


def _falling(inputs: FallInputs, scene: Scene) -> Answer:
    fall_result = fall(
        scene.rules,
        inputs.height,
        soft=inputs.surface == "soft",
        depth=inputs.depth,
        deliberate=inputs.deliberate,
        victim_reflex=inputs.victim_reflex,
    )
    answer = Answer(fall_result.receipt)
    answer.fields(fall_result, "dice" if fall_result.damage is None else "damage")
    answer.fields(fall_result, "prone")
    if fall_result.victim_receipt is not None:
        answer.fields(fall_result, "victim_degree victim_damage", fall_result.victim_receipt)
    return answer


def _fly_cost(inputs: FlyInputs, scene: Scene) -> Answer:
    rules = scene.rules
    if inputs.main and rules.combat.mechanisms.flight == "wind":
        message = Message("{system} does not use a main direction", system=rules.id)
        raise FileError("main", message)
    flight = fly(
        rules,
        inputs.steps,
        main=inputs.main,
        wind=inputs.wind,
        gravity=inputs.gravity,
        budget=inputs.budget,
        diagonals_before=inputs.diagonals_before or 0,
        mode=inputs.mode,
    )
    answer = Answer(flight.receipt).fields(flight, "cost legal")
    return answer.put(
        steps=[int(price) if price.denominator == 1 else price for price in flight.steps]
    )


def _attack_modifiers(inputs: AttackInputs, scene: Scene) -> Answer:
    rules = scene.rules
    check_conditions(inputs.attacker, "attacker", rules)
    check_conditions(inputs.target, "target", rules)
    if inputs.action == "coup_de_grace":
        return _coup(inputs, rules)
    sum_of_modifiers = modifiers(
        rules,
        inputs.attacker,
        inputs.target,
        inputs.mode or "melee",
        inputs.weapon or "",
        inputs.take_cover,
    )
    return attack_answer(sum_of_modifiers, rules)


def attack_answer(modifiers: Modifiers, rules: Ruleset) -> Answer:
    """Return the keys of the modifiers of an attack: all that the kind defines for this system."""
    every = (modifiers.attack_receipt, modifiers.ac_receipt)
    if not modifiers.can_attack:
        return Answer(*every, can_attack=False)
    answer = Answer(modifiers.attack_receipt)
    tables = rules.combat.mechanisms.helpless == "dexterity_0"
    if tables:
        answer.put(*every, can_attack=True)
    answer.put(attack=_entries(modifiers.attack)).fields(modifiers, "attack_total")
    answer.put(modifiers.ac_receipt, ac=_entries(modifiers.ac), ac_total=modifiers.ac_total)
    if tables:
        answer.put(modifiers.dexterity_receipt, target_loses_dex=modifiers.target_loses_dexterity)
        answer.put(modifiers.ac_receipt, target_dex_penalty=modifiers.target_dexterity)
        answer.put(attacker_dex_penalty=modifiers.attacker_dexterity)
    return answer


def _entries(entries: tuple[CountedModifier, ...]) -> object:
    return [entry._asdict() for entry in entries]


def _coup(inputs: AttackInputs, rules: Ruleset) -> Answer:
    with blame("action"):
        coup = coup_de_grace(
            rules,
            inputs.target,
            "melee" if inputs.weapon is None else inputs.weapon,
            adjacent=inputs.adjacent,
            damage=inputs.damage,
        )
    answer = Answer(coup.receipt).fields(coup, "allowed")
    if not coup.allowed:
        return answer.fields(coup, "reason")
    answer.fields(coup, "full_round_actions")
    answer.put(auto_hit=True, critical=True, provokes=True)
    return answer.fields(coup, "fort_dc")


def _threatened(inputs: ThreatInputs, scene: Scene) -> Answer:
    threat = threatened(scene, creature_of(scene, "who", inputs.who))
    squares = scene.field.squares(threat.bits)
    answer = Answer(threat.receipt, squares=squares, count=threat.bits.bit_count())
    return answer.fields(threat, "own_space", threat.own_receipt)


def _aoo(inputs: AooInputs, scene: Scene) -> Answer:
    mover = creature_of(scene, "mover", inputs.mover)
    manner = Manner(inputs.action, tumble=_tumble(inputs.tumble_success, scene))
    check_ids(scene, "already", inputs.already)
    try:
        provoked = provokes(scene, mover, inputs.path, manner, inputs.already)
    except BadPath as wrong:
        raise FileError(f"path[{wrong.number}]", wrong.message) from wrong
    rows = [{"by": one.by, "at": one.at, "all": one.all} for one in provoked.opportunities]
    return Answer(provoked.receipt, provokes=rows)


def _flanking(inputs: FlankInputs, scene: Scene) -> Answer:
    attacker = creature_of(scene, "attacker", inputs.attacker)
    ally = creature_of(scene, "ally", inputs.ally)
    target = creature_of(scene, "target", inputs.target)
    _check_distinct("ally", ally, attacker)
    _check_distinct("target", target, attacker, ally)
    found = flanking(scene, attacker, ally, target, inputs.mode)
    return Answer(found.receipt).fields(found, "flanked reason attack_bonus target_ac")


def _check_distinct(key: str, creature: Creature, *others: Creature) -> None:
    if any(creature.id == other.id for other in others):
        message = Message("{id} is named twice; name three different creatures", id=creature.id)
        raise FileError(key, message)


def _cover(inputs: CoverInputs, scene: Scene) -> Answer:
    if inputs.mode == "area":
        return _area_cover(inputs, scene)
    attacker, target = _pair(inputs.attacker or "", inputs.target, scene)
    cover_answer = cover(
        scene,
        attacker,
        target,
        inputs.mode,
        gm_degree=inputs.gm_degree,
        take_cover=inputs.take_cover,
    )
    answer = Answer()
    for key in COVER_KEYS:
        answer.fields(cover_answer, key, *cover_answer.why(key))
    return answer


COVER_KEYS = (
    "degree",
    "ac_bonus",
    "reflex_bonus",
    "can_attack",
    "stealth",
    "stops_aoo",
    "partial_hint",
)


def _area_cover(inputs: CoverInputs, scene: Scene) -> Answer:
    x, y = inputs.origin or (0, 0)
    cover_answer = area_cover(
        scene,
        (x, y),
        _placed("target", inputs.target, scene),
        spread=inputs.spread,
        take_cover=inputs.take_cover,
    )
    return Answer(cover_answer.receipt).fields(cover_answer, "degree reflex_bonus affected")


def _concealment(inputs: ConcealmentInputs, scene: Scene) -> Answer:
    attacker, target = _pair(inputs.attacker, inputs.target, scene)
    concealed = concealment(scene, attacker, target, inputs.mode, inputs.light)
    answer = Answer(concealed.receipt).fields(concealed, "degree miss_chance")
    if scene.combat.mechanisms.concealment == "corners":
        answer.fields(concealed, "can_target stops_aoo stealth")
    return answer


def _pair(attacker_id: str, target_id: str, scene: Scene) -> tuple[Creature, Creature]:
    attacker = _placed("attacker", attacker_id, scene)
    target = _placed("target", target_id, scene)
    if attacker.id == target.id:
        raise FileError("target", Message("must not be the attacker itself"))
    return attacker, target


def _placed(key: str, id: str, scene: Scene) -> Creature:
    creature = creature_of(scene, key, id)
    if not scene.field.contains(scene.body(creature)):
        raise FileError(key, Message("{square} is not on the map", square=str(creature.at)))
    return creature


KINDS = (
    kind("distance", DistanceInputs, "squares metres", _distance),
    kind("move_cost", MoveInputs, "legal reason at cost steps hazard_steps", _move_cost),
    kind("end_square", EndInputs, "legal reason options gm_decides", _end_square),
    kind(
        "squeeze",
        SqueezeInputs,
        "mode min_width_m cost_multiplier attack ac can_attack loses_dex condition",
        _squeeze,
    ),
    kind("cheapest", CheapestInputs, "reachable cost", _cheapest),
    kind("reachable_count", ReachInputs, "count squares", _reachable_count),
    kind("falling", FallInputs, "damage prone victim_degree victim_damage dice", _falling),
    kind("fly_cost", FlyInputs, "cost legal steps", _fly_cost),
    kind(
        "attack_modifiers",
        AttackInputs,
        "can_attack attack attack_total ac ac_total target_loses_dex target_dex_penalty"
        " attacker_dex_penalty allowed reason full_round_actions auto_hit critical provokes"
        " fort_dc",
        _attack_modifiers,
    ),
    kind("threatened", ThreatInputs, "squares count own_space", _threatened),
    kind("aoo", AooInputs, "provokes", _aoo),
    kind("flanking", FlankInputs, "flanked reason attack_bonus target_ac", _flanking),
    kind(
        "cover",
        CoverInputs,
        "degree ac_bonus reflex_bonus can_attack stealth stops_aoo partial_hint affected",
        _cover,
    ),
    kind(
        "concealment",
        ConcealmentInputs,
        "degree miss_chance can_target stops_aoo stealth",
        _concealment,
    ),
)


COMBAT: Mapping[str, Kind[Scene]] = {kind.name: kind for kind in KINDS}


KEY_OF = {
    "off_the_map": "origin",
    "bad_corner": "corner",
    "bad_aim": "to",
    "bad_length": "length",
    "unknown_direction": "direction",
    "unknown_take_cover": "take_cover",
}


def area(inputs: AreaInputs, scene: Scene) -> Answer:
    """Return an area effect. FileError: a key does not fit the shape."""
    try:
        area_effect = area_of(inputs, scene)
    except Refusal as wrong:
        raise FileError(KEY_OF[wrong.code], wrong.message) from wrong
    creatures = [
        Answer(id=caught.creature.id, squares=scene.field.squares(caught.bits))
        .fields(caught.cover, "degree reflex_bonus affected")
        .values
        for caught in area_effect.caught
    ]
    return Answer(
        area_effect.receipt,
        origin=area_effect.origin,
        count=area_effect.bits.bit_count(),
        squares=scene.field.squares(area_effect.bits),
        creatures=creatures,
    )


def area_of(inputs: AreaInputs, scene: Scene) -> Area:
    """Return the area that the inputs describe.

    Raises FileError, or a Refusal of `core.combat.areas`.
    """
    length = inputs.length or 0
    take_cover = inputs.take_cover
    if inputs.shape in ("burst", "spread"):
        if inputs.shape == "burst":
            laid = burst
        else:
            laid = spread
        return laid(scene, inputs.origin or (0, 0), length, take_cover=take_cover)
    creature = creature_of(scene, "who", inputs.who or "")
    corner = inputs.corner
    if inputs.shape == "cone":
        direction = inputs.direction or ""
        return cone(scene, creature, direction, length, corner=corner, take_cover=take_cover)
    aim = inputs.to
    if isinstance(aim, str):
        target = place_of(scene, "to", aim).anchor
        corner = corner or near_corner(scene.body(creature), target)
        aim = far_corner(corner, target)
    return line(scene, creature, aim or (0, 0), length, corner=corner, take_cover=take_cover)


AREA = kind("area", AreaInputs, "origin count squares creatures", area)
