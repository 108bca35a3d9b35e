"""Statistics as rows of signs: kilometres a day as bars, hours forced marked in them.

The luck of the dice is drawn by `tui.sessions.present.luck`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.cells import cell_len

from core.calendars import Calendar
from core.messages import Hours, Message, half_up
from core.play.times import short_day
from core.values import Struct
from tui.kit.glyphs import Look, LookName
from tui.kit.lines_view import Line, columns, rule, side_by_side, trimmed
from tui.kit.phrases import Roughly, phrase, say

if TYPE_CHECKING:
    from core.play.history.facts import DayTotal
    from saves.history.statistics import Statistics

NONE = Fraction(0)
DAY, KM, TELLS = 8, 8, 30
"""Columns for the day, its kilometres, and what else is told of it."""
FORCED = "!"


class BarSigns(Struct):
    """The signs of bars: kilometres, those of forced hours, heights from none to most."""

    way: str
    forced: str
    heights: str


SIGNS: Mapping[LookName, BarSigns] = {
    "plain": BarSigns("=", "#", " .:-=+*%@"),
    "lines": BarSigns("█", "▒", " ▁▂▃▄▅▆▇█"),
}


def day_lines(found: Statistics, width: int, look: Look) -> list[Line]:
    """The days of travel: a line of all of them, then a bar for each."""
    total = phrase(
        "{km} in {days:day|days}, {forced} forced", km=Roughly(found.km),
        days=found.days[-1].day - found.days[0].day + 1 if found.days else 0,
        forced=Hours(found.forced),
    )  # fmt: skip
    shown = [rule(width, phrase("on the way"), total)]
    if not found.days:
        return [*shown, ((phrase("Nothing has happened yet."), "dim"),)]
    signs = SIGNS[look.name]
    legend = [
        Message("{way} on the way", way=signs.way),
        Message("{forced} of it forced", forced=signs.forced),
    ]
    if len(found.days) > 1:
        above, count = _all_days(found, width, signs)
        shown += above
        if len(above) > 1:
            legend.append(Message("{mark} an hour was forced", mark=FORCED))
        if count > 1:
            legend.append(Message("{count:day|days} in a column", count=count))
    told = side_by_side(map(say, legend), width, gap="   ")
    return [*shown, *(((line, "dim"),) for line in told), *_bars(found, width, signs)]


def _all_days(found: Statistics, width: int, signs: BarSigns) -> tuple[list[Line], int]:
    days, calendar = found.days, found.calendar
    first, last = (say(short_day(one.day, calendar)) for one in (days[0], days[-1]))
    room = max(1, width - cell_len(first) - cell_len(last) - 4)
    each = heights(days, room)
    most = max(km for km, _ in each)
    tall = "".join(_height(km, most, signs) for km, _ in each)
    marks = "".join(FORCED if forced else " " for _, forced in each)
    shown: list[Line] = [((f" {first} ", "dim"), (tall, "good"), (f" {last}", "dim"))]
    if marks.strip():
        shown.append(((" " * (cell_len(first) + 2) + marks, "bad"),))
    return shown, _in_a_column(days, room)


def _in_a_column(days: Sequence[DayTotal], most: int) -> int:
    return max(1, -(-(days[-1].day - days[0].day + 1) // most))


def heights(days: Sequence[DayTotal], most: int) -> tuple[tuple[Fraction, bool], ...]:
    """Kilometres a day, and whether an hour was forced, in `most` columns at most.

    A column is a day, or the average of several. Days between that have
    no entry count as days without a kilometre.
    """
    first, span = days[0].day, days[-1].day - days[0].day + 1
    each = _in_a_column(days, most)
    km = [NONE] * (-(-span // each))
    forced = [False] * len(km)
    for day in days:
        at = (day.day - first) // each
        km[at] += day.km / min(each, span - at * each)
        forced[at] |= day.forced > 0
    return tuple(zip(km, forced, strict=True))


def _height(km: Fraction, most: Fraction, signs: BarSigns) -> str:
    top = len(signs.heights) - 1
    return signs.heights[max(1, half_up(km / most * top)) if km else 0]


def _bars(found: Statistics, width: int, signs: BarSigns) -> Iterator[Line]:
    most = max(day.km for day in found.days)
    room = max(4, width - DAY - KM - TELLS - 3)
    before: DayTotal | None = None
    for day in found.days:
        yield from _between(before, day, found.calendar)
        way, forced = bar(day, most, room)
        km = say(Roughly(day.km)) if day.km else "-"
        yield (
            (columns((say(short_day(day.day, found.calendar)), -DAY), (km, -KM)) + " ", ""),
            (signs.way * way, "good"),
            (signs.forced * forced, "bad"),
            (" " * (room - way - forced + 1) + trimmed(_told(day), TELLS), ""),
        )
        before = day


def _between(before: DayTotal | None, day: DayTotal, calendar: Calendar) -> Iterator[Line]:
    if before is not None and day.day - before.day > 1:
        missing = phrase("{days:day|days} without travel", days=day.day - before.day - 1)
        yield ((" " * (DAY + KM + 1) + missing, "dim"),)
    year = calendar.date(day.day).year
    if before is None or calendar.date(before.day).year != year:
        yield ((columns((str(year), -DAY)), "dim"),)


def bar(day: DayTotal, most: Fraction, room: int) -> tuple[int, int]:
    """The columns, of `room`, for the kilometres of a day, and for those of forced hours.

    `most` kilometres fill the room. Any distance has at least one column.
    """
    if not day.km:
        return 0, int(day.forced > 0)
    whole = max(1, half_up(day.km / most * room))
    forced = max(1, half_up(whole * day.forced / day.hours)) if day.forced else 0
    return whole - forced, forced


def _told(day: DayTotal) -> str:
    told: list[Message] = []
    if day.forced:
        told.append(Message("forced {hours}", hours=Hours(day.forced)))
    if day.fights:
        told.append(Message("{count:fight|fights}", count=day.fights))
    if day.damage:
        told.append(Message("{count} damage", count=day.damage))
    return say(tuple(told))
