"""Columns of conditions that older rulesets have, as changes: `attack`, `ac`, `strength` ..."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

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


def _lifted(row: Any, below: Tree) -> Any:  # noqa: ANN401  (any TOML value)
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
    for line in row.get("changes", ()):
        words = str(line).split()
        if len(words) not in (2, 3):
            continue
        amount = int(words[1]) if words[1].lstrip("+-").isdecimal() else 0
        if words[0] in COLUMNS:
            sides = words[2:] or SIDES
            cell = columns.setdefault(words[0], {})
            for side in sides:
                cell[side] = cell.get(side, 0) + amount
        elif words[0] in names:
            columns[names[words[0]]] = amount
    return columns


def _lines(columns: Tree) -> Iterator[str]:
    for column in COLUMNS:
        cell = columns.get(column, {})
        melee = cell.get("melee", 0)
        ranged = cell.get("ranged", 0)
        if melee and melee == ranged:
            yield f"{column} {melee:+}"
            continue
        if melee:
            yield f"{column} {melee:+} melee"
        if ranged:
            yield f"{column} {ranged:+} ranged"
    for score, short in SCORES.items():
        if points := columns.get(score, 0):
            yield f"{short} {points:+}"


def _with_prone(rows: Tree) -> Tree:
    row = rows[PRONE_OPEN]
    kept = {slug: other for slug, other in rows.items() if slug != PRONE_OPEN}
    if not isinstance(row, dict):
        return rows
    figures = {key: row[key] for key in ("effects", "changes", "source") if key in row}
    prone = {"open": figures, **kept.get("prone", {})}
    return {**kept, "prone": prone}
