"""The local scale: metres a minute in an area that a group explores (T-016, T-050 to T-062)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal

from core.messages import Factor, Message, MetresPerMinute, Refusal
from core.receipts import Receipt
from core.rulesets.schema import LocalCondition, Pace, Ruleset
from core.travel.movers import RUN, speed_receipts
from core.travel.running import run_pace
from core.values import Struct

MULTIPLIED = 2
"""From this many conditions on the costs are multiplied (T-054)."""


class LocalPace(Struct):
    """A pace in metres a minute, and why; `hindrance` forbids it, so that there is none.

    `cost` is what each square costs, in squares (None on impassable ground).
    """

    m_per_minute: Fraction | None
    cost: int | None
    hindrance: Literal["", "impassable", "hampered"]
    receipt: Receipt


def local_pace(
    speed_m: Fraction,
    pace: str,
    rules: Ruleset,
    conditions: Sequence[str] = (),
    *,
    flying: bool = False,
    run_multiplier: int | None = None,
) -> LocalPace:
    """Return the pace of a speed in metres a round under these conditions, rows of the ruleset.

    Refusals: `no_speed`, `unknown_condition`, `unknown_pace`, and those of `run_pace`.
    """
    if speed_m <= 0:
        raise Refusal("no_speed", "A speed must be more than 0.")
    rows = [_condition(rules, word) for word in conditions]
    row: Pace | None
    if pace == RUN:
        row = run_pace(rules, run_multiplier)
    else:
        row = rules.paces.get(pace)
    if row is None or row.minute is None:
        raise Refusal("unknown_pace", "There is no pace called {pace}.", pace=pace)
    if any(condition.impassable for condition in rows):
        receipt = rules.cite("T-058", "impassable ground", Factor(0))
        return LocalPace(None, None, "impassable", receipt)
    counting = [word for word in conditions if rules.conditions[word].flyers or not flying]
    if rules.mechanisms.difficult == "adding":  # T-059
        cost = 1 + max((rules.conditions[word].extra_squares for word in counting), default=0)
    else:  # T-054
        cost = 1 << sum(rules.conditions[word].doublings for word in counting)
    parts = list(_reasons(conditions, counting, cost, flying, rules))
    if pace == RUN and cost > 1:
        receipt = rules.cite(
            "T-056", "nobody runs where movement is hampered", Factor(cost), *parts
        )
        return LocalPace(None, cost, "hampered", receipt)
    full = speed_m * row.minute
    least = rules.local.least_m_per_round * rules.local.rounds_per_minute
    m_per_minute = max(least, full / cost)
    if full / cost < least:
        label = "never less than one square a round"
        parts.append(rules.cite("T-057", label, MetresPerMinute(least), questions="Q-39"))
    receipt = rules.cite(
        {"walk": "T-051", "hustle": "T-052"}.get(pace, "T-050"),
        "local pace",
        MetresPerMinute(m_per_minute),
        rules.cite("T-016", "on open ground", MetresPerMinute(full)),
        *speed_receipts(speed_m, rules),
        *parts,
    )
    return LocalPace(m_per_minute, cost, "", receipt)


def _condition(rules: Ruleset, word: str) -> LocalCondition:
    if word not in rules.conditions:
        raise Refusal(
            "unknown_condition",
            "This ruleset has no condition called {condition}; there are {known}.",
            condition=word,
            known=tuple(rules.conditions),
        )
    return rules.conditions[word]


def _reasons(
    conditions: Sequence[str], counting: Sequence[str], cost: int, flying: bool, rules: Ruleset
) -> Iterator[Receipt]:
    if flying and len(counting) < len(conditions):
        yield rules.cite("T-060", "flyers ignore the ground and low obstacles", Factor(1))
    for word in counting:
        yield _reason(word, rules)
    if len(counting) >= MULTIPLIED and rules.mechanisms.difficult == "doubling":
        if len(counting) == MULTIPLIED:
            rule = "T-054"
        else:
            rule = "T-055"
        yield rules.cite(rule, "several costs multiply", Factor(cost))


def _reason(word: str, rules: Ruleset) -> Receipt:
    # T-059, T-053, T-061, T-062
    row = rules.conditions[word]
    label = Message("condition: {condition}", condition=word)
    if rules.mechanisms.difficult == "adding":
        return rules.cite("T-059", label, Factor(1 + row.extra_squares), questions="Q-37")
    value = Factor(2**row.doublings)
    if word == "squeezing":
        return rules.cite("T-061", label, value, questions="Q-48")
    if rules.states("T-062"):
        stated = word == "difficult"
        return rules.cite("T-062", label, value, questions="" if stated else "Q-41")
    rule = "T-063" if word == "obstacle" else "T-053"
    return rules.cite(rule, label, value)
