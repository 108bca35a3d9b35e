"""What an itinerary rests on besides its paces: who binds the party, and what nights reset."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from core.messages import N_, Message
from core.quantities import Hours, Kilometres, KmPerHour
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.company import Company
from core.travel.itinerary import Itinerary
from core.travel.march import complete
from core.travel.stretches import Stretch


def itinerary_reasons(
    company: Company,
    stretches: Sequence[Stretch],
    found: Itinerary,
    rules: Ruleset,
    hours_per_day: Fraction | None = None,
) -> tuple[Receipt, ...]:
    """The receipts of an itinerary of `company` along `stretches` (T-151 to T-157)."""
    total = rules.cite(
        "T-151",
        Message(N_("the days in turn")),
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
    slowest = Message(N_("the slowest sets the pace: {name}"), name=found.slowest)
    pace = KmPerHour(found.pace_km_h)
    out.append(rules.cite("T-153", slowest, pace, questions=("Q-38",)))
    if hours_per_day is None:
        shortest = Message(N_("the shortest day binds the party"))
        hours = Hours(company.day_hours)
        out.append(rules.cite("T-154", shortest, hours, questions=("Q-38",)))
    return out


def _nights(stretches: Sequence[Stretch], found: Itinerary, rules: Ruleset) -> list[Receipt]:
    """A night exactly at the end of a leg is reported as that leg, whole (T-152)."""
    lengths: dict[int, Fraction] = {}
    for stretch in stretches:
        lengths[stretch.leg] = lengths.get(stretch.leg, Fraction(0)) + stretch.km
    for day in found.nights:
        if day.into_leg_km == lengths.get(day.leg):
            label = Message(N_("nightfall at the very end of leg {leg}"), leg=day.leg)
            return [rules.cite("T-152", label, Kilometres(day.into_leg_km), questions=("Q-45",))]
    return []


def _checks(company: Company, found: Itinerary, rules: Ruleset) -> list[Receipt]:
    """Checks of long days, counted afresh after each night (T-110), for complete hours."""
    if all(day.dcs is None and day.auto_failed_checks is None for day in found.days):
        return []
    label = Message(N_("checks for the complete hours beyond the eighth"))
    most = max(len(day.dcs or ()) + (day.auto_failed_checks or 0) for day in found.days)
    out = [rules.cite("T-156", label, most)]
    if len(found.days) > 1:
        fresh = Message(N_("extra hours are counted afresh each day"))
        out.append(rules.cite("T-110", fresh, most, questions=("Q-06",)))
    if any(day.hours != complete(day.hours) and (day.dcs or day.auto_failed_checks)
           for day in found.days):  # fmt: skip
        whole = Message(N_("complete hours only"))
        out.append(rules.cite("T-109", whole, most, questions=("Q-05",)))
    if any(fellow.role in ("draft", "cart") for fellow in company.fellows):
        draft = Message(N_("draft animals, as ridden mounts"))
        out.append(rules.cite("T-170", draft, most, questions=("Q-16",)))
    return out


def _hustles(stretches: Sequence[Stretch], found: Itinerary, rules: Ruleset) -> list[Receipt]:
    """Hustle hours of each day, which the night resets (T-157)."""
    if all(day.hustle_damage is None for day in found.days):
        return []
    points = max(day.hustle_damage or 0 for day in found.days)
    out = [rules.cite("T-157", Message(N_("hustle damage, day by day")), points)]
    if len(found.days) > 1:
        fresh = Message(N_("a night resets the hours of hustle"))
        out.append(rules.cite("T-085", fresh, points, questions=("Q-06",)))
    if len(stretches) > 1:
        label = Message(N_("an hour of hustle is an hour of the day"))
        out.append(rules.cite("T-089", label, points, questions=("Q-07",)))
    return out
