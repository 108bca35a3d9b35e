"""A factor of the pace on one leg, as people write it: "x1/2 snow"."""

from __future__ import annotations

import re
from fractions import Fraction

from core.files import exact_number
from core.messages import Refusal
from core.values import Struct

TIMES = re.compile(r"x(\d{1,3}(?:/\d{1,3}|\.\d{1,6})?)")
"""A factor of the pace on a leg; the GM's own on ground that the ruleset has no row for (T-139)."""


class Slowed(Struct):
    """What is left of the pace on a leg, 1 = all, and why ("" = not said)."""

    times: Fraction = Fraction(1)
    because: str = ""


def is_factor(word: str) -> bool:
    """Whether a word is written like a factor."""
    return TIMES.fullmatch(word) is not None


def read_slowed(text: str) -> Slowed:
    """Return the factor and the reason of a text such as "x1/2 snow"; "" is no factor.

    Refusal "bad_factor".
    """
    word, _, because = text.strip().partition(" ")
    if not word:
        return Slowed()
    match = TIMES.fullmatch(word)
    times = None
    if match is not None and not match[1].endswith("/0"):
        times = exact_number(match[1])
    if not times:
        raise Refusal(
            "bad_factor", "'{text}' is not a factor. Write it like x1/2 or x0.75.", text=word
        )
    return Slowed(times, because.strip())
