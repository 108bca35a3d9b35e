"""A day's travel of one mover, the time of a leg, and what exertion costs (T-080 to T-150)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal

from core.calendars import DAY
from core.dice import Distribution, mean, products, sometimes, total
from core.messages import Chance, Hours, Kilometres, Message, Refusal
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.resolved_mover import ResolvedMover, overland_pace, rate
from core.travel.tiring_travel import (
    DamageKind,
    complete,
    complete_only,
    extra_hours,
    forced_check,
    forced_damage,
    forced_dcs,
    hustle_damage,
    hustle_total,
)
from core.values import Struct, replace

Subject = Literal["walker", "ridden_mount"]
FAR = 10_000
"""The most hours of hustle followed in search of a collapse."""
SF_WORDING_SHOWS = 3
"""From this hour on Q-04's two readings of the damage differ."""


class HustleToll(Struct):
    """The damage of hours of hustle, by hour and in all, and its effects (T-081 to T-084).

    With hit points: the hours at whose ends the damage equals them (0 = never) and exceeds them.
    `collapse` is the receipt of these two.
    """

    per_hour: tuple[int, ...]
    total: int
    damage_kind: DamageKind
    fatigued: bool
    receipt: Receipt
    staggered_after_hour: int = 0
    unconscious_after_hour: int = 0
    collapse: Receipt | None = None


class ForcedToll(Struct):
    """The risk of extra hours of a march for one subject: exact chances and damage.

    `p_fail` of each check; `totals` the distribution of the damage of the whole march, as if it
    were completed (Q-53). A ridden mount fails every check: its `dcs` and `p_fail` are empty.
    """

    hours: int
    dcs: tuple[int, ...]
    p_fail: tuple[Fraction, ...]
    p_no_damage: Fraction
    damage_kind: DamageKind
    totals: Distribution
    receipt: Receipt

    @property
    def expected_damage(self) -> Fraction:
        """The mean damage in points."""
        return mean(self.totals)

    @property
    def max_damage(self) -> int:
        """The most points that the march can deal: a check that cannot fail deals none (T-106)."""
        return max(self.totals)


def hustle_toll(
    hours: Fraction, rules: Ruleset, subject: Subject = "walker", hp: int | None = None
) -> HustleToll:
    """Return the damage of `hours` of hustle since the last sleep (T-081 to T-086, T-126)."""
    whole = complete(hours)
    per_hour = tuple(hustle_damage(hour, rules) for hour in range(1, whole + 1))
    points = sum(per_hour)
    receipt = hustle_receipt(hours, points, rules, subject)
    kind = "nonlethal" if subject == "walker" else rules.march.ridden_damage
    toll = HustleToll(per_hour, points, kind, points > 0, receipt)
    if hp is None:
        return toll
    dealt = staggered = drops = 0
    for hour in range(1, FAR):  # T-126
        dealt += hustle_damage(hour, rules)
        if dealt > hp:
            drops = hour
            break
        if dealt == hp and not staggered:
            staggered = hour
    collapse = rules.cite(
        "T-126",
        "more than {hp} hit points at the end of hour {n}",
        drops,
        receipt,
        questions="Q-11",
        hp=hp,
        n=drops,
    )
    return replace(
        toll, staggered_after_hour=staggered, unconscious_after_hour=drops, collapse=collapse
    )


def hustle_receipt(
    hours: Fraction, points: int, rules: Ruleset, subject: Subject = "walker"
) -> Receipt:
    """Return the receipt of the `points` of damage that `hours` of hustle deal this subject."""
    whole = complete(hours)
    parts = complete_only("T-086", hours, rules)
    if subject == "ridden_mount":
        parts.append(rules.cite("T-166", "ridden mounts hustle too", points))
        if points:
            parts.append(rules.cite("T-168", "and are fatigued", points))
    elif points:
        parts.append(rules.cite("T-084", "which fatigues", points))
    rule = {0: "T-081", 1: "T-081", 2: "T-082"}.get(whole, "T-083")
    reading = whole >= SF_WORDING_SHOWS and "Q-04" in rules.rules["T-083"].questions
    questions = "Q-04" if reading else ""
    return rules.cite(
        rule,
        "damage of {hours} at a hustle",
        points,
        *parts,
        questions=questions,
        hours=Hours(hours),
    )


