"""Day by day: hours, distance, nights, checks due, arrival (T-150 to T-157, M-5, M-6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from core.calendars import DAY, Instant
from core.messages import Refusal
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.advance import Segment, TravelPace, advance, going, hours_of, km_of, settled
from core.travel.company import Company, rested
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
    return bool(stretches) and all(not s.on_land and not s.inside for s in stretches)


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
    stretches = tuple(stretches)
    days = list[Day]()
    by_boat = legs_afloat(stretches)
    kinds = {replace(s, km=NONE, leg=0, start="", end="", inside=""): None for s in stretches}
    ways = [going(company, kind, rules, pace) for kind in kinds]
    if hours_per_day is not None:
        _check_allowance(hours_per_day, ways, by_boat)
    long = hours_per_day is not None and hours_per_day > company.day_hours
    hurts = _hurts_by_pace(stretches, rules, pace)
    used = hours_used_day1
    hustled = hustled_day1
    if marched_day1 is None:
        marched = used
    else:
        marched = marched_day1
    at = settled(stretches, progress)
    if company.steady_hours is None:
        _refuse_endless(stretches, at, ways, hours_per_day)
    begins = now or Instant(0, start_hour).after(used)
    party = company
    while not days or at.stretch < len(stretches):
        if len(days) >= MOST_DAYS:
            raise _too_long()
        if days:
            later = party.after(begins.hours_since(days[0].begins), rules)
        else:
            later = party
        left = max(NONE, hours_per_day - used) if hours_per_day is not None and by_boat else None
        pieces = advance(
            later, stretches, at, left, rules, pace, hours_used=used, hours_per_day=hours_per_day
        )
        hours = hours_of(pieces)
        goes_on = False
        if pieces:
            index = pieces[-1].stretch
            at = pieces[-1].progress
            place = pieces[-1].place
            goes_on = around_the_clock(company, stretches[index], rules)  # T-182
        else:
            index = min(at.stretch, len(stretches) - 1)
            place = _place(stretches, at)
        leg, into = _position(stretches, index, at)
        # T-109, T-155, Q-52
        tiring = hours_of(piece for piece in pieces if piece.tiring)
        extra = completed(marched - ordinary_hours(rules), tiring)
        dcs = tuple(forced_dc(hour, rules) for hour in extra)
        day = Day(
            day=len(days) + 1,
            hours=hours,
            km=km_of(pieces),
            leg=leg,
            into_leg_km=into,
            starts_at=start_hour + used,
            ends_at=start_hour + used + hours,
            begins=begins,
            ends=begins.after(hours),
            camps=not goes_on and at.stretch < len(stretches),
            place=place,
            dcs=dcs if long and company.walkers else None,
            auto_failed_checks=len(extra) if long and company.driven else None,
            hustle_damage=_hustle_damage(rules, hustled, pieces) if hurts else None,
            segments=pieces,
            marched_before=marched,
            hustled_before=hustled,
            hours_before=used,
        )
        days.append(day)
        if day.camps:
            party = rested(party, rules)
        used = marched = hustled = NONE
        if day.camps:
            begins = morning(day.ends, start_hour, rules)
        else:
            begins = day.ends
    return Itinerary(
        days=tuple(days),
        slowest=company.slowest.name,
        pace_km_h=company.pace.km_h,
        total_km=sum((d.km for d in days), NONE),
        total_hours=sum((d.hours for d in days), NONE),
        receipts=tuple(dict.fromkeys(way.receipt for way in ways)),
    )


def morning(after: Instant, start_hour: Fraction, rules: Ruleset) -> Instant:
    """Return when the day after a night's sleep begins: at its usual hour, or after the sleep."""
    return after.after(max(rules.recovery.night_hours, (start_hour - after.hour) % DAY or DAY))


def arrival_from(
    days: Iterable[Day], now: Instant, start_hour: Fraction, rules: Ruleset
) -> Instant:
    """Return when the last of these days ends if the first begins at `now`.

    For a company that nothing slows for a time (`Company.steady_hours`): its days are as long
    whenever they begin, and only the nights between them are others.
    """
    begins = now
    for day in days:
        ends = begins.after(day.hours)
        if day.camps:
            begins = morning(ends, start_hour, rules)
        else:
            begins = ends
    return begins


def around_the_clock(company: Company, stretch: Stretch, rules: Ruleset) -> bool:
    """Whether this stretch is travelled day and night, those off watch asleep.

    Ships and large vehicles (T-182, T-201), and a craft that drifts on after the day's rowing
    with a guide to steer it (T-186).
    """
    if stretch.mode == LAND and company.day_hours < DAY:
        return False
    return going(company, stretch, rules).day() >= DAY


def _check_allowance(hours: Fraction, ways: Iterable[TravelPace], by_boat: bool) -> None:
    if hours <= 0:
        raise Refusal("no_hours", "The hours of travel a day must be more than 0.")
    if hours > DAY:
        raise Refusal("more_than_24_hours", "A day has only 24 hours.")
    for way in ways:
        if hours > way.most_hours and (not way.boat or by_boat):
            way.refuse_beyond(way.most_hours)


def _refuse_endless(
    stretches: Sequence[Stretch],
    progress: Progress,
    ways: Sequence[TravelPace],
    hours_per_day: Fraction | None,
) -> None:
    """Refuse `too_long` at once where even the best pace, all day and every day, would not do."""
    if not ways:
        return
    best_km_h = max(max(way.km_h, way.drift_km_h) for way in ways)
    longest_day = max(way.day(hours_per_day) for way in ways)
    left_km = sum((stretch.km for stretch in stretches[progress.stretch :]), -progress.into_km)
    if left_km > best_km_h * longest_day * MOST_DAYS:
        raise _too_long()


def _too_long() -> Refusal:
    return Refusal("too_long", "This takes more than {days} days.", days=MOST_DAYS)


def _place(stretches: Sequence[Stretch], progress: Progress) -> str:
    if not stretches:
        return ""
    if progress.stretch < len(stretches):
        return stretches[progress.stretch].inside
    return stretches[-1].end


def _position(stretches: Sequence[Stretch], index: int, after: Progress) -> tuple[int, Fraction]:
    # T-152, Q-45
    if index < 0:
        return 0, NONE
    here = stretches[index]
    if after.stretch == index:
        done = after.into_km
    else:
        done = here.km
    before = index - 1
    while before >= 0 and stretches[before].leg == here.leg:
        done += stretches[before].km
        before -= 1
    return here.leg, done


def _hurts_by_pace(stretches: Sequence[Stretch], rules: Ruleset, pace: str) -> bool:
    """Whether a pace that hurts is used anywhere on the way; `pace` where a stretch has none."""
    paces = {stretch.pace or pace for stretch in stretches if stretch.on_land}
    return any(rules.paces[p].hurts for p in paces)


def _hustle_damage(rules: Ruleset, before: Fraction, pieces: Sequence[Segment]) -> int:
    hours = completed(before, hours_of(piece for piece in pieces if piece.hustled))
    return sum(hustle_damage(hour, rules) for hour in hours)
