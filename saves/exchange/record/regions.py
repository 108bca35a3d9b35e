"""The region map for an audience, with the party's route."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from core.messages import Kilometres
from core.play import times
from core.play.road.events import EncounterBegun, TimePassed, Travelled
from core.play.state import Assets, State
from core.travel.lexicon import Lexicon, lexicon
from core.travel.regionmap import Hex, RegionMap, around, parse_hex
from saves.exchange.record.document import HexPicture, NightMark, Region, Strand, Teller, Trail
from saves.exchange.record.walk import RecordStep

AROUND = 3
"""Hexes shown around the route."""
WIDE, HIGH = 17, 9
"""Minimum columns and rows shown, if the map has them."""


@dataclass
class Track:
    """The route: hexes of each day, nights and fights."""

    start: str = ""
    days: dict[int, list[str]] = field(default_factory=dict)
    nights: dict[str, list[int]] = field(default_factory=dict)
    fights: dict[str, None] = field(default_factory=dict)
    slept: int = 0

    @property
    def hexes(self) -> Iterator[str]:
        """All hexes of the route."""
        for way in self.days.values():
            yield from way

    def begin(self, state: State) -> None:
        """Begin or continue the route in this state."""
        self.start = self.start or state.place

    def take(self, step: RecordStep) -> None:
        """Add an entry."""
        state = step.before
        for event, after in zip(step.events, step.states, strict=True):
            match event:
                case Travelled():
                    way = self.days.setdefault(state.clock.day, [state.place])
                    for hex in (*_passed(state, after), after.place):
                        if hex and hex != way[-1]:
                            way.append(hex)
                case TimePassed(slept=True):
                    self.slept += 1
                    self.nights.setdefault(after.place, []).append(self.slept)
                case EncounterBegun():
                    self.fights[after.place] = None
                case _:
                    pass
            state = after
            self.start = self.start or state.place


def _passed(before: State, after: State) -> Iterator[str]:
    if before.plan is None or after.plan != before.plan:
        return
    first, last = before.progress.stretch, after.progress.stretch
    if after.progress.into_km:  # a piece is entered once something of it is done
        last += 1
    for stretch in before.plan.stretches[first:last]:
        yield stretch.inside


def region(track: Track, state: State, teller: Teller, title: str) -> Region | None:
    """The hexes around the route that the audience knows or was in.

    None without a map or a route.
    """
    assets = teller.assets
    found = assets.region(state)
    here = [at for at in map(parse_hex, (track.start, *track.hexes, state.place)) if at is not None]
    if found is None or not here:
        return None
    level = here[-1].z
    way = [at for at in here if at.z == level]
    columns, rows = _span([at.x for at in way], WIDE), _span([at.y for at in way], HIGH)
    words, shown = lexicon(assets.rules), teller.hexes.union(track.hexes)
    labels = teller.places
    grounds = tuple(
        HexPicture(at, words.ground(found.cells[hex]).slug, labels.get(hex, ""), hex in labels)
        for hex, at in found.spots.items()
        if hex in shown and at.z == level and at.x in columns and at.y in rows
    )
    if not grounds:
        return None
    seen = {ground.at for ground in grounds}
    return Region(
        title=title,
        hexes=grounds,
        strands=tuple(_strands(found, words, seen)),
        trails=tuple(_trails(track, state, seen, teller)),
        nights=tuple(
            NightMark(at, tuple(numbers))
            for hex, numbers in track.nights.items()
            if (at := _at(hex, seen)) is not None
        ),
        fights=tuple(at for hex in track.fights if (at := _at(hex, seen)) is not None),
        start=_at(track.start, seen),
        end=_at(state.place, seen),
        terrains=tuple(_terrains(grounds, assets)),
        hex_side=teller.phrases(state)("a hex is {km} across", km=Kilometres(state.hex_km)),
    )  # fmt: skip


def _span(numbers: Sequence[int], least: int) -> range:
    low, high = min(numbers) - AROUND, max(numbers) + AROUND
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


def _trails(track: Track, state: State, seen: set[Hex], teller: Teller) -> Iterator[Trail]:
    for day, hexes in track.days.items():
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
    return at if at in seen else None


def _terrains(grounds: Iterable[HexPicture], assets: Assets) -> Iterator[tuple[str, str]]:
    counts: dict[str, int] = {}
    for ground in grounds:
        counts[ground.terrain] = counts.get(ground.terrain, 0) + 1
    for slug in sorted(counts, key=lambda slug: (-counts[slug], slug)):
        row = assets.rules.terrain.get(slug)
        if slug:
            yield slug, slug.replace("_", " ") if row is None else row.name["en"].lower()