def forced_toll(
    hours: Fraction, rules: Ruleset, con_mod: int = 0, subject: Subject = "walker"
) -> ForcedToll:
    """Return the exact risk of `hours` extra hours for one subject (T-101 to T-109, T-167)."""
    whole = complete(hours)
    damage = forced_damage(rules)
    parts = complete_only("T-109", hours, rules)
    if subject == "ridden_mount" and rules.march.ridden_fails:
        receipt = rules.cite("T-167", "ridden mounts fail every check", whole, *parts)
        unhurt = Fraction(0 if whole else 1)
        kind = rules.march.ridden_damage
        totals = total([damage] * whole)
        return ForcedToll(whole, (), (), unhurt, kind, totals, receipt)
    checks = [forced_check(con_mod, hour, rules) for hour in range(1, whole + 1)]
    fails = tuple(check.p_fail for check in checks)
    unhurt = products([1 - chance for chance in fails])[-1] if fails else Fraction(1)
    totals = total(sometimes(chance, damage) for chance in fails)
    receipt = rules.cite(
        "T-105",
        "chance of no damage at all",
        Chance(unhurt),
        *parts,
        *(check.receipt for check in checks),
        rules.cite("T-106", "expected damage", mean(totals)),
    )
    return ForcedToll(whole, forced_dcs(hours, rules), fails, unhurt, "nonlethal", totals, receipt)


def together(tolls: Sequence[ForcedToll], rules: Ruleset) -> tuple[Fraction, Receipt]:
    """Return the chance that nobody is hurt, each rolling alone (T-108), and its receipt."""
    nobody = products([toll.p_no_damage for toll in tolls])[-1] if tolls else Fraction(1)
    return nobody, rules.cite(
        "T-108", "chance that nobody is hurt", Chance(nobody), *(toll.receipt for toll in tolls)
    )


def collapse_receipt(hp: int, rules: Ruleset) -> Receipt:
    """Return the receipt of collapse: damage of `hp` staggers, more makes unconscious (T-126)."""
    return rules.cite(
        "T-126", "staggered at {hp} points, unconscious above", hp, questions="Q-11", hp=hp
    )


class Stint(Struct):
    """A part of the day: its pace, hours (None = the mover's ordinary day) and ground."""

    pace: str = "walk"
    hours: Fraction | None = None
    terrain: str = ""
    way: str = ""


class DayDistance(Struct):
    """The distance of a day's stints and their cost.

    `multiplier` None when the stints differ, `km_h` None when there are several; `dcs` are the
    walker's checks, `auto_failed_checks` those that a ridden mount or a draft animal fails;
    `damage_kind` is None without a hustle.
    """

    km: Fraction
    hours: Fraction
    multiplier: Fraction | None
    km_h: Fraction | None
    extra_hours: Fraction
    dcs: tuple[int, ...]
    auto_failed_checks: int
    hustle_hours: Fraction
    hustle_damage: int
    damage_kind: DamageKind | None
    receipt: Receipt


class LegTime(Struct):
    """The time of a leg: hours in all, full ordinary days and the hours of the last."""

    multiplier: Fraction
    km_h: Fraction
    hours: Fraction
    full_days: int
    last_day_hours: Fraction
    receipt: Receipt


