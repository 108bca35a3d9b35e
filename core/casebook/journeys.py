"""The kinds of journeys: who moves, day_distance, leg_time, itinerary, mounts, loads and boats."""

from __future__ import annotations

from fractions import Fraction

from core.casebook.case_kinds import Answer, kind
from core.files import Keys
from core.messages import Hours, KmPerHour
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.boats import Voyage, boat_day, boat_row
from core.travel.company import Traveller, assemble
from core.travel.day import Stint, day_distance, leg_time
from core.travel.itinerary import Day, itinerary
from core.travel.journey import mover_of
from core.travel.journey_plan import itinerary_reasons
from core.travel.movers import ONE_MOVER, Mover
from core.travel.pace import miles, pounds
from core.travel.resolved_mover import loaded, resolve, speed_of
from core.travel.stretches import Stretch

CHARACTER = "race base_speed_m armor load bonuses barbarian"
MOVER = f"speed_m fly_speed_m {CHARACTER} mount load_kg vehicle vehicle_class vehicle_km_h flying"


def mover(given: Keys) -> Mover:
    """Return the mover of a case: exactly one way to move, and the keys that go with it."""
    given.exactly_one(*ONE_MOVER)
    return mover_of(given)


SEGMENT = ("pace", "hours", "terrain", "way")
LEG = ("km", "terrain", "way", "pace")


def _stints(given: Keys) -> tuple[Stint, ...]:
    terrain, way = given.word("terrain", ""), given.word("way", "")
    if "segments" not in given:
        pace, hours = given.word("pace", "walk"), given.maybe_number("hours")
        return (Stint(pace, hours, terrain, way),)
    for key in ("pace", "hours"):
        if key in given:
            given.exactly_one("segments", key)
    given.some("segments")
    return tuple(
        Stint(
            segment.word("pace", "walk"),
            segment.maybe_number("hours"),
            segment.word("terrain", terrain),
            segment.word("way", way),
        )
        for segment in given.tables("segments", SEGMENT)
    )


def _day_distance(given: Keys, rules: Ruleset) -> Answer:
    found = day_distance(resolve(mover(given), rules), _stints(given), rules)
    answer = Answer(found.receipt).fields(found, "km hours multiplier")
    answer.put("km_per_h", found.km_h)
    answer.fields(found, "extra_hours")
    if found.dcs:
        answer.fields(found, "dcs")
    if found.auto_failed_checks:
        answer.fields(found, "auto_failed_checks")
    if found.damage_kind is not None:
        answer.fields(found, "hustle_hours hustle_damage damage_kind")
    return answer


def _leg_time(given: Keys, rules: Ruleset) -> Answer:
    found = leg_time(
        resolve(mover(given), rules),
        given.number("km"),
        rules,
        given.word("terrain", ""),
        given.word("way", ""),
        given.word("pace", "walk"),
        given.flag("with_vehicle"),
    )
    answer = Answer(found.receipt)
    answer.put("km_per_h", found.km_h)
    return answer.fields(found, "multiplier hours full_days last_day_hours")


def _itinerary(given: Keys, rules: Ruleset) -> Answer:
    given.some("party")
    given.some("legs")
    members = given.tables("party", ("name", *MOVER.split()))
    travellers = tuple(Traveller(member.word("name"), mover(member)) for member in members)
    legs = tuple(
        Stretch(
            leg.number("km"),
            number,
            leg.word("terrain", ""),
            leg.word("way", ""),
            leg.word("pace", "walk"),
        )
        for number, leg in enumerate(given.tables("legs", LEG), start=1)
    )
    company = assemble(travellers, rules)
    allowance = given.maybe_number("hours_per_day")
    used = given.number_or("hours_used_day1", Fraction(0))
    found = itinerary(company, legs, rules, hours_per_day=allowance, hours_used_day1=used)
    answer = Answer(itinerary_reasons(company, legs, found, rules, allowance))
    answer.put("days", [_day(day) for day in found.days])
    return answer.fields(found, "slowest pace_km_h total_hours total_km arrival_day")


def _day(day: Day) -> object:
    keys = "day hours km leg into_leg_km dcs auto_failed_checks hustle_damage"
    return Answer().fields(day, keys).values


