"""The kinds of case on the combat grid, its board and keys: movement, attacks, cover (A-1 to A-4).

The catalogue has no kind area: it follows Outrider's area rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from core.casebook.case_schema import BoardTables
from core.casebook.cases import Answer, kind
from core.combat.areas import (
    Area,
    Corner,
    area_cover,
    burst,
    cone,
    far_corner,
    line,
    near_corner,
    spread,
)
from core.combat.attack.coup import coup_de_grace
from core.combat.attack.modifiers import CountedModifier, Modifiers, modifiers
from core.combat.board.drawing import LIGHTS
from core.combat.board.encounter_file import check_creatures, lay_out
from core.combat.board.scene import GRAVITIES, GRID_MODES, Action, Creature, Manner, Scene
from core.combat.board.squares import DIRECTIONS, NAME, Block, Square, parse_square
from core.combat.flight import FLIGHT_MODES, fall, fly, parse_bearing
from core.combat.movement.distances import distance_between
from core.combat.movement.footing import met
from core.combat.movement.moves import move
from core.combat.movement.squeeze import squeeze
from core.combat.movement.stops import halted, may_end
from core.combat.search.reach import cheapest, reachable
from core.combat.sight.concealment import concealment
from core.combat.sight.cover import cover
from core.combat.threat.opportunities import BadPath, provokes
from core.combat.threat.threat import flanking, threatened
from core.creatures import ATTACK_MODES
from core.file_schema import none_of, read_table
from core.files import FileError, Keys, blame
from core.messages import Refusal
from core.rulesets.schema import Ruleset


def read_board(board: Mapping[str, Any], rules: Ruleset) -> Scene:
    """Return the scene of a case's `board` keys. FileError names what cannot be read."""
    tables = read_table(BoardTables, board, quoted=True)
    field = lay_out(tables.board(), rules.combat.ground)
    for number, creature in enumerate(tables.creatures, start=1):
        here = f"creatures[{number}]"
        if creature.size not in rules.combat.sizes:
            message = none_of(creature.size, tuple(rules.combat.sizes))
            raise FileError(f"{here}.size", message)
        check_conditions(creature.conditions, f"{here}.conditions", rules)
    scene = Scene(rules, field, tuple(creature.creature() for creature in tables.creatures))
    check_creatures(scene)
    return scene


def check_conditions(names: tuple[str, ...], key: str, rules: Ruleset) -> None:
    """Raise FileError for the first name under a key that is no condition or situation."""
    for number, name in enumerate(names, start=1):
        if name not in rules.combat.conditions:
            raise FileError(f"{key}[{number}]", none_of(name, tuple(rules.combat.conditions)))


def conditions_of(given: Keys, key: str, rules: Ruleset) -> tuple[str, ...]:
    """Return the conditions and situations under `key`; FileError names an unknown one."""
    names = given.words(key)
    for number, name in enumerate(names, start=1):
        if name in rules.combat.conditions:
            continue
        raise given.none_of(f"{key}[{number}]", name, rules.combat.conditions)
    return names


def creature_of(given: Keys, key: str, scene: Scene) -> Creature:
    """Return the creature whose id is under `key`; FileError when there is none."""
    id = given.word(key)
    if id in scene.by_id:
        return scene.by_id[id]
    near = get_close_matches(id, scene.by_id, n=1)
    if near:
        raise given.wrong(key, "There is no creature {id} here; did you mean {meant}?",
                          id=id, meant=near[0])  # fmt: skip
    raise given.wrong(key, "There is no creature {id} here.", id=id)


def ids_of(given: Keys, key: str, scene: Scene) -> tuple[str, ...]:
    """Return the ids of creatures under `key`; FileError names an unknown one."""
    ids = given.words(key)
    for number, id in enumerate(ids, start=1):
        if id not in scene.by_id:
            raise given.wrong(f"{key}[{number}]", "There is no creature {id} here.", id=id)
    return ids


