"""A journey file answered under a ruleset: itinerary, route, risks, latest departure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from core.messages import N_, Message, Refusal
from core.quantities import Chance, Hours, Kilometres
from core.receipts import Receipt
from core.travel.company import Company, assemble
from core.travel.forecast import FurtherHour, forced_hours, latest_departure
from core.travel.going import going
from core.travel.itinerary import Itinerary, itinerary
from core.travel.journey import Journey, MapPart
from core.travel.lexicon import Lexicon, lexicon, unknown_words
from core.travel.march import forced_check, ordinary_hours
from core.travel.moving import resolve
from core.travel.reasons import itinerary_reasons
from core.travel.regionmap import RegionMap
from core.travel.risk import RiskHour, risks
from core.travel.route import routes
from core.travel.steps import RouteStep
from core.travel.stretches import Progress, Stretch
from core.travel.tables import FileError
from core.travel.terrain import terrain_row
from core.travel.unmapped import refuse_if_shorter
from core.travel.via import Found, by_way_of

if TYPE_CHECKING:
    from core.rulesets.schema import Ruleset

BAD = frozenset(
    ("off_map", "ambiguous_place", "one_mover", "no_speed", "no_vehicle_speed", "uneven_speed",
     "rides_round", "nobody")
)  # fmt: skip
"""Refusals that mean bad input, besides all whose code begins with unknown_."""
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


class Refused(Exception):
    """A journey that the rules refuse: the Refusal, and the key of the file that asks for it."""

    def __init__(self, refusal: Refusal, key: str) -> None:
        self.refusal = refusal
        self.key = key
        super().__init__(refusal.code, key)


@dataclass(frozen=True, slots=True)
class Plan:
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


def plan(journey: Journey, rules: Ruleset, region: RegionMap | None = None) -> Plan:
    """Answer `journey` under `rules`; `region` is the map that it names.

    Raises FileError (bad input) and Refused, each with the key path it concerns.
    """
    company = _company(journey, rules)
    found: Found | None = None
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
    found: Found | None,
    notes: tuple[Message, ...],
) -> Plan:
    with _keyed("hours_per_day"):
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
    return Plan(
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
        receipts=(*reasons, *_map_reasons(found, rules), *_risk_reasons(company, risk, rules)),
        names=_names(found),
        notes=notes,
    )


def _names(found: Found | None) -> tuple[tuple[str, str], ...]:
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
        with _keyed(f"party[{number}]", keys):
            resolve(traveller.mover, rules)
    with _keyed("party"):
        return assemble(journey.party, rules)


def _check_legs(journey: Journey, company: Company, rules: Ruleset) -> None:
    for leg in journey.legs:
        with _keyed(f"legs[{leg.leg}]", LEG_KEYS):
            going(company, leg, rules)


def _route(
    journey: Journey, part: MapPart, company: Company, rules: Ruleset, region: RegionMap
) -> tuple[Found, tuple[Message, ...]]:
    words = _words(part, rules)
    if part.unexplored:
        with _keyed("map.unexplored"):
            terrain_row(rules, part.unexplored)
    off_map = bool(part.unexplored)
    with _keyed("route.from"):
        start = region.find(part.start, off_map=off_map)
    with _keyed("route.to"):
        goal = region.find(part.goal, off_map=off_map)
    via: list[str] = []
    for number, place in enumerate(part.via, start=1):
        with _keyed(f"route.via[{number}]"):
            via.append(region.find(place, off_map=off_map))
    boats = _boats(part, rules, region)

    def search(meaning: Lexicon) -> Found:
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

    with _keyed("route", {"unknown_terrain": "", "off_map": "from"}):
        found = search(words)
        refuse_if_shorter(region, words, rules, found, search)
    return found, _notes(region, words)


def _words(part: MapPart, rules: Ruleset) -> Lexicon:
    for word, row in part.terrain.items():
        with _keyed(f"map.terrain.{word}"):
            lexicon(rules, {word: row})
    for word, way in part.way.items():
        with _keyed(f"map.way.{word}"):
            lexicon(rules, None, {word: way})
    return lexicon(rules, part.terrain, part.way)


def _boats(part: MapPart, rules: Ruleset, region: RegionMap) -> tuple[tuple[str, str, str], ...]:
    found: list[tuple[str, str, str]] = []
    for number, (name, boat, at) in enumerate(part.boats, start=1):
        if boat not in rules.boats:
            raise FileError(
                "unknown_boat",
                f"boats[{number}].boat",
                Message(
                    N_("There is no boat {boat}; there are {choices}."),
                    boat=boat, choices=tuple(rules.boats),
                ),
            )  # fmt: skip
        with _keyed(f"boats[{number}].at"):
            found.append((name, boat, region.find(at)))
    return tuple(found)


def _notes(region: RegionMap, words: Lexicon) -> tuple[Message, ...]:
    """Which words of the map keep hexes out of the search (M-2)."""
    unknown = unknown_words(region, words)
    if not unknown:
        return ()
    rows = tuple(
        Message(N_("{word} ({hexes})"), word=word, hexes=hexes)
        if word
        else Message(N_("no word ({hexes})"), hexes=hexes)
        for word, hexes in unknown
    )
    return (Message(N_("Routes do not enter hexes without a terrain: {words}."), words=rows),)


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
    with _keyed(""):
        return forced_hours(
            company,
            stretches,
            Progress(),
            rules,
            hours_used=journey.hours_used_day1,
            start_hour=journey.start_hour,
        )


def _map_reasons(found: Found | None, rules: Ruleset) -> tuple[Receipt, ...]:
    if found is None:
        return ()
    km = Kilometres(found.net.terms.hex_km)
    parts = [rules.cite("M-1", Message(N_("each half of a step in its own hex's terrain")), km)]
    for step in found.steps:
        if step.crosses:
            label = Message(N_("the river in {hex} is crossed: {how}"),
                            hex=step.hex, how=step.crosses)  # fmt: skip
            parts.append(rules.cite("M-3", label, Hours(found.net.terms.crossing_hours)))
    if any(leg.boat for leg in found.legs):
        label = Message(N_("hours used today count against the new mode's day"))
        parts.append(rules.cite("M-5", label, Hours(found.label[1])))
    label = Message(N_("earliest arrival over the map, hours used on day {day}"),
                    day=found.label[0])  # fmt: skip
    return (rules.cite("M-7", label, Hours(found.label[1]), *parts),)


def _risk_reasons(
    company: Company, rows: Sequence[RiskHour], rules: Ruleset
) -> tuple[Receipt, ...]:
    """The checks of the forced hours, and the rules under which damage drops and heals."""
    out: list[Receipt] = []
    chances = {fellow.name: fellow.traveller.con_mod for fellow in company.walkers}
    seen: set[tuple[str, int]] = set()
    for row in rows:
        extra = row.hour - int(ordinary_hours(rules))
        for name, con_mod in chances.items():
            if con_mod is not None and (name, extra) not in seen:
                seen.add((name, extra))
                check = forced_check(con_mod, extra, rules)
                label = Message(N_("{name}, hour {hour}"), name=name, hour=row.hour)
                out.append(rules.cite("T-105", label, Chance(check.p_fail), check.receipt))
    drops = [row.p_any_unconscious for row in rows if row.p_any_unconscious is not None]
    if drops:
        label = Message(N_("somebody drops on the way"))
        out.append(rules.cite("T-126", label, Chance(drops[-1]), questions=("Q-11",)))
    if len({row.day for row in rows}) > 1:
        label = Message(N_("nights heal nonlethal damage"))
        points = rules.recovery.nonlethal_per_level_hour
        out.append(rules.cite("T-122", label, points, questions=("Q-10",)))
    return tuple(out)


@contextmanager
def _keyed(key: str, below: dict[str, str] | None = None) -> Iterator[None]:
    """Tell which key of the file a Refusal concerns; bad input becomes a FileError."""
    try:
        yield
    except Refusal as refusal:
        last = (below or {}).get(refusal.code, "")
        path = f"{key}.{last}" if last else key
        if refusal.code in BAD or refusal.code.startswith("unknown_"):
            raise FileError(refusal.code, path, refusal.message) from None
        raise Refused(refusal, path) from None