def _mount_table(given: Keys, rules: Ruleset) -> Answer:
    what = given.exactly_one("mount", "vehicle", "boat")
    if what == "boat":
        boat = given.word("boat")
        row = boat_row(rules, boat)
        why = (
            rules.cite(
                "T-180", "pace of a {boat}", KmPerHour(row.km_h), source=row.source, boat=boat
            ),
        )
        return _table(row.km_h, row.hours, why)
    load = given.number_or("load_kg", Fraction(0))
    mover = (
        Mover(mount=given.word("mount"), load_kg=load)
        if what == "mount"
        else Mover(vehicle=given.word("vehicle"))
    )
    moving = resolve(mover, rules)
    return _table(moving.km_h, moving.day_hours, (moving.receipt, moving.day))


def _table(km_h: Fraction, hours: Fraction, why: tuple[Receipt, ...]) -> Answer:
    answer = Answer(*why)
    answer.put("km_per_h", km_h)
    answer.put("hours_per_day", int(hours) if hours.denominator == 1 else hours)
    answer.put("km_per_day", km_h * hours)
    answer.put("mph", miles(km_h))
    answer.put("miles_per_day", miles(km_h * hours))
    return answer


def _load(given: Keys, rules: Ruleset) -> Answer:
    listed = given.exactly_one("items_kg", "load_kg") == "items_kg"
    items = given.numbers("items_kg") if listed else (given.number("load_kg"),)
    load_kg = sum(items, Fraction(0))  # T-162
    found = loaded(given.word("mount"), load_kg, rules, items=len(items) if listed else 0)
    answer = Answer(found.receipt).fields(found, "total_kg")
    answer.put("total_lb", pounds(found.total_kg))
    answer.fields(found, "category")
    if found.km_h is not None:
        hours = rules.days["mounted"].hours
        day = rules.cite("T-204", "a day's travel", Hours(hours))
        answer.put("km_per_h", found.km_h)
        answer.put("speed_m", speed_of(found.km_h, rules))
        answer.put("km_per_day", found.km_h * hours, found.receipt, day)
    return answer


def _boat_day(given: Keys, rules: Ruleset) -> Answer:
    voyage = Voyage(
        boat=given.word("boat"),
        water=given.word("water", None, ("lake", "river", "sea")),
        direction=given.word("direction", "none", ("none", "downstream", "upstream")),
        current_km_h=given.maybe_number("current_km_h"),
        propelled_hours=given.maybe_number("propelled_hours"),
        drift_hours=given.number_or("drift_hours", Fraction(0)),
        guide=given.flag("guide"),
        towed=given.flag("towed"),
        propulsion=given.word("propulsion", "", ("", "sail", "oars")),
        distance_km=given.maybe_number("distance_km"),
    )
    found = boat_day(voyage, rules)
    answer = Answer(found.receipt).fields(found, "possible")
    if not found.possible:
        return answer.fields(found, "reason")
    answer.put("km_per_h", found.km_h)
    answer.fields(found, "hours propelled_km drift_km km")
    if found.days_receipt is not None:
        answer.fields(
            found, "full_days last_day_km last_day_hours", found.receipt, found.days_receipt
        )
    return answer


KINDS = (
    kind(
        "day_distance",
        f"{MOVER} pace hours segments terrain way",
        "km hours multiplier km_per_h extra_hours dcs auto_failed_checks hustle_hours"
        " hustle_damage damage_kind",
        _day_distance,
    ),
    kind(
        "leg_time",
        f"{MOVER} km terrain way pace with_vehicle",
        "multiplier km_per_h hours full_days last_day_hours",
        _leg_time,
    ),
    kind(
        "itinerary",
        "party legs hours_per_day hours_used_day1",
        "slowest pace_km_h days total_hours total_km arrival_day",
        _itinerary,
    ),
    kind(
        "mount_table",
        "mount load_kg vehicle boat",
        "km_per_h hours_per_day km_per_day mph miles_per_day",
        _mount_table,
    ),
    kind(
        "load",
        "mount items_kg load_kg",
        "total_kg total_lb category km_per_h speed_m km_per_day",
        _load,
    ),
    kind(
        "boat_day",
        "boat water direction current_km_h propelled_hours drift_hours guide towed propulsion"
        " distance_km",
        "possible reason km_per_h hours propelled_km drift_km km full_days last_day_km"
        " last_day_hours",
        _boat_day,
    ),
)
