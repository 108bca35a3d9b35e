"""A journey file answered under a ruleset: itinerary, route, risks, latest departure, and why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction

from core.files import FileError
from core.messages import Chance, Hours, Kilometres, KmPerHour, Message, Refusal
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.advance import going
from core.travel.company import Company, assemble
from core.travel.forecast import FurtherHour, RiskHour, forced_hours, latest_departure, risks
from core.travel.itinerary import Itinerary, itinerary
from core.travel.journey import Journey, MapPart
from core.travel.lexicon import Lexicon, TravelTerms, Vessel, lexicon, unknown_words
from core.travel.regionmap import RegionMap
from core.travel.resolved_mover import resolve
from core.travel.route import RouteStep, SearchStart, ViaRoute, by_way_of, refuse_if_shorter, routes
from core.travel.stretches import Progress, Stretch, terrain_row
from core.travel.tiring_travel import complete, forced_check, ordinary_hours
from core.values import Struct, replace


def itinerary_reasons(
    company: Company,
    stretches: Sequence[Stretch],
    found: Itinerary,
    rules: Ruleset,
    hours_per_day: Fraction | None = None,
) -> Receipt:
    """Return the receipt of an itinerary of `company` along `stretches` (T-151 to T-157)."""
    return rules.cite(
        "T-151",
        "the days in turn",
        Kilometres(found.total_km),
        *found.receipts,
        *_members(company, found, rules, hours_per_day),
        *_days(company, stretches, found, rules),
    )


def _members(
    company: Company, found: Itinerary, rules: Ruleset, hours_per_day: Fraction | None
) -> Iterator[Receipt]:
    movers = company.movers
    yield from (fellow.moving.receipt for fellow in movers)
    if hours_per_day is None:
        yield from (fellow.moving.day for fellow in movers)
    if len(movers) == 1:
        return
    pace = KmPerHour(found.pace_km_h)
    yield rules.cite(
        "T-153", "the slowest sets the pace: {name}", pace, questions="Q-38", name=found.slowest
    )
    if hours_per_day is None:
        hours = Hours(company.day_hours)
        yield rules.cite("T-154", "the shortest day binds the party", hours, questions="Q-38")


def _days(
    company: Company, stretches: Sequence[Stretch], found: Itinerary, rules: Ruleset
) -> Iterator[Receipt]:
    days, lengths = found.days, defaultdict[int, Fraction](Fraction)
    for stretch in stretches:
        lengths[stretch.leg] += stretch.km
    night = next((day for day in found.nights if day.into_leg_km == lengths[day.leg]), None)
    if night is not None:
        yield rules.cite(
            "T-152",
            "nightfall at the very end of leg {leg}",
            Kilometres(night.into_leg_km),
            questions="Q-45",
            leg=night.leg,
        )
    if any(day.dcs is not None or day.auto_failed_checks is not None for day in days):
        most = max(len(day.dcs or ()) + (day.auto_failed_checks or 0) for day in days)
        yield rules.cite("T-156", "checks for the complete hours beyond the eighth", most)
        if len(days) > 1:
            yield rules.cite(
                "T-110", "extra hours are counted afresh each day", most, questions="Q-06"
            )
        if any(day.hours != complete(day.hours) and (day.dcs or day.auto_failed_checks)
               for day in days):  # fmt: skip
            yield rules.cite("T-109", "complete hours only", most, questions="Q-05")
        if any(fellow.role in ("draft", "cart") for fellow in company.fellows):
            yield rules.cite("T-170", "draft animals, as ridden mounts", most, questions="Q-16")
    if any(day.hustle_damage is not None for day in days):
        points = max(day.hustle_damage or 0 for day in days)
        yield rules.cite("T-157", "hustle damage, day by day", points)
        if len(days) > 1:
            yield rules.cite(
                "T-085", "a night resets the hours of hustle", points, questions="Q-06"
            )
        if len(stretches) > 1:
            yield rules.cite(
                "T-089", "an hour of hustle is an hour of the day", points, questions="Q-07"
            )


def map_reasons(found: ViaRoute, rules: Ruleset) -> Receipt:
    """Return the receipt of a route and its arrival over the map (M-1, M-3, M-5, M-7)."""
    km = Kilometres(found.net.terms.hex_km)
    parts = [rules.cite("M-1", "each half of a step in its own hex's terrain", km)]
    for step in found.steps:
        if step.crosses:
            parts.append(
                rules.cite(
                    "M-3",
                    "the river in {hex} is crossed: {how}",
                    Hours(found.net.terms.crossing_hours),
                    hex=step.hex,
                    how=step.crosses,
                )
            )
    if any(first.boat for first, _ in found.legs):
        parts.append(
            rules.cite(
                "M-5", "hours used today count against the new mode's day", Hours(found.label[1])
            )
        )
    return rules.cite(
        "M-7",
        "earliest arrival over the map, hours used on day {day}",
        Hours(found.label[1]),
        *parts,
        day=found.label[0],
    )


def risk_reasons(company: Company, rows: Sequence[RiskHour], rules: Ruleset) -> Iterator[Receipt]:
    """Return the checks of the forced hours, and the rules under which damage drops and heals."""
    chances = {fellow.name: fellow.traveller.con_mod for fellow in company.walkers}
    seen = set()
    for row in rows:
        extra = row.hour - int(ordinary_hours(rules))
        for name, con_mod in chances.items():
            if con_mod is not None and (name, extra) not in seen:
                seen.add((name, extra))
                check = forced_check(con_mod, extra, rules)
                yield rules.cite(
                    "T-105",
                    "{name}, hour {hour}",
                    Chance(check.p_fail),
                    check.receipt,
                    name=name,
                    hour=row.hour,
                )
    drops = [row.p_any_unconscious for row in rows if row.p_any_unconscious is not None]
    if drops:
        yield rules.cite("T-126", "somebody drops on the way", Chance(drops[-1]), questions="Q-11")
    if len({row.day for row in rows}) > 1:
        points = rules.recovery.nonlethal_per_level_hour
        yield rules.cite("T-122", "nights heal nonlethal damage", points, questions="Q-10")


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
    for number, traveller in enumerate(journey.party, start=1):
        by_race = traveller.mover.race is not None
        keys = MEMBER_KEYS | {"no_armor_table": "race" if by_race else "base_speed_m"}
        with keyed(f"party[{number}]", keys):
            resolve(traveller.mover, rules)
    with keyed("party"):
        company = assemble(journey.party, rules)
    if journey.map is not None and region is not None:
        found, notes = _route(journey, journey.map, company, rules, region)
        stretches, route = found.stretches, found.steps
        over_map: tuple[Receipt, ...] = (map_reasons(found, rules),)
        cells = region.cells
    else:
        for leg in journey.legs:
            with keyed(f"legs[{leg.leg}]", LEG_KEYS):
                going(company, leg, rules)
        stretches, route, over_map, cells, notes = journey.legs, (), (), {}, ()
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
    latest = (
        None
        if journey.deadline is None
        else latest_departure(
            company,
            stretches,
            journey.deadline,
            rules,
            hours_per_day=journey.hours_per_day,
            start_hour=journey.start_hour,
        )
    )
    labels = ((step.hex, cells[step.hex].label) for step in route if step.hex in cells)
    reasons = itinerary_reasons(company, stretches, days, rules, journey.hours_per_day)
    return JourneyPlan(
        ruleset=rules.id,
        company=company,
        itinerary=days,
        route=route,
        risk=risk,
        further=_further(journey, company, rules, stretches),
        deadline=journey.deadline,
        latest_departure=latest,
        late=None if journey.deadline is None else days.arrives > journey.deadline,
        receipts=(reasons, *over_map, *risk_reasons(company, risk, rules)),
        names=tuple((hex_id, label) for hex_id, label in labels if label),
        notes=notes,
    )


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
    via = []
    for number, place in enumerate(part.via, start=1):
        with keyed(f"route.via[{number}]"):
            via.append(region.find(place, off_map=off_map))
    boats = tuple(_boats(part, rules, region))
    at = SearchStart(start, journey.hours_used_day1, journey.hours_per_day, journey.start_hour)
    terms = TravelTerms(
        part.hex_km,
        words,
        fords=part.fords,
        crossing_hours=part.crossing_hours,
        unexplored=part.unexplored,
        also=(start, goal, *via) if off_map else (),
    )

    def search(meaning: Lexicon) -> ViaRoute:
        asked = replace(terms, words=meaning)
        return by_way_of(routes(region, company, rules, at, asked, boats), via, goal)

    with keyed("route", {"unknown_terrain": "", "off_map": "from"}):
        found = search(words)
        refuse_if_shorter(region, words, found, search)
    return found, _notes(region, words)


def _words(part: MapPart, rules: Ruleset) -> Lexicon:
    for word, row in part.terrain.items():
        with keyed(f"map.terrain.{word}"):
            lexicon(rules, {word: row})
    for word, way in part.way.items():
        with keyed(f"map.way.{word}"):
            lexicon(rules, None, {word: way})
    return lexicon(rules, part.terrain, part.way)


def _boats(part: MapPart, rules: Ruleset, region: RegionMap) -> Iterator[Vessel]:
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
            place = region.find(at)
        yield Vessel(name, boat, place)


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