def square_of(given: Keys, key: str, scene: Scene) -> Square:
    """Return the square named under `key`; FileError off the map."""
    return _square(given, key, given.word(key), scene)


def path_of(given: Keys, key: str) -> tuple[Square, ...]:
    """Return a list of squares, which may leave the map; FileError when it is empty."""
    given.some(key)
    return tuple(
        _named_square(given, f"{key}[{number}]", text)
        for number, text in enumerate(given.words(key), start=1)
    )


def _named_square(row: Keys, key: str, text: str) -> Square:
    with blame(f"{row.above}{key}"):
        return parse_square(text)


def place_of(given: Keys, key: str, scene: Scene) -> Block:
    """Return the space of the creature, or the square, under `key`."""
    text = given.word(key)
    if text in scene.by_id:
        return scene.body(scene.by_id[text])
    near = get_close_matches(text, scene.by_id, n=1)
    if near and NAME.fullmatch(text.upper()) is None:
        raise given.wrong(
            key, "{text} is neither a creature here nor a square; did you mean {meant}?",
            text=text, meant=near[0],
        )  # fmt: skip
    return Block(*_square(given, key, text, scene), 1)


def _square(given: Keys, key: str, text: str, scene: Scene) -> Square:
    square = _named_square(given, key, text)
    if not scene.field.holds(square):
        raise given.wrong(key, "{square} is not on the map", square=text)
    return square


ACTIONS: tuple[Action, ...] = ("move", "run", "charge", "five_foot_step", "step")
MANNER = (
    "action mode budget diagonals_before extra_doublings tumble_success squeeze full_round"
    " next_move_action ends_here"
)
"""The keys of a case that say how a creature moves."""


def manner_of(given: Keys, scene: Scene) -> Manner:
    """Return how a creature moves, by the keys of `MANNER`; absent keys have their defaults."""
    return Manner(
        action=given.choice("action", ACTIONS, "move"),
        mode=given.choice("mode", GRID_MODES, "walk"),
        budget=given.maybe_whole("budget"),
        diagonals_before=given.maybe_whole("diagonals_before") or 0,
        extra_doublings=given.maybe_whole("extra_doublings") or 0,
        tumble=tumble_of(given, scene),
        squeeze=given.flag("squeeze"),
        full_round=given.flag("full_round"),
        next_move_action=given.flag("next_move_action"),
        ends_here=given.flag("ends_here", True),
    )


def tumble_of(given: Keys, scene: Scene) -> bool | frozenset[str]:
    """Return whom an acrobatic check beat: True = everybody, or ids; FileError for unknown ids."""
    value = given.table.get("tumble_success", False)
    if isinstance(value, bool):
        return value
    return frozenset(ids_of(given, "tumble_success", scene))


def heights_of(given: Keys, scene: Scene) -> tuple[int, int]:
    """Return the heights of `a` and `b` in squares above the ground; a square is at 0."""
    one, other = (scene.by_id.get(given.word(key)) for key in ("a", "b"))
    return (
        0 if one is None else scene.bearer(one).elevation,
        0 if other is None else scene.bearer(other).elevation,
    )


def _distance(given: Keys, scene: Scene) -> Answer:
    a, b = place_of(given, "a", scene), place_of(given, "b", scene)
    named = tuple(scene.by_id.get(given.word(key)) for key in ("a", "b"))
    found = distance_between(scene, a, b, named, heights_of(given, scene))
    metres = found.squares * scene.combat.measures.square_m
    return Answer(found.receipt, squares=found.squares, metres=metres)


def _move_cost(given: Keys, scene: Scene) -> Answer:
    mover, path = creature_of(given, "mover", scene), path_of(given, "path")
    found = move(met(scene, mover), mover, path, manner_of(given, scene))
    answer = Answer(found.receipt).fields(found, "legal reason")
    if found.cost is None:
        return answer.fields(found, "at")
    answer.fields(found, "cost steps")
    if found.hazard_steps:
        answer.fields(found, "hazard_steps")
    return answer


