"""Answers to questions on an encounter, with inputs completed from the scene."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from core.casebook.case_boards import conditions_of, creature_of, path_of
from core.casebook.cases import Answer, Kind, kind
from core.casebook.combat_cases import AREA, attack_answer, manner_of
from core.casebook.run import COMBAT
from core.combat.attack.situations import GridAttack, attack_on_grid
from core.combat.board.drawing import LIGHTS
from core.combat.board.scene import Creature, Scene
from core.combat.board.squares import Square, adjacent, parse_square, reading_order, through_the_air
from core.combat.movement.footing import in_the_air, met
from core.combat.search.reach import Reach, cheapest, reachable
from core.creatures import ATTACK_MODES
from core.files import FileError, Keys
from core.messages import Refusal
from core.receipts import Receipt
from core.values import Struct
from tui.cli.ask_questions import CommandWords, QueryKind, Typed, bad, given_of
from tui.kit.errors import BadInput

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


Inputs = dict[str, Typed]


class AnsweredQuery(Struct, dict=True):
    """A question with its inputs `given`, its scene, and the answer.

    `every` asks for all squares.
    """

    question: QueryKind
    given: Mapping[str, Typed]
    scene: Scene
    answer: Answer
    every: bool = False

    @property
    def keys(self) -> Keys:
        """Its inputs, to be read by key."""
        return _keys(self.given)

    @property
    def values(self) -> Mapping[str, Any]:
        """The answer by the keys of its kind."""
        return self.answer.values

    @cached_property
    def costs(self) -> dict[Square, int]:
        """The cost of each square of a reach, or of the cheapest path."""
        if self.question.name not in ("reach", "cheapest"):
            return {}
        given = self.keys
        mover = creature_of(given, "mover", self.scene)
        manner, scene = manner_of(given, self.scene), met(self.scene, mover)
        if self.question.name == "reach":
            return _costs(reachable(scene, mover, manner))
        to = parse_square(given.word("to"))
        way = cheapest(scene, mover, to, manner)
        return {square: way.within.cost(square) or 0 for square in way.path[1:]}

    @property
    def receipts(self) -> tuple[Receipt, ...]:
        """The receipts of the answer, each once and none that is part of another."""
        keys = sorted(self.values, key=lambda key: key not in FIRST)
        tops = self.answer.receipts_of(dict.fromkeys(keys))
        inside = {id(part) for top in tops for part in top.walk() if part is not top}
        return tuple(top for top in tops if id(top) not in inside)


def _costs(found: Reach) -> dict[Square, int]:
    costs: dict[Square, int] = {}
    left, squares = found.ends, found.scene.field.squares
    for way in (found.found, found.bought):
        for cost, anchors in way.rings() if way is not None else ():
            costs |= dict.fromkeys(squares(anchors & left), cost)
            left &= ~anchors
    return {square: costs[square] for square in reading_order(costs)}


FIRST = ("needed", "p_hit")
"""The figures that the others lead to."""
OURS: Mapping[str, Kind[Scene]] = {"attack": ATTACK, "area": AREA}
"""Kinds that the casebook has not."""


def ask(question: QueryKind, words: CommandWords, scene: Scene) -> AnsweredQuery:
    """Answer a question. Raises BadInput for a wrong word, Refusal if the rules refuse it."""
    kind = OURS.get(question.name) or COMBAT[question.kind]
    own = {"all"} if question.name == "reach" else set()
    given = given_of(question, words, frozenset(kind.given | own))
    try:
        every = _keys(given).flag("all")
        given.pop("all", None)
        if question.name in COMPLETE:
            COMPLETE[question.name](given, scene)
        _starts_where_it_stands(given, scene)
        answer = kind.compute(Keys(given, kind.given, quoted=True), scene)
    except FileError as wrong:
        raise BadInput("bad_value", wrong.message, key=wrong.key) from None
    except Refusal as wrong:
        key = wrong.code.removeprefix("unknown_")
        if key not in kind.given:
            raise
        raise BadInput("bad_value", wrong.message, key=key) from None
    return AnsweredQuery(question, given, scene, answer, every)


def _keys(given: Mapping[str, Typed]) -> Keys:
    return Keys(given, given, quoted=True)


def _in_its_element(given: Inputs, scene: Scene) -> None:
    if "mode" in given or "mover" not in given:
        return
    mover = creature_of(_keys(given), "mover", scene)
    if in_the_air(scene, mover):
        glides = speed_of(scene, mover, "incorporeal") and not speed_of(scene, mover, "fly")
        given["mode"] = "incorporeal" if glides else "fly"


def _in_melee_when_adjacent(given: Inputs, scene: Scene) -> None:
    if "mode" in given:
        return
    read = _keys(given)
    attacker, target = (creature_of(read, key, scene) for key in ("attacker", "target"))
    heights = (scene.bearer(attacker).elevation, scene.bearer(target).elevation)
    near = through_the_air(scene.body(attacker), scene.body(target), heights) <= 1
    given["mode"] = "melee" if near else "ranged"


def _with_its_speed(given: Inputs, scene: Scene) -> None:
    _in_its_element(given, scene)
    if "budget" in given:
        return
    mover = creature_of(_keys(given), "mover", scene)
    mode = given.get("mode", "walk")
    speed = speed_of(scene, mover, str(mode))
    if speed is None:
        raise bad("missing_argument", "budget",
                  "budget is missing: the file gives {mover} no speed ({mode}).",
                  mover=mover.id, mode=str(mode))  # fmt: skip
    given["budget"] = str(speed)


def _by_its_letter(given: Inputs, scene: Scene) -> None:
    size = str(given["size"]).upper()
    if size in scene.combat.sizes:
        given["size"] = size


def _in_this_air(given: Inputs, scene: Scene) -> None:
    known = COMBAT["fly_cost"].given
    if scene.wind and "wind" in known:
        given.setdefault("wind", scene.wind)
    if scene.gravity != "normal" and "gravity" in known:
        given.setdefault("gravity", scene.gravity)


COMPLETE: Mapping[str, Callable[[Inputs, Scene], None]] = {
    "move": _in_its_element,
    "cheapest": _in_its_element,
    "end": _in_its_element,
    "cover": _in_melee_when_adjacent,
    "conceal": _in_melee_when_adjacent,
    "attack": _in_melee_when_adjacent,
    "reach": _with_its_speed,
    "fly": _in_this_air,
    "squeeze": _by_its_letter,
}


def speed_of(scene: Scene, mover: Creature, mode: str) -> int | None:
    """A creature's speed in squares in this mode, a rider's that of its mount (C-257)."""
    bearer = scene.by_id.get(mover.rides, mover)
    speeds = dict(bearer.speeds)
    if mode == "walk":
        return speeds.get(mode, bearer.speed)
    return speeds.get(mode)


def _starts_where_it_stands(given: Inputs, scene: Scene) -> None:
    if "path" not in given or "mover" not in given:
        return
    read = _keys(given)
    mover = creature_of(read, "mover", scene)
    first, here = path_of(read, "path")[0], scene.body(mover).anchor
    if first != here:
        raise bad("wrong_start", "path[1]",
                  "The path has to begin at {here}, where {mover} is, not at {first}.",
                  mover=mover.id, here=str(here), first=str(first))  # fmt: skip
