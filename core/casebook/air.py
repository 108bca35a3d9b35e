"""The kinds falling and fly_cost."""

from __future__ import annotations

from fractions import Fraction

from core.casebook.answers import Answer, Found
from core.casebook.case_kinds import scene_kind
from core.combat.air.bearings import parse_bearing
from core.combat.air.falls import fall
from core.combat.air.flight import FLIGHT_MODES, fly
from core.combat.board.scene import GRAVITIES, Scene
from core.combat.board.squares import DIRECTIONS
from core.files import FileError, Keys
from core.messages import Refusal
from core.quantities import exact

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
    answer = Answer()
    answer.fields(found, "dice" if found.damage is None else "damage", found.receipt)
    answer.fields(found, "prone", found.receipt)
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
        diagonals_before=given.whole_or("diagonals_before", 0),
        mode=given.choice("mode", FLIGHT_MODES, "fly"),
    )
    answer = Answer()
    answer.fields(found, "cost legal", found.receipt)
    answer.put("steps", [_squares(price) for price in found.steps], found.receipt)
    return answer


def _direction(given: Keys, key: str, text: str) -> str:
    try:
        if text:
            parse_bearing(text)
    except Refusal as wrong:
        raise FileError(f"{given.above}{key}", wrong.message) from wrong
    return text


def _squares(price: Fraction) -> Found:
    return int(price) if price.denominator == 1 else exact(price)


KINDS = (
    scene_kind(
        "falling",
        "height surface depth deliberate victim_reflex",
        "damage prone victim_degree victim_damage dice",
        _falling,
    ),
    scene_kind(
        "fly_cost",
        "main steps budget gravity wind diagonals_before mode",
        "cost legal steps",
        _fly_cost,
    ),
)
