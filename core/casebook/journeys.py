"""The kinds day_distance, leg_time and itinerary."""

from __future__ import annotations

from fractions import Fraction

from core.casebook.answers import Answer, Found, plain
from core.casebook.case_kinds import kind
from core.casebook.case_movers import MOVER, mover
from core.files import Keys
from core.rulesets.schema import Ruleset
from core.travel.company import Traveller, assemble
from core.travel.day import Stint, day_distance, leg_time
from core.travel.itinerary import Day, itinerary
from core.travel.reasons import itinerary_reasons
from core.travel.resolved_mover import resolve
from core.travel.stretches import Stretch

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
    answer, why = Answer(), found.receipt
    answer.fields(found, "km hours", why)
    if found.multiplier is not None:
        answer.fields(found, "multiplier", why)
    if found.km_h is not None:
        answer.number("km_per_h", found.km_h, why)
    answer.fields(found, "extra_hours", why)
    if found.dcs:
        answer.fields(found, "dcs", why)
    if found.auto_failed_checks:
        answer.fields(found, "auto_failed_checks", why)
    if found.damage_kind is not None:
        answer.fields(found, "hustle_hours hustle_damage damage_kind", why)
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
    answer = Answer()
    answer.number("km_per_h", found.km_h, found.receipt)
    answer.fields(found, "multiplier hours full_days last_day_hours", found.receipt)
    return answer


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
    why = itinerary_reasons(company, legs, found, rules, allowance)
    answer = Answer()
    answer.put("days", [_day(day) for day in found.days], *why)
    answer.fields(found, "slowest pace_km_h total_hours total_km arrival_day", *why)
    return answer


def _day(day: Day) -> Found:
    keys = (
        "day",
        "hours",
        "km",
        "leg",
        "into_leg_km",
        "dcs",
        "auto_failed_checks",
        "hustle_damage",
    )
    values = {key: getattr(day, key) for key in keys}
    return {key: plain(value) for key, value in values.items() if value is not None}


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
)
