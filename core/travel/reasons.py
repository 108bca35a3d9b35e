"""Receipts of a plan besides its paces: limiting members, the map, the risks, the nights."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from core.messages import N_, Message
from core.quantities import Chance, Hours, Kilometres, KmPerHour
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.company import Company
from core.travel.itinerary import Itinerary
from core.travel.risk import RiskHour
from core.travel.stretches import Stretch
from core.travel.tiring_travel import complete, forced_check, ordinary_hours
from core.travel.via import ViaRoute


def itinerary_reasons(
    company: Company,
    stretches: Sequence[Stretch],
    found: Itinerary,
    rules: Ruleset,
    hours_per_day: Fraction | None = None,
) -> tuple[Receipt, ...]:
    """Return the receipts of an itinerary of `company` along `stretches` (T-151 to T-157)."""
    total = rules.cite(
        "T-151",
        "the days in turn",
        Kilometres(found.total_km),
        *found.receipts,
        *_members(company, found, rules, hours_per_day),
        *_nights(stretches, found, rules),
        *_checks(company, found, rules),
        *_hustles(stretches, found, rules),
    )
    return (total,)


def _members(
    company: Company, found: Itinerary, rules: Ruleset, hours_per_day: Fraction | None
) -> list[Receipt]:
    movers = company.movers
    out = [fellow.moving.receipt for fellow in movers]
    if hours_per_day is None:
        out.extend(fellow.moving.day for fellow in movers)
    if len(movers) == 1:
        return out
    slowest = Message("the slowest sets the pace: {name}", name=found.slowest)
    pace = KmPerHour(found.pace_km_h)
    out.append(rules.cite("T-153", slowest, pace, questions=("Q-38",)))
    if hours_per_day is None:
        shortest = Message("the shortest day binds the party")
        hours = Hours(company.day_hours)
        out.append(rules.cite("T-154", shortest, hours, questions=("Q-38",)))
    return out


def _nights(stretches: Sequence[Stretch], found: Itinerary, rules: Ruleset) -> list[Receipt]:
    # T-152
    lengths: dict[int, Fraction] = {}
    for stretch in stretches:
        lengths[stretch.leg] = lengths.get(stretch.leg, Fraction(0)) + stretch.km
    for day in found.nights:
        if day.into_leg_km == lengths.get(day.leg):
            label = Message("nightfall at the very end of leg {leg}", leg=day.leg)
            return [rules.cite("T-152", label, Kilometres(day.into_leg_km), questions=("Q-45",))]
    return []


def _checks(company: Company, found: Itinerary, rules: Ruleset) -> list[Receipt]:
    # T-110
    if all(day.dcs is None and day.auto_failed_checks is None for day in found.days):
        return []
    label = Message("checks for the complete hours beyond the eighth")
    most = max(len(day.dcs or ()) + (day.auto_failed_checks or 0) for day in found.days)
    out = [rules.cite("T-156", label, most)]
    if len(found.days) > 1:
        fresh = N_("extra hours are counted afresh each day")
        out.append(rules.cite("T-110", fresh, most, questions=("Q-06",)))
    if any(day.hours != complete(day.hours) and (day.dcs or day.auto_failed_checks)
           for day in found.days):  # fmt: skip
        whole = N_("complete hours only")
        out.append(rules.cite("T-109", whole, most, questions=("Q-05",)))
    if any(fellow.role in ("draft", "cart") for fellow in company.fellows):
        draft = N_("draft animals, as ridden mounts")
        out.append(rules.cite("T-170", draft, most, questions=("Q-16",)))
    return out


def _hustles(stretches: Sequence[Stretch], found: Itinerary, rules: Ruleset) -> list[Receipt]:
    # T-157
    if all(day.hustle_damage is None for day in found.days):
        return []
    points = max(day.hustle_damage or 0 for day in found.days)
    out = [rules.cite("T-157", "hustle damage, day by day", points)]
    if len(found.days) > 1:
        fresh = N_("a night resets the hours of hustle")
        out.append(rules.cite("T-085", fresh, points, questions=("Q-06",)))
    if len(stretches) > 1:
        label = N_("an hour of hustle is an hour of the day")
        out.append(rules.cite("T-089", label, points, questions=("Q-07",)))
    return out


def map_reasons(found: ViaRoute, rules: Ruleset) -> tuple[Receipt, ...]:
    """Return the receipts of a route and its arrival over the map (M-1, M-3, M-5, M-7)."""
    km = Kilometres(found.net.terms.hex_km)
    parts = [rules.cite("M-1", "each half of a step in its own hex's terrain", km)]
    for step in found.steps:
        if step.crosses:
            label = Message("the river in {hex} is crossed: {how}",
                            hex=step.hex, how=step.crosses)  # fmt: skip
            parts.append(rules.cite("M-3", label, Hours(found.net.terms.crossing_hours)))
    if any(leg.boat for leg in found.legs):
        label = Message("hours used today count against the new mode's day")
        parts.append(rules.cite("M-5", label, Hours(found.label[1])))
    label = Message("earliest arrival over the map, hours used on day {day}",
                    day=found.label[0])  # fmt: skip
    return (rules.cite("M-7", label, Hours(found.label[1]), *parts),)


def risk_reasons(company: Company, rows: Sequence[RiskHour], rules: Ruleset) -> tuple[Receipt, ...]:
    """Return the checks of the forced hours, and the rules under which damage drops and heals."""
    out: list[Receipt] = []
    chances = {fellow.name: fellow.traveller.con_mod for fellow in company.walkers}
    seen: set[tuple[str, int]] = set()
    for row in rows:
        extra = row.hour - int(ordinary_hours(rules))
        for name, con_mod in chances.items():
            if con_mod is not None and (name, extra) not in seen:
                seen.add((name, extra))
                check = forced_check(con_mod, extra, rules)
                label = Message("{name}, hour {hour}", name=name, hour=row.hour)
                out.append(rules.cite("T-105", label, Chance(check.p_fail), check.receipt))
    drops = [row.p_any_unconscious for row in rows if row.p_any_unconscious is not None]
    if drops:
        label = Message("somebody drops on the way")
        out.append(rules.cite("T-126", label, Chance(drops[-1]), questions=("Q-11",)))
    if len({row.day for row in rows}) > 1:
        label = Message("nights heal nonlethal damage")
        points = rules.recovery.nonlethal_per_level_hour
        out.append(rules.cite("T-122", label, points, questions=("Q-10",)))
    return tuple(out)
