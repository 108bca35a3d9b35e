"""What the sentences of answers share: names, lengths, words of the casebook."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from core.messages import N_, Message, Value
from core.quantities import Metres, Squares
from core.rulesets.values import exact_number
from tui.verbs.ask_answer import Asked


def length(asked: Asked, squares: int | Fraction) -> Message:
    """A length in squares and in metres (C-001)."""
    metres = squares * asked.scene.combat.measures.square_m
    return Message(N_("{squares} ({metres})"), squares=Squares(squares), metres=Metres(metres))


def values_of(asked: Asked) -> Mapping[str, Any]:
    """The answer by the keys of its kind."""
    return asked.answer.values


def word_of(asked: Asked, key: str) -> str:
    """What was asked with under a key."""
    return str(asked.given.get(key, ""))


def called(asked: Asked, key: str) -> str:
    """The name of the creature that stands under a key; a square as it is."""
    id = word_of(asked, key)
    creature = asked.scene.by_id.get(id)
    if creature is None:
        return id.upper()
    return creature.name or id


def name_of(asked: Asked, id: object) -> str:
    """The name of the creature with an id."""
    creature = asked.scene.by_id[str(id)]
    return creature.name or creature.id


def path_names(asked: Asked) -> tuple[str, ...]:
    """The squares of the path asked about."""
    path = asked.given.get("path", ())
    return tuple(name.upper() for name in path) if isinstance(path, tuple) else ()


def sentence(templates: Mapping[str, str], reason: str, **values: Value) -> Message:
    """The sentence for a reason of the casebook, the reason itself where there is none."""
    if reason in templates:
        return Message(templates[reason], **values)
    return Message(N_("{reason}"), reason=reason.replace("_", " "))


def number_of(asked: Asked, key: str) -> Fraction:
    """The number asked with under a key."""
    return exact_number(word_of(asked, key)) or Fraction(0)