def _end_square(given: Keys, scene: Scene) -> Answer:
    mover, manner = creature_of(given, "mover", scene), manner_of(given, scene)
    scene = met(scene, mover)
    answer = Answer()
    if given.exactly_one("at", "path") == "at":
        if "stopped_at" in given:
            raise given.wrong("stopped_at", "cannot be given together with {other}", other="at")
        ending = may_end(scene, mover, square_of(given, "at", scene), manner)
        return answer.fields(ending, "legal reason", ending.receipt)
    path, stopped = path_of(given, "path"), square_of(given, "stopped_at", scene)
    if stopped not in path:
        raise given.wrong("stopped_at", "{square} is not on the path.", square=str(stopped))
    found = halted(scene, mover, path, stopped, manner)
    answer.fields(found, "options", found.receipt)
    if scene.combat.mechanisms.stopped == "gm":
        answer.fields(found, "gm_decides", found.receipt)
    return answer


def _squeeze(given: Keys, scene: Scene) -> Answer:
    size = given.word("size", None, tuple(scene.combat.sizes))
    found = squeeze(scene.rules, size, given.number("width_m"))
    why, beyond = found.receipt, found.beyond or found.receipt
    answer = Answer(why).fields(found, "mode")
    answer.fields(found, "min_width_m can_attack", beyond)
    for key in ("cost_multiplier", "attack", "ac", "loses_dex", "condition"):
        if getattr(found, key) not in (None, ""):
            answer.fields(found, key)
    return answer


MOST_LISTED = 30
"""The most squares that are listed by name."""


def _cheapest(given: Keys, scene: Scene) -> Answer:
    mover, to = creature_of(given, "mover", scene), square_of(given, "to", scene)
    found = cheapest(met(scene, mover), mover, to, manner_of(given, scene))
    return Answer(found.receipt).fields(found, "reachable cost" if found.reachable else "reachable")


def _reachable_count(given: Keys, scene: Scene) -> Answer:
    given.need("budget")
    mover = creature_of(given, "mover", scene)
    found = reachable(met(scene, mover), mover, manner_of(given, scene))
    answer = Answer(found.receipt).fields(found, "count")
    if found.count <= MOST_LISTED:
        answer.fields(found, "squares")
    return answer


SURFACES = ("hard", "soft")


def _falling(given: Keys, scene: Scene) -> Answer:
    height = given.whole("height")
    soft = given.word("surface", "hard", SURFACES) == "soft"
    for key in ("depth", "deliberate"):
        if key in given and not soft:
            raise given.wrong(key, "can be given only with a soft surface")
    found = fall(
        scene.rules,
        height,
        soft=soft,
        depth=given.maybe_whole("depth"),
        deliberate=given.flag("deliberate"),
        victim_reflex=given.maybe_whole("victim_reflex", least=None),
    )
    answer = Answer(found.receipt)
    answer.fields(found, "dice" if found.damage is None else "damage")
    answer.fields(found, "prone")
    if found.victim_receipt is not None:
        answer.fields(found, "victim_degree victim_damage", found.victim_receipt)
    return answer


def _fly_cost(given: Keys, scene: Scene) -> Answer:
    given.some("steps")
    steps, rules = given.words("steps"), scene.rules
    main = _direction(given, "main", given.word("main", ""))
    if main and rules.combat.mechanisms.flight == "wind":
        raise given.wrong("main", "{system} does not use a main direction", system=rules.id)
    for number, step in enumerate(steps, start=1):
        _direction(given, f"steps[{number}]", step or " ")
    found = fly(
        rules,
        steps,
        main=main,
        wind=given.word("wind", "", ("", *DIRECTIONS)),
        gravity=given.word("gravity", "normal", GRAVITIES),
        budget=given.maybe_whole("budget"),
        diagonals_before=given.maybe_whole("diagonals_before") or 0,
        mode=given.choice("mode", FLIGHT_MODES, "fly"),
    )
    answer = Answer(found.receipt).fields(found, "cost legal")
    return answer.put(
        steps=[int(price) if price.denominator == 1 else price for price in found.steps]
    )


