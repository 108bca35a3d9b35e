"""What conditions change of Strength and Dexterity (C-218, C-228, C-252).

2 points of a score are 1: attack rolls in melee and the damage of what the arm strikes or throws
depend on Strength; attack rolls at range, Armour Class and Reflex on Dexterity. What a creature has
written down holds its scores as they are without conditions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from core.combat.attack.columns import ColumnRow, changes_by_type, cite_counting
from core.combat.board.scene import Held
from core.dice import modifier
from core.effects.changes import Change
from core.effects.figures import DRAIN
from core.messages import Message, Template
from core.receipts import Receipt
from core.rulesets.combat_schema import Condition
from core.rulesets.schema import Ruleset

Score: TypeAlias = Literal["strength", "dexterity"]
Column: TypeAlias = Literal["attack", "ac", ""]
STEP = 2
"""Points of a score for each point of its modifier."""
SCORES: dict[Score, str] = {"strength": "str", "dexterity": "dex"}
NAMES: dict[Score, Template] = {"strength": "Strength", "dexterity": "Dexterity"}


def changed(
    conditions: Iterable[Held],
    score: Score,
    rules: Ruleset,
    column: Column = "",
    written: int | None = None,
    worn: Iterable[Change] = (),
) -> tuple[Receipt, ...]:
    """Return the change that conditions make to a score's modifier: one receipt, or none.

    Its value is added to the attack roll, Armour Class, save ..., its parts are the points of the
    score by condition. Conditions of one row count once. `column` is that of the table whose rule
    is cited (C-218, C-228); "" = the condition's own. `written` is the score (None = not known): in
    some systems what hangs on it is that of the new score, and a drain lowers it everywhere.
    `worn` are bonuses that the figures hold already.
    """
    changes = list(changes_by_type(conditions, SCORES[score], {""}, rules, worn))
    counted = [change for change in changes if change.counts]
    points = sum(change.value for change in counted)
    value = _worth(counted, written, rules)
    if value == 0:
        return ()
    parts = [_cite(change, rules, column) for change in changes if change.value]
    receipt = rules.cite(
        parts[0].rule,
        "{score} {points:+}: {conditions}",
        value,
        *parts,
        score=Message(NAMES[score]),
        points=points,
        conditions=tuple(change.condition.row.name_in() for change in counted),
    )
    return (receipt,)


def _worth(changes: Sequence[ColumnRow], written: int | None, rules: Ruleset) -> int:
    # What the changes of a score do to its modifier.
    points = sum(change.value for change in changes)
    if written is None:
        return _halved(points)
    if rules.combat.mechanisms.scores == "score":
        return modifier(max(0, written + points)) - modifier(written)
    drained = sum(change.value for change in changes if change.condition.slug.endswith(DRAIN))
    lowered = modifier(max(0, written + drained)) - modifier(written)
    return _halved(points - drained) + lowered


def _halved(points: int) -> int:
    # Both ways towards 0.
    if points < 0:
        return -(-points // STEP)
    return points // STEP


def total(receipts: Iterable[Receipt]) -> int:
    """Return the sum of such receipts."""
    return sum(receipt.value for receipt in receipts if isinstance(receipt.value, int))


def _cite(change: ColumnRow, rules: Ruleset, column: Column) -> Receipt:
    return cite_counting(change, rules, _rule(change.condition.row, column))


def _rule(row: Condition, column: Column) -> str:
    match column:
        case "attack":
            return row.attack.rule
        case "ac":
            return row.ac.rule
        case "":
            return ""
