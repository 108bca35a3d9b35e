"""The one place where sentences are made: from a `Message` to text in the reader's language."""

from __future__ import annotations

import string
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from core.characters import clean
from core.messages import Message, Value
from tui.kit.language import translate
from tui.kit.units import Units, clock, quantity

Words: TypeAlias = Message | str
"""A message, or text that needs no translation."""

_PARSE = string.Formatter().parse


@lru_cache(maxsize=1024)
def _pieces(template: str) -> tuple[tuple[str, str | None, str | None], ...]:
    return tuple((literal, name, form) for literal, name, form, _ in _PARSE(template))


def say(message: Value, *, units: Units | None = None, language: str | None = None) -> str:
    """The sentence for `message`, or the text of a single value.

    Fields of a template: `{name}`; `{name:+}` with its sign ("+2");
    `{name:clock}` an hour of the day ("16:53"); `{name:day|days}` a count with its word, the first
    for one and the second for any other. Values are shown in `units` (None: those in force, as
    with the language), lists with commas between, and no inserted text can carry a control
    character to the terminal.
    Raises KeyError or ValueError when the template names a field or form it has not.
    """
    match message:
        case Message():
            return _sentence(message, units, language)
        case str():
            return clean(message)
        case tuple():
            return ", ".join(say(part, units=units, language=language) for part in message)
        case int():
            return str(message)
        case Fraction():
            return quantity(message, units, language)


def phrase(template: str, /, **values: Value) -> str:
    """The sentence for a template with its values; see `say`."""
    return say(Message(template, **values))


def plainest(message: Value) -> str:
    """The sentence for programs: always English and metric."""
    return say(message, units="metric", language="en")


def _sentence(message: Message, units: Units | None, language: str | None) -> str:
    values = dict(message.values)
    text: list[str] = []
    for literal, name, form in _pieces(translate(message.template, language)):
        text.append(literal)
        if name is not None:
            value = values[name]
            if isinstance(value, str) and not form:  # as most are
                text.append(clean(value))
            else:
                text.append(_field(value, form or "", units, language))
    return "".join(text)


def _field(value: Value, form: str, units: Units | None, language: str | None) -> str:
    if not form:
        return say(value, units=units, language=language)
    if form == "clock" and isinstance(value, int | Fraction):
        return clock(Fraction(value))
    if form == "+" and isinstance(value, int | Fraction):
        return ("" if value < 0 else "+") + say(value, units=units, language=language)
    if "|" in form and isinstance(value, int | Fraction):
        one, many = form.split("|")
        return f"{say(value, units=units, language=language)} {one if value == 1 else many}"
    raise ValueError(f"no form {form!r} for {type(value).__name__}")
