"""The one place where sentences are made: from a `Message` to text in the reader's language."""

from __future__ import annotations

import re
import string
from contextvars import copy_context
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from core.characters import clean
from core.messages import Message, Value
from tui.kit.language import ENGLISH, set_language, translate
from tui.kit.units import clock, quantity, set_units_here

Words: TypeAlias = Message | str
"""A message, or text that needs no translation."""

_VOWEL = re.compile(r"[aeio]|u(?!n[ei]|s|ti)|8|1[18]\b", re.IGNORECASE)
_PARSE = string.Formatter().parse


@lru_cache(maxsize=1024)
def _pieces(template: str) -> tuple[tuple[str, str | None, str | None], ...]:
    return tuple((literal, name, form) for literal, name, form, _ in _PARSE(template))


def say(message: Value) -> str:
    """The sentence for `message`, or the text of a single value.

    Fields of a template: `{name}`; `{name:+}` with its sign ("+2");
    `{name:clock}` an hour of the day ("16:53"); `{name:day|days}` a count with its word, the first
    for one and the second for any other; `{name:a}` with its article ("an elf", "a 20"). Values
    are shown in the units in force, lists with commas between, and no inserted text can carry a
    control character to the terminal.
    Raises KeyError or ValueError when the template names a field or form it has not.
    """
    match message:
        case Message():
            return _sentence(message)
        case str():
            return clean(message)
        case tuple():
            return ", ".join(map(say, message))
        case int():
            return str(message)
        case Fraction():
            return quantity(message)


def phrase(template: str, /, **values: Value) -> str:
    """The sentence for a template with its values; see `say`."""
    return say(Message(template, **values))


def plainest(message: Value) -> str:
    """The sentence for programs: always English and metric."""

    def say_it() -> str:
        set_units_here("metric")
        set_language(ENGLISH)
        return say(message)

    return copy_context().run(say_it)


def _sentence(message: Message) -> str:
    values = dict(message.values)
    text: list[str] = []
    for literal, name, form in _pieces(translate(message.template)):
        text.append(literal)
        if name is not None:
            value = values[name]
            if isinstance(value, str) and not form:  # as most are
                text.append(clean(value))
            else:
                text.append(_field(value, form or ""))
    return "".join(text)


def _field(value: Value, form: str) -> str:
    if not form:
        return say(value)
    if form == "a":
        return f"{'an' if _VOWEL.match(say(value)) else 'a'} {say(value)}"
    if isinstance(value, int | Fraction):
        if form == "clock":
            return clock(Fraction(value))
        if form == "+":
            return ("" if value < 0 else "+") + say(value)
        if "|" in form:
            one, many = form.split("|")
            return f"{say(value)} {one if value == 1 else many}"
    raise ValueError(f"no form {form!r} for {type(value).__name__}")
