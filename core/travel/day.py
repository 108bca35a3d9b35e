"""A day's travel of one mover, and the time of one leg (T-080 to T-111, T-140, T-150)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from core.calendars import DAY
from core.messages import N_, Message, Refusal
from core.quantities import Hours, Kilometres
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.travel.exertion import Subject, hustle_receipt
from core.travel.resolved_mover import Rate, ResolvedMover, overland_pace, rate
from core.travel.tiring_travel import (
    DamageKind,
    complete,
    complete_only,
    extra_hours,
    forced_dcs,
    hustle_total,
)
from core.values import Struct


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
    _refuse_hours(moving, hours)
    km = sum((found.km_h * h for found, h in zip(rates, lengths, strict=True)), Fraction(0))
    multipliers = {found.multiplier for found in rates}
    hustled = sum(
        (h for s, h in zip(stints, lengths, strict=True) if overland_pace(rules, s.pace).hurts),
        Fraction(0),
    )
    extra = Fraction(0) if moving.kind == "powered" else extra_hours(hours, rules)
    driven = moving.kind in ("mount", "cart")
    kind: DamageKind = rules.march.ridden_damage if driven else "nonlethal"
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
            *_extra_receipts(moving, extra, rules),
            *_hustle_receipts(moving, stints, hustled, extra, rules),
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
    found: Rate = rate(moving, rules, terrain, way, pace, with_vehicle)
    hours = km / found.km_h
    full_days = int(hours / moving.day_hours)
    receipt = rules.cite("T-150", "hours of the leg", Hours(hours), found.receipt, moving.day)
    left = hours - full_days * moving.day_hours
    return LegTime(found.multiplier, found.km_h, hours, full_days, left, receipt)


def _refuse_hours(moving: ResolvedMover, hours: Fraction) -> None:
    if moving.kind == "powered" and hours > moving.day_hours:
        raise Refusal(
            "beyond_vehicle_day",
            "This vehicle travels {most} a day, not {hours}.",
            most=Hours(moving.day_hours),
            hours=Hours(hours),
        )
    if hours > DAY:
        raise Refusal("more_than_24_hours", "A day has 24 hours, not {hours}.", hours=Hours(hours))


def _extra_receipts(moving: ResolvedMover, extra: Fraction, rules: Ruleset) -> list[Receipt]:
    if not extra:
        return []
    beyond = rules.cite("T-100", "hours beyond the ordinary day", Hours(extra))
    out = [beyond, *complete_only("T-109", extra, rules)]
    checks = Message("checks for the extra hours")
    if moving.kind == "cart":
        out.append(rules.cite("T-170", checks, complete(extra), questions=("Q-16",)))
    elif moving.kind == "mount":
        out.append(rules.cite("T-167", checks, complete(extra)))
    else:
        out.append(rules.cite("T-101", checks, forced_dcs(extra, rules)))
    return out


def _hustle_receipts(
    moving: ResolvedMover,
    stints: Sequence[Stint],
    hustled: Fraction,
    extra: Fraction,
    rules: Ruleset,
) -> list[Receipt]:
    if not hustled:
        return []
    driven = moving.kind in ("mount", "cart")
    points = hustle_total(hustled, rules)
    subject: Subject = "ridden_mount" if driven else "walker"
    out = [hustle_receipt(hustled, points, rules, subject)]
    if moving.kind == "cart":
        label = N_("draft animals, as ridden mounts")
        out.append(rules.cite("T-170", label, subject, questions=("Q-16",)))
    if len(stints) > 1 or extra:
        label = N_("an hour of hustle is an hour of the day")
        out.append(rules.cite("T-089", label, Hours(hustled), questions=("Q-07",)))
    if extra:
        label = N_("hustling in extra hours costs both")
        out.append(rules.cite("T-111", label, points, questions=("Q-08",)))
    return out
