"""The two columns of the table of conditions: attack rolls and Armour Class (C-215 to C-237).

Of the rows of a column some count (C-236).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter

from core.combat.board.scene import Held
from core.creatures import AttackMode
from core.messages import Message, Template, Value
from core.receipts import Receipt
from core.rulesets.combat_schema import Combat, Condition
from core.rulesets.schema import Ruleset
from core.values import Struct, replace

UNCLEAR: Mapping[tuple[str, AttackMode], str] = {("C-216", "ranged"): "QC-14"}
"""Open questions on a cell of the table."""


class ColumnRow(Struct):
    """A row of a column: its `value` by catalogue rule `rule`, and whether it `counts`."""

    condition: Held
    value: int
    rule: str
    mode: AttackMode
    counts: bool = True


def attack_row(condition: Held, mode: AttackMode, combat: Combat) -> ColumnRow:
    """Return the row of an attacker's condition (C-215 to C-222)."""
    cell = condition.row.attack
    is_melee = mode == "melee"
    value = cell.melee if is_melee else cell.ranged
    match condition.row.figures:
        case "squeezing":
            value = combat.squeezing.attack
        case "flanking":  # C-210
            value = combat.flanking.attack if is_melee else 0
        case _:
            pass
    return ColumnRow(condition, value, cell.rule, mode, not condition.beside)


def ac_row(condition: Held, mode: AttackMode, take_cover: bool, combat: Combat) -> ColumnRow:
    """Return the row of a target's condition (C-223 to C-235, C-237)."""
    cell = condition.row.ac
    if mode == "melee":
        value = cell.melee
    else:
        value = cell.ranged
    rule = cell.rule
    match condition.row.figures:
        case "squeezing":
            value = combat.squeezing.ac
        case "flanked":
            value = combat.flanking.ac
        case None | "flanking":
            pass
        case "full" if take_cover and combat.cover.taken.ac:
            value = combat.cover.taken.ac
            rule = "C-181"
        case degree:
            value = combat.cover.of(degree).ac
    return ColumnRow(condition, value, rule, mode, not condition.beside)


def stacked(rows: Iterable[ColumnRow], rules: Ruleset) -> tuple[ColumnRow, ...]:
    """Return all rows; where only the best bonus and worst penalty count, so marked (C-236)."""
    every_row = tuple(rows)
    if rules.combat.mechanisms.stacking == "add":
        return every_row
    bonuses = [row for row in every_row if row.counts and row.value > 0]
    penalties = [row for row in every_row if row.counts and row.value < 0]
    best = max(bonuses, key=attrgetter("value"), default=None)
    worst = min(penalties, key=attrgetter("value"), default=None)
    return tuple(
        row if row is best or row is worst else replace(row, counts=False) for row in every_row
    )


def column_receipt(
    label: Message, total: int, rows: Sequence[ColumnRow], rules: Ruleset, *more: Receipt
) -> Receipt:
    """Return the receipt of a column's `total`, with a part for each row of the table.

    It cites C-236 (how rows add up) only when several rows count.
    """
    parts = [part for row in rows for part in _row_receipts(row, rules)]
    with_value = [row for row in rows if row.value]
    several = len(with_value) + len(more) > 1
    return rules.cite("C-236" if several else "C-250", label, total, *parts, *more)


def _row_receipts(row: ColumnRow, rules: Ruleset) -> Iterator[Receipt]:
    condition = row.condition
    if condition.beside:
        other = rules.combat.conditions[condition.beside].name_in()
        yield cite_row(rules, condition.own, "{condition}: the same row as {other}", 0, other=other)
        return
    if condition.spared_by:
        sparing = rules.combat.conditions[condition.spared_by]
        why = cite_row(rules, sparing, "{condition}", 0)
        yield cite_row(
            rules,
            condition.own,
            "{condition}: no effect with {other}",
            0,
            why,
            other=sparing.name_in(),
        )
        return
    notes = tuple(_notes(condition, rules))
    if not (row.value or row.rule or notes):
        return
    is_outdone = bool(row.value) and not row.counts
    template: Template
    if is_outdone:
        template = "{condition}, outdone by another"
    else:
        template = "{condition}"
    yield cite_row(
        rules,
        condition.row,
        template,
        row.value if row.counts else 0,
        *notes,
        rule=row.rule,
        questions=UNCLEAR.get((row.rule, row.mode), ""),
    )


def _notes(condition: Held, rules: Ruleset) -> Iterator[Receipt]:
    row = condition.row
    if condition.name != condition.slug:
        shown = row.name_in()
        yield cite_row(rules, condition.own, "{condition} counts as {row}", shown, row=shown)
    if row.dexterity:
        label = Message("a penalty to Dexterity, which may lower it further")
        yield cite_row(rules, row, label, row.dexterity)
    if row.strength:
        label = Message("a penalty to Strength, which may lower it further")
        yield cite_row(rules, row, label, row.strength)


def cite_row(
    rules: Ruleset,
    row: Condition,
    label: Message | str,
    value: Value,
    /,
    *parts: Receipt,
    rule: str = "",
    questions: str = "",
    **values: Value,
) -> Receipt:
    """Return a receipt whose source is the row's own, unless the rule is a house default.

    The `rule` is the row's unless another is given. A row of a ruleset's own that names none is
    one of the conditions that it knows (C-250). `label` may be the template of the row's
    {condition} and `values`.
    """
    named = rule or row.rule
    cited = named or "C-250"
    source = row.source
    if not source and not named:
        source = rules.id
    if rules.rules[cited].default:
        source = ""
    if isinstance(label, str):
        label = Message(label, condition=row.name_in(), **values)
    return rules.cite(cited, label, value, *parts, source=source, questions=questions)
