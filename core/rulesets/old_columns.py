"""Columns of conditions that older rulesets have, as changes: `attack`, `ac`, `strength` ..."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction

from core.effects.changes import Change, parse_change, write_change
from core.messages import Refusal
from core.rulesets.trees import Tree, merge

COLUMNS = ("attack", "ac")
SCORES: Mapping[str, str] = {"strength": "str", "dexterity": "dex"}
OLD_KEYS = (*COLUMNS, *SCORES)
SIDES = ("melee", "ranged")
PRONE_OPEN = "prone_open"
"""The row of the prone by the open rules, which is in the row itself now."""


def with_changes(tree: Tree, inherited: Tree | None = None) -> Tree:
    """Return the tree of a ruleset with the old columns of its conditions as changes.

    A column that a folder sets in part keeps the rest of what it has `inherited`. What is not as a
    column was is left for the reader to refuse.
    """
    rows = _conditions(tree)
    below = _conditions(inherited or {})
    lifted = {slug: _lifted(row, below.get(slug, {})) for slug, row in rows.items()}
    if PRONE_OPEN in lifted and isinstance(lifted.get("prone", {}), dict):
        lifted = _with_prone(lifted)
    if lifted == rows:
        return tree
    return {**tree, "combat": {**tree["combat"], "conditions": lifted}}


def _conditions(tree: Tree) -> Tree:
    combat = tree.get("combat")
    if not isinstance(combat, dict):
        return {}
    rows = combat.get("conditions")
    if not isinstance(rows, dict):
        return {}
    return rows


def _lifted(row: object, below: Tree) -> object:
    if not isinstance(row, dict):
        return row
    old = {key: row[key] for key in OLD_KEYS if key in row}
    if not old or not _is_readable(old):
        return row
    columns = merge(_columns_of(below), old)
    kept = {key: value for key, value in row.items() if key not in OLD_KEYS}
    lines = tuple(_lines(columns))
    rules = {
        f"{column}_rule": columns[column]["rule"]
        for column in COLUMNS
        if columns.get(column, {}).get("rule")
    }
    return {**rules, "changes": lines, **kept}


def _is_readable(old: Mapping[str, object]) -> bool:
    for key, value in old.items():
        if key in SCORES:
            if not _is_whole(value):
                return False
        elif not isinstance(value, dict) or not _is_cell(value):
            return False
    return True


def _is_cell(cell: Mapping[str, object]) -> bool:
    if not set(cell) <= {*SIDES, "rule"}:
        return False
    return isinstance(cell.get("rule", ""), str) and all(
        _is_whole(cell.get(side, 0)) for side in SIDES
    )


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _columns_of(row: Tree) -> Tree:
    columns: Tree = {}
    names = {short: score for score, short in SCORES.items()}
    for column in COLUMNS:
        if rule := row.get(f"{column}_rule"):
            columns[column] = {"rule": rule}
    for change in _plain_changes(row):
        amount = int(change.amount)
        if change.to in COLUMNS:
            cell = columns.setdefault(change.to, {})
            for side in (change.when,) if change.when else SIDES:
                cell[side] = cell.get(side, 0) + amount
        elif change.to in names:
            columns[names[change.to]] = amount
    return columns


def _plain_changes(row: Tree) -> Iterator[Change]:
    # Those that a column could say. What is no change is left for the reader to refuse.
    for line in row.get("changes", ()):
        with suppress(Refusal):
            change = parse_change(str(line))
            if _is_plain(change):
                yield change


def _is_plain(change: Change) -> bool:
    if change.op != "add" or change.type or change.by_value:
        return False
    return change.when in ("", *SIDES)


def _lines(columns: Tree) -> Iterator[str]:
    for column in COLUMNS:
        cell = columns.get(column, {})
        melee = cell.get("melee", 0)
        ranged = cell.get("ranged", 0)
        if melee == ranged:
            yield from _line(column, melee)
        else:
            yield from _line(column, melee, "melee")
            yield from _line(column, ranged, "ranged")
    for score, short in SCORES.items():
        yield from _line(short, columns.get(score, 0))


def _line(to: str, points: int, when: str = "") -> Iterator[str]:
    if points:
        yield write_change(Change(to=to, op="add", amount=Fraction(points), when=when))


def _with_prone(rows: Tree) -> Tree:
    row = rows[PRONE_OPEN]
    kept = {slug: other for slug, other in rows.items() if slug != PRONE_OPEN}
    if not isinstance(row, dict):
        return rows
    figures = {key: row[key] for key in ("effects", "changes", "source") if key in row}
    prone = {"open": figures, **kept.get("prone", {})}
    return {**kept, "prone": prone}
