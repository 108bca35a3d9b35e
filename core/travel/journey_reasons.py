"""The receipts of a journey's answer: its days, its way over the map, its risks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction

from core.messages import Chance, Hours, Kilometres, KmPerHour, Message
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.company import Company
from core.travel.forecast import RiskHour
from core.travel.itinerary import Itinerary
from core.travel.route import ViaRoute
from core.travel.stretches import Stretch
from core.travel.tiring_travel import complete, forced_check, ordinary_hours


def itinerary_reasons(
    company: Company,
    stretches: Sequence[Stretch],
    days: Itinerary,
    rules: Ruleset,
    hours_per_day: Fraction | None = None,
) -> Receipt:
    """Return the receipt of an itinerary of `company` along `stretches` (T-151 to T-157)."""
    parts = (
        *days.receipts,
        *_members(company, days, rules, hours_per_day),
        *_nightfall(stretches, days, rules),
        *_forced_hours(company, days, rules),
        *_hustle(stretches, days, rules),
    )
    return rules.cite("T-151", "the days in turn", Kilometres(days.total_km), *parts)


def _members(
    company: Company, days: Itinerary, rules: Ruleset, hours_per_day: Fraction | None
) -> Iterator[Receipt]:
    movers = company.movers
    yield from (fellow.moving.receipt for fellow in movers)
    if hours_per_day is None:
        yield from (fellow.moving.day for fellow in movers)
    if len(movers) == 1:
        return
    pace = KmPerHour(days.pace_km_h)
    yield rules.cite(
        "T-153", "the slowest sets the pace: {name}", pace, questions="Q-38", name=days.slowest
    )
    if hours_per_day is None:
        hours = Hours(company.day_hours)
        yield rules.cite("T-154", "the shortest day binds the party", hours, questions="Q-38")


def _nightfall(stretches: Sequence[Stretch], days: Itinerary, rules: Ruleset) -> Iterator[Receipt]:
    lengths = defaultdict[int, Fraction](Fraction)
    for stretch in stretches:
        lengths[stretch.leg] += stretch.km
    for night in days.nights:
        if night.into_leg_km == lengths[night.leg]:
            yield rules.cite(
                "T-152",
                "nightfall at the very end of leg {leg}",
                Kilometres(night.into_leg_km),
                questions="Q-45",
                leg=night.leg,
            )
            return


def _forced_hours(company: Company, itinerary: Itinerary, rules: Ruleset) -> Iterator[Receipt]:
    days = itinerary.days
    if all(day.dcs is None and day.auto_failed_checks is None for day in days):
        return
    most = max(len(day.dcs or ()) + (day.auto_failed_checks or 0) for day in days)
    yield rules.cite("T-156", "checks for the complete hours beyond the eighth", most)
    if len(days) > 1:
        yield rules.cite("T-110", "extra hours are counted afresh each day", most, questions="Q-06")
    checked = [day for day in days if day.dcs or day.auto_failed_checks]
    if any(day.hours != complete(day.hours) for day in checked):
        yield rules.cite("T-109", "complete hours only", most, questions="Q-05")
    if any(fellow.role in ("draft", "cart") for fellow in company.fellows):
        yield rules.cite("T-170", "draft animals, as ridden mounts", most, questions="Q-16")


def _hustle(
    stretches: Sequence[Stretch], itinerary: Itinerary, rules: Ruleset
) -> Iterator[Receipt]:
    days = itinerary.days
    if all(day.hustle_damage is None for day in days):
        return
    points = max(day.hustle_damage or 0 for day in days)
    yield rules.cite("T-157", "hustle damage, day by day", points)
    if len(days) > 1:
        yield rules.cite("T-085", "a night resets the hours of hustle", points, questions="Q-06")
    if len(stretches) > 1:
        yield rules.cite(
            "T-089", "an hour of hustle is an hour of the day", points, questions="Q-07"
        )


def map_reasons(route: ViaRoute, rules: Ruleset) -> Receipt:
    """Return the receipt of a route and its arrival over the map (M-1, M-3, M-5, M-7)."""
    terms = route.network.terms
    day = route.label[0]
    hours_used = Hours(route.label[1])
    hex_km = Kilometres(terms.hex_km)
    parts = [rules.cite("M-1", "each half of a step in its own hex's terrain", hex_km)]
    for step in route.steps:
        if step.crosses:
            parts.append(
                rules.cite(
                    "M-3",
                    "the river in {hex} is crossed: {how}",
                    Hours(terms.crossing_hours),
                    hex=step.hex,
                    how=step.crosses,
                )
            )
    if any(first.boat for first, _ in route.legs):
        label = Message("hours used today count against the new mode's day")
        parts.append(rules.cite("M-5", label, hours_used))
    return rules.cite(
        "M-7",
        "earliest arrival over the map, hours used on day {day}",
        hours_used,
        *parts,
        day=day,
    )


def risk_reasons(company: Company, rows: Sequence[RiskHour], rules: Ruleset) -> Iterator[Receipt]:
    """Return the checks of the forced hours, and the rules under which damage drops and heals."""
    cited: set[tuple[str, int]] = set()
    for row in rows:
        extra = row.hour - int(ordinary_hours(rules))
        for fellow in company.walkers:
            name = fellow.name
            con_mod = fellow.con_mod
            if con_mod is None or (name, extra) in cited:
                continue
            cited.add((name, extra))
            check = forced_check(con_mod, extra, rules)
            yield rules.cite(
                "T-105",
                "{name}, hour {hour}",
                Chance(check.p_fail),
                check.receipt,
                *fellow.check.receipts,
                name=name,
                hour=row.hour,
            )
    drops = [row.p_any_unconscious for row in rows if row.p_any_unconscious is not None]
    if drops:
        yield rules.cite("T-126", "somebody drops on the way", Chance(drops[-1]), questions="Q-11")
    if len({row.day for row in rows}) > 1:
        points = rules.recovery.nonlethal_per_level_hour
        yield rules.cite("T-122", "nights heal nonlethal damage", points, questions="Q-10")
