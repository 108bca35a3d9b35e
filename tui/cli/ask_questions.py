"""The questions of `outrider ask`: the kind of case that answers each, and its words."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

import msgspec

from core.messages import N_
from core.values import Struct
from tui.cli.ask_words import CommandWords, Typed, bad, dashed, listed, typed


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
                 N_("what a path costs, and whether it may be taken")),
        QueryKind("cheapest", "cheapest", ("mover", "to"), N_("the cheapest way to a square")),
        QueryKind("reach", "reachable_count", ("mover", "budget"),
                 N_("where a creature can get to; the budget is its speed if left out"),
                 ("budget",)),
        QueryKind("threat", "threatened", ("who",), N_("the squares that a creature threatens")),
        QueryKind("aoo", "aoo", ("mover", "path"),
                 N_("who may strike at a creature on its way, and where")),
        QueryKind("cover", "cover", ("attacker", "target"), N_("what cover a target has"),
                 by_mode={"area": ("target",)}),
        QueryKind("conceal", "concealment", ("attacker", "target"),
                 N_("what concealment a target has")),
        QueryKind("flank", "flanking", ("attacker", "ally", "target"),
                 N_("whether two creatures flank a third")),
        QueryKind("distance", "distance", ("a", "b"), N_("how far two creatures or squares are")),
        QueryKind("attack", "attack_modifiers", ("attacker", "target"),
                 N_("all modifiers of an attack as the map gives them, and the chance to hit")),
        QueryKind("fall", "falling", ("height",), N_("what a fall of so many squares does")),
        QueryKind("fly", "fly_cost", ("steps",), N_("what a flight costs, step by step")),
        QueryKind("squeeze", "squeeze", ("size", "width_m"),
                 N_("whether a size fits through a passage so many metres wide")),
        QueryKind("end", "end_square", ("mover", "at"),
                 N_("whether a creature may end its movement there"), ("at",)),
        QueryKind("area", "area", ("shape", "origin", "length"),
                 N_("the squares of a burst, spread, cone or line, and who is in it"),
                 forms=AREAS),
    )
}  # fmt: skip


def question_of(words: CommandWords) -> QueryKind:
    """The question that the first word names; BadInput suggests the nearest."""
    if not words.plain:
        raise bad("missing_argument", "question", N_("Which question? There are {choices}."),
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
                  N_("There is no question {name}; did you mean {meant}?"),
                  name=name, meant=meant)  # fmt: skip
    raise bad("unknown_question", "question",
              N_("There is no question {name}; there are {choices}."),
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
    given: dict[str, Typed] = {key: typed(key, text) for key, text in words.options.items()}
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
        raise bad("too_many_words", keys[-1], N_("What is {word} for? Ask: {usage}"),
                  usage=asking, word=rest[0])  # fmt: skip
    for key in keys:
        if key not in given and key not in question.may_lack:
            raise bad("missing_argument", key, N_("{key} is missing; ask: {usage}"),
                      key=key, usage=asking)  # fmt: skip
    return given


def _unknown(question: QueryKind, key: str, known: frozenset[str]) -> Exception:
    choices = sorted(known - set(question.keys))
    near = get_close_matches(key, choices, n=1)
    if near:
        return bad("unknown_option", key,
                   N_("{question} has no option {option}; did you mean {meant}?"),
                   question=question.name, option=dashed(key),
                   meant=dashed(near[0]))  # fmt: skip
    if not choices:
        return bad("unknown_option", key, N_("{question} has no option {option}, nor any other."),
                   question=question.name, option=dashed(key))  # fmt: skip
    return bad("unknown_option", key,
               N_("{question} has no option {option}; there are {choices}."),
               question=question.name, option=dashed(key),
               choices=tuple(dashed(choice) for choice in choices))  # fmt: skip
