"""The journey as a line: distance by hour, with nights and fights."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from core.calendars import Calendar, Instant
from core.messages import Kilometres
from core.play import times
from core.play.history.facts import DayTravel
from core.play.road.events import EncounterBegun, TimePassed, Travelled
from saves.exchange.record.document import (
    AxisTick,
    ChartLeg,
    DayBar,
    JourneyChart,
    JourneyStop,
    Phrase,
)
from saves.exchange.record.walk import RecordStep

STEPS = tuple(
    Fraction(3, 2) * ten * step for ten in (1, 10, 100, 1000, 10000) for step in (2, 4, 10)
)
"""Distances between ticks in km: whole both in kilometres and in the game's miles of 1.5 km."""
TICKS = 5
"""Maximum ticks on an axis."""
DAY = 24


@dataclass
class JourneyTrace:
    """The journey gathered entry by entry."""

    began: Instant | None = None
    ended: Instant | None = None
    km: Fraction = Fraction(0)
    nights: int = 0
    legs: list[ChartLeg] = field(default_factory=list)
    stops: list[JourneyStop] = field(default_factory=list)
    days: dict[int, tuple[Fraction, Fraction]] = field(default_factory=dict)

    def take(self, step: RecordStep) -> None:
        """Add an entry."""
        self.began = self.began or step.before.clock
        seen = zip(step.events, step.sights, step.travelled, step.states, strict=True)
        for event, sight, stints, after in seen:
            if type(event) is Travelled:
                self._go(event, stints, self._since(after.clock))
                continue
            match sight.event:
                case TimePassed(slept=True):
                    self.nights += 1
                    at = self._since(after.clock)
                    self.stops.append(JourneyStop("night", at, self.km, "", self.nights))
                case EncounterBegun(name):
                    at = self._since(after.clock)
                    self.stops.append(JourneyStop("fight", at, self.km, name))
                case _:
                    pass
        self.ended = step.after.clock

    def _go(self, event: Travelled, stints: tuple[DayTravel, ...], ends: Fraction) -> None:
        forced = Fraction(0)
        for stint in stints:
            km, hard = self.days.get(stint.day, (Fraction(0), Fraction(0)))
            if stint.forced:
                hard += stint.km * stint.forced / stint.hours
                forced += stint.forced
            self.days[stint.day] = (km + stint.km, hard)
        if event.hours <= 0:
            return
        begins, turn, km = ends - event.hours, ends - forced, self.km
        self.km += event.km
        there = self.km - event.km * forced / event.hours if forced else self.km
        if turn > begins:
            self._leg(ChartLeg(begins, turn, km, there))
        if forced:
            self._leg(ChartLeg(turn, ends, there, self.km, forced=True))

    def _leg(self, leg: ChartLeg) -> None:
        last = self.legs[-1] if self.legs else None
        if last is not None and last.ends == leg.begins and last.forced == leg.forced:
            same = (last.km_to - last.km_from) * (leg.ends - leg.begins) == (
                leg.km_to - leg.km_from
            ) * (last.ends - last.begins)
            if same:
                self.legs[-1] = ChartLeg(last.begins, leg.ends, last.km_from, leg.km_to, leg.forced)
                return
        self.legs.append(leg)

    def _since(self, at: Instant) -> Fraction:
        began = self.began or at
        return at.hours_since(Instant(began.day, Fraction(0)))

    def journey(self, phrase: Phrase, calendar: Calendar, title: str) -> JourneyChart | None:
        """The line; None for a single day or no travel."""
        if len(self.days) < 2 or not self.km or self.began is None or self.ended is None:
            return None
        first, last = self.began.day, max(self.ended.day, max(self.days))
        most = max(km for km, _ in self.days.values())
        return JourneyChart(
            title=title,
            legs=tuple(self.legs),
            stops=tuple(self.stops),
            days=tuple(self._bar(day, first, phrase, calendar) for day in range(first, last + 1)),
            hours=Fraction((last - first + 1) * DAY),
            ended=self._since(self.ended),
            km=self.km,
            told=phrase("{km}", km=Kilometres(self.km)),
            day_km=most,
            ticks=ticks(self.km, phrase),
            bar_ticks=ticks(most, phrase),
        )

    def _bar(self, day: int, first: int, phrase: Phrase, calendar: Calendar) -> DayBar:
        km, forced = self.days.get(day, (Fraction(0), Fraction(0)))
        return DayBar(
            Fraction((day - first) * DAY),
            phrase("{day}", day=times.day(day, calendar)),
            km,
            forced,
            phrase("{km}", km=Kilometres(km)),
        )


def ticks(most: Fraction, phrase: Phrase) -> tuple[AxisTick, ...]:
    """Ticks of an axis from 0 to `most` km."""
    step = next((one for one in STEPS if most / one <= TICKS), STEPS[-1])
    count = int(most / step)
    return tuple(
        AxisTick(n * step, phrase("{km}", km=Kilometres(n * step))) for n in range(count + 1)
    )
