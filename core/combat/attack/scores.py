"""Scores that conditions change, and what depends on them: 2 points are 1 (C-218, C-228, C-252).

Attack rolls in melee and the damage of what the arm strikes or throws depend on Strength; attack
rolls at range, Armour Class and Reflex on Dexterity. What a creature has written down holds its
scores as they are without conditions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from core.combat.attack.columns import cite_row
from core.combat.board.conditions import Held, held
from core.messages import N_, Message
from core.receipts import Receipt
from core.rulesets.combat.bodies import Condition
from core.rulesets.schema import Ruleset

Score: TypeAlias = Literal["strength", "dexterity"]
Column: TypeAlias = Literal["attack", "ac", ""]
STEP = 2
"""Points of a score for each point of its modifier."""
NAMES: dict[Score, str] = {"strength": N_("Strength"), "dexterity": N_("Dexterity")}


def changed(
    holding: Iterable[Held], score: Score, rules: Ruleset, column: Column = ""
) -> tuple[Receipt, ...]:
    """Return the change that conditions make to a score's modifier: one receipt, or none.

    Its value is added to the attack roll, Armour Class, save ..., its parts are the points of the
    score by condition. Conditions of one row count once. `column` is that of the table whose rule
    is cited (C-218, C-228); "" = the condition's own.
    """
    rows = [one.row for one in holding if not one.beside and _points(one.row, score)]
    points = sum(_points(row, score) for row in rows)
    value = points // STEP if points >= 0 else -(-points // STEP)
    if not value:
        return ()
    parts = tuple(
        cite_row(rules, _rule(row, column), row, Message("{condition}", condition=row.shown()),
                 _points(row, score))
        for row in rows
    )  # fmt: skip
    label = Message(
        "{score} {points:+}: {conditions}",
        score=Message(NAMES[score]),
        points=points,
        conditions=tuple(row.shown() for row in rows),
    )
    return (rules.cite(parts[0].rule, label, value, *parts),)


def by_names(names: Iterable[str], score: Score, rules: Ruleset) -> tuple[Receipt, ...]:
    """Return `changed` for conditions by name; names without a row change nothing."""
    known = (name for name in names if name in rules.combat.conditions)
    return changed(held(known, rules), score, rules)


def total(receipts: Iterable[Receipt]) -> int:
    """Return the sum of such receipts."""
    return sum(one.value for one in receipts if isinstance(one.value, int))


def _points(row: Condition, score: Score) -> int:
    return row.strength if score == "strength" else row.dexterity


def _rule(row: Condition, column: Column) -> str:
    own = {"attack": row.attack.rule, "ac": row.ac.rule, "": ""}[column]
    return own or row.rule
