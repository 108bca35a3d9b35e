"""The questions of `outrider ask FILE QUESTION ARGS [--KEY VALUE]`: their words, and their answers.

Words are split and typed; inputs left out are completed from the scene.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any, Self, TypeAlias

import msgspec
from pydantic import model_validator

from core.casebook.cases import Answer, Kind, kind
from core.casebook.combat_cases import (
    AREA,
    COMBAT,
    attack_answer,
    check_conditions,
    creature_of,
    manner_of,
)
from core.casebook.combat_inputs import AooInputs, AttackAction, EndInputs, MoveInputs
from core.combat.attack.situations import GridAttack, attack_on_grid
from core.combat.board.drawing import Light
from core.combat.board.scene import Creature, Scene
from core.combat.board.speed_now import speed_on_the_grid
from core.combat.board.squares import Square, adjacent, reading_order, through_the_air
from core.combat.movement.footing import in_the_air, scene_at_height, unseen_doublings
from core.combat.search.reach import Reach, cheapest, reachable
from core.creatures import AttackMode
from core.file_schema import FileTable, ListOf, Natural, Text, WrongValue, read_table
from core.files import FileError
from core.messages import Message, Refusal, Value, ratio
from core.receipts import Receipt
from core.values import ByIdentity, Struct
from tui.kit.errors import BadInput

Typed: TypeAlias = "str | bool | tuple[str, ...]"

TRUTH = {"true": True, "yes": True, "false": False, "no": False}
FLAGS = frozenset(
    (
        "squeeze",
        "full_round",
        "next_move_action",
        "ends_here",
        "take_cover",
        "deliberate",
        "spread",
        "adjacent",
        "all",
    )
)
"""Options that may stand without a value, which makes them true."""
LISTS = frozenset(("path", "already", "steps", "origin", "corner", "attacker_also", "target_also"))
EITHER = frozenset(("tumble_success",))
"""True, false, or a list."""
UNITS = ("metric", "imperial")


@dataclass(slots=True)
class CommandWords:
    """A command line: plain words, options by key, and the options of every verb.

    An option without a value has "" there.
    """

    plain: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    strict: bool = False
    why: bool = False
    help: bool = False
    folders: list[Path] = field(default_factory=list)
    units: str = ""


def bad(code: str, key: str, template: str, /, **values: Value) -> BadInput:
    """The error of a wrong word."""
    return BadInput(code, Message(template, **values), "", key)


def dashed(key: str) -> str:
    """A key as an option: "extra_doublings" is "--extra-doublings"."""
    return f"--{key.replace('_', '-')}"


def take_apart(words: Iterable[str]) -> CommandWords:
    """Split words from options (`--key value` or `--key=value`). Raises BadInput."""
    command_words = CommandWords()
    rest = deque(words)
    while rest:
        word = rest.popleft()
        name, equals, value = word.partition("=")
        if not word.startswith("--"):
            if word == "-h":
                command_words.help = True
            else:
                command_words.plain.append(word)
            continue
        if equals:
            rest.appendleft(value)
        _option(command_words, name[2:].replace("-", "_"), rest, attached=bool(equals))
    return command_words


def _option(command_words: CommandWords, key: str, rest: deque[str], *, attached: bool) -> None:
    match key:
        case "help":
            command_words.help = True
        case "json":
            pass  # looked for by itself, as it says how a wrong word is reported
        case "why":
            command_words.why = True
        case "strict":
            command_words.strict = True
        case "ruleset":
            command_words.folders.append(Path(_value(key, rest, given=attached)))
        case "units":
            command_words.units = _value(key, rest, given=attached)
            if command_words.units not in UNITS:
                raise bad(
                    "bad_value",
                    key,
                    "'{units}' is not one of {choices}.",
                    units=command_words.units,
                    choices=UNITS,
                )
        case _:
            if key in command_words.options:
                raise bad("given_twice", key, "{option} is given twice.", option=dashed(key))
            bare = key in FLAGS | EITHER and not attached and not _follows(key, rest)
            if bare:
                command_words.options[key] = ""
            else:
                command_words.options[key] = _value(key, rest, given=attached)


def _follows(key: str, rest: deque[str]) -> bool:
    if not rest or rest[0].startswith("--"):
        return False
    return key in EITHER or rest[0].lower() in TRUTH


def _value(key: str, rest: deque[str], *, given: bool) -> str:
    if not rest or (rest[0].startswith("--") and not given):
        raise bad("missing_value", key, "{option} needs a value.", option=dashed(key))
    return rest.popleft()


def typed(key: str, text: str) -> Typed:
    """The value of an option in the types that a casebook has; numbers stay texts, exact."""
    if key in FLAGS | EITHER and text.lower() in ("", *TRUTH):
        return TRUTH.get(text.lower(), True)
    if key in LISTS | EITHER:
        return listed((text,))
    return text


def listed(words: Iterable[str]) -> tuple[str, ...]:
    """Words as one list, each split at its commas."""
    parts = (part.strip() for word in words for part in word.split(","))
    return tuple(part for part in parts if part)


class QueryKind(Struct):
    """One question: the `kind` of case that answers it and the keys that its words fill.

    A path and the steps of a flight take all words that are left. `may_lack` are the keys that
    something else can stand in for; `forms` give other keys by the first word, `by_mode` by the
    option --mode.
    """

    name: str
    kind: str
    keys: tuple[str, ...]
    text: str
    may_lack: tuple[str, ...] = ()
    forms: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    by_mode: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)


REST = ("path", "steps")
"""Keys that take all words that are left."""
AREAS: Mapping[str, tuple[str, ...]] = {
    "burst": ("shape", "origin", "length"),
    "spread": ("shape", "origin", "length"),
    "cone": ("shape", "who", "direction", "length"),
    "line": ("shape", "who", "to", "length"),
}
QUESTIONS: Mapping[str, QueryKind] = {
    question.name: question
    for question in (
        QueryKind(
            "move", "move_cost", ("mover", "path"), "what a path costs, and whether it may be taken"
        ),
        QueryKind("cheapest", "cheapest", ("mover", "to"), "the cheapest way to a square"),
        QueryKind(
            "reach",
            "reachable_count",
            ("mover", "budget"),
            "where a creature can get to; the budget is its speed if left out",
            ("budget",),
        ),
        QueryKind("threat", "threatened", ("who",), "the squares that a creature threatens"),
        QueryKind(
            "aoo", "aoo", ("mover", "path"), "who may strike at a creature on its way, and where"
        ),
        QueryKind(
            "cover",
            "cover",
            ("attacker", "target"),
            "what cover a target has",
            by_mode={"area": ("target",)},
        ),
        QueryKind(
            "conceal", "concealment", ("attacker", "target"), "what concealment a target has"
        ),
        QueryKind(
            "flank",
            "flanking",
            ("attacker", "ally", "target"),
            "whether two creatures flank a third",
        ),
        QueryKind("distance", "distance", ("a", "b"), "how far two creatures or squares are"),
        QueryKind(
            "attack",
            "attack_modifiers",
            ("attacker", "target"),
            "all modifiers of an attack as the map gives them, and the chance to hit",
        ),
        QueryKind("fall", "falling", ("height",), "what a fall of so many squares does"),
        QueryKind("fly", "fly_cost", ("steps",), "what a flight costs, step by step"),
        QueryKind(
            "squeeze",
            "squeeze",
            ("size", "width_m"),
            "whether a size fits through a passage so many metres wide",
        ),
        QueryKind(
            "end",
            "end_square",
            ("mover", "at"),
            "whether a creature may end its movement there",
            ("at",),
        ),
        QueryKind(
            "area",
            "area",
            ("shape", "origin", "length"),
            "the squares of a burst, spread, cone or line, and who is in it",
            forms=AREAS,
        ),
    )
}


def question_of(words: CommandWords) -> QueryKind:
    """The question that the first word names; BadInput suggests the nearest."""
    if not words.plain:
        raise bad(
            "missing_argument",
            "question",
            "Which question? There are {choices}.",
            choices=tuple(QUESTIONS),
        )
    name = words.plain[0]
    if name in QUESTIONS:
        return QUESTIONS[name]
    near = get_close_matches(name, QUESTIONS, n=1) or get_close_matches(
        name, [question.kind for question in QUESTIONS.values()], n=1
    )
    if near:
        suggestion = next(q.name for q in QUESTIONS.values() if near[0] in (q.name, q.kind))
        raise bad(
            "unknown_question",
            "question",
            "There is no question {name}; did you mean {meant}?",
            name=name,
            meant=suggestion,
        )
    raise bad(
        "unknown_question",
        "question",
        "There is no question {name}; there are {choices}.",
        name=name,
        choices=tuple(QUESTIONS),
    )


def usages(question: QueryKind) -> tuple[str, ...]:
    """The usages of a question: "move MOVER PATH..."."""
    forms = question.forms or {"": question.keys}
    return tuple(_usage(question, form, keys) for form, keys in forms.items())


def _usage(question: QueryKind, form: str, keys: tuple[str, ...]) -> str:
    words = [key.upper() + ("..." if key in REST else "") for key in keys]
    return " ".join((question.name, form, *words[1:]) if form else (question.name, *words))


def given_of(question: QueryKind, words: CommandWords, known: frozenset[str]) -> dict[str, Typed]:
    """The inputs of a question by key. BadInput for too few words, too many, unknown options."""
    for key in words.options:
        if key not in known:
            raise _unknown(question, key, known)
    typed_inputs = {key: typed(key, text) for key, text in words.options.items()}
    rest = words.plain[1:]
    if rest and rest[0] in question.forms:
        form = rest[0]
    else:
        form = ""
    keys = question.by_mode.get(words.options.get("mode", ""), question.keys)
    keys = question.forms.get(form, keys)
    if form:
        asking = _usage(question, form, keys)
    else:
        asking = " | ".join(usages(question))
    for key in keys:
        if key in typed_inputs or not rest:
            continue
        if key in REST:
            typed_inputs[key] = listed(rest)
            rest = []
        else:
            typed_inputs[key] = typed(key, rest.pop(0))
    if rest:
        raise bad(
            "too_many_words",
            keys[-1],
            "What is {word} for? Ask: {usage}",
            usage=asking,
            word=rest[0],
        )
    for key in keys:
        if key not in typed_inputs and key not in question.may_lack:
            raise bad(
                "missing_argument", key, "{key} is missing; ask: {usage}", key=key, usage=asking
            )
    return typed_inputs


def _unknown(question: QueryKind, key: str, known: frozenset[str]) -> Exception:
    choices = sorted(known - set(question.keys))
    near = get_close_matches(key, choices, n=1)
    if near:
        return bad(
            "unknown_option",
            key,
            "{question} has no option {option}; did you mean {meant}?",
            question=question.name,
            option=dashed(key),
            meant=dashed(near[0]),
        )
    if not choices:
        return bad(
            "unknown_option",
            key,
            "{question} has no option {option}, nor any other.",
            question=question.name,
            option=dashed(key),
        )
    return bad(
        "unknown_option",
        key,
        "{question} has no option {option}; there are {choices}.",
        question=question.name,
        option=dashed(key),
        choices=tuple(dashed(choice) for choice in choices),
    )


KEY_OF = {
    "same_creature": "target",
    "unknown_gm_degree": "gm_degree",
    "unknown_take_cover": "take_cover",
}


class GridAttackInputs(FileTable):
    """An attack on the map."""

    attacker: Text
    target: Text
    mode: AttackMode
    weapon: Text | None = None
    take_cover: bool = False
    gm_degree: Text = ""
    light: Light | None = None
    action: AttackAction = "attack"
    damage: Natural | None = None
    attacker_also: ListOf[str] = ()
    target_also: ListOf[str] = ()

    @model_validator(mode="after")
    def _check_damage(self) -> Self:
        if self.action == "attack" and self.damage is not None:
            raise WrongValue(Message("goes only with a coup de grâce"), key="damage")
        return self


def attack(inputs: GridAttackInputs, scene: Scene) -> Answer:
    """The modifiers of an attack from the map, `needed` and `p_hit` where they are known.

    Where it cannot be made, `can_attack` is false and `reason` says why. FileError names a wrong
    input.
    """
    if inputs.action == "coup_de_grace":
        return _coup(inputs, scene)
    grid_attack = attack_of(inputs, scene)
    if not grid_attack.can_attack:
        return Answer(grid_attack.receipt, can_attack=False, reason=grid_attack.reason)
    answer = attack_answer(grid_attack.modifiers, scene.rules)
    if "can_attack" not in answer.values:
        answer.put(grid_attack.receipt, can_attack=True)
    first = next(iter(answer.values))
    answer.receipts[first] = (grid_attack.receipt, *answer.receipts[first])
    if grid_attack.hit is not None:
        hit = grid_attack.hit
        answer.put(hit.receipt, needed=hit.needed, p_hit=ratio(hit.p_hit))
    return answer


def attack_of(inputs: GridAttackInputs, scene: Scene) -> GridAttack:
    """The attack that the inputs describe; FileError names a wrong one."""
    attacker = creature_of(scene, "attacker", inputs.attacker)
    target = creature_of(scene, "target", inputs.target)
    check_conditions(inputs.attacker_also, "attacker_also", scene.rules)
    check_conditions(inputs.target_also, "target_also", scene.rules)
    try:
        return attack_on_grid(
            scene,
            attacker,
            target,
            inputs.mode,
            inputs.weapon or "",
            take_cover=inputs.take_cover,
            light=inputs.light,
            gm_degree=inputs.gm_degree,
            attacker_also=inputs.attacker_also,
            target_also=inputs.target_also,
        )
    except Refusal as wrong:
        raise FileError(KEY_OF[wrong.code], wrong.message) from wrong


def _coup(inputs: GridAttackInputs, scene: Scene) -> Answer:
    # C-242, C-249
    grid_attack = attack_of(inputs, scene)
    coup_inputs: dict[str, object] = {
        "action": "coup_de_grace",
        "mode": grid_attack.mode,
        "attacker": grid_attack.attacking,
        "target": grid_attack.attacked,
        "adjacent": adjacent(scene.body(grid_attack.attacker), scene.body(grid_attack.target)),
    }
    if inputs.weapon is not None:
        coup_inputs["weapon"] = inputs.weapon
    if inputs.damage is not None:
        coup_inputs["damage"] = inputs.damage
    return COMBAT["attack_modifiers"].answer(coup_inputs, scene)


ATTACK = kind(
    "attack",
    GridAttackInputs,
    "needed p_hit " + " ".join(sorted(COMBAT["attack_modifiers"].expect)),
    attack,
)
"""An attack on the map: the situations that attack_modifiers is told are read off it."""


Inputs = dict[str, Typed]


class AnsweredQuery(Struct, dict=True):
    """A question, what is `given` as words and as the `inputs` of its kind, scene and answer.

    `every` asks for all squares.
    """

    question: QueryKind
    given: Mapping[str, Typed]
    inputs: Any
    scene: Scene
    answer: Answer
    every: bool = False

    @property
    def values(self) -> Mapping[str, Any]:
        """The answer by the keys of its kind."""
        return self.answer.values

    @cached_property
    def costs(self) -> dict[Square, int]:
        """The cost of each square of a reach, or of the cheapest path."""
        if self.question.name not in ("reach", "cheapest"):
            return {}
        inputs = self.inputs
        mover = creature_of(self.scene, "mover", inputs.mover)
        manner = manner_of(inputs, self.scene)
        scene = scene_at_height(self.scene, mover)
        if self.question.name == "reach":
            return _costs(reachable(scene, mover, manner))
        way = cheapest(scene, mover, inputs.to, manner)
        return {square: way.reach.cost(square) or 0 for square in way.path[1:]}

    @property
    def receipts(self) -> tuple[Receipt, ...]:
        """The receipts of the answer, each once and none that is part of another."""
        keys = sorted(self.values, key=lambda key: key not in FIRST)
        tops = self.answer.receipts_of(dict.fromkeys(keys))
        inside = {id(part) for top in tops for part in top.walk() if part is not top}
        return tuple(top for top in tops if id(top) not in inside)


def _costs(reach: Reach) -> dict[Square, int]:
    costs: dict[Square, int] = {}
    left = reach.ends
    squares = reach.scene.field.squares
    for way in (reach.result, reach.bought):
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
    own = ("all",) if question.name == "reach" else ()
    typed_inputs = given_of(question, words, frozenset((*kind.keys, *own)))
    every = typed_inputs.pop("all", False)
    if not isinstance(every, bool):
        raise bad("bad_value", "all", "must be true or false")
    try:
        if question.name in COMPLETE:
            COMPLETE[question.name](typed_inputs, scene)
        inputs = read_table(kind.inputs, typed_inputs, quoted=True)
        if isinstance(inputs, MoveInputs | AooInputs | EndInputs):
            _check_start(inputs, scene)
        answer = kind.compute(inputs, scene)
    except FileError as wrong:
        raise BadInput("bad_value", wrong.message, key=wrong.key) from None
    except Refusal as wrong:
        key = wrong.code.removeprefix("unknown_")
        if key not in kind.keys:
            raise
        raise BadInput("bad_value", wrong.message, key=key) from None
    return AnsweredQuery(question, typed_inputs, inputs, scene, answer, every)


def _in_its_element(typed_inputs: Inputs, scene: Scene) -> None:
    if "mode" in typed_inputs or "mover" not in typed_inputs:
        return
    mover = creature_of(scene, "mover", str(typed_inputs["mover"]))
    if in_the_air(scene, mover):
        glides = squares_a_round(scene, mover, "incorporeal") and not squares_a_round(
            scene, mover, "fly"
        )
        if glides:
            typed_inputs["mode"] = "incorporeal"
        else:
            typed_inputs["mode"] = "fly"


def _in_melee_when_adjacent(typed_inputs: Inputs, scene: Scene) -> None:
    if "mode" in typed_inputs:
        return
    attacker, target = (
        creature_of(scene, key, str(typed_inputs[key])) for key in ("attacker", "target")
    )
    heights = (scene.bearer(attacker).elevation, scene.bearer(target).elevation)
    near = through_the_air(scene.body(attacker), scene.body(target), heights) <= 1
    typed_inputs["mode"] = "melee" if near else "ranged"


def _with_its_speed(typed_inputs: Inputs, scene: Scene) -> None:
    _in_its_element(typed_inputs, scene)
    if "budget" in typed_inputs:
        return
    mover = creature_of(scene, "mover", str(typed_inputs["mover"]))
    mode = typed_inputs.get("mode", "walk")
    speed = squares_a_round(scene, mover, str(mode))
    if speed is None:
        raise bad(
            "missing_argument",
            "budget",
            "budget is missing: the file gives {mover} no speed ({mode}).",
            mover=mover.id,
            mode=str(mode),
        )
    typed_inputs["budget"] = str(speed)


def _by_its_letter(typed_inputs: Inputs, scene: Scene) -> None:
    size = str(typed_inputs["size"]).upper()
    if size in scene.combat.sizes:
        typed_inputs["size"] = size


def _in_this_air(typed_inputs: Inputs, scene: Scene) -> None:
    known = COMBAT["fly_cost"].keys
    if scene.wind and "wind" in known:
        typed_inputs.setdefault("wind", scene.wind)
    if scene.gravity != "normal" and "gravity" in known:
        typed_inputs.setdefault("gravity", scene.gravity)


def _by_its_eyes(typed_inputs: Inputs, scene: Scene) -> None:
    # C-046: as in a fight, unless the doublings are given.
    if "extra_doublings" in typed_inputs or "mover" not in typed_inputs:
        return
    mover = creature_of(scene, "mover", str(typed_inputs["mover"]))
    doublings = unseen_doublings(scene, scene.bearer(mover))
    if doublings:
        typed_inputs["extra_doublings"] = str(doublings)


def _as_it_sees(given: Inputs, scene: Scene) -> None:
    _in_its_element(given, scene)
    _by_its_eyes(given, scene)


def _with_its_speed_as_it_sees(given: Inputs, scene: Scene) -> None:
    _with_its_speed(given, scene)
    _by_its_eyes(given, scene)


COMPLETE: Mapping[str, Callable[[Inputs, Scene], None]] = {
    "move": _as_it_sees,
    "cheapest": _as_it_sees,
    "end": _in_its_element,
    "cover": _in_melee_when_adjacent,
    "conceal": _in_melee_when_adjacent,
    "attack": _in_melee_when_adjacent,
    "reach": _with_its_speed_as_it_sees,
    "fly": _in_this_air,
    "squeeze": _by_its_letter,
}


class AskedSpeed(Struct):
    """A creature's speed in squares, `now` and as `written`, and what changes it."""

    now: int
    written: int
    conditions: tuple[str, ...]


