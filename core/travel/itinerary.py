"""Day by day: hours, distance, nights, checks due, arrival (T-150 to T-157, M-5, M-6)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from core.calendars import DAY, Instant
from core.messages import Refusal
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.advance import (
    Segment,
    TravelPace,
    advance,
    going,
    hours_of,
    km_of,
    settled,
)
from core.travel.company import Company
from core.travel.stretches import LAND, Progress, Stretch
from core.travel.tiring_travel import completed, forced_dc, hustle_damage, ordinary_hours
from core.values import Struct, replace

NONE = Fraction(0)
MORNING = Fraction(8)
MOST_DAYS = 10_000


class Day(Struct):
    """One day of an itinerary; `day` counts from 1.

    `leg` and `into_leg_km` are where night falls: a leg finished exactly at nightfall is that
    leg at its full length (T-152, Q-45); `place` is its hex. `dcs` are the checks of those who
    walk (None when the day cannot be long enough, or nobody walks), `auto_failed_checks` those
    that each ridden or draft animal fails, `hustle_damage` the day's damage (None when no leg is
    hustled). `starts_at` and `ends_at` are hours of the clock, past 24 after midnight (M-6).
    `hours_before` are hours of travel of the same day before these, `marched_before` and
    `hustled_before` those of them that were marched and hustled. `begins` and `ends` are by the
    clock if the party goes on now; `camps`: a night on the way follows.
    """

    day: int
    hours: Fraction
    km: Fraction
    leg: int
    into_leg_km: Fraction
    starts_at: Fraction
    ends_at: Fraction
    begins: Instant
    ends: Instant
    camps: bool
    place: str = ""
    dcs: tuple[int, ...] | None = None
    auto_failed_checks: int | None = None
    hustle_damage: int | None = None
    segments: tuple[Segment, ...] = ()
    marched_before: Fraction = NONE
    hustled_before: Fraction = NONE
    hours_before: Fraction = NONE


class Itinerary(Struct):
    """A whole journey, day by day.

    `slowest` has the least pace on open ground, `pace_km_h`. `arrival_day` is the number of the
    last day of travel; `arrives` is the day and clock hour of arrival, after midnight the next
    day's (M-6).
    """

    days: tuple[Day, ...]
    slowest: str
    pace_km_h: Fraction
    total_km: Fraction
    total_hours: Fraction
    receipts: tuple[Receipt, ...] = ()

    @property
    def arrival_day(self) -> int:
        """The number of the last day of travel."""
        return self.days[-1].day

    @property
    def arrives(self) -> tuple[int, Fraction]:
        """The day and the hour of the clock (0 up to 24) of the arrival."""
        return clock(self.days[-1].day, self.days[-1].ends_at)

    @property
    def nights(self) -> tuple[Day, ...]:
        """The days that end in a camp on the way: all but the last."""
        return self.days[:-1]


def clock(day: int, hour: Fraction) -> tuple[int, Fraction]:
    """Return day and hour of the clock, with `hour` brought below 24."""
    over = hour // DAY
    return day + int(over), hour - over * DAY


def legs_afloat(stretches: Sequence[Stretch]) -> bool:
    """Whether these are legs and all afloat, so that a daily allowance is that of the boats.

    On a map each mode keeps its own day (M-5): the route was chosen by it.
    """
    return bool(stretches) and all((s.mode != LAND or s.boat) and not s.inside for s in stretches)


def itinerary(
    company: Company,
    stretches: Sequence[Stretch],
    rules: Ruleset,
    *,
    progress: Progress = Progress(),
    hours_per_day: Fraction | None = None,
    hours_used_day1: Fraction = NONE,
    marched_day1: Fraction | None = None,
    hustled_day1: Fraction = NONE,
    start_hour: Fraction = MORNING,
    pace: str = "walk",
    now: Instant | None = None,
) -> Itinerary:
    """Return the days of a journey along `stretches` from `progress` (T-150 to T-157, M-5, M-6).

    `hours_per_day` is the daily allowance on land (None: the shortest ordinary day); boats keep
    their own day, unless all legs are afloat (`legs_afloat`). `hours_used_day1` were
    travelled today already, of which `marched_day1` (None: all) on foot or in the saddle and
    `hustled_day1` at a hustle. `start_hour` is when a day's travel starts. `now` is the clock
    (None: that of a day that started so), by which what slows the company ends.

    Raises Refusal beyond_vehicle_day (T-206), too_many_hours (Q-25), more_than_24_hours,
    no_hours (an allowance of nothing), too_long (beyond 10,000 days) and those of `going.going`.
    """
    plan = _Plan(company, tuple(stretches), rules, pace, hours_per_day, start_hour)
    plan.check_allowance()
    marched = hours_used_day1 if marched_day1 is None else marched_day1
    today = _Today(1, hours_used_day1, marched, hustled_day1)
    at = settled(stretches, progress)
    days: list[Day] = []
    begins = now or Instant(0, start_hour).after(hours_used_day1)
    while not days or at.stretch < len(stretches):
        if len(days) >= MOST_DAYS:
            raise Refusal("too_long", "This takes more than {days} days.", days=MOST_DAYS)
        later = company.after(begins.hours_since(days[0].begins)) if days else company
        pieces = plan.pieces(later, at, today.used)
        days.append(plan.day(today, at, pieces, begins))
        at = pieces[-1].progress if pieces else at
        today = _Today(today.day + 1)
        ends = days[-1].ends
        begins = morning(ends, start_hour, rules) if days[-1].camps else ends
    return Itinerary(
        days=tuple(days),
        slowest=company.slowest.name,
        pace_km_h=company.pace.km_h,
        total_km=sum((d.km for d in days), NONE),
        total_hours=sum((d.hours for d in days), NONE),
        receipts=tuple(dict.fromkeys(way.receipt for way in plan.goings())),
    )


def morning(after: Instant, start_hour: Fraction, rules: Ruleset) -> Instant:
    """Return when the day after a night's sleep begins: at its usual hour, or after the sleep."""
    return after.after(max(rules.recovery.night_hours, (start_hour - after.hour) % DAY or DAY))


