"""The kinds mount_table, load and boat_day."""

from __future__ import annotations

from fractions import Fraction

from core.casebook.answers import Answer
from core.casebook.case_kinds import kind
from core.files import Keys
from core.messages import Message
from core.quantities import Hours, KmPerHour
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.boats import Voyage, boat_day, boat_row
from core.travel.mounts import loaded, total_kg
from core.travel.movers import Mover
from core.travel.resolved_mover import resolve, speed_of
from core.travel.units import miles, pounds


def _mount_table(given: Keys, rules: Ruleset) -> Answer:
    what = given.exactly_one("mount", "vehicle", "boat")
    if what == "boat":
        boat = given.word("boat")
        row = boat_row(rules, boat)
        why = (
            rules.cite(
                "T-180",
                Message("pace of a {boat}", boat=boat),
                KmPerHour(row.km_h),
                source=row.source,
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
    answer = Answer()
    answer.number("km_per_h", km_h, *why)
    if hours.denominator == 1:
        answer.put("hours_per_day", int(hours), *why)
    else:
        answer.number("hours_per_day", hours, *why)
    answer.number("km_per_day", km_h * hours, *why)
    answer.number("mph", miles(km_h), *why)
    answer.number("miles_per_day", miles(km_h * hours), *why)
    return answer


def _load(given: Keys, rules: Ruleset) -> Answer:
    listed = given.exactly_one("items_kg", "load_kg") == "items_kg"
    items = given.numbers("items_kg") if listed else (given.number("load_kg"),)
    found = loaded(given.word("mount"), total_kg(items), rules, items=len(items) if listed else 0)
    answer, why = Answer(), found.receipt
    answer.fields(found, "total_kg", why)
    answer.number("total_lb", pounds(found.total_kg), why)
    answer.fields(found, "category", why)
    if found.km_h is not None:
        hours = rules.days["mounted"].hours
        day = rules.cite("T-204", "a day's travel", Hours(hours))
        answer.number("km_per_h", found.km_h, why)
        answer.number("speed_m", speed_of(found.km_h, rules), why)
        answer.number("km_per_day", found.km_h * hours, why, day)
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
    answer, why = Answer(), found.receipt
    answer.fields(found, "possible", why)
    if not found.possible:
        answer.fields(found, "reason", why)
        return answer
    answer.number("km_per_h", found.km_h, why)
    answer.fields(found, "hours propelled_km drift_km km", why)
    if found.days_receipt is not None:
        answer.fields(found, "full_days last_day_km last_day_hours", why, found.days_receipt)
    return answer


KINDS = (
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