def squares_a_round(scene: Scene, mover: Creature, mode: str) -> int | None:
    """A creature's speed in squares in this mode as it is now, a rider's its mount's (C-257)."""
    speed = find_speed(scene, mover, mode)
    if speed is None:
        return None
    return speed.now


def find_speed(scene: Scene, mover: Creature, mode: str) -> AskedSpeed | None:
    """The speed of `squares_a_round`, with what changes it; None where it has none."""
    bearer = scene.by_id.get(mover.rides, mover)
    speeds = dict(bearer.speeds)
    if mode == "walk":
        written = speeds.get(mode, bearer.speed)
    else:
        written = speeds.get(mode)
    if written is None:
        return None
    rules = ByIdentity(scene.rules)
    values = dict(bearer.values)
    held = tuple([(name, values.get(name, 0)) for name in bearer.conditions])
    changing = [
        scene.combat.rows[name].name_in()
        for name, value in held
        if speed_on_the_grid(((name, value),), written, mode, rules, bearer.worn) != written
    ]
    now = speed_on_the_grid(held, written, mode, rules, bearer.worn)
    return AskedSpeed(now, written, tuple(changing))


def _check_start(inputs: MoveInputs | AooInputs | EndInputs, scene: Scene) -> None:
    if inputs.path is None:
        return
    mover = creature_of(scene, "mover", inputs.mover)
    first = inputs.path[0]
    here = scene.body(mover).anchor
    if first != here:
        raise bad(
            "wrong_start",
            "path[1]",
            "The path has to begin at {here}, where {mover} is, not at {first}.",
            mover=mover.id,
            here=str(here),
            first=str(first),
        )