def day_distance(moving: ResolvedMover, stints: Sequence[Stint], rules: Ruleset) -> DayDistance:
    """Return the distance of one day's `stints`, and what it costs (T-080 to T-111, T-140).

    Refusals: `more_than_24_hours`, `beyond_vehicle_day`, and those of `moving.rate`.
    """
    lengths = [moving.day_hours if s.hours is None else s.hours for s in stints]
    hours = sum(lengths, Fraction(0))
    rates = [rate(moving, rules, s.terrain, s.way, s.pace) for s in stints]
    if moving.kind == "powered" and hours > moving.day_hours:
        raise Refusal(
            "beyond_vehicle_day",
            "This vehicle travels {most} a day, not {hours}.",
            most=Hours(moving.day_hours),
            hours=Hours(hours),
        )
    if hours > DAY:
        raise Refusal("more_than_24_hours", "A day has 24 hours, not {hours}.", hours=Hours(hours))
    km = sum((found.km_h * h for found, h in zip(rates, lengths, strict=True)), Fraction(0))
    multipliers = {found.multiplier for found in rates}
    hustled = sum(
        (h for s, h in zip(stints, lengths, strict=True) if overland_pace(rules, s.pace).hurts),
        Fraction(0),
    )
    extra = Fraction(0) if moving.kind == "powered" else extra_hours(hours, rules)
    driven = moving.kind in ("mount", "cart")
    kind = rules.march.ridden_damage if driven else "nonlethal"
    return DayDistance(
        km=km,
        hours=hours,
        multiplier=multipliers.pop() if len(multipliers) == 1 else None,
        km_h=rates[0].km_h if len(rates) == 1 else None,
        extra_hours=extra,
        dcs=() if driven else forced_dcs(extra, rules),
        auto_failed_checks=complete(extra) if driven else 0,
        hustle_hours=hustled,
        hustle_damage=hustle_total(hustled, rules),
        damage_kind=kind if hustled else None,
        receipt=rules.cite(
            "T-140" if len(rates) > 1 else "T-017",
            "distance of the day",
            Kilometres(km),
            *(found.receipt for found in rates),
            *([moving.day] if any(s.hours is None for s in stints) else []),
            *_exertion(moving, stints, hustled, extra, rules),
        ),
    )


def leg_time(
    moving: ResolvedMover,
    km: Fraction,
    rules: Ruleset,
    terrain: str = "",
    way: str = "",
    pace: str = "walk",
    with_vehicle: bool = False,
) -> LegTime:
    """Return the time of a leg of `km` in ordinary days (T-150). Refusals: those of `rate`."""
    found = rate(moving, rules, terrain, way, pace, with_vehicle)
    hours = km / found.km_h
    full_days = int(hours / moving.day_hours)
    receipt = rules.cite("T-150", "hours of the leg", Hours(hours), found.receipt, moving.day)
    left = hours - full_days * moving.day_hours
    return LegTime(found.multiplier, found.km_h, hours, full_days, left, receipt)


def _exertion(
    moving: ResolvedMover,
    stints: Sequence[Stint],
    hustled: Fraction,
    extra: Fraction,
    rules: Ruleset,
) -> Iterator[Receipt]:
    if extra:
        yield rules.cite("T-100", "hours beyond the ordinary day", Hours(extra))
        yield from complete_only("T-109", extra, rules)
        checks = Message("checks for the extra hours")
        if moving.kind == "cart":
            yield rules.cite("T-170", checks, complete(extra), questions="Q-16")
        elif moving.kind == "mount":
            yield rules.cite("T-167", checks, complete(extra))
        else:
            yield rules.cite("T-101", checks, forced_dcs(extra, rules))
    if not hustled:
        return
    driven = moving.kind in ("mount", "cart")
    points = hustle_total(hustled, rules)
    subject: Subject = "ridden_mount" if driven else "walker"
    yield hustle_receipt(hustled, points, rules, subject)
    if moving.kind == "cart":
        yield rules.cite("T-170", "draft animals, as ridden mounts", subject, questions="Q-16")
    if len(stints) > 1 or extra:
        yield rules.cite(
            "T-089",
            "an hour of hustle is an hour of the day",
            Hours(hustled),
            questions="Q-07",
        )
    if extra:
        yield rules.cite("T-111", "hustling in extra hours costs both", points, questions="Q-08")
