"""Hours of the clock and days of the calendar in short words."""

from __future__ import annotations

from fractions import Fraction

from core.calendars import Calendar, Instant
from core.messages import Message, half_up


def day(number: int, calendar: Calendar) -> Message:
    """Return a day without its year: "14 Thaw"."""
    date = calendar.date(number)
    return Message("{day} {month}", day=date.day, month=date.month)


def short_day(number: int, calendar: Calendar) -> Message:
    """Return a day with the beginning of its month: "2 Deep"."""
    date = calendar.date(number)
    return Message("{day} {month}", day=date.day, month=date.month[:4])


def full_day(number: int, calendar: Calendar) -> Message:
    """Return a day with its year: "14 Thaw 1212"."""
    date = calendar.date(number)
    return Message("{day} {month} {year}", day=date.day, month=date.month, year=str(date.year))


def moment(at: Instant, calendar: Calendar) -> Message:
    """Return a day and an hour: "16 Thaw 09:40"."""
    rounded = Instant(at.day, Fraction(0)).after(Fraction(half_up(at.hour * 60), 60))
    when = day(rounded.day, calendar)
    return Message("{day} {hour:clock}", day=when, hour=rounded.hour)