def _direction(given: Keys, key: str, text: str) -> str:
    with blame(f"{given.above}{key}"):
        if text:
            parse_bearing(text)
    return text


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
    every = (found.attack_receipt, found.ac_receipt)
    if not found.can_attack:
        return Answer(*every, can_attack=False)
    answer = Answer(found.attack_receipt)
    tables = rules.combat.mechanisms.helpless == "dexterity_0"
    if tables:
        answer.put(*every, can_attack=True)
    answer.put(attack=_entries(found.attack)).fields(found, "attack_total")
    answer.put(found.ac_receipt, ac=_entries(found.ac), ac_total=found.ac_total)
    if tables:
        answer.put(found.dexterity_receipt, target_loses_dex=found.target_loses_dexterity)
        answer.put(found.ac_receipt, target_dex_penalty=found.target_dexterity)
        answer.put(attacker_dex_penalty=found.attacker_dexterity)
    return answer


def _entries(entries: tuple[CountedModifier, ...]) -> object:
    return [entry._asdict() for entry in entries]


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
    answer = Answer(found.receipt).fields(found, "allowed")
    if not found.allowed:
        return answer.fields(found, "reason")
    answer.fields(found, "full_round_actions")
    answer.put(auto_hit=True, critical=True, provokes=True)
    return answer.fields(found, "fort_dc")


AOO_ACTIONS: tuple[Action, ...] = ("move", "five_foot_step", "step", "withdraw", "forced")
"""The actions of the kind aoo."""


def _threatened(given: Keys, scene: Scene) -> Answer:
    found = threatened(scene, creature_of(given, "who", scene))
    squares = scene.field.squares(found.bits)
    answer = Answer(found.receipt, squares=squares, count=found.bits.bit_count())
    return answer.fields(found, "own_space", found.own_receipt)


def _aoo(given: Keys, scene: Scene) -> Answer:
    mover, path = creature_of(given, "mover", scene), path_of(given, "path")
    manner = Manner(given.choice("action", AOO_ACTIONS, "move"), tumble=tumble_of(given, scene))
    try:
        found = provokes(scene, mover, path, manner, ids_of(given, "already", scene))
    except BadPath as wrong:
        raise FileError(f"{given.above}path[{wrong.number}]", wrong.message) from wrong
    rows = [{"by": one.by, "at": one.at, "all": one.all} for one in found.opportunities]
    return Answer(found.receipt, provokes=rows)


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
    answer, keys = (
        Answer(),
        "degree ac_bonus reflex_bonus can_attack stealth stops_aoo partial_hint",
    )
    for key in keys.split():
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
    return Answer(found.receipt).fields(found, "degree reflex_bonus affected")


def _concealment(given: Keys, scene: Scene) -> Answer:
    mode = given.choice("mode", ATTACK_MODES)
    light = given.choice("light", LIGHTS) if "light" in given else None
    found = concealment(scene, *_pair(given, scene), mode, light)
    answer = Answer(found.receipt).fields(found, "degree miss_chance")
    if scene.combat.mechanisms.concealment == "corners":
        answer.fields(found, "can_target stops_aoo stealth")
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


