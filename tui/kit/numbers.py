"""Numbers that people type, read exactly and with a bound on their digits.

A longer one is a slip, or computes for ever; Python itself reads 4,300 digits at most.
"""

from __future__ import annotations

import re
from fractions import Fraction

from core.messages import Refusal
from core.quantities import MOST_DIGITS, MOST_PLACES, long_number, shorten

WHOLE = re.compile(r"[+-]?(\d+)", re.ASCII)
DECIMAL = re.compile(r"[+-]?(\d+)(?:[.,](\d+))?", re.ASCII)


def read_whole(text: str) -> int:
    """Read a whole number: "12", "+2", "-5". Refusal "bad_number" for anything else."""
    match = WHOLE.fullmatch(text)
    if match is None:
        raise Refusal("bad_number", "'{text}' is not a whole number.", text=shorten(text))
    _check_length(text, match[1], "")
    return int(text)


def maybe_whole(text: str) -> int | None:
    """As `read_whole`; None for what it refuses."""
    try:
        return read_whole(text)
    except Refusal:
        return None


def read_decimal(text: str) -> Fraction:
    """Read "12", "+2", "1.5" or "1,5" exactly. Refusal "bad_number" for anything else."""
    match = DECIMAL.fullmatch(text)
    if match is None:
        raise Refusal("bad_number", "'{text}' is not a number.", text=shorten(text))
    digits, places = match.groups(default="")
    _check_length(text, digits, places)
    return Fraction(text.replace(",", "."))


def _check_length(text: str, digits: str, places: str) -> None:
    if len(digits) > MOST_DIGITS or len(places) > MOST_PLACES:
        raise long_number(text)
