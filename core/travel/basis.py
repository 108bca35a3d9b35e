"""The rule under which a request is refused, and whether that is a house default."""

from __future__ import annotations

from collections.abc import Mapping

from core.messages import Refusal
from core.receipts import Receipt
from core.rulesets.schema import Ruleset

REFUSED_UNDER: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "no_run_x3": ("T-014", ("Q-36",)),
    "no_run_pace": ("T-012", ()),
    "no_overland_run": ("T-088", ()),
    "no_armor_table": ("T-041", ("Q-36",)),
    "unknown_terrain": ("T-139", ("Q-19",)),
    "unknown_way": ("T-133", ()),
    "unknown_condition": ("T-053", ()),
    "overloaded": ("T-163", ("Q-17",)),
    "beyond_vehicle_day": ("T-206", ("Q-44",)),
    "vehicle_has_no_hustle": ("T-206", ("Q-44",)),
    "no_powered_vehicles": ("T-206", ("Q-44",)),
    "more_than_24_hours": ("T-006", ()),
}
"""The casebook's error codes: the rule of each, and the open questions that it rests on."""


def basis(refusal: Refusal, rules: Ruleset) -> Receipt | None:
    """Return the receipt of a rule's refusal; None when the refusal comes from no rule."""
    if refusal.code not in REFUSED_UNDER:
        return None
    rule, questions = REFUSED_UNDER[refusal.code]
    return rules.cite(rule, refusal.message, refusal.code, questions=questions)
