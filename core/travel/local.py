"""The local scale: metres a minute over hampered ground (T-050 to T-063)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from core.messages import N_, Message, Refusal
from core.quantities import Factor, Metres, MetresPerMinute
from core.receipts import Receipt
from core.rulesets.schema import LocalCondition, Ruleset
from core.travel.pace import per_minute, run_pace
from core.travel.resolved_mover import RUN, speed_receipts
from core.values import Struct

MULTIPLIED = 2
"""From this many conditions on the costs are multiplied (T-054)."""


class LocalPace(Struct):
    """A pace on the local scale.

    `cost` squares paid for each square (None on impassable ground); where `allowed` is false
    `reason` is "hampered" (nobody runs there) or "impassable" and there is no pace.
    """

    allowed: bool
    receipt: Receipt
    cost: int | None = None
    reason: str = ""
    m_per_minute: Fraction = Fraction(0)


def local_pace(
    speed_m: Fraction,
    rules: Ruleset,
    *,
    pace: str = "walk",
    run_multiplier: int | None = None,
    conditions: Sequence[str] = (),
    flying: bool = False,
) -> LocalPace:
    """Return the local pace at `speed_m` metres a round under `conditions` (T-050 to T-062).

    `pace` walk, hustle or run. Refusals: `unknown_condition`, `no_run_pace`, `no_run_x3`,
    `unknown_run`, `unknown_pace`, `no_speed`.
    """
    if speed_m <= 0:
        raise Refusal("no_speed", "A speed must be more than 0.")
    rows = [_condition(rules, word) for word in conditions]
    row = _pace_row(rules, pace, run_multiplier)
    if any(condition.impassable for condition in rows):
        label = N_("impassable ground")
        return LocalPace(False, rules.cite("T-058", label, Factor(0)), reason="impassable")
    counting = [
        (word, condition)
        for word, condition in zip(conditions, rows, strict=True)
        if condition.flyers or not flying
    ]
    cost = _cost([condition for _, condition in counting], rules)
    parts = _reasons(conditions, [word for word, _ in counting], cost, flying, rules)
    if pace == RUN and cost > 1:
        label = N_("nobody runs where movement is hampered")
        receipt = rules.cite("T-056", label, Factor(cost), *parts)
        return LocalPace(False, receipt, cost=cost, reason="hampered")
    full = speed_m * per_minute(rules, row)
    least = rules.local.least_m_per_round * rules.local.rounds_per_minute
    found = full / cost
    if found < least:
        label = N_("never less than one square a round")
        parts.append(rules.cite("T-057", label, MetresPerMinute(least), questions=("Q-39",)))
        found = least
    receipt = rules.cite(
        _scale_rule(pace),
        "local pace",
        MetresPerMinute(found),
        rules.cite("T-016", "on open ground", MetresPerMinute(full)),
        *speed_receipts(speed_m, rules),
        *parts,
    )
    return LocalPace(True, receipt, cost=cost, m_per_minute=found)


def _condition(rules: Ruleset, word: str) -> LocalCondition:
    if word not in rules.conditions:
        raise Refusal(
            "unknown_condition",
            "This ruleset has no condition called {condition}.",
            condition=word,
        )
    return rules.conditions[word]


def _pace_row(rules: Ruleset, pace: str, run_multiplier: int | None) -> str:
    if pace == RUN:
        return run_pace(rules, run_multiplier)
    if pace not in rules.paces or rules.paces[pace].minute is None:
        raise Refusal("unknown_pace", "There is no pace called {pace}.", pace=pace)
    return pace


def _cost(counting: Sequence[LocalCondition], rules: Ruleset) -> int:
    # T-054, T-059
    if rules.mechanisms.difficult == "adding":
        return 1 + max((condition.extra_squares for condition in counting), default=0)
    return 1 << sum(condition.doublings for condition in counting)


def _reasons(
    conditions: Sequence[str], counting: Sequence[str], cost: int, flying: bool, rules: Ruleset
) -> list[Receipt]:
    out: list[Receipt] = []
    if flying and len(counting) < len(conditions):
        label = N_("flyers ignore the ground and low obstacles")
        out.append(rules.cite("T-060", label, Factor(1)))
    for word in counting:
        out.append(_reason(word, rules))
    if len(counting) >= MULTIPLIED and rules.mechanisms.difficult == "doubling":
        rule = "T-054" if len(counting) == MULTIPLIED else "T-055"
        out.append(rules.cite(rule, "several costs multiply", Factor(cost)))
    return out


def _reason(word: str, rules: Ruleset) -> Receipt:
    # T-059, T-053, T-061, T-062
    row = rules.conditions[word]
    label = Message("condition: {condition}", condition=word)
    if rules.mechanisms.difficult == "adding":
        return rules.cite("T-059", label, Factor(1 + row.extra_squares), questions=("Q-37",))
    value = Factor(2**row.doublings)
    if word == "squeezing":
        return rules.cite("T-061", label, value, questions=("Q-48",))
    if rules.states("T-062"):
        stated = word == "difficult"
        return rules.cite("T-062", label, value, questions=() if stated else ("Q-41",))
    rule = "T-063" if word == "obstacle" else "T-053"
    return rules.cite(rule, label, value)


def _scale_rule(pace: str) -> str:
    return {"walk": "T-051", "hustle": "T-052"}.get(pace, "T-050")


def covered_m(found: LocalPace, minutes: Fraction) -> Metres:
    """Return metres covered in `minutes` at a local pace (T-050)."""
    return Metres(found.m_per_minute * minutes)
