"""The party's way: on the region map, and as a line of kilometres by hour, for an audience."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from core.calendars import Calendar, Instant
from core.messages import Kilometres
from core.play import times
from core.play.facts.road.events import EncounterBegun, TimePassed, Travelled
from core.play.facts.state import Assets, State
from core.play.history.entry_facts import DayTotal
from core.travel.lexicon import Lexicon, lexicon
from core.travel.regionmap import Hex, RegionMap, around, parse_hex
from saves.exchange.record.document import (
    AxisTick,
    ChartLeg,
    DayBar,
    HexPicture,
    JourneyChart,
    JourneyStop,
    NightMark,
    Phrase,
    Region,
    Strand,
    Teller,
    Trail,
)
from saves.exchange.record.walk import RecordStep

NONE = Fraction(0)
STEPS = tuple(
    Fraction(3, 2) * ten * step for ten in (1, 10, 100, 1000, 10000) for step in (2, 4, 10)
)
"""Distances between ticks in km: whole both in kilometres and in the game's miles of 1.5 km."""
TICKS = 5
"""Maximum ticks on an axis."""
DAY = 24


@dataclass
class JourneyTrace:
    """The way travelled, gathered entry by entry: the hexes, and the distance by hour.

    `ways` are the hexes of each day, `slept` the numbers of the nights by hex, `fights` the hexes
    of fights; `legs`, `stops` and `days` make the line, with what the audience was told.
    """

    start: str = ""
    ways: dict[int, list[str]] = field(default_factory=dict)
    slept: dict[str, list[int]] = field(default_factory=dict)
    fights: dict[str, None] = field(default_factory=dict)
    began: Instant | None = None
    ended: Instant | None = None
    km: Fraction = NONE
    legs: list[ChartLeg] = field(default_factory=list)
    stops: list[JourneyStop] = field(default_factory=list)
    days: dict[int, tuple[Fraction, Fraction]] = field(default_factory=dict)
    _slept: int = 0
    _nights: int = 0

    @property
    def hexes(self) -> Iterator[str]:
        """All hexes of the way."""
        for way in self.ways.values():
            yield from way

    def begin(self, state: State) -> None:
        """Begin or continue in this state."""
        self.start = self.start or state.place

    def take(self, step: RecordStep) -> None:
        """Add an entry."""
        self.began = self.began or step.before.clock
        state = step.before
        for happening in step.happenings:
            after = happening.state
            match happening.event:
                case Travelled() as event:
                    way = self.ways.setdefault(state.clock.day, [state.place])
                    for hex in (*_passed(state, after), after.place):
                        if hex and hex != way[-1]:
                            way.append(hex)
                    self._go(event, happening.stints, self._since(after.clock))
                case TimePassed(slept=True):
                    self._slept += 1
                    self.slept.setdefault(after.place, []).append(self._slept)
                case EncounterBegun():
                    self.fights[after.place] = None
                case _:
                    pass
            match happening.sight.event:
                case TimePassed(slept=True):
                    self._nights += 1
                    self._stop("night", after, "", self._nights)
                case EncounterBegun(name):
                    self._stop("fight", after, name)
                case _:
                    pass
            state = after
            self.start = self.start or state.place
        self.ended = step.after.clock

    def _stop(self, kind: Literal["night", "fight"], at: State, name: str, number: int = 0) -> None:
        self.stops.append(JourneyStop(kind, self._since(at.clock), self.km, name, number))

    def _go(self, event: Travelled, stints: tuple[DayTotal, ...], ends: Fraction) -> None:
        forced = NONE
        for stint in stints:
            km, hard = self.days.get(stint.day, (NONE, NONE))
            if stint.forced:
                hard += stint.km * stint.forced / stint.hours
                forced += stint.forced
            self.days[stint.day] = (km + stint.km, hard)
        if event.hours <= 0:
            return
        begins = ends - event.hours
        turn = ends - forced
        km = self.km
        self.km += event.km
        there = self.km - event.km * forced / event.hours
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
        return at.hours_since(Instant(began.day, NONE))

    def journey(self, phrase: Phrase, calendar: Calendar, title: str) -> JourneyChart | None:
        """The line; None for a single day or no travel."""
        if len(self.days) < 2 or not self.km or self.began is None or self.ended is None:
            return None
        first = self.began.day
        last = max(self.ended.day, max(self.days))
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
        km, forced = self.days.get(day, (NONE, NONE))
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


