"""Parsing a casebook's TOML text; malformed cases are reported, never skipped silently."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from core.files import FileError, Keys, unknown
from core.messages import Message
from core.rulesets.trees import read
from core.values import Struct

REQUIRED = ("id", "ruleset", "kind", "given", "expect")
OPTIONAL = ("rule", "also", "basis", "depends", "why")
BOARD = ("map", "edge_walls", "edge_low", "creatures")
"""The keys of a case on the combat grid that say where it happens."""


class Case(Struct):
    """One worked example: inputs of a `kind` under a `ruleset`, and the results asserted.

    `basis` is "seed" or "house"; `depends` are the open questions that would change the result.
    `also` are further rules that it carries; `board` where it happens, for the combat grid.
    """

    file: str
    id: str
    ruleset: str
    kind: str
    given: Mapping[str, Any]
    expect: Mapping[str, Any]
    rule: str = ""
    basis: str = ""
    depends: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    board: Mapping[str, Any] = msgspec.field(default_factory=dict)


class Bad(Struct):
    """A malformed case: its file, id ("" = the whole file), key and the reason."""

    file: str
    case: str
    key: str
    message: Message


class Casebook(Struct):
    """The cases of one file, and what is wrong in it."""

    file: str
    cases: tuple[Case, ...]
    bad: tuple[Bad, ...]


def parse(file: str, text: str) -> Casebook:
    """Return the casebook of a TOML text; `file` is only its name. Malformed text is one `Bad`."""
    try:
        tree = read(file, text)
    except FileError as wrong:
        return Casebook(file, (), (Bad(file, "", wrong.key, wrong.message),))
    bad = [Bad(file, "", key, unknown(key, ("case",))) for key in tree if key != "case"]
    rows = tree.get("case", ())
    if not isinstance(rows, tuple) or not all(isinstance(row, dict) for row in rows):
        bad.append(Bad(file, "", "case", Message("must be a list of tables: [[case]]")))
        rows = ()
    if not rows and not bad:
        bad.append(Bad(file, "", "case", Message("this file has no cases: add a [[case]] table")))
    cases = []
    seen: set[str] = set()
    for number, row in enumerate(rows, start=1):
        try:
            case = _case(file, row, seen)
        except FileError as wrong:
            name = row.get("id")
            named = name if isinstance(name, str) and name else f"#{number}"
            bad.append(Bad(file, named, wrong.key, wrong.message))
        else:
            seen.add(case.id)
            cases.append(case)
    return Casebook(file, tuple(cases), tuple(bad))


def _case(file: str, row: Mapping[str, Any], seen: set[str]) -> Case:
    keys = Keys(row, (*REQUIRED, *OPTIONAL, *BOARD))
    for key in REQUIRED:
        keys.need(key)
    for key in ("id", "ruleset", "kind", "rule", "basis", "why"):
        if not isinstance(row.get(key, ""), str):
            raise FileError(key, Message("must be a text in quotes"))
    for key in ("given", "expect"):
        if not isinstance(row[key], dict):
            raise FileError(key, Message("must be a table"))
    depends, also = keys.words("depends"), keys.words("also")
    if row["id"] in seen:
        raise FileError("id", Message("another case already has this id"))
    return Case(
        file=file,
        id=row["id"],
        ruleset=row["ruleset"],
        kind=row["kind"],
        given=row["given"],
        expect=row["expect"],
        rule=row.get("rule", ""),
        basis=row.get("basis", ""),
        depends=depends,
        also=also,
        board={key: row[key] for key in BOARD if key in row},
    )
