"""A journey file: the party, and its legs or map, in exact numbers; its answer under a ruleset.

`parse_journey` reads the text alone; `plan` gives itinerary, route, risks, latest departure, and
why.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from fractions import Fraction

from core.dice import modifier
from core.files import FileError, Keys, read_toml
from core.messages import Chance, Hours, Kilometres, KmPerHour, Message, Refusal
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.advance import going
from core.travel.company import Company, Traveller, assemble, lead_the_riderless
from core.travel.forecast import FurtherHour, RiskHour, forced_hours, latest_departure, risks
from core.travel.itinerary import Itinerary, itinerary
from core.travel.lexicon import Lexicon, TravelTerms, Vessel, lexicon, unknown_words
from core.travel.movers import ONE_MOVER, UNTYPED, Bonus, Mover, resolve
from core.travel.regionmap import RegionMap
from core.travel.route import RouteStep, SearchStart, ViaRoute, by_way_of, refuse_if_shorter, routes
from core.travel.stretches import DIRECTIONS, LAND, WATERS, Progress, Stretch, terrain_row
from core.travel.tiring_travel import complete, forced_check, ordinary_hours
from core.values import Struct, replace

TOP = (
    "ruleset", "hours_per_day", "hours_used_day1", "start_hour", "deadline", "party", "legs",
    "map", "boats", "route",
)  # fmt: skip
WITH_ARMOR = ("armor", "load", "bonuses", "barbarian")
MEMBER = (
    "name", *ONE_MOVER, *WITH_ARMOR, "load_kg", "vehicle_km_h", "flying",
    "con_score", "con_mod", "hp", "level", "nonlethal", "rides",
)  # fmt: skip
ON_LAND = ("terrain", "way", "pace")
AFLOAT = ("boat", "water", "direction", "current_km_h", "drift_hours", "guide")
HOW = ("unexplored", "crossing_hours", "fords")
BELONGS = {
    **dict.fromkeys(WITH_ARMOR, ("race", "base_speed_m")),
    "load_kg": ("mount",),
    "vehicle_km_h": ("vehicle_class",),
    "flying": ("vehicle_class",),
}
ARMOR = ("none", "light", "medium", "heavy")
LOAD = ("light", "medium", "heavy")
PACES = ("walk", "hustle", "run_and_rest", "run")


class MapPart(Struct):
    """A journey over a map: its file, its scale, the GM's words, boats, and the route.

    `boats` lie at hexes or places; `start`, `goal` and `via` are such too.
    """

    file: str
    hex_km: Fraction
    terrain: dict[str, str]
    way: dict[str, str]
    boats: tuple[Vessel, ...]
    start: str
    goal: str
    via: tuple[str, ...]
    unexplored: str = ""
    crossing_hours: Fraction = Fraction(0)
    fords: bool = True


class Journey(Struct):
    """The contents of a journey file; exactly one of `legs` and `map` is given."""

    ruleset: str
    party: tuple[Traveller, ...]
    legs: tuple[Stretch, ...]
    map: MapPart | None
    hours_per_day: Fraction | None
    hours_used_day1: Fraction
    start_hour: Fraction
    deadline: tuple[int, Fraction] | None


def parse_journey(text: str) -> Journey:
    """Read a journey file. Raises FileError with the line or the key (`party[2].armor`)."""
    top = Keys(read_toml(text), TOP)
    ruleset = top.word("ruleset")
    party = _party(top)
    rows = top.tables("legs", ("km", *ON_LAND, *AFLOAT))
    legs = tuple(_leg(row, number) for number, row in enumerate(rows, start=1))
    way = _map(top)
    if not legs and way is None:
        raise top.missing("legs")
    if legs and way is not None:
        raise top.wrong("map", "A journey has legs or a map, not both.", code="unknown_key")
    hours_per_day = top.maybe_number("hours_per_day", above=0)
    hours_used = top.hour("hours_used_day1", Fraction(0))
    start_hour = top.hour("start_hour", Fraction(8))
    if start_hour == 24:
        raise top.wrong("start_hour", "must be less than 24")
    deadline = top.inside("deadline", ("day", "hour"))
    return Journey(
        ruleset=ruleset,
        party=party,
        legs=legs,
        map=way,
        hours_per_day=hours_per_day,
        hours_used_day1=hours_used,
        start_hour=start_hour,
        deadline=(deadline.whole("day", least=1), deadline.hour("hour")) if deadline else None,
    )


def _party(top: Keys) -> tuple[Traveller, ...]:
    members = top.tables("party", MEMBER)
    if not members:
        raise top.missing("party")
    names = set()
    travellers = []
    for member in members:
        traveller = _traveller(member)
        if traveller.name in names:
            raise member.wrong("name", "Two of the party are called {name}.",
                               name=traveller.name)  # fmt: skip
        names.add(traveller.name)
        travellers.append(traveller)
    for member, traveller in zip(members, travellers, strict=True):
        if traveller.rides and traveller.rides not in names - {traveller.name}:
            raise _no_mount(member, traveller, sorted(names - {traveller.name}))
    return lead_the_riderless(travellers)


def _no_mount(member: Keys, rider: Traveller, others: list[str]) -> FileError:
    near = get_close_matches(rider.rides, others, n=1)
    return member.wrong(
        "rides",
        "{rider} rides {mount}, but nobody else of that name travels; did you mean {meant}?"
        if near
        else "{rider} rides {mount}, but nobody else of that name travels.",
        code="unknown_mount",
        rider=rider.name,
        mount=rider.rides,
        meant="".join(near),
    )


def _traveller(member: Keys) -> Traveller:
    name = member.word("name")
    if "con_score" in member and "con_mod" in member:
        raise member.wrong("con_mod", "Give con_score or con_mod, not both.")
    con_mod = member.maybe_whole("con_mod", least=None)
    if "con_score" in member:
        con_mod = modifier(member.whole("con_score"))
    return Traveller(
        name=name,
        mover=read_mover(member),
        con_mod=con_mod,
        hp=member.maybe_whole("hp", least=None),
        level=member.maybe_whole("level", least=1) or 1,
        nonlethal=member.maybe_whole("nonlethal") or 0,
        rides=member.word("rides", ""),
    )


def read_mover(member: Keys) -> Mover:
    """Return what moves a member of a party, given in exactly one way. Raises FileError."""
    given = [key for key in ONE_MOVER if key in member]
    if not given:
        asked = member.wrong(
            "speed_m", "How does {name} move? Give one of {choices}.",
            name=member.word("name"), choices=ONE_MOVER,
        )  # fmt: skip
        raise FileError(member.above.rstrip("."), asked.message, code="missing_key")
    if len(given) > 1:
        raise member.wrong(
            given[1], "Give {first} or {second}, not both.",
            code="one_mover", first=given[0], second=given[1],
        )  # fmt: skip
    for key, homes in BELONGS.items():
        if key in member and given[0] not in homes:
            raise member.wrong(
                key, "can only be given with {homes}",
                code="unknown_key", homes=homes,
            )  # fmt: skip
    member.word("armor", "none", ARMOR)
    member.word("load", "light", LOAD)
    for bonus in member.tables("bonuses", ("type", "m")):
        bonus.need("type")
        bonus.number("m")
    return mover_of(member)


def mover_of(row: Keys) -> Mover:
    """Return the mover of a row by its keys, which are not tried together. Raises FileError."""
    return Mover(
        speed_m=row.maybe_number("speed_m", above=0),
        fly_speed_m=row.maybe_number("fly_speed_m", above=0),
        race=row.maybe_word("race"),
        base_speed_m=row.maybe_number("base_speed_m", above=0),
        armor=row.word("armor", "none"),
        load=row.word("load", "light"),
        bonuses=tuple(
            Bonus(bonus.word("type", UNTYPED), bonus.number("m", least=None))
            for bonus in row.tables("bonuses", ("type", "m"))
        ),
        barbarian=row.flag("barbarian"),
        mount=row.maybe_word("mount"),
        load_kg=row.number_or("load_kg", Fraction(0)),
        vehicle=row.maybe_word("vehicle"),
        vehicle_class=row.maybe_word("vehicle_class"),
        vehicle_km_h=row.maybe_number("vehicle_km_h", above=0),
        flying=row.flag("flying"),
    )


def _leg(row: Keys, number: int) -> Stretch:
    km, afloat = row.number("km", above=0), "boat" in row
    for key in ON_LAND if afloat else AFLOAT:
        if key in row:
            raise row.wrong(
                key,
                "cannot be given with boat" if afloat else "can only be given with boat",
                code="unknown_key",
            )
    if not afloat:
        return Stretch(
            km=km,
            leg=number,
            terrain=row.word("terrain", ""),
            way=row.word("way", ""),
            pace=row.word("pace", "walk", PACES),
        )
    boat = row.word("boat")
    return Stretch(
        km=km,
        leg=number,
        mode=boat,
        boat=boat,
        water=row.word("water", None, WATERS),
        direction=row.word("direction", "none", DIRECTIONS),
        current_km_h=row.maybe_number("current_km_h"),
        drift_hours=row.hour("drift_hours", Fraction(0)),
        guide=row.flag("guide"),
    )


def _map(top: Keys) -> MapPart | None:
    table = top.inside("map", ("file", "hex_km", "terrain", "way", *HOW))
    if table is None:
        for key in ("route", "boats"):
            if key in top:
                raise top.missing("map")
        return None
    route = top.inside("route", ("from", "to", "via", *HOW))
    if route is None:
        raise top.missing("route")
    how = {key: route if key in route else table for key in HOW}
    return MapPart(
        file=table.word("file"),
        hex_km=table.number("hex_km", above=0),
        terrain=table.texts("terrain"),
        way=table.texts("way"),
        boats=_boats(top),
        start=route.word("from"),
        goal=route.word("to"),
        via=route.words("via"),
        unexplored=how["unexplored"].word("unexplored", ""),
        crossing_hours=how["crossing_hours"].hour("crossing_hours", Fraction(0)),
        fords=how["fords"].flag("fords", True),
    )


def _boats(top: Keys) -> tuple[Vessel, ...]:
    found: dict[str, Vessel] = {}
    for row in top.tables("boats", ("name", "boat", "at")):
        name = row.word("name")
        if name == LAND or name in found:
            raise row.wrong("name", "The name {name} is taken: give each boat a different one.",
                            name=name)  # fmt: skip
        found[name] = Vessel(name, row.word("boat"), row.word("at"))
    return tuple(found.values())


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
    boats = tuple(_vessels(part, rules, region))
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


def _vessels(part: MapPart, rules: Ruleset, region: RegionMap) -> Iterator[Vessel]:
    for number, vessel in enumerate(part.boats, start=1):
        if vessel.boat not in rules.boats:
            raise FileError(
                f"boats[{number}].boat",
                Message(
                    "There is no boat called {boat}; choose one of {choices}.",
                    boat=vessel.boat, choices=tuple(rules.boats),
                ),
                code="unknown_boat",
            )  # fmt: skip
        with keyed(f"boats[{number}].at"):
            yield replace(vessel, at=region.find(vessel.at))


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
