"""Numbers that people type, read exactly and with a bound on their digits.

A longer one is a slip, or computes for ever; Python itself reads 4,300 digits at most.
"""

from __future__ import annotations

import re
from fractions import Fraction

from core.messages import Refusal

MOST_DIGITS = 9
"""The most digits before the point."""
MOST_PLACES = 12
"""The most digits behind it."""
SHOWN = 20
"""Letters of a number without end that are repeated in the sentence about it."""
WHOLE = re.compile(r"[+-]?(\d+)", re.ASCII)
DECIMAL = re.compile(r"[+-]?(\d+)(?:[.,](\d+))?", re.ASCII)


def read_whole(text: str) -> int:
    """Read a whole number: "12", "+2", "-5". Refusal "bad_number" for anything else."""
    match = WHOLE.fullmatch(text)
    if match is None:
        raise Refusal("bad_number", "'{text}' is not a whole number.", text=_shorten(text))
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
        raise Refusal("bad_number", "'{text}' is not a number.", text=_shorten(text))
    digits, places = match.groups(default="")
    _check_length(text, digits, places)
    return Fraction(text.replace(",", "."))


def _check_length(text: str, digits: str, places: str) -> None:
    if len(digits) > MOST_DIGITS or len(places) > MOST_PLACES:
        raise Refusal(
            "bad_number",
            "'{text}' has too many digits. Write at most {digits}, and {places} behind the point.",
            text=_shorten(text),
            digits=MOST_DIGITS,
            places=MOST_PLACES,
        )


def _shorten(text: str) -> str:
    if len(text) <= SHOWN:
        return text
    return f"{text[:SHOWN]}..."
