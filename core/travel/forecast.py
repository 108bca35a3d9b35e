"""What forced hours risk and gain, and the latest departure for a deadline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from core.checks import p_fail
from core.messages import Refusal
from core.odds import Distribution, any_of
from core.travel.advance import Segment, advance, settled, until_nightfall
from core.travel.company import Company, Fellow
from core.travel.going import DAY, Going, going
from core.travel.itinerary import (
    Day,
    clock,
    itinerary,
    legs_afloat,
)
from core.travel.march import (
    forced_damage,
    forced_dc,
    hustle_damage,
    ordinary_hours,
    recovered,
    recovered_lethal,
)
from core.travel.stretches import Progress, Stretch

if TYPE_CHECKING:
    from core.rulesets.schema import Ruleset

NONE = Fraction(0)
MORNING = Fraction(8)


@dataclass(frozen=True, slots=True)
class Risk:
    """What a forced hour risks for one member: of this hour's check, and so far on the way.

    `p_fail` None: the Constitution is not known; `p_unconscious` None: nor the hit points.
    Ridden and draft animals fail every check (T-167, T-170).
    """

    name: str
    p_fail: Fraction | None
    p_fatigued: Fraction | None
    p_unconscious: Fraction | None


@dataclass(frozen=True, slots=True)
class RiskHour:
    """A forced hour: its day, its number in the day's march (9, 10 ...), its check.

    `dc` None: nobody walks, and the animals fail anyway. `p_any_unconscious` is the chance that
    somebody has dropped by then, None where a member's is not known.
    """

    day: int
    hour: int
    dc: int | None
    members: tuple[Risk, ...]
    p_any_unconscious: Fraction | None


@dataclass(frozen=True, slots=True)
class FurtherHour:
    """What lengthening today by `extra` hours gains: `km` more today, and the arrival."""

    extra: int
    km: Fraction
    arrives: tuple[int, Fraction]
    risk: RiskHour | None


def risks(company: Company, days: Sequence[Day], rules: Ruleset) -> tuple[RiskHour, ...]:
    """The exact risk of every forced hour of these days, in order (T-101 to T-108, T-126).

    Nights heal what rest heals (T-122, T-168); who has dropped once has dropped. Hours spent
    before the first of these days count as marched, by what the day's start tells. The nameless
    animals that draw a cart are no members: `Day.auto_failed_checks` counts their failures.
    """
    named = [fellow for fellow in (*company.walkers, *company.driven) if fellow.role != "cart"]
    tolls = [_Toll.of(fellow, rules) for fellow in named]
    rows: list[RiskHour] = []
    for day in days:
        for kind, number in _events(day, rules):
            for toll in tolls:
                toll.suffer(kind, number)
            if kind == "forced":
                rows.append(_row(day, number, company, tolls, rules))
        for toll in tolls:
            toll.rest(DAY - day.hours_before - day.hours)
    return tuple(rows)


def forced_hours(
    company: Company,
    stretches: Sequence[Stretch],
    progress: Progress,
    rules: Ruleset,
    *,
    hours_used: Fraction = NONE,
    start_hour: Fraction = MORNING,
    pace: str = "walk",
    up_to: int = 4,
) -> tuple[FurtherHour, ...]:
    """What each further hour beyond today's ordinary day gains and risks, up to `up_to` of them.

    Empty when the party arrives today anyway, and where the mode allows no more hours. Raises
    the Refusals of `itinerary`.
    """
    plan = _Ahead(company, tuple(stretches), rules, pace, start_hour)
    today = until_nightfall(company, stretches, progress, rules, pace, hours_used=hours_used)
    ordinary = sum((piece.hours for piece in today), NONE)
    rows: list[FurtherHour] = []
    for extra in range(1, up_to + 1):
        try:
            pieces = advance(
                company, stretches, progress, ordinary + extra, rules, pace, hours_used=hours_used
            )
        except Refusal:
            break
        if len(rows) and sum((p.hours for p in pieces), NONE) <= ordinary + extra - 1:
            break
        row = plan.row(extra, pieces, today, hours_used, progress)
        if row is None:
            break
        rows.append(row)
    return tuple(rows)


def latest_departure(
    company: Company,
    stretches: Sequence[Stretch],
    deadline: tuple[int, Fraction],
    rules: Ruleset,
    *,
    hours_per_day: Fraction | None = None,
    start_hour: Fraction = MORNING,
    pace: str = "walk",
) -> tuple[int, Fraction]:
    """The latest day and hour of the clock at which to set out and be there by `deadline`.

    Each day's travel lies between `start_hour` and nightfall (M-6): who sets out later in the
    day has fewer hours of it. The day may lie before day 1. Raises the Refusals of `going`.
    """
    since = (deadline[0]) * DAY + deadline[1] - start_hour
    day, used = int(since // DAY), since % DAY
    afloat = legs_afloat(stretches)
    for stretch in reversed(stretches):
        way = going(company, stretch, rules, pace)
        allowed = way.day(hours_per_day)
        if afloat and hours_per_day is not None:
            allowed = min(allowed, hours_per_day)
        day, used = _before(way, stretch, day, used, allowed)
    return clock(day, start_hour + used)


def _before(
    way: Going, stretch: Stretch, day: int, used: Fraction, allowed: Fraction
) -> tuple[int, Fraction]:
    """The latest (day, hours used) from which `stretch` ends by (day, used).

    `allowed` are the hours of travel a day.
    """
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


@dataclass(slots=True)
class _Toll:
    """The exact damage of one member so far: chances by (other damage, strain); and dropped."""

    fellow: Fellow
    rules: Ruleset
    damage: Distribution
    states: dict[tuple[int, int], Fraction]
    dropped: Fraction = NONE
    fails: Fraction | None = None

    @classmethod
    def of(cls, fellow: Fellow, rules: Ruleset) -> _Toll:
        """The member before the first hour."""
        start = 0 if fellow.driven else fellow.traveller.nonlethal
        return cls(fellow, rules, forced_damage(rules), {(start, 0): Fraction(1)})

    def suffer(self, kind: str, number: int) -> None:
        """A complete hour of hustle, or of forced march, the `number`-th of the day."""
        if kind == "hustle":
            self._hurt(Fraction(1), {hustle_damage(number, self.rules): Fraction(1)})
            return
        con = self.fellow.traveller.con_mod
        if self.fellow.driven and self.rules.march.ridden_fails:
            self.fails = Fraction(1)
        else:
            self.fails = None if con is None else p_fail(forced_dc(number, self.rules), con)
        if self.fails is not None:
            self._hurt(self.fails, self.damage)

    def rest(self, hours: Fraction) -> None:
        """A night: hours not travelled heal, strain last, as in the story (T-121, T-122, T-168)."""
        level = self.fellow.traveller.level
        healed = (
            recovered_lethal(level, 1, self.rules)
            if self.fellow.driven
            else recovered(level, hours, self.rules)
        )
        after: dict[tuple[int, int], Fraction] = {}
        for (other, strain), chance in self.states.items():
            left = max(0, other + strain - healed)
            tired = min(strain, left)
            key = (left - tired, tired)
            after[key] = after.get(key, NONE) + chance
        self.states = after

    def risk(self) -> Risk:
        """The member's risk after this hour."""
        if self.fails is None:
            return Risk(self.fellow.name, None, None, None)
        tired = sum((p for (_, strain), p in self.states.items() if strain), self.dropped)
        known = self.fellow.traveller.hp is not None
        return Risk(self.fellow.name, self.fails, tired, self.dropped if known else None)

    def _hurt(self, chance: Fraction, damage: Distribution) -> None:
        hp = self.fellow.traveller.hp
        after: dict[tuple[int, int], Fraction] = {}
        for (other, strain), p in self.states.items():
            if chance < 1:
                after[other, strain] = after.get((other, strain), NONE) + p * (1 - chance)
            for points, q in damage.items():
                both = p * chance * q
                if hp is not None and other + strain + points > hp and points:
                    self.dropped += both
                elif both:
                    key = (other, strain + points)
                    after[key] = after.get(key, NONE) + both
        self.states = after


