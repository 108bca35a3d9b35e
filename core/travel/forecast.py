"""The exact risk of a march (T-101 to T-126, T-167), its further hours, the latest departure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from math import gcd, lcm
from typing import Literal

from core.calendars import DAY, Instant
from core.dice import any_of, p_fail
from core.messages import Refusal
from core.rulesets.schema import Ruleset
from core.travel.advance import Segment, advance, going, hours_of, km_of, settled
from core.travel.company import Company, rested
from core.travel.itinerary import MORNING, Day, clock, itinerary, legs_afloat
from core.travel.stretches import Progress, Stretch
from core.travel.tiring_travel import (
    completed,
    forced_damage,
    forced_dc,
    hustle_damage,
    night_heals,
    ordinary_hours,
    recovered,
)
from core.values import Struct

NONE = Fraction(0)
Kind = Literal["mend", "hustle", "forced"]
"""What a complete hour brings: nonlethal damage heals, a hustle hurts, a check falls due."""
AT_ONCE: Mapping[Kind, int] = {"mend": 0, "hustle": 1, "forced": 2}
"""The order of what comes at the same moment."""


class Toiler(Struct, kw_only=True):
    """A member that hours on the way can hurt, before the day's next hour.

    `con_mod` None: unknown. `check` is what effects add to its Constitution checks. `bears` is the
    most damage that it takes without dropping (None: unknown), `damage` the damage it has.
    `driven`: ridden or draft, fails every check (T-167, T-170). `tired`: fatigued already, and so
    for the rest of today. `marched` and `hustled` are the hours of today on foot or in the saddle,
    and at a hustle.
    """

    name: str
    con_mod: int | None
    bears: int | None
    check: int = 0
    level: int = 1
    driven: bool = False
    damage: int = 0
    tired: bool = False
    marched: Fraction = NONE
    hustled: Fraction = NONE


class Risk(Struct):
    """The risk of forced hours for one member: of the last hour's check, and so far on the way.

    All None: the Constitution is unknown; `p_unconscious` None: the hit points are unknown. `dc` is
    that of its own last check by then, by its own hours of march; None: it makes none.
    """

    name: str
    p_fail: Fraction | None
    p_fatigued: Fraction | None
    p_unconscious: Fraction | None
    dc: int | None = None


class RiskHour(Struct):
    """A forced hour: its day, its number in the day's march (9, 10 ...), its check.

    `dc` is the highest of its members' checks; None: nobody walks, and the animals fail anyway.
    `p_any_unconscious` is the chance that
    any member has dropped by then, None where a member's is unknown. `hour` 0: no forced hour
    is complete, so that no check falls due (T-109).
    """

    day: int
    hour: int
    dc: int | None
    members: tuple[Risk, ...]
    p_any_unconscious: Fraction | None


def toilers(
    company: Company, marched: Fraction = NONE, hustled: Fraction = NONE
) -> tuple[Toiler, ...]:
    """Return the members of a company whom hours can hurt, after some hours of today.

    The nameless animals that draw a cart are left out.
    """
    return tuple(
        Toiler(
            name=traveller.name,
            con_mod=traveller.con_mod,
            check=fellow.check.change,
            bears=traveller.hp,
            level=traveller.level,
            driven=fellow.driven,
            damage=0 if fellow.driven else traveller.nonlethal,
            marched=marched,
            hustled=hustled,
        )
        for fellow in (*company.walkers, *company.driven)
        for traveller in (fellow.traveller,)
        if fellow.role != "cart"
    )


def risks(company: Company, days: Sequence[Day], rules: Ruleset) -> tuple[RiskHour, ...]:
    """Return the exact risk of every forced hour of these days, in order (T-101 to T-108, T-126).

    Nights heal as rest does (T-122, T-168); a dropped member stays down. Hours before the first
    of these days count as marched by that day's figures. The failures of animals that draw a
    cart are in `Day.auto_failed_checks`.
    """
    rows: list[RiskHour] = []
    tolls: list[_Toll] = []
    for day in days:
        if not tolls:
            party = toilers(company, day.marched_before, day.hustled_before)
            tolls = [_Toll.of(toiler, rules) for toiler in party]
        forced = _forced(tolls, day.segments, day.starts_at)
        rows.extend(_row(day.day, hour, tolls, rules) for hour in forced)
        for toll in tolls:
            toll.rest(DAY - day.hours_before - day.hours)
    return tuple(rows)


def risk_after(
    party: Iterable[Toiler], pieces: Sequence[Segment], rules: Ruleset, starts_at: Fraction = NONE
) -> RiskHour:
    """Return the exact risk at the end of pieces of a day (T-101 to T-108, T-111, T-126).

    The pieces begin at the hour `starts_at` of the clock.
    """
    tolls = [_Toll.of(toiler, rules) for toiler in party]
    return _row(1, max(_forced(tolls, pieces, starts_at), default=0), tolls, rules)


def _forced(
    tolls: Sequence[_Toll], pieces: Iterable[Segment], starts_at: Fraction
) -> Iterator[int]:
    begins = starts_at
    for piece in pieces:
        events = [event for toll in tolls for event in toll.travel(piece, begins)]
        events.sort(key=lambda event: (event.at, AT_ONCE[event.kind]))
        begins += piece.hours
        for _, together in groupby(events, key=lambda event: event.at):
            hour = 0
            for event in together:
                event.toll.suffer(event.kind, event.number)
                if event.kind == "forced":
                    hour = max(hour, event.number)
            if hour:
                yield hour


def _row(day: int, hour: int, tolls: Sequence[_Toll], rules: Ruleset) -> RiskHour:
    members = tuple(toll.risk() for toll in tolls)
    known = [risk.p_unconscious for risk in members if risk.p_unconscious is not None]
    return RiskHour(
        day=day,
        hour=int(ordinary_hours(rules)) + hour if hour else 0,
        dc=max((risk.dc for risk in members if risk.dc is not None), default=None),
        members=members,
        p_any_unconscious=any_of(known) if len(known) == len(members) else None,
    )


class _Event(Struct):
    """The end of a complete hour of one kind, `at` hours into a piece; `number` of the day."""

    at: Fraction
    kind: Kind
    number: int
    toll: _Toll


class _Blow(Struct):
    """Damage that may come: of equal `parts` so many are `spared`, the others have points."""

    parts: int
    spared: int
    shares: tuple[tuple[int, int], ...]


@lru_cache(maxsize=64)
def _forced_blow(chance: Fraction, rules: Ruleset) -> _Blow:
    # That of a check that fails with this chance.
    spared = 1 - chance
    shares = {points: chance * share for points, share in forced_damage(rules).items()}
    parts = lcm(spared.denominator, *(share.denominator for share in shares.values()))
    return _Blow(
        parts,
        int(spared * parts),
        tuple((points, int(share * parts)) for points, share in shares.items() if share),
    )


@dataclass(slots=True, kw_only=True)
class _Toll:
    """The exact damage of one member so far: chances by (other damage, strain); and dropped.

    Chances are whole numbers of `whole`, which is much faster than fractions.
    """

    toiler: Toiler
    rules: Ruleset
    states: dict[tuple[int, int], int]
    marched: Fraction
    hustled: Fraction
    tired: bool
    dropped: int
    whole: int = 1
    fails: Fraction = NONE
    dc: int | None = None

    @classmethod
    def of(cls, toiler: Toiler, rules: Ruleset) -> _Toll:
        over = toiler.bears is not None and toiler.damage > toiler.bears
        states = {} if over else {(toiler.damage, 0): 1}
        return cls(
            toiler=toiler,
            rules=rules,
            states=states,
            marched=toiler.marched,
            hustled=toiler.hustled,
            tired=toiler.tired,
            dropped=int(over),
        )

    @property
    def fails_all(self) -> bool:
        return self.toiler.driven and self.rules.march.ridden_fails

    def travel(self, piece: Segment, begins: Fraction) -> list[_Event]:
        events = list[_Event]()
        hours = piece.hours
        if self.rules.switch("nonlethal_every_hour") and not self.toiler.driven:
            full_hours = completed(begins, hours)
            events += (_Event(n - begins, "mend", n, self) for n in full_hours)
        if piece.hustled:
            before = self.hustled
            events += (_Event(n - before, "hustle", n, self) for n in completed(before, hours))
            self.hustled += hours
        if piece.tiring:
            before = self.marched - ordinary_hours(self.rules)
            events += (_Event(n - before, "forced", n, self) for n in completed(before, hours))
            self.marched += hours
        return events

    def suffer(self, kind: Kind, number: int) -> None:
        if kind == "mend":
            self._heal(recovered(self.toiler.level, Fraction(1), self.rules))
            return
        if kind == "hustle":
            points = hustle_damage(number, self.rules)
            self._hurt(_Blow(1, 0, ((points, 1),)))
            return
        con = self.toiler.con_mod
        if self.fails_all:
            self.fails = Fraction(1)
        else:
            self.dc = forced_dc(number, self.rules)
            if con is not None:
                self.fails = p_fail(self.dc, con + self.toiler.check)
        self._hurt(_forced_blow(self.fails, self.rules))

    def rest(self, hours: Fraction) -> None:
        # T-121, T-122, T-168
        level = self.toiler.level
        rules = self.rules
        if self.toiler.driven:
            ends_fatigue = rules.switch("mounts_rest")
            self._heal(night_heals(level, self.toiler.con_mod, 1, rules), ends_fatigue=ends_fatigue)
        else:
            self._heal(recovered(level, hours, rules))
        self.marched = self.hustled = NONE
        self.tired = False
        self.dc = None

    def _heal(self, healed: int, *, ends_fatigue: bool = False) -> None:
        after: dict[tuple[int, int], int] = {}
        for (other, strain), chance in self.states.items():
            left = max(0, other + strain - healed)
            tired = 0 if ends_fatigue else min(strain, left)
            key = (left - tired, tired)
            after[key] = after.get(key, 0) + chance
        common = gcd(self.whole, self.dropped, *after.values())
        self.states = {damage: chance // common for damage, chance in after.items()}
        self.dropped //= common
        self.whole //= common

    def risk(self) -> Risk:
        name = self.toiler.name
        dropped = Fraction(self.dropped, self.whole)
        if self.toiler.con_mod is None and not self.fails_all:
            certain = dropped == 1  # by a hustle, which asks for no Constitution
            return Risk(name, None, None, dropped if certain else None, self.dc)
        strained = sum(chance for (_, strain), chance in self.states.items() if strain)
        tired = Fraction(strained + self.dropped, self.whole)
        known = self.toiler.bears is not None
        return Risk(
            name,
            self.fails,
            Fraction(1) if self.tired else tired,
            dropped if known else None,
            self.dc,
        )

    def _hurt(self, blow: _Blow) -> None:
        bears = self.toiler.bears
        parts = blow.parts
        after: dict[tuple[int, int], int] = {}
        dropped = self.dropped * parts
        for (other, strain), before in self.states.items():
            if blow.spared:
                after[other, strain] = after.get((other, strain), 0) + before * blow.spared
            for points, share in blow.shares:
                if bears is not None and other + strain + points > bears:
                    dropped += before * share
                else:
                    key = (other, strain + points)
                    after[key] = after.get(key, 0) + before * share
        self.states = after
        self.dropped = dropped
        self.whole *= parts


Pieces = tuple[Segment, ...]
MOST_FURTHER = 4
"""So many hours beyond the ordinary day are told."""


class FurtherHour(Struct):
    """The gain and risk of lengthening today by `extra` hours (T-107).

    `km` more today, `arrival` by ordinary days after it; `risk` at the end of these hours.
    """

    extra: int
    km: Fraction
    arrival: Instant
    risk: RiskHour


def further_hours(
    ordinary: Pieces,
    spend: Callable[[Fraction], Pieces],
    arrival: Callable[[Pieces], Instant],
    stretches: int,
    *,
    party: Iterable[Toiler],
    rules: Ruleset,
    starts_at: Fraction,
) -> tuple[FurtherHour, ...]:
    """Return the gain and risk of up to four hours beyond today's ordinary day.

    `ordinary` are the pieces of the rest of that day on a way of so many `stretches`, `spend`
    returns those of a number of hours from now or refuses, `arrival` the arrival after such
    pieces; the first begins at the hour `starts_at` of the clock. Empty when the party arrives
    today anyway, and where the mode allows no more hours or they tire nobody.
    """
    toiling = tuple(party)
    rows: list[FurtherHour] = []
    pieces = ordinary
    while len(rows) < MOST_FURTHER and not (pieces and pieces[-1].progress.stretch >= stretches):
        extra = len(rows) + 1
        try:
            pieces = spend(hours_of(ordinary) + extra)
        except Refusal:  # the mode of travel allows no more hours today
            break
        if not any(piece.tiring for piece in pieces):
            break
        gained = km_of(pieces) - km_of(ordinary)
        risk = risk_after(toiling, pieces, rules, starts_at)
        rows.append(FurtherHour(extra, gained, arrival(pieces), risk))
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

    def spend(hours: Fraction | None) -> Pieces:
        return advance(company, stretches, progress, hours, rules, hours_used=hours_used)

    def arrival(pieces: Pieces) -> Instant:
        if pieces:
            place = pieces[-1].progress
        else:
            place = settled(stretches, progress)
        if place.stretch >= len(stretches):
            hours = hours_of(pieces)
            return Instant(*clock(1, start_hour + hours_used + hours))
        tomorrow = rested(company, rules).after(DAY - hours_used, rules)
        later = itinerary(tomorrow, stretches, rules, progress=place, start_hour=start_hour).arrives
        return Instant(later[0] + 1, later[1])

    party = toilers(company, marched=hours_used)
    starts_at = start_hour + hours_used
    return further_hours(
        spend(None),
        spend,
        arrival,
        len(stretches),
        party=party,
        rules=rules,
        starts_at=starts_at,
    )


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
    since = deadline[0] * DAY + deadline[1] - start_hour
    day = int(since // DAY)
    used = since % DAY
    afloat = legs_afloat(stretches)
    for stretch in reversed(stretches):
        way = going(company, stretch, rules)
        allowed = way.day(hours_per_day)
        if afloat and hours_per_day is not None:
            allowed = min(allowed, hours_per_day)
        km = stretch.km
        wading = stretch.crossing_hours
        while km > 0 or wading > 0:
            used = min(used, allowed)
            if used == 0:
                day -= 1
                used = allowed
                continue
            floor = NONE
            km_h = way.km_h
            if way.drift_hours and used > way.day_hours:
                floor = way.day_hours
                km_h = way.drift_km_h
            hours = min(used - floor, km / km_h if km > 0 else wading)
            if km > 0:
                km -= hours * km_h
            else:
                wading -= hours
            used -= hours
    return clock(day, start_hour + used)
