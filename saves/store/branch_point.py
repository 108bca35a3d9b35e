"""The entry of a campaign at which a what-if branch leaves it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from core.calendars import Date
from core.values import Struct


class BranchPoint(Struct):
    """Where a branch leaves its campaign: `campaign` is that campaign's id, `name` its name then.

    `seq` is its last row that both share, `date` and `hour` the game clock after it.
    """

    campaign: str
    name: str
    seq: int
    date: Date
    hour: Fraction

    def as_doc(self) -> dict[str, str | int]:
        """The branch point as JSON values; the hour is exact, as text."""
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
    """Read `as_doc`. Raises KeyError, TypeError or ValueError."""
    date = Date(doc["year"], doc["month"], doc["day"])
    return BranchPoint(doc["campaign"], doc["name"], doc["seq"], date, Fraction(doc["hour"]))
