"""What a journey comes to under a ruleset: itinerary, route, risks, latest departure, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from core.file_schema import check_row
from core.files import FileError
from core.messages import Message
from core.receipts import Receipt
from core.rulesets.condition_names import effect_names, effect_of
from core.rulesets.schema import Ruleset
from core.travel.advance import going
from core.travel.company import Company, Traveller, assemble
from core.travel.forecast import FurtherHour, RiskHour, forced_hours, latest_departure, risks
from core.travel.itinerary import Itinerary, itinerary
from core.travel.journey import Journey, MapPart
from core.travel.journey_reasons import itinerary_reasons, map_reasons, risk_reasons
from core.travel.lexicon import Lexicon, TravelTerms, Vessel, lexicon, unknown_words
from core.travel.movers import resolve
from core.travel.refused_keys import LEG_KEYS, MEMBER_KEYS, keyed
from core.travel.regionmap import RegionMap
from core.travel.route import RouteStep, SearchStart, ViaRoute, by_way_of, refuse_if_shorter, routes
from core.travel.stretches import Progress, Stretch, terrain_row
from core.travel.travellers_now import EXHAUSTED, TravelEffect
from core.values import Struct, replace


class JourneyPlan(Struct, kw_only=True):
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
    party = tuple(_with_rows(journey.party, rules))
    with keyed("party"):
        company = assemble(party, rules)
    route: tuple[RouteStep, ...] = ()
    map_receipts: tuple[Receipt, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    notes: tuple[Message, ...] = ()
    if journey.map is not None and region is not None:
        via_route, notes = _route(journey, journey.map, company, rules, region)
        stretches = via_route.stretches
        route = via_route.steps
        map_receipts = (map_reasons(via_route, rules),)
        names = _names(route, region)
    else:
        stretches = journey.legs
        for leg in stretches:
            with keyed(f"legs[{leg.leg}]", LEG_KEYS):
                going(company, leg, rules)
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
    latest: tuple[int, Fraction] | None = None
    late: bool | None = None
    if journey.deadline is not None:
        late = days.arrives > journey.deadline
        latest = latest_departure(
            company,
            stretches,
            journey.deadline,
            rules,
            hours_per_day=journey.hours_per_day,
            start_hour=journey.start_hour,
        )
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
        late=late,
        receipts=(reasons, *map_receipts, *risk_reasons(company, risk, rules)),
        names=names,
        notes=notes,
    )


def _with_rows(party: Iterable[Traveller], rules: Ruleset) -> Iterator[Traveller]:
    # Travellers with their effects by the rows of the ruleset, and exhausted where one of them is.
    for number, traveller in enumerate(party, start=1):
        effects: list[TravelEffect] = []
        for place, effect in enumerate(traveller.effects, start=1):
            row = effect_of(effect.row, rules.combat)
            if not row:
                key = f"party[{number}].effects[{place}]"
                check_row(key, effect.row, effect_names(rules.combat))
            effects.append(replace(effect, row=row))
        is_exhausted = any(effect.row == EXHAUSTED for effect in effects)
        yield replace(traveller, effects=tuple(effects), exhausted=is_exhausted)


def _names(route: tuple[RouteStep, ...], region: RegionMap) -> tuple[tuple[str, str], ...]:
    cells = [(step.hex, region.cells[step.hex]) for step in route if step.hex in region.cells]
    return tuple((hex_id, cell.label) for hex_id, cell in cells if cell.label)


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
    boats = tuple(_vessels(part, rules, region))
    search_start = SearchStart(
        start, journey.hours_used_day1, journey.hours_per_day, journey.start_hour
    )
    terms = TravelTerms(
        part.hex_km,
        words,
        fords=part.fords,
        crossing_hours=part.crossing_hours,
        unexplored=part.unexplored,
        also=(start, goal, *via) if off_map else (),
    )

    def search(meaning: Lexicon) -> ViaRoute:
        terms_so_read = replace(terms, words=meaning)
        network = routes(region, company, rules, search_start, terms_so_read, boats)
        return by_way_of(network, via, goal)

    with keyed("route", {"unknown_terrain": "", "off_map": "from"}):
        via_route = search(words)
        refuse_if_shorter(region, words, via_route, search)
    return via_route, _notes(region, words)


def _words(part: MapPart, rules: Ruleset) -> Lexicon:
    for word, row in part.terrain.items():
        with keyed(f"map.terrain.{word}"):
            lexicon(rules, {word: row})
    for word, way in part.way.items():
        with keyed(f"map.way.{word}"):
            lexicon(rules, None, {word: way})
    return lexicon(rules, part.terrain, part.way)


def _vessels(part: MapPart, rules: Ruleset, region: RegionMap) -> Iterator[Vessel]:
    for number, vessel in enumerate(part.boats, start=1):
        if vessel.boat not in rules.boats:
            message = Message(
                "There is no boat called {boat}; choose one of {choices}.",
                boat=vessel.boat,
                choices=tuple(rules.boats),
            )
            raise FileError(f"boats[{number}].boat", message, code="unknown_boat")
        with keyed(f"boats[{number}].at"):
            yield replace(vessel, at=region.find(vessel.at))


def _notes(region: RegionMap, words: Lexicon) -> tuple[Message, ...]:
    # M-2
    unknown = unknown_words(region, words)
    if not unknown:
        return ()
    rows: list[Message] = []
    for word, hexes in unknown:
        if word:
            rows.append(Message("{word} ({hexes})", word=word, hexes=hexes))
        else:
            rows.append(Message("no word ({hexes})", hexes=hexes))
    return (Message("Routes do not enter hexes without a terrain: {words}.", words=tuple(rows)),)


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
