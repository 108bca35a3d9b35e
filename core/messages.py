"""Messages of core: templates with typed values, never sentences; and the exact quantities in them.

`tui.kit.phrases.say` alone turns a `Message` into a sentence of one language. A quantity is a
Fraction whose type is its unit, so arithmetic on it is exact and gives a plain Fraction; wrap the
result in the unit it has before it goes into a Message or a Receipt.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

Value: TypeAlias = "str | int | Fraction | Message | tuple[Value, ...]"
"""A value that a message may carry: an id or word, a count, an exact number (a quantity type of
`core.messages` names its unit), a further message, or a list of those."""


Template: TypeAlias = str
"""An English template: a literal in a value annotated so (`Mapping[str, Template]`) needs no
`N_()`."""


def N_(template: str) -> str:
    """Mark `template` for translation and return it unchanged."""
    return template


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """An English template (a literal here needs no `N_()`) and the values of its `{fields}`."""

    template: str
    values: tuple[tuple[str, Value], ...]

    def __init__(self, template: str, /, **values: Value) -> None:
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "values", tuple(sorted(values.items())))

    def mapped(self, change: Callable[[Value], Value]) -> Message:
        """Return the message with each of its values passed through `change`."""
        if not self.values:
            return self
        message = object.__new__(Message)  # the names are in order already
        object.__setattr__(message, "template", self.template)
        values = tuple([(name, change(value)) for name, value in self.values])
        object.__setattr__(message, "values", values)
        return message

    def value(self, name: str) -> Value | None:
        """Return the value of field `name`, or None when the message has no such field."""
        return dict(self.values).get(name)


def yes_no(found: bool) -> Message:
    """Return yes or no, as a receipt's finding."""
    if found:
        return Message("yes")
    return Message("no")


class Refusal(Exception):
    """A request that the rules refuse: a stable `code` and a `Message` the GM can read out.

    `code` is the casebook's error code where there is one. A word without end that was typed is
    quoted by its beginning, so that the reason stays in sight.
    """

    def __init__(self, code: str, template: str, /, **values: Value) -> None:
        self.code = code
        quoted = {name: _shorten_word(value) for name, value in values.items()}
        self.message = Message(template, **quoted)
        super().__init__(code)


LONGEST_WORD = 80
"""Letters of the longest word that a refusal quotes whole; a sha256 is shorter."""
LONG_WORD = r"(\w{77})\w{4,}"
"""A longer one: the first 77 letters are quoted."""


def _shorten_word(value: Value) -> Value:
    if isinstance(value, str) and len(value) > LONGEST_WORD:
        return re.sub(LONG_WORD, r"\1...", value)
    return value


class Metres(Fraction):
    """A length in metres."""


class Squares(Fraction):
    """A length in squares of 1.5 m (T-002)."""


class Kilometres(Fraction):
    """A length in kilometres."""


class KmPerHour(Fraction):
    """A pace in kilometres per overland hour (T-005)."""


class MetresPerMinute(Fraction):
    """A pace in metres per minute, the local scale (T-016)."""


class Hours(Fraction):
    """A duration in hours."""


class Minutes(Fraction):
    """A duration in minutes."""


class Kilograms(Fraction):
    """A weight in kilograms."""


class Factor(Fraction):
    """A multiplier without a unit."""


class Chance(Fraction):
    """A probability between 0 and 1."""


KM_IN_A_MILE = Fraction(3, 2)  # T-003, the game's mile, never the true one
METRES_IN_A_FOOT = Fraction(3, 10)  # T-002
KG_IN_A_POUND = Fraction(1, 2)  # T-003


def adding(hours: Fraction) -> Callable[[Fraction], Fraction]:
    """Return what adds `hours` to a number, and only once where many have the same."""
    sums: dict[int, tuple[Fraction, Fraction]] = {}  # by id, which is compared faster

    def add(number: Fraction) -> Fraction:
        entry = sums.get(id(number))
        if entry is None:
            entry = sums[id(number)] = number, number + hours
        return entry[1]

    return add


def exact(number: Fraction | int) -> str:
    """Return `number` as text: "40.5" where decimals end, else "16/3"."""
    rest = number.denominator
    if rest == 1:
        return str(number.numerator)
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:  # the decimals do not end
        return f"{number.numerator}/{number.denominator}"
    places = 1
    while (number * 10**places).denominator != 1:
        places += 1
    digits = str(abs(int(number * 10**places))).rjust(places + 1, "0")
    sign = "-" if number < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def ratio(number: Fraction | int) -> str:
    """Return a probability as text: "a/b" in lowest terms, or "0" or "1"."""
    return str(Fraction(number))


def half_up(number: Fraction) -> int:
    """Return `number` rounded to a whole number, halves away from zero (T-007, Q-42)."""
    above = number.numerator
    below = number.denominator
    whole = (2 * abs(above) + below) // (2 * below)
    if above < 0:
        return -whole
    return whole
