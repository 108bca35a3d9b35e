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
from core.messages import Message, Refusal, exact
from core.values import Struct

Units: TypeAlias = Literal["metric", "imperial"]

KM_IN_A_MILE = Fraction(3, 2)  # T-003, the game's mile, never the true one
METRES_IN_A_FOOT = Fraction(3, 10)  # T-002
METRES_IN_A_SQUARE = Fraction(3, 2)  # T-002
KG_IN_A_POUND = Fraction(1, 2)  # T-003

NUMBER = r"\d{1,9}(?:[.,]\d{1,12}|/\d{1,9})?"
LONG = re.compile(r"\d{10}|\d+[.,]\d{13}", re.ASCII)
"""More digits than a number has: a slip of the finger."""
QUANTITY = re.compile(rf"(?P<number>{NUMBER})\s*(?P<unit>[a-z/']*)", re.ASCII)


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


def is_unit(word: str, kind: Dimension) -> bool:
    """Return whether a word is one of the kind's units, in any spelling."""
    return word.lower() in kind.units or word.lower() in kind.words


def maybe_quantity(text: str, kind: Dimension, units: Units, bare: str = "") -> Fraction | None:
    """Return the quantity in the metric unit of its kind; None when it is none.

    `bare` is the unit of a number without one; "" = the usual one of `units`.
    """
    match = QUANTITY.fullmatch(text.strip().lower())
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
    if quantity is None and LONG.match(text.strip()):
        raise Refusal(
            "bad_number",
            "'{text}' has too many digits. Write at most {digits}, and {places} behind the point.",
            text=f"{text[:20]}...",
            digits=9,
            places=12,
        )
    if quantity is None:
        raise Refusal(
            "bad_number",
            "'{text}' is not understood. Type a number, alone for {unit}, or with {units}.",
            text=text[:20],
            unit=Message(bare or kind.usual[units]),
            units=tuple(kind.units),
        )
    return quantity


def write_quantity(metric: Fraction, kind: Dimension, units: Units) -> str:
    """Return the bare number that `read_quantity` reads back in the same units."""
    return exact(metric / kind.units[kind.usual[units]])
