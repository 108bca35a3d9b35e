"""The JSON of a plan: exact-number strings, whole numbers, English labels; never localized."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from core.messages import Message, Value
from core.quantities import Chance, exact, ratio
from core.receipts import Receipt, rules_by_default
from core.travel.itinerary import Day
from core.travel.journey_plan import JourneyPlan
from core.travel.risk import Risk, RiskHour
from core.travel.route_steps import RouteStep
from tui.kit.phrases import plainest


def as_json(found: JourneyPlan) -> dict[str, Any]:
    """The JSON of a plan; keys that do not apply are absent."""
    days = found.itinerary
    day, hour = days.arrives
    return _given(
        ruleset=found.ruleset,
        defaults=list(rules_by_default(found.receipts)),
        slowest=days.slowest,
        pace_km_h=exact(days.pace_km_h),
        total_km=exact(days.total_km),
        total_hours=exact(days.total_hours),
        arrival_day=day,
        arrival_hour=exact(hour),
        days=[_day(row) for row in days.days],
        route=[_step(step) for step in found.route] or None,
        risk=[_risk_hour(row) for row in found.risk] or None,
        latest_departure=_moment(found.latest_departure),
        receipts=receipts_json(found.receipts),
    )


def receipts_json(
    receipts: Iterable[Receipt], above: str = "", *, questions: bool = False
) -> list[dict[str, Any]]:
    """Receipts as JSON; an id is the place in the tree ("2.1" is the first part of "2").

    With `questions` the open ones of a figure are named.
    """
    return [
        {
            "id": f"{above}{number}",
            "label": plainest(receipt.label),
            "value": _value(receipt.value),
            "rule": receipt.rule,
            "source": receipt.source,
            "default": receipt.default,
            **({"questions": list(receipt.questions)} if questions and receipt.questions else {}),
            "parts": receipts_json(receipt.parts, f"{above}{number}.", questions=questions),
        }
        for number, receipt in enumerate(receipts, start=1)
    ]


def _day(day: Day) -> dict[str, Any]:
    return _given(
        day=day.day,
        hours=exact(day.hours),
        km=exact(day.km),
        leg=day.leg,
        into_leg_km=exact(day.into_leg_km),
        dcs=None if day.dcs is None else list(day.dcs),
        auto_failed_checks=day.auto_failed_checks,
        hustle_damage=day.hustle_damage,
    )


def _step(step: RouteStep) -> dict[str, Any]:
    return _given(
        hex=step.hex,
        terrain=step.terrain or None,
        way=step.way or None,
        km=exact(step.km),
        hours=exact(step.hours),
        mode=step.mode,
        crosses=step.crosses or None,
    )


def _risk_hour(row: RiskHour) -> dict[str, Any]:
    return _given(
        day=row.day,
        hour=row.hour,
        dc=row.dc,
        members=[_risk(risk) for risk in row.members],
        p_any_unconscious=_chance(row.p_any_unconscious),
    )


def _risk(risk: Risk) -> dict[str, Any]:
    return _given(
        name=risk.name,
        p_fail=_chance(risk.p_fail),
        p_fatigued=_chance(risk.p_fatigued),
        p_unconscious=_chance(risk.p_unconscious),
    )


def _chance(chance: Fraction | None) -> str | None:
    return None if chance is None else ratio(chance)


def _moment(moment: tuple[int, Fraction] | None) -> dict[str, Any] | None:
    return None if moment is None else {"day": moment[0], "hour": exact(moment[1])}


def _value(value: Value) -> object:
    if isinstance(value, Chance):
        return ratio(value)
    if isinstance(value, Fraction):
        return exact(value)
    if isinstance(value, Message):
        return plainest(value)
    if isinstance(value, tuple):
        return [_value(part) for part in value]
    return value


def _given(**entries: object) -> dict[str, Any]:
    return {key: value for key, value in entries.items() if value is not None}