def around_the_clock(company: Company, stretch: Stretch, rules: Ruleset) -> bool:
    """Whether this stretch is travelled day and night, those off watch asleep.

    Ships and large vehicles (T-182, T-201), and a craft that drifts on after the day's rowing
    with a guide to steer it (T-186).
    """
    if stretch.mode == LAND and company.day_hours < DAY:
        return False
    return going(company, stretch, rules).day() >= DAY


class _Today(Struct):
    """The hours of a day that were spent before the plan goes on: in all, marched, hustled."""

    day: int
    used: Fraction = NONE
    marched: Fraction = NONE
    hustled: Fraction = NONE


class _Plan(Struct):
    """What stays the same from day to day."""

    company: Company
    stretches: tuple[Stretch, ...]
    rules: Ruleset
    pace: str
    hours_per_day: Fraction | None
    start_hour: Fraction

    def check_allowance(self) -> None:
        allowed = self.hours_per_day
        if allowed is None:
            return
        if allowed <= 0:
            raise Refusal("no_hours", "The hours of travel a day must be more than 0.")
        if allowed > DAY:
            raise Refusal("more_than_24_hours", "A day has only 24 hours.")
        for way in self.goings():
            if allowed > way.most_hours and (not way.boat or legs_afloat(self.stretches)):
                way.refuse_beyond(way.most_hours)

    def pieces(self, company: Company, at: Progress, used: Fraction) -> tuple[Segment, ...]:
        left, allowed = None, self.hours_per_day
        if allowed is not None and legs_afloat(self.stretches):
            left = max(NONE, allowed - used)
        return advance(
            company, self.stretches, at, left, self.rules, self.pace,
            hours_used=used, hours_per_day=allowed,
        )  # fmt: skip

    def day(self, today: _Today, at: Progress, pieces: tuple[Segment, ...], begins: Instant) -> Day:
        hours = hours_of(pieces)
        leg, into = self._position(pieces, at)
        place = self.stretches[-1].end if self.stretches else ""
        if pieces:
            place = pieces[-1].place
        elif at.stretch < len(self.stretches):
            place = self.stretches[at.stretch].inside
        tiring = hours_of(piece for piece in pieces if piece.tiring)
        # T-109, T-155, Q-52
        extra = completed(today.marched - ordinary_hours(self.rules), tiring)
        long = self.hours_per_day is not None and self.hours_per_day > self.company.day_hours
        return Day(
            day=today.day,
            hours=hours,
            km=km_of(pieces),
            leg=leg,
            into_leg_km=into,
            starts_at=self.start_hour + today.used,
            ends_at=self.start_hour + today.used + hours,
            begins=begins,
            ends=begins.after(hours),
            camps=not self._goes_on(pieces, at),
            place=place,
            dcs=(
                tuple(forced_dc(hour, self.rules) for hour in extra)
                if long and self.company.walkers
                else None
            ),
            auto_failed_checks=len(extra) if long and self.company.driven else None,
            hustle_damage=self._hustle_damage(today, pieces),
            segments=pieces,
            marched_before=today.marched,
            hustled_before=today.hustled,
            hours_before=today.used,
        )

    def _goes_on(self, pieces: tuple[Segment, ...], at: Progress) -> bool:
        # T-182
        if (pieces[-1].progress if pieces else at).stretch >= len(self.stretches):
            return True
        if not pieces:
            return False
        return around_the_clock(self.company, self.stretches[pieces[-1].stretch], self.rules)

    def goings(self) -> list[TravelPace]:
        kinds = {replace(s, km=NONE, leg=0, start="", end="", inside=""): None
                 for s in self.stretches}  # fmt: skip
        return [going(self.company, s, self.rules, self.pace) for s in kinds]

    def _position(self, pieces: tuple[Segment, ...], at: Progress) -> tuple[int, Fraction]:
        # T-152, Q-45
        if pieces:
            index, after = pieces[-1].stretch, pieces[-1].progress
        else:
            index, after = min(at.stretch, len(self.stretches) - 1), at
        if index < 0:
            return 0, NONE
        here = self.stretches[index]
        done = after.into_km if after.stretch == index else here.km
        before = index - 1
        while before >= 0 and self.stretches[before].leg == here.leg:
            done += self.stretches[before].km
            before -= 1
        return here.leg, done

    def _hustle_damage(self, today: _Today, pieces: tuple[Segment, ...]) -> int | None:
        paces = {s.pace or self.pace for s in self.stretches if s.mode == LAND and not s.boat}
        if not any(self.rules.paces[p].hurts for p in paces):
            return None
        hours = completed(today.hustled, hours_of(p for p in pieces if p.hustled))
        return sum(hustle_damage(hour, self.rules) for hour in hours)
