"""The gain and risk of further hours today, and the latest departure for a deadline."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from core.calendars import DAY, Instant
from core.messages import Refusal
from core.travel.advance import (
    Segment,
    TravelPace,
    advance,
    going,
    hours_of,
    km_of,
    settled,
    until_nightfall,
)
from core.travel.company import Company
from core.travel.itinerary import MORNING, clock, itinerary, legs_afloat
from core.travel.risk import RiskHour, Toiler, risk_after, toilers
from core.travel.stretches import Progress, Stretch
from core.values import Struct

if TYPE_CHECKING:
    from core.rulesets.schema import Ruleset

NONE = Fraction(0)
Pieces = tuple[Segment, ...]


class FurtherHour(Struct):
    """The gain and risk of lengthening today by `extra` hours (T-107).

    `km` more today, `arrival` by ordinary days after it; `risk` at the end of these hours.
    """

    extra: int
    km: Fraction
    arrival: Instant
    risk: RiskHour


class Ahead(Struct):
    """Today's travel and how it can be lengthened.

    `ordinary` are the pieces of the rest of the ordinary day, `spend` returns those of a number
    of hours from now or refuses, `arrival` returns the arrival after such pieces.
    `stretches` is the number of stretches of the way.
    """

    ordinary: Pieces
    spend: Callable[[Fraction], Pieces]
    arrival: Callable[[Pieces], Instant]
    stretches: int

    def ended(self, pieces: Pieces) -> bool:
        """Whether the way ends with these pieces."""
        return bool(pieces) and pieces[-1].progress.stretch >= self.stretches


def further_hours(
    ahead: Ahead, party: Iterable[Toiler], rules: Ruleset, up_to: int = 4
) -> tuple[FurtherHour, ...]:
    """Return the gain and risk of up to `up_to` hours beyond today's ordinary day.

    Empty when the party arrives today anyway, and where the mode allows no more hours or
    they tire nobody.
    """
    toiling = tuple(party)
    ordinary = hours_of(ahead.ordinary)
    rows: list[FurtherHour] = []
    pieces = ahead.ordinary
    while len(rows) < up_to and not ahead.ended(pieces):
        extra = len(rows) + 1
        try:
            pieces = ahead.spend(ordinary + extra)
        except Refusal:  # the mode of travel allows no more hours today
            break
        if not any(piece.tiring for piece in pieces):
            break
        gained = km_of(pieces) - km_of(ahead.ordinary)
        risk = risk_after(toiling, pieces, rules)
        rows.append(FurtherHour(extra, gained, ahead.arrival(pieces), risk))
    return tuple(rows)


def forced_hours(
    company: Company,
    stretches: Sequence[Stretch],
    progress: Progress,
    rules: Ruleset,
    *,
    hours_used: Fraction = NONE,
    start_hour: Fraction = MORNING,
) -> tuple[FurtherHour, ...]:
    """Return `further_hours` of day 1 of a plan, whose `hours_used` were marched.

    Arrivals count days from 1, each day's travel starting at `start_hour` (M-6). Raises the
    Refusals of `itinerary`.
    """

    def spend(hours: Fraction) -> Pieces:
        return advance(company, stretches, progress, hours, rules, hours_used=hours_used)

    def arrival(pieces: Pieces) -> Instant:
        at = pieces[-1].progress if pieces else settled(stretches, progress)
        if at.stretch >= len(stretches):
            hours = hours_of(pieces)
            return Instant(*clock(1, start_hour + hours_used + hours))
        tomorrow = company.after(DAY - hours_used)
        later = itinerary(tomorrow, stretches, rules, progress=at, start_hour=start_hour).arrives
        return Instant(later[0] + 1, later[1])

    ordinary = until_nightfall(company, stretches, progress, rules, hours_used=hours_used)
    ahead = Ahead(ordinary, spend, arrival, len(stretches))
    return further_hours(ahead, toilers(company, marched=hours_used), rules)


def latest_departure(
    company: Company,
    stretches: Sequence[Stretch],
    deadline: tuple[int, Fraction],
    rules: Ruleset,
    *,
    hours_per_day: Fraction | None = None,
    start_hour: Fraction = MORNING,
) -> tuple[int, Fraction]:
    """Return the latest day and hour of the clock to set out and arrive by `deadline`.

    Each day's travel is between `start_hour` and nightfall (M-6): a later start has fewer hours.
    The day may be before day 1. What slows the company now is taken to do so on the whole way.
    Raises the Refusals of `going`.
    """
    since = (deadline[0]) * DAY + deadline[1] - start_hour
    day, used = int(since // DAY), since % DAY
    afloat = legs_afloat(stretches)
    for stretch in reversed(stretches):
        way = going(company, stretch, rules)
        allowed = way.day(hours_per_day)
        if afloat and hours_per_day is not None:
            allowed = min(allowed, hours_per_day)
        day, used = _before(way, stretch, day, used, allowed)
    return clock(day, start_hour + used)


def _before(
    way: TravelPace, stretch: Stretch, day: int, used: Fraction, allowed: Fraction
) -> tuple[int, Fraction]:
    # `allowed` are the hours of travel a day.
    km, wading = stretch.km, stretch.crossing_hours
    while km > 0 or wading > 0:
        used = min(used, allowed)
        if used == 0:
            day, used = day - 1, allowed
            continue
        floor, km_h = NONE, way.km_h
        if way.drift_hours and used > way.day_hours:
            floor, km_h = way.day_hours, way.drift_km_h
        hours = min(used - floor, km / km_h if km > 0 else wading)
        if km > 0:
            km -= hours * km_h
        else:
            wading -= hours
        used -= hours
    return day, used
