"""The questions of `outrider ask FILE QUESTION ARGS [--KEY VALUE]`: its words, split and typed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TypeAlias

import msgspec

from core.messages import Message, Value
from core.values import Struct
from tui.kit.errors import BadInput

Typed: TypeAlias = "str | bool | tuple[str, ...]"

TRUTH = {"true": True, "yes": True, "false": False, "no": False}
FLAGS = frozenset(
    ("squeeze", "full_round", "next_move_action", "ends_here", "take_cover", "deliberate", "spread",
     "adjacent", "all")
)  # fmt: skip
"""Options that may stand without a value, which makes them true."""
LISTS = frozenset(
    ("path", "already", "steps", "origin", "corner", "attacker_also", "target_also")
)  # fmt: skip
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
    found = CommandWords()
    rest = deque(words)
    while rest:
        word = rest.popleft()
        name, equals, value = word.partition("=")
        if not word.startswith("--"):
            if word == "-h":
                found.help = True
            else:
                found.plain.append(word)
            continue
        if equals:
            rest.appendleft(value)
        _option(found, name[2:].replace("-", "_"), rest, given=bool(equals))
    return found


def _option(found: CommandWords, key: str, rest: deque[str], *, given: bool) -> None:
    match key:
        case "help":
            found.help = True
        case "json":
            pass  # looked for by itself, as it says how a wrong word is reported
        case "why":
            found.why = True
        case "strict":
            found.strict = True
        case "ruleset":
            found.folders.append(Path(_value(key, rest, given=given)))
        case "units":
            found.units = _value(key, rest, given=given)
            if found.units not in UNITS:
                raise bad("bad_value", key, "'{units}' is not one of {choices}.",
                          units=found.units, choices=UNITS)  # fmt: skip
        case _:
            if key in found.options:
                raise bad("given_twice", key, "{option} is given twice.", option=dashed(key))
            bare = key in FLAGS | EITHER and not given and not _follows(key, rest)
            found.options[key] = "" if bare else _value(key, rest, given=given)


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
        QueryKind("move", "move_cost", ("mover", "path"),
                 "what a path costs, and whether it may be taken"),
        QueryKind("cheapest", "cheapest", ("mover", "to"), "the cheapest way to a square"),
        QueryKind("reach", "reachable_count", ("mover", "budget"),
                 "where a creature can get to; the budget is its speed if left out",
                 ("budget",)),
        QueryKind("threat", "threatened", ("who",), "the squares that a creature threatens"),
        QueryKind("aoo", "aoo", ("mover", "path"),
                 "who may strike at a creature on its way, and where"),
        QueryKind("cover", "cover", ("attacker", "target"), "what cover a target has",
                 by_mode={"area": ("target",)}),
        QueryKind("conceal", "concealment", ("attacker", "target"),
                 "what concealment a target has"),
        QueryKind("flank", "flanking", ("attacker", "ally", "target"),
                 "whether two creatures flank a third"),
        QueryKind("distance", "distance", ("a", "b"), "how far two creatures or squares are"),
        QueryKind("attack", "attack_modifiers", ("attacker", "target"),
                 "all modifiers of an attack as the map gives them, and the chance to hit"),
        QueryKind("fall", "falling", ("height",), "what a fall of so many squares does"),
        QueryKind("fly", "fly_cost", ("steps",), "what a flight costs, step by step"),
        QueryKind("squeeze", "squeeze", ("size", "width_m"),
                 "whether a size fits through a passage so many metres wide"),
        QueryKind("end", "end_square", ("mover", "at"),
                 "whether a creature may end its movement there", ("at",)),
        QueryKind("area", "area", ("shape", "origin", "length"),
                 "the squares of a burst, spread, cone or line, and who is in it",
                 forms=AREAS),
    )
}  # fmt: skip


def question_of(words: CommandWords) -> QueryKind:
    """The question that the first word names; BadInput suggests the nearest."""
    if not words.plain:
        raise bad("missing_argument", "question", "Which question? There are {choices}.",
                  choices=tuple(QUESTIONS))  # fmt: skip
    name = words.plain[0]
    if name in QUESTIONS:
        return QUESTIONS[name]
    near = get_close_matches(name, QUESTIONS, n=1) or get_close_matches(
        name, [question.kind for question in QUESTIONS.values()], n=1
    )
    if near:
        meant = next(q.name for q in QUESTIONS.values() if near[0] in (q.name, q.kind))
        raise bad("unknown_question", "question",
                  "There is no question {name}; did you mean {meant}?",
                  name=name, meant=meant)  # fmt: skip
    raise bad("unknown_question", "question",
              "There is no question {name}; there are {choices}.",
              name=name, choices=tuple(QUESTIONS))  # fmt: skip


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
    given = {key: typed(key, text) for key, text in words.options.items()}
    rest = words.plain[1:]
    form = rest[0] if rest and rest[0] in question.forms else ""
    keys = question.by_mode.get(words.options.get("mode", ""), question.keys)
    keys = question.forms.get(form, keys)
    asking = " | ".join(usages(question)) if not form else _usage(question, form, keys)
    for key in keys:
        if key in given or not rest:
            continue
        if key in REST:
            given[key], rest = listed(rest), []
        else:
            given[key] = typed(key, rest.pop(0))
    if rest:
        raise bad("too_many_words", keys[-1], "What is {word} for? Ask: {usage}",
                  usage=asking, word=rest[0])  # fmt: skip
    for key in keys:
        if key not in given and key not in question.may_lack:
            raise bad("missing_argument", key, "{key} is missing; ask: {usage}",
                      key=key, usage=asking)  # fmt: skip
    return given


def _unknown(question: QueryKind, key: str, known: frozenset[str]) -> Exception:
    choices = sorted(known - set(question.keys))
    near = get_close_matches(key, choices, n=1)
    if near:
        return bad("unknown_option", key,
                   "{question} has no option {option}; did you mean {meant}?",
                   question=question.name, option=dashed(key),
                   meant=dashed(near[0]))  # fmt: skip
    if not choices:
        return bad("unknown_option", key, "{question} has no option {option}, nor any other.",
                   question=question.name, option=dashed(key))  # fmt: skip
    return bad("unknown_option", key,
               "{question} has no option {option}; there are {choices}.",
               question=question.name, option=dashed(key),
               choices=tuple(dashed(choice) for choice in choices))  # fmt: skip
