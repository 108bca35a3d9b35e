"""Time in the game: exact instants, and calendars that name their days."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from core.values import Struct

DAY = Fraction(24)


class Instant(Struct, order=True):
    """A moment: whole days since the calendar's first day (0) and exact hours in [0, 24)."""

    day: int
    hour: Fraction

    def after(self, hours: Fraction) -> Instant:
        """Return the instant `hours` later (earlier when negative)."""
        hour = self.hour + hours
        days = hour.numerator // (24 * hour.denominator)
        return Instant(self.day + days, hour - 24 * days if days else hour)

    def hours_since(self, earlier: Instant) -> Fraction:
        """Return the hours from `earlier` to this instant."""
        return (self.day - earlier.day) * DAY + self.hour - earlier.hour


class Month(Struct):
    """A month: its name and its number of days."""

    name: str
    days: int


class Date(Struct):
    """A day as people name it."""

    year: int
    month: str
    day: int


class Calendar(Struct, dict=True):
    """Months of fixed length; day 0 is the first day of `first_year`."""

    name: str
    months: tuple[Month, ...]
    first_year: int = 1

    def date(self, day: int) -> Date:
        """Return the date of day number `day` (may be negative)."""
        year, left = divmod(day, self._year)
        for month in self.months:
            if left < month.days:
                return Date(self.first_year + year, month.name, left + 1)
            left -= month.days
        raise AssertionError("a calendar has at least one day")

    @cached_property
    def _year(self) -> int:
        return sum(month.days for month in self.months)


PLAIN = Calendar(
    "Plain reckoning",
    tuple(
        Month(name, 30)
        for name in (
            "Deepwinter",
            "Candle",
            "Thaw",
            "Seed",
            "Blossom",
            "Longday",
            "Hay",
            "Harvest",
            "Ember",
            "Leaf",
            "Mist",
            "Frost",
        )
    ),
    first_year=1212,
)
"""The calendar of a campaign that names no other: twelve months of thirty days."""
