"""The two columns of the table of conditions: attack rolls and Armour Class (C-215 to C-237).

Of the rows of a column some count (C-236).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter

from core.combat.board.scene import Held
from core.creatures import AttackMode
from core.effects.changes import Change
from core.effects.occasions import ABOUT
from core.effects.stacking import (
    BESIDE_WORN,
    NOTHING_WORN,
    OUTDONE,
    OUTDONE_BY_WORN,
    OUTDONE_OF_TYPE,
    FigurePart,
    stack,
)
from core.effects.worn import best_worn
from core.messages import Message, Value
from core.receipts import Receipt
from core.rulesets.combat_schema import Condition, EffectRow
from core.rulesets.schema import Ruleset
from core.values import Struct, replace

CIRCUMSTANCE = "circumstance"
UNCLEAR: Mapping[tuple[str, AttackMode], str] = {("C-216", "ranged"): "QC-14"}
"""Open questions on a cell of the table."""


class ColumnRow(Struct):
    """A row of a column: its `value` by catalogue rule `rule`, and whether it `counts`.

    `type` is its bonus type ("" = none). `worn` is what the sheet holds of that type already: it
    outdoes the row where that does not count, else `value` is what the row adds to it. `when` is
    the occasion that the GM has said ("" = it needs none that is asked).
    """

    condition: Held
    value: int
    rule: str
    mode: AttackMode
    counts: bool = True
    type: str = ""
    worn: int = 0
    when: str = ""


def attack_rows_of(
    condition: Held, mode: AttackMode, rules: Ruleset, words: Collection[str]
) -> Iterator[ColumnRow]:
    """Yield the rows of an attacker's condition, one for each type (C-215 to C-222).

    `words` are what is so, the mode among them.
    """
    combat = rules.combat
    rule = condition.row.attack_rule
    match condition.row.figures:
        case "squeezing":
            yield _situation(condition, combat.squeezing.attack, rule, mode, rules)
        case "flanking":  # C-210
            value = combat.flanking.attack if mode == "melee" else 0
            yield _situation(condition, value, rule, mode, rules)
        case _:
            yield from _rows_by_type(condition, "attack", rule, mode, words)


def ac_rows_of(
    condition: Held, mode: AttackMode, take_cover: bool, rules: Ruleset, words: Collection[str]
) -> Iterator[ColumnRow]:
    """Yield the rows of a target's condition, one for each type (C-223 to C-235, C-237).

    `words` as in `attack_rows_of`.
    """
    combat = rules.combat
    rule = condition.row.ac_rule
    match condition.row.figures:
        case "squeezing":
            yield _situation(condition, combat.squeezing.ac, rule, mode, rules)
        case "flanked":
            yield _situation(condition, combat.flanking.ac, rule, mode, rules)
        case None | "flanking":
            yield from _rows_by_type(condition, "ac", rule, mode, words)
        case "full" if take_cover and combat.cover.taken.ac:
            yield _situation(condition, combat.cover.taken.ac, "C-181", mode, rules)
        case degree:
            yield _situation(condition, combat.cover.of(degree).ac, rule, mode, rules)


def _situation(
    condition: Held, value: int, rule: str, mode: AttackMode, rules: Ruleset
) -> ColumnRow:
    # Where bonuses are by circumstance, positions are.
    by_type = rules.combat.mechanisms.stacking == "best_and_worst"
    type_name = CIRCUMSTANCE if by_type and CIRCUMSTANCE in rules.combat.bonuses else ""
    return ColumnRow(condition, value, rule, mode, not condition.beside, type_name)


def _rows_by_type(
    condition: Held, to: str, rule: str, mode: AttackMode, words: Collection[str]
) -> Iterator[ColumnRow]:
    by_type: dict[tuple[str, str], int] = {}
    for change in condition.row.parsed:
        if change.to == to and change.op == "add" and change.applies(words):
            amount = int(change.of_value(condition.value, None))
            key = (change.type, change.when if change.is_asked else "")
            by_type[key] = by_type.get(key, 0) + amount
    for (type_name, when), value in (by_type or {("", ""): 0}).items():
        counts = not condition.beside
        yield ColumnRow(condition, value, rule, mode, counts, type_name, when=when)


def stacked(
    rows: Iterable[ColumnRow],
    rules: Ruleset,
    *,
    worn: Mapping[str, int] = NOTHING_WORN,
    without_dexterity: bool = False,
) -> tuple[ColumnRow, ...]:
    """Return all rows, those that do not count so marked.

    `worn` are the best bonuses within the figure, by type.

    By the open rules they stack by their types, and a dodge bonus is lost `without_dexterity`; by
    the documents only the best bonus and the worst penalty count in some systems (C-236).
    """
    every_row = tuple(rows)
    if rules.has_open_conditions:
        return tuple(_stacked_by_type(every_row, rules, worn, without_dexterity=without_dexterity))
    of_effects = [row for row in every_row if isinstance(row.condition.row, EffectRow)]
    by_type = _stacked_by_type(of_effects, rules, worn, without_dexterity=without_dexterity)
    printed = [row for row in every_row if not isinstance(row.condition.row, EffectRow)]
    return (*_stacked_by_documents(printed, rules), *by_type)


def _stacked_by_documents(rows: Sequence[ColumnRow], rules: Ruleset) -> Sequence[ColumnRow]:
    if rules.combat.mechanisms.stacking == "add":
        return rows
    bonuses = [row for row in rows if row.counts and row.value > 0]
    penalties = [row for row in rows if row.counts and row.value < 0]
    best = max(bonuses, key=attrgetter("value"), default=None)
    worst = min(penalties, key=attrgetter("value"), default=None)
    return [row if row is best or row is worst else replace(row, counts=False) for row in rows]


def _stacked_by_type(
    rows: Sequence[ColumnRow],
    rules: Ruleset,
    worn: Mapping[str, int],
    *,
    without_dexterity: bool,
) -> Iterator[ColumnRow]:
    types = rules.combat.figure_rules.types
    parts: list[FigurePart] = []
    for place, row in enumerate(rows):
        dodging = row.value > 0 and row.type in types and types[row.type].lost_with_dexterity
        if row.counts and not (dodging and without_dexterity):
            parts.append(FigurePart(f"{place:03}", row.condition.slug, row.value, row.type))
    counted, outdone = stack(parts, types, worn)
    counting = {part.name: part for part in counted}
    by_worn = {part.name for part in outdone if part.why == "worn"}
    for place, row in enumerate(rows):
        name = f"{place:03}"
        if name in counting:
            part = counting[name]
            yield replace(row, value=part.value, worn=part.worn)
        elif name in by_worn:
            yield replace(row, counts=False, worn=worn[row.type])
        elif row.value:
            yield replace(row, counts=False)
        else:
            yield row


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
        other = rules.combat.rows[condition.beside].name_in()
        yield cite_row(rules, condition.own, "{condition}: the same row as {other}", 0, other=other)
        return
    if condition.spared_by:
        sparing = rules.combat.rows[condition.spared_by]
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
    label = Message("{condition}", condition=condition.row.name_in())
    if is_outdone:
        label = label_outdone(row)
    elif row.worn:
        label = label_beside_worn(row)
    elif row.when:
        label = label_about(row)
    yield cite_row(
        rules,
        condition.row,
        label,
        row.value if row.counts else 0,
        *notes,
        rule=_rule_of(row, rules),
        questions=UNCLEAR.get((row.rule, row.mode), ""),
    )


def label_outdone(row: ColumnRow) -> Message:
    """Return the label of a row that does not count, with the reason."""
    name = row.condition.row.name_in()
    if not row.type:
        return Message(OUTDONE, condition=name)
    bonus_type = row.type.replace("_", " ")
    if row.worn:
        return Message(OUTDONE_BY_WORN, condition=name, amount=row.value, type=bonus_type)
    return Message(OUTDONE_OF_TYPE, condition=name, amount=row.value, type=bonus_type)


def label_beside_worn(row: ColumnRow) -> Message:
    """Return the label of a row that is better than what is worn of its type."""
    bonus_type = row.type.replace("_", " ")
    return Message(
        BESIDE_WORN, condition=row.condition.row.name_in(), worn=row.worn, type=bonus_type
    )


def label_about(row: ColumnRow) -> Message:
    """Return the label of a row that counts by an occasion that the GM has said."""
    return Message(ABOUT, effect=row.condition.row.name_in(), when=row.when)


def cite_counting(row: ColumnRow, rules: Ruleset, rule: str) -> Receipt:
    """Return the receipt of what a condition adds, or of why it does not count."""
    condition = row.condition.row
    if not row.counts:
        return cite_row(rules, condition, label_outdone(row), 0, rule=rule)
    if row.worn:
        return cite_row(rules, condition, label_beside_worn(row), row.value, rule=rule)
    if row.when:
        return cite_row(rules, condition, label_about(row), row.value, rule=rule)
    return cite_row(rules, condition, "{condition}", row.value, rule=rule)


def _rule_of(row: ColumnRow, rules: Ruleset) -> str:
    # That of the open rules, where the documents have another figure.
    opened = row.condition.row.open
    printed = rules.combat.conditions[row.condition.slug]
    if opened is None:
        return row.rule
    if opened.any_weapon and row.rule == printed.attack_rule:
        return opened.rule
    if not row.value:
        return row.rule
    known = {value for cell in (printed.attack, printed.ac) for value in (cell.melee, cell.ranged)}
    if row.value in known:
        return row.rule
    return opened.rule


def _notes(condition: Held, rules: Ruleset) -> Iterator[Receipt]:
    row = condition.row
    if condition.name != condition.slug:
        shown = row.name_in()
        yield cite_row(rules, condition.own, "{condition} counts as {row}", shown, row=shown)
    if row.dexterity < 0:
        label = Message("a penalty to Dexterity, which may lower it further")
        yield cite_row(rules, row, label, row.dexterity)
    if row.strength < 0:
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
    if row.open is not None and named == row.open.rule:
        source = row.open.source
    if not source and not named:
        source = rules.id
    of_open_rules = row.open is not None and named == row.open.rule
    if rules.rules[cited].default and not of_open_rules and not isinstance(row, EffectRow):
        source = ""
    if isinstance(label, str):
        label = Message(label, condition=row.name_in(), **values)
    return rules.cite(cited, label, value, *parts, source=source, questions=questions)


def damage_receipts(
    conditions: Iterable[Held],
    words: Collection[str],
    rules: Ruleset,
    worn: Iterable[Change] = (),
) -> Iterator[Receipt]:
    """Yield what an attacker's conditions add to the damage of a hit by themselves.

    `words` are what is so: how it attacks, and what the GM says. What another of its bonus type
    outdoes, or what is `worn`, is 0.
    """
    for part in changes_by_type(conditions, "damage", words, rules, worn):
        row = part.condition.row
        rule = "" if row.open is None else row.open.rule
        yield cite_counting(part, rules, rule)


def changes_by_type(
    conditions: Iterable[Held],
    to: str,
    words: Collection[str],
    rules: Ruleset,
    worn: Iterable[Change] = (),
) -> Iterator[ColumnRow]:
    """Yield what conditions add to a figure, each marked with whether its bonus type lets it count.

    Where changes have no types all count. `worn` are bonuses that the figures hold already.
    """
    rows = [
        ColumnRow(
            condition,
            int(change.of_value(condition.value, None)),
            condition.row.rule,
            "melee",
            type=change.type,
            when=change.when if change.is_asked else "",
        )
        for condition in conditions
        if not condition.beside
        for change in condition.row.parsed
        if change.to == to and change.op == "add" and change.applies(words)
    ]
    typed = [row for row in rows if row.type]
    yield from (row for row in rows if not row.type)
    held = best_worn(worn, {to})
    yield from _stacked_by_type(typed, rules, held, without_dexterity=False)
