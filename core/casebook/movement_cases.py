"""The kinds of movement: distance, move_cost, end_square, squeeze, cheapest, falling ..."""

from __future__ import annotations

from fractions import Fraction

from core.casebook.case_boards import creature_of, ids_of, path_of, place_of, square_of
from core.casebook.case_kinds import Answer, kind
from core.combat.board.scene import GRAVITIES, GRID_MODES, Action, Manner, Scene
from core.combat.board.squares import DIRECTIONS
from core.combat.flight import FLIGHT_MODES, fall, fly, parse_bearing
from core.combat.movement.footing import met
from core.combat.movement.moves import distance_between, halted, may_end, move
from core.combat.movement.squeeze import squeeze
from core.combat.search.reach import cheapest, reachable
from core.files import Keys, blame

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
        ends_here=given.flag("ends_here") if "ends_here" in given else True,
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
    answer = Answer(found.receipt)
    answer.put("squares", found.squares)
    answer.put("metres", found.squares * scene.combat.measures.square_m)
    return answer


def _move_cost(given: Keys, scene: Scene) -> Answer:
    mover, path = creature_of(given, "mover", scene), path_of(given, "path")
    found = move(met(scene, mover), mover, path, manner_of(given, scene))
    answer = Answer(found.receipt).fields(found, "legal reason")
    if found.cost is None:
        return answer.put("at", str(found.at))
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
    answer.put("options", [str(square) for square in found.options], found.receipt)
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
        answer.put("squares", [str(square) for square in found.squares])
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
    return answer.put("steps", [_squares(price) for price in found.steps])


def _direction(given: Keys, key: str, text: str) -> str:
    with blame(f"{given.above}{key}"):
        if text:
            parse_bearing(text)
    return text


def _squares(price: Fraction) -> Fraction | int:
    return int(price) if price.denominator == 1 else price


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
)