KINDS = (
    kind("distance", "a b", "squares metres", _distance),
    kind(
        "move_cost",
        f"mover path {MANNER}",
        "legal reason at cost steps hazard_steps",
        _move_cost,
    ),
    kind(
        "end_square",
        "mover at path stopped_at mode squeeze tumble_success next_move_action",
        "legal reason options gm_decides",
        _end_square,
    ),
    kind(
        "squeeze",
        "size width_m",
        "mode min_width_m cost_multiplier attack ac can_attack loses_dex condition",
        _squeeze,
    ),
    kind("cheapest", f"mover to {MANNER}", "reachable cost", _cheapest),
    kind("reachable_count", f"mover {MANNER}", "count squares", _reachable_count),
    kind(
        "falling",
        "height surface depth deliberate victim_reflex",
        "damage prone victim_degree victim_damage dice",
        _falling,
    ),
    kind(
        "fly_cost",
        "main steps budget gravity wind diagonals_before mode",
        "cost legal steps",
        _fly_cost,
    ),
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
    kind(
        "cover",
        "attacker target mode gm_degree take_cover origin spread",
        "degree ac_bonus reflex_bonus can_attack stealth stops_aoo partial_hint affected",
        _cover,
    ),
    kind(
        "concealment",
        "attacker target mode light",
        "degree miss_chance can_target stops_aoo stealth",
        _concealment,
    ),
)


SHAPES = ("burst", "spread", "cone", "line")
KEY_OF = {
    "off_the_map": "origin", "bad_corner": "corner", "bad_aim": "to", "bad_length": "length",
    "unknown_direction": "direction", "unknown_take_cover": "take_cover",
}  # fmt: skip


def area(given: Keys, scene: Scene) -> Answer:
    """Return an area effect. FileError: a key is missing or does not fit the shape."""
    try:
        found = area_of(given, scene)
    except Refusal as wrong:
        raise FileError(f"{given.above}{KEY_OF[wrong.code]}", wrong.message) from wrong
    creatures = [
        Answer(id=one.who.id, squares=scene.field.squares(one.bits))
        .fields(one.cover, "degree reflex_bonus affected")
        .values
        for one in found.caught
    ]
    return Answer(
        found.receipt, origin=found.origin, count=found.bits.bit_count(),
        squares=scene.field.squares(found.bits), creatures=creatures,
    )  # fmt: skip


def area_of(given: Keys, scene: Scene) -> Area:
    """Return the area that the inputs describe.

    Raises FileError, or a Refusal of `core.combat.areas`.
    """
    shape = given.word("shape", None, SHAPES)
    take_cover = given.flag("take_cover")
    if shape in ("burst", "spread"):
        laid = burst if shape == "burst" else spread
        origin = corner_of(given, "origin")
        return laid(scene, origin, given.whole("length"), take_cover=take_cover)
    who = creature_of(given, "who", scene)
    corner = corner_of(given, "corner") if "corner" in given else None
    length = given.whole("length")
    if shape == "cone":
        direction = given.word("direction", None, DIRECTIONS)
        return cone(scene, who, direction, length, corner=corner, take_cover=take_cover)
    value = given.need("to")
    if not isinstance(value, str) or "," in value or "/" in value:
        aim = corner_of(given, "to")
    else:
        target = place_of(given, "to", scene).anchor
        corner = corner or near_corner(scene.body(who), target)
        aim = far_corner(corner, target)
    return line(scene, who, aim, length, corner=corner, take_cover=take_cover)


def corner_of(given: Keys, key: str) -> Corner:
    """Return a grid corner: [x, y] from 0, "x,y", or two squares that touch there ("C3/D4")."""
    value = given.need(key)
    items = tuple(value.split(",")) if isinstance(value, str) else given.items(key)
    if len(items) == 1 and "/" in str(items[0]):
        text = str(items[0])
        with blame(f"{given.above}{key}"):
            one, other = sorted(parse_square(name) for name in text.split("/", 1))
        if abs(one.x - other.x) != 1 or abs(one.y - other.y) != 1:
            raise given.wrong(key, "{text}: the two squares must touch at a corner only", text=text)
        return max(one.x, other.x), max(one.y, other.y)
    if len(items) != 2:
        raise given.wrong(key, "must be a corner of the grid, such as 3,2 or C2/D3")
    x, y = Keys({key: items}, (key,), given.above, quoted=True).wholes(key, least=0)
    return x, y


AREA = kind(
    "area",
    "shape origin length who direction to corner take_cover",
    "origin count squares creatures",
    area,
)
