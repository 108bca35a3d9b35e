"""Where a campaign comes from that only tries something: another one, at some moment of it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from core.calendars import Date
from core.values import Struct


class BranchPoint(Struct):
    """A trial's birth: `campaign` is the id of the campaign it tries, `name` its name then.

    `seq` is the row of that campaign after which the trial goes its own way, `date` and `hour`
    the clock of the world there.
    """

    campaign: str
    name: str
    seq: int
    date: Date
    hour: Fraction

    def as_doc(self) -> dict[str, str | int]:
        """The birth as JSON values; hours exact, as text."""
        return {
            "campaign": self.campaign,
            "name": self.name,
            "seq": self.seq,
            "year": self.date.year,
            "month": self.date.month,
            "day": self.date.day,
            "hour": str(self.hour),
        }


def read(doc: Mapping[str, Any]) -> BranchPoint:
    """The birth of its JSON values. KeyError, TypeError or ValueError where they are none."""
    date = Date(doc["year"], doc["month"], doc["day"])
    return BranchPoint(doc["campaign"], doc["name"], doc["seq"], date, Fraction(doc["hour"]))