def _passed(before: State, after: State) -> Iterator[str]:
    if before.plan is None or after.plan != before.plan:
        return
    first = before.progress.stretch
    last = after.progress.stretch
    if after.progress.into_km:  # a piece is entered once something of it is done
        last += 1
    for stretch in before.plan.stretches[first:last]:
        yield stretch.inside


AROUND = 3
"""Hexes shown around the route."""
WIDE = 17
HIGH = 9
"""Minimum columns and rows shown, if the map has them."""


def region(trace: JourneyTrace, state: State, teller: Teller, title: str) -> Region | None:
    """The hexes around the route that the audience knows or was in.

    None without a map or a route.
    """
    assets = teller.assets
    region_map = assets.region(state)
    here = [at for at in map(parse_hex, (trace.start, *trace.hexes, state.place)) if at is not None]
    if region_map is None or not here:
        return None
    level = here[-1].z
    way = [at for at in here if at.z == level]
    columns = _span([at.x for at in way], WIDE)
    rows = _span([at.y for at in way], HIGH)
    words = lexicon(assets.rules)
    shown = teller.hexes.union(trace.hexes)
    labels = teller.places
    grounds = tuple(
        HexPicture(at, words.ground(region_map.cells[hex]).slug, labels.get(hex, ""))
        for hex, at in region_map.spots.items()
        if hex in shown and at.z == level and at.x in columns and at.y in rows
    )
    if not grounds:
        return None
    seen = {ground.at for ground in grounds}
    return Region(
        title=title,
        hexes=grounds,
        strands=tuple(_strands(region_map, words, seen)),
        trails=tuple(_trails(trace, state, seen, teller)),
        nights=tuple(
            NightMark(position, tuple(numbers))
            for hex, numbers in trace.slept.items()
            if (position := _at(hex, seen)) is not None
        ),
        fights=tuple(position for hex in trace.fights if (position := _at(hex, seen)) is not None),
        start=_at(trace.start, seen),
        end=_at(state.place, seen),
        terrains=tuple(_terrains(grounds, assets)),
        hex_side=teller.phrases(state)("a hex is {km} across", km=Kilometres(state.hex_km)),
    )


def _span(numbers: Sequence[int], least: int) -> range:
    low = min(numbers) - AROUND
    high = max(numbers) + AROUND
    more = max(0, least - (high - low + 1))
    return range(low - more // 2, high + more - more // 2 + 1)


def _strands(found: RegionMap, words: Lexicon, seen: set[Hex]) -> Iterator[Strand]:
    for path in found.paths:
        river = words.is_river(path)
        if not river and not words.way.get(path.kind.lower()):
            continue
        for run in _runs(map(parse_hex, path.hexes), seen):
            yield Strand("river" if river else "way", run)


def _runs(hexes: Iterable[Hex | None], seen: set[Hex]) -> Iterator[tuple[Hex, ...]]:
    run: list[Hex] = []
    for at in hexes:
        if at is not None and at in seen:
            run.append(at)
            continue
        if len(run) > 1:
            yield tuple(run)
        run = []
    if len(run) > 1:
        yield tuple(run)


def _trails(trace: JourneyTrace, state: State, seen: set[Hex], teller: Teller) -> Iterator[Trail]:
    for day, hexes in trace.ways.items():
        name = teller.word(times.day(day, state.calendar), state)
        way = [parse_hex(hex) for hex in hexes]
        cut: list[Hex | None] = way[:1]
        for one, other in pairwise(way):
            if one is not None and other is not None and other not in around(one):
                cut.append(None)
            cut.append(other)
        for run in _runs(cut, seen):
            yield Trail(name, run)


def _at(hex: str, seen: set[Hex]) -> Hex | None:
    at = parse_hex(hex)
    if at in seen:
        return at
    return None


def _terrains(grounds: Iterable[HexPicture], assets: Assets) -> Iterator[tuple[str, str]]:
    counts = Counter(ground.terrain for ground in grounds)
    for slug in sorted(counts, key=lambda slug: (-counts[slug], slug)):
        row = assets.rules.terrain.get(slug)
        if slug:
            yield slug, slug.replace("_", " ") if row is None else row.name["en"].lower()
