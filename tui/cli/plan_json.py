"""The JSON of a plan: exact-number strings, whole numbers, English labels; never localized."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from core.messages import Chance, Message, exact, ratio
from core.receipts import Receipt, rules_by_default
from core.travel.forecast import Risk, RiskHour
from core.travel.itinerary import Day
from core.travel.journey_plan import JourneyPlan
from core.travel.route import RouteStep
from tui.kit.phrases import plainest


def as_json(found: JourneyPlan) -> dict[str, Any]:
    """The JSON of a plan; keys that do not apply are absent."""
    days = found.itinerary
    day, hour = days.arrives
    latest = found.latest_departure
    given = {
        "ruleset": found.ruleset,
        "defaults": list(rules_by_default(found.receipts)),
        "slowest": days.slowest,
        "pace_km_h": exact(days.pace_km_h),
        "total_km": exact(days.total_km),
        "total_hours": exact(days.total_hours),
        "arrival_day": day,
        "arrival_hour": exact(hour),
        "days": _value(days.days),
        "route": _value(found.route) or None,
        "risk": _value(found.risk) or None,
        "latest_departure": latest and {"day": latest[0], "hour": exact(latest[1])},
        "receipts": receipts_json(found.receipts),
    }
    return {key: value for key, value in given.items() if value is not None}


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


KEYS: Mapping[type, tuple[str, ...]] = {
    Day: ("day", "hours", "km", "leg", "into_leg_km", "dcs", "auto_failed_checks", "hustle_damage"),
    RouteStep: ("hex", "terrain", "way", "km", "hours", "mode", "crosses"),
    RiskHour: ("day", "hour", "dc", "members", "p_any_unconscious"),
    Risk: ("name", "p_fail", "p_fatigued", "p_unconscious"),
}
"""The fields of a row that are its keys; what begins with "p_" is a chance."""
EMPTY = ("terrain", "way", "crosses")
"""Texts that do not apply where they are empty."""


def _row(row: object) -> dict[str, Any]:
    found = {}
    for key in KEYS[type(row)]:
        value = getattr(row, key)
        if value is not None and (value or key not in EMPTY):
            found[key] = ratio(value) if key.startswith("p_") else _value(value)
    return found


def _value(value: object) -> object:
    if isinstance(value, Chance):
        return ratio(value)
    if isinstance(value, Fraction):
        return exact(value)
    if isinstance(value, Message):
        return plainest(value)
    if isinstance(value, tuple):
        return [_value(part) for part in value]
    return _row(value) if type(value) in KEYS else value