def _events(day: Day, rules: Ruleset) -> Iterator[tuple[str, int]]:
    """The complete hours of the day in the order in which they end: hustled, then forced."""
    ordinary = ordinary_hours(rules)
    marched, hustled = day.marched_before, day.hustled_before
    for piece in day.segments:
        found: list[tuple[Fraction, str, int]] = []
        if piece.hustled:
            found += _completed("hustle", hustled, hustled + piece.hours)
            hustled += piece.hours
        if piece.tiring:
            before = max(NONE, marched - ordinary)
            marched += piece.hours
            shift = max(NONE, ordinary - (marched - piece.hours))
            found += [
                (at + shift, kind, number)
                for at, kind, number in _completed("forced", before, max(NONE, marched - ordinary))
            ]
        for _, kind, number in sorted(found, key=lambda event: (event[0], event[1] == "forced")):
            yield kind, number


def _completed(kind: str, before: Fraction, after: Fraction) -> list[tuple[Fraction, str, int]]:
    """The complete hours between two counts, each with the hours into the piece when it ends."""
    return [(number - before, kind, number) for number in range(int(before) + 1, int(after) + 1)]


def _row(
    day: Day, number: int, company: Company, tolls: Sequence[_Toll], rules: Ruleset
) -> RiskHour:
    members = tuple(toll.risk() for toll in tolls)
    known = [risk.p_unconscious for risk in members if risk.p_unconscious is not None]
    return RiskHour(
        day=day.day,
        hour=int(ordinary_hours(rules)) + number,
        dc=forced_dc(number, rules) if company.walkers else None,
        members=members,
        p_any_unconscious=any_of(known) if len(known) == len(members) else None,
    )


@dataclass(frozen=True, slots=True)
class _Ahead:
    """What stays the same while today is lengthened hour by hour."""

    company: Company
    stretches: tuple[Stretch, ...]
    rules: Ruleset
    pace: str
    start_hour: Fraction

    def row(
        self,
        extra: int,
        pieces: Sequence[Segment],
        today: Sequence[Segment],
        hours_used: Fraction,
        progress: Progress,
    ) -> FurtherHour | None:
        """The gain and risk of `pieces` over those of the ordinary day; None = nothing gained."""
        gained = _km(pieces) - _km(today)
        if gained <= 0 and len(pieces) <= len(today):
            return None
        hours = sum((piece.hours for piece in pieces), NONE)
        at = pieces[-1].progress if pieces else settled(self.stretches, progress)
        arrives = clock(1, self.start_hour + hours_used + hours)
        if at.stretch < len(self.stretches):
            later = itinerary(
                self.company, self.stretches, self.rules,
                progress=at, start_hour=self.start_hour, pace=self.pace,
            )  # fmt: skip
            arrives = (later.arrives[0] + 1, later.arrives[1])
        day = Day(
            day=1, hours=hours, km=_km(pieces), leg=0, into_leg_km=NONE,
            starts_at=self.start_hour + hours_used, ends_at=self.start_hour + hours_used + hours,
            segments=tuple(pieces), marched_before=hours_used,
        )  # fmt: skip
        found = risks(self.company, (day,), self.rules)
        risk = found[-1] if found else None
        return FurtherHour(extra, gained, arrives, risk)


def _km(pieces: Sequence[Segment]) -> Fraction:
    return sum((piece.km for piece in pieces), NONE)
