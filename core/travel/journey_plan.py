"""A journey file answered under a ruleset: itinerary, route, risks, latest departure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING

from core.files import FileError
from core.messages import Message, Refusal
from core.receipts import Receipt
from core.travel.advance import going
from core.travel.company import Company, assemble
from core.travel.forecast import FurtherHour, forced_hours, latest_departure
from core.travel.itinerary import Itinerary, itinerary
from core.travel.journey import Journey, MapPart
from core.travel.lexicon import Lexicon, lexicon, unknown_words
from core.travel.reasons import itinerary_reasons, map_reasons, risk_reasons
from core.travel.regionmap import RegionMap
from core.travel.resolved_mover import resolve
from core.travel.risk import RiskHour, risks
from core.travel.route import RouteStep, routes
from core.travel.stretches import Progress, Stretch
from core.travel.terrain import terrain_row
from core.travel.via import ViaRoute, by_way_of, refuse_if_shorter
from core.values import Struct

if TYPE_CHECKING:
    from core.rulesets.schema import Ruleset

BAD = frozenset(
    ("off_map", "ambiguous_place", "one_mover", "no_speed", "no_vehicle_speed", "uneven_speed",
     "rides_round", "nobody")
)  # fmt: skip
"""Refusals that mean bad input, besides all whose code begins with unknown_."""


class Refused(Exception):
    """A journey that the rules refuse: the Refusal, and the key of the file that it concerns."""

    def __init__(self, refusal: Refusal, key: str) -> None:
        self.refusal = refusal
        self.key = key
        super().__init__(refusal.code, key)


@contextmanager
def keyed(key: str, below: dict[str, str] | None = None) -> Iterator[None]:
    """Add to a Refusal the key of the file that it concerns; bad input becomes a FileError.

    `below` names a key below `key` by the Refusal's code. Raises FileError and Refused.
    """
    try:
        yield
    except Refusal as refusal:
        last = (below or {}).get(refusal.code, "")
        path = f"{key}.{last}" if last else key
        if refusal.code in BAD or refusal.code.startswith("unknown_"):
            raise FileError(path, refusal.message, code=refusal.code) from None
        raise Refused(refusal, path) from None


MEMBER_KEYS = {
    "overloaded": "load_kg", "unknown_mount": "mount", "unknown_race": "race",
    "unknown_armor": "armor", "unknown_load": "load",
    "unknown_vehicle": "vehicle", "unknown_vehicle_class": "vehicle_class",
    "no_powered_vehicles": "vehicle_class", "no_vehicle_speed": "vehicle_km_h",
    "uneven_speed": "base_speed_m",
}  # fmt: skip
LEG_KEYS = {
    "unknown_terrain": "terrain", "unknown_way": "way", "no_overland_run": "pace",
    "unknown_pace": "pace", "vehicle_has_no_hustle": "pace", "unknown_boat": "boat",
    "inland_only": "water", "upstream": "direction", "drift_goes_downstream": "drift_hours",
    "drift_needs_guide": "guide", "too_many_hours": "drift_hours",
}  # fmt: skip


class JourneyPlan(Struct):
    """The answer to a journey file.

    `route` is empty for legs; `risk` has a row for every forced hour of the itinerary, `further`
    what lengthening the first day would gain where no forced hours are planned. `late` None: no
    deadline. `names` are the names of the route's hexes, `notes` for people, about words of the
    map that mean nothing here.
    """

    ruleset: str
    company: Company
    itinerary: Itinerary
    stretches: tuple[Stretch, ...]
    route: tuple[RouteStep, ...]
    risk: tuple[RiskHour, ...]
    further: tuple[FurtherHour, ...]
    deadline: tuple[int, Fraction] | None
    latest_departure: tuple[int, Fraction] | None
    late: bool | None
    receipts: tuple[Receipt, ...]
    names: tuple[tuple[str, str], ...] = ()
    notes: tuple[Message, ...] = ()


def plan(journey: Journey, rules: Ruleset, region: RegionMap | None = None) -> JourneyPlan:
    """Answer `journey` under `rules`; `region` is the map that it names.

    Raises FileError (bad input) and Refused, each with the key path it concerns.
    """
    company = _company(journey, rules)
    found: ViaRoute | None = None
    notes: tuple[Message, ...] = ()
    if journey.map is not None and region is not None:
        found, notes = _route(journey, journey.map, company, rules, region)
        stretches = found.stretches
    else:
        _check_legs(journey, company, rules)
        stretches = journey.legs
    return _answer(journey, company, rules, stretches, found, notes)


def _answer(
    journey: Journey,
    company: Company,
    rules: Ruleset,
    stretches: tuple[Stretch, ...],
    found: ViaRoute | None,
    notes: tuple[Message, ...],
) -> JourneyPlan:
    with keyed("hours_per_day"):
        days = itinerary(
            company,
            stretches,
            rules,
            hours_per_day=journey.hours_per_day,
            hours_used_day1=journey.hours_used_day1,
            start_hour=journey.start_hour,
        )
    risk = risks(company, days.days, rules)
    latest = _latest(journey, company, rules, stretches)
    reasons = itinerary_reasons(company, stretches, days, rules, journey.hours_per_day)
    over_map = map_reasons(found, rules) if found else ()
    return JourneyPlan(
        ruleset=rules.id,
        company=company,
        itinerary=days,
        stretches=stretches,
        route=found.steps if found else (),
        risk=risk,
        further=_further(journey, company, rules, stretches),
        deadline=journey.deadline,
        latest_departure=latest,
        late=None if journey.deadline is None else days.arrives > journey.deadline,
        receipts=(*reasons, *over_map, *risk_reasons(company, risk, rules)),
        names=_names(found),
        notes=notes,
    )


def _names(found: ViaRoute | None) -> tuple[tuple[str, str], ...]:
    if found is None:
        return ()
    cells = found.net.region.cells
    return tuple(
        (step.hex, cells[step.hex].label)
        for step in found.steps
        if step.hex in cells and cells[step.hex].label
    )


def _company(journey: Journey, rules: Ruleset) -> Company:
    for number, traveller in enumerate(journey.party, start=1):
        by_race = traveller.mover.race is not None
        keys = MEMBER_KEYS | {"no_armor_table": "race" if by_race else "base_speed_m"}
        with keyed(f"party[{number}]", keys):
            resolve(traveller.mover, rules)
    with keyed("party"):
        return assemble(journey.party, rules)


def _check_legs(journey: Journey, company: Company, rules: Ruleset) -> None:
    for leg in journey.legs:
        with keyed(f"legs[{leg.leg}]", LEG_KEYS):
            going(company, leg, rules)


def _route(
    journey: Journey, part: MapPart, company: Company, rules: Ruleset, region: RegionMap
) -> tuple[ViaRoute, tuple[Message, ...]]:
    words = _words(part, rules)
    if part.unexplored:
        with keyed("map.unexplored"):
            terrain_row(rules, part.unexplored)
    off_map = bool(part.unexplored)
    with keyed("route.from"):
        start = region.find(part.start, off_map=off_map)
    with keyed("route.to"):
        goal = region.find(part.goal, off_map=off_map)
    via: list[str] = []
    for number, place in enumerate(part.via, start=1):
        with keyed(f"route.via[{number}]"):
            via.append(region.find(place, off_map=off_map))
    boats = _boats(part, rules, region)

    def search(meaning: Lexicon) -> ViaRoute:
        first = routes(
            region,
            company,
            rules,
            start,
            hex_km=part.hex_km,
            hours_used=journey.hours_used_day1,
            hours_per_day=journey.hours_per_day,
            start_hour=journey.start_hour,
            boats=boats,
            words=meaning,
            fords=part.fords,
            crossing_hours=part.crossing_hours,
            unexplored=part.unexplored,
            also=(goal, *via),
        )
        return by_way_of(first, via, goal)

    with keyed("route", {"unknown_terrain": "", "off_map": "from"}):
        found = search(words)
        refuse_if_shorter(region, words, rules, found, search)
    return found, _notes(region, words)


def _words(part: MapPart, rules: Ruleset) -> Lexicon:
    for word, row in part.terrain.items():
        with keyed(f"map.terrain.{word}"):
            lexicon(rules, {word: row})
    for word, way in part.way.items():
        with keyed(f"map.way.{word}"):
            lexicon(rules, None, {word: way})
    return lexicon(rules, part.terrain, part.way)


def _boats(part: MapPart, rules: Ruleset, region: RegionMap) -> tuple[tuple[str, str, str], ...]:
    found: list[tuple[str, str, str]] = []
    for number, (name, boat, at) in enumerate(part.boats, start=1):
        if boat not in rules.boats:
            raise FileError(
                f"boats[{number}].boat",
                Message(
                    "There is no boat called {boat}; choose one of {choices}.",
                    boat=boat, choices=tuple(rules.boats),
                ),
                code="unknown_boat",
            )  # fmt: skip
        with keyed(f"boats[{number}].at"):
            found.append((name, boat, region.find(at)))
    return tuple(found)


def _notes(region: RegionMap, words: Lexicon) -> tuple[Message, ...]:
    # M-2
    unknown = unknown_words(region, words)
    if not unknown:
        return ()
    rows = tuple(
        Message("{word} ({hexes})", word=word, hexes=hexes)
        if word
        else Message("no word ({hexes})", hexes=hexes)
        for word, hexes in unknown
    )
    return (Message("Routes do not enter hexes without a terrain: {words}.", words=rows),)


def _latest(
    journey: Journey, company: Company, rules: Ruleset, stretches: Sequence[Stretch]
) -> tuple[int, Fraction] | None:
    if journey.deadline is None:
        return None
    return latest_departure(
        company,
        stretches,
        journey.deadline,
        rules,
        hours_per_day=journey.hours_per_day,
        start_hour=journey.start_hour,
    )


def _further(
    journey: Journey, company: Company, rules: Ruleset, stretches: tuple[Stretch, ...]
) -> tuple[FurtherHour, ...]:
    if journey.hours_per_day is not None or not (company.walkers or company.driven):
        return ()
    if not stretches or stretches[0].boat:
        return ()
    with keyed(""):
        return forced_hours(
            company,
            stretches,
            Progress(),
            rules,
            hours_used=journey.hours_used_day1,
            start_hour=journey.start_hour,
        )
