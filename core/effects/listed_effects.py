"""An effect as files list it: "shaken", "frightened=2 5", "mage armor 2h"."""

from __future__ import annotations

import re
from fractions import Fraction

from core.messages import Refusal
from core.values import Struct

EXAMPLE = "frightened=2 5"
ROUNDS_AN_HOUR = 600
MOST_ROUNDS = 100_000
_LISTED = re.compile(
    r"(?P<name>[^\d\s=][^=]*?)\s*(=\s*(?P<value>\d{1,2}))?(\s+(?P<number>\d{1,6})(?P<unit>r|m|h|d)?)?"
)
_HOURS = {"m": Fraction(1, 60), "h": Fraction(1), "d": Fraction(24)}


class ListedEffect(Struct):
    """An effect by its name, with its value (0 = none is said).

    It lasts so many `rounds`, or `hours`; both None: it does not end by itself.
    """

    name: str
    value: int = 0
    rounds: int | None = None
    hours: Fraction | None = None

    @property
    def all_hours(self) -> Fraction | None:
        """How long it lasts in hours, rounds too; None: it does not end by itself."""
        if self.rounds is not None:
            return Fraction(self.rounds, ROUNDS_AN_HOUR)
        return self.hours


def read_listed_effect(text: str) -> ListedEffect:
    """Return the effect that a text of a file is.

    Behind its name stands its value as in "frightened=2", then how long it lasts: "5" rounds,
    "10m" minutes, "2h" hours, "3d" days. Refusals: "bad_effect", "bad_duration".
    """
    found = _LISTED.fullmatch(text.strip())
    if found is None:
        raise Refusal(
            "bad_effect",
            "'{text}' is not an effect. Write it like {example}: its value, then its rounds.",
            text=text,
            example=EXAMPLE,
        )
    number = found["number"]
    unit = found["unit"] or "r"
    value = int(found["value"] or 0)
    if number is None:
        return ListedEffect(found["name"], value)
    if not 0 < int(number) <= MOST_ROUNDS:
        raise Refusal(
            "bad_duration", "'{text}' must last from 1 to {most}.", text=text, most=MOST_ROUNDS
        )
    if unit == "r":
        return ListedEffect(found["name"], value, rounds=int(number))
    return ListedEffect(found["name"], value, hours=int(number) * _HOURS[unit])
