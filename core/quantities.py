"""Quantities as people type them: "120 lb", "30ft", "6 miles", "43 m", "5 sq", or a bare number.

Every field reads them here. A unit of either system is understood in both; a number without one is
in the unit that its field names, which is that of the game master's system unless it is squares.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

from core.files import exact_number
from core.messages import (
    KG_IN_A_POUND,
    KM_IN_A_MILE,
    METRES_IN_A_FOOT,
    Message,
    Refusal,
    exact,
)
from core.values import Struct

Units: TypeAlias = Literal["metric", "imperial"]

METRES_IN_A_SQUARE = Fraction(3, 2)  # T-002

MOST_DIGITS = 9
"""The most digits of a number before the point; more are a slip of the finger."""
MOST_PLACES = 12
"""The most digits behind it."""
SHOWN = 20
"""Letters of a number without end that are repeated in the sentence about it."""
NUMBER = rf"\d{{1,{MOST_DIGITS}}}(?:[.,]\d{{1,{MOST_PLACES}}}|/\d{{1,{MOST_DIGITS}}})?"
# Patterns are compiled by the first quantity that is typed: a start sees none.
LONG = rf"\d{{{MOST_DIGITS + 1}}}|\d+[.,]\d{{{MOST_PLACES + 1}}}"
"""The beginning of a number with more digits than that."""
QUANTITY = rf"(?P<number>{NUMBER})\s*(?:(?P<unit>[a-z/']+)\.?)?"
"""A number and its unit, which may be abbreviated with a period: "30 ft."."""


class Dimension(Struct):
    """What is measured: its units in metric ones, and the unit of a bare number in each system.

    `words` are other spellings of the units.
    """

    units: Mapping[str, Fraction]
    usual: Mapping[Units, str]
    words: Mapping[str, str]


LENGTH = Dimension(
    units={"m": Fraction(1), "ft": METRES_IN_A_FOOT, "sq": METRES_IN_A_SQUARE},
    usual={"metric": "m", "imperial": "ft"},
    words={
        "metre": "m",
        "metres": "m",
        "meter": "m",
        "meters": "m",
        "foot": "ft",
        "feet": "ft",
        "'": "ft",
        "square": "sq",
        "squares": "sq",
    },
)
"""Speeds of a round, ranges, reaches and heights, in metres."""
DISTANCE = Dimension(
    units={"km": Fraction(1), "mi": KM_IN_A_MILE},
    usual={"metric": "km", "imperial": "mi"},
    words={
        "kilometre": "km",
        "kilometres": "km",
        "kilometer": "km",
        "kilometers": "km",
        "mile": "mi",
        "miles": "mi",
    },
)
"""Legs and the size of hexes, in kilometres."""
PACE = Dimension(
    units={"km/h": Fraction(1), "mph": KM_IN_A_MILE},
    usual={"metric": "km/h", "imperial": "mph"},
    words={"kmh": "km/h", "kph": "km/h", "mi/h": "mph"},
)
"""Paces of vehicles, in kilometres an hour (T-005)."""
WEIGHT = Dimension(
    units={"kg": Fraction(1), "lb": KG_IN_A_POUND},
    usual={"metric": "kg", "imperial": "lb"},
    words={"lbs": "lb", "pound": "lb", "pounds": "lb", "kilo": "kg", "kilos": "kg"},
)
"""Weights and loads, in kilograms."""


def shorten(text: str) -> str:
    """Return what was typed for a number, as it is repeated in a sentence about it."""
    if len(text) <= SHOWN:
        return text
    return f"{text[:SHOWN]}..."


def long_number(text: str) -> Refusal:
    """Return the Refusal "bad_number" of a number with too many digits."""
    return Refusal(
        "bad_number",
        "'{text}' has too many digits. Write at most {digits}, and {places} behind the point.",
        text=shorten(text),
        digits=MOST_DIGITS,
        places=MOST_PLACES,
    )


def units_pattern(*kinds: Dimension) -> str:
    """Return the pattern of the units of these kinds in all their spellings, the longest first."""
    spellings = {word for kind in kinds for word in (*kind.units, *kind.words)}
    return "|".join(map(re.escape, sorted(spellings, key=len, reverse=True)))


def is_unit(word: str, kind: Dimension) -> bool:
    """Return whether a word is one of the kind's units, in any spelling: "ft", "feet", "ft."."""
    unit = word.lower().removesuffix(".")
    return unit in kind.units or unit in kind.words


def take_quantity(words: list[str], kind: Dimension) -> str:
    """Take the first of the words, with the next where that is its unit: "30", "30ft", "30 ft".

    "" where there are none.
    """
    if not words:
        return ""
    text = words.pop(0)
    if words and is_unit(words[0], kind):
        return f"{text} {words.pop(0)}"
    return text


def maybe_quantity(text: str, kind: Dimension, units: Units, bare: str = "") -> Fraction | None:
    """Return the quantity in the metric unit of its kind; None when it is none.

    `bare` is the unit of a number without one; "" = the usual one of `units`.
    """
    match = re.fullmatch(QUANTITY, text.strip().lower(), re.ASCII)
    if match is None:
        return None
    unit = match["unit"] or bare or kind.usual[units]
    size = kind.units.get(kind.words.get(unit, unit))
    number = exact_number(match["number"].replace(",", "."))
    if size is None or number is None:
        return None
    return number * size


def read_quantity(text: str, kind: Dimension, units: Units, bare: str = "") -> Fraction:
    """Return the quantity, as `maybe_quantity`. Refusal "bad_number" when it is none."""
    quantity = maybe_quantity(text, kind, units, bare)
    if quantity is None and re.match(LONG, text.strip(), re.ASCII):
        raise long_number(text)
    if quantity is None:
        raise Refusal(
            "bad_number",
            "'{text}' is not understood. Type a number, alone for {unit}, or with {units}.",
            text=shorten(text),
            unit=Message(bare or kind.usual[units]),
            units=tuple(kind.units),
        )
    return quantity


def write_quantity(metric: Fraction, kind: Dimension, units: Units) -> str:
    """Return the bare number that `read_quantity` reads back in the same units."""
    return exact(metric / kind.units[kind.usual[units]])
