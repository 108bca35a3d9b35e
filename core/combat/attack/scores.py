"""What conditions change of Strength and Dexterity (C-218, C-228, C-252).

2 points of a score are 1: attack rolls in melee and the damage of what the arm strikes or throws
depend on Strength; attack rolls at range, Armour Class and Reflex on Dexterity. What a creature has
written down holds its scores as they are without conditions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from core.combat.attack.columns import cite_row
from core.combat.board.scene import Held, held
from core.messages import Message, Template
from core.receipts import Receipt
from core.rulesets.combat_schema import Condition
from core.rulesets.schema import Ruleset

Score: TypeAlias = Literal["strength", "dexterity"]
Column: TypeAlias = Literal["attack", "ac", ""]
STEP = 2
"""Points of a score for each point of its modifier."""
NAMES: dict[Score, Template] = {"strength": "Strength", "dexterity": "Dexterity"}


def changed(
    conditions: Iterable[Held], score: Score, rules: Ruleset, column: Column = ""
) -> tuple[Receipt, ...]:
    """Return the change that conditions make to a score's modifier: one receipt, or none.

    Its value is added to the attack roll, Armour Class, save ..., its parts are the points of the
    score by condition. Conditions of one row count once. `column` is that of the table whose rule
    is cited (C-218, C-228); "" = the condition's own.
    """
    rows = [
        condition.row
        for condition in conditions
        if not condition.beside and _points(condition.row, score)
    ]
    points = sum(_points(row, score) for row in rows)
    value = points // STEP
    if points < 0:  # both ways towards 0
        value = -(-points // STEP)
    if value == 0:
        return ()
    parts = [
        cite_row(rules, row, "{condition}", _points(row, score), rule=_rule(row, column))
        for row in rows
    ]
    receipt = rules.cite(
        parts[0].rule,
        "{score} {points:+}: {conditions}",
        value,
        *parts,
        score=Message(NAMES[score]),
        points=points,
        conditions=tuple(row.name_in() for row in rows),
    )
    return (receipt,)


def by_names(names: Iterable[str], score: Score, rules: Ruleset) -> tuple[Receipt, ...]:
    """Return `changed` for conditions by name; names without a row change nothing."""
    known = (name for name in names if name in rules.combat.conditions)
    return changed(held(known, rules), score, rules)


def total(receipts: Iterable[Receipt]) -> int:
    """Return the sum of such receipts."""
    return sum(receipt.value for receipt in receipts if isinstance(receipt.value, int))


def _points(row: Condition, score: Score) -> int:
    if score == "strength":
        return row.strength
    return row.dexterity


def _rule(row: Condition, column: Column) -> str:
    match column:
        case "attack":
            return row.attack.rule
        case "ac":
            return row.ac.rule
        case "":
            return ""
