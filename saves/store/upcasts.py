"""Upcasts of old entries and rulesets while they are read; files are never rewritten.

When a command, an event or an answer changes shape, raise its kind's number in `VERSIONS` and add
a function under (kind, old number) to `UPCASTS`. `lift_ruleset` adds tables, rules
and switches that rulesets did not have when they were stored, and moves keys.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from pydantic import BaseModel

from core.rulesets.combat_schema import Combat
from core.rulesets.consistency import RULES, WORDS
from core.rulesets.old_columns import with_changes
from core.rulesets.parse import tree_of
from core.rulesets.schema import OUTRIDER_RULES, Ruleset
from core.rulesets.switches import with_all_switches, with_moved_keys
from saves.store.packaged_rulesets import PACKAGED, packaged, packaged_switches, switch_names

Doc: TypeAlias = dict[str, Any]

VERSIONS: Mapping[str, int] = {}
"""The current version of each kind; 1 for kinds not named."""

UPCASTS: Mapping[tuple[str, int], Callable[[Doc], Doc]] = {}
"""By (kind, v), the function that makes a document of version v + 1."""


def version(kind: str) -> int:
    """The current version of `kind`."""
    return VERSIONS.get(kind, 1)


def upcast(doc: Doc) -> Doc:
    """`doc` in the current version, without `v`. Raises ValueError if `v` is newer."""
    kind = str(doc["kind"])
    v = doc["v"]
    doc = {key: value for key, value in doc.items() if key != "v"}
    while v < version(kind):
        doc = UPCASTS[kind, v](doc)
        v += 1
    if v != version(kind):
        raise ValueError(f"{kind} has version {v}, newer than {version(kind)}")
    return doc


def lift_ruleset(tree: Doc) -> Doc:
    """The tree of a stored ruleset, with the tables and rules that came after it was stored.

    They are those of the packaged ruleset that it is or extends; if it extends a GM's ruleset, of
    the packaged one whose rules are most similar. A table is known to be lacking by having no
    default: one with a default would stay empty in every older campaign. Of the tables of words
    the rows that it lacks are lent one by one. A switch that it lacks is as it was played before
    there was that switch. Moved keys are where they are now.
    """
    rules = tree.get("rules")
    combat = tree.get("combat", {})
    if not isinstance(rules, dict) or not isinstance(combat, dict):
        return tree
    tree = _with_all_switches(with_changes(with_moved_keys(tree)))
    combat = tree.get("combat", {})
    known = {*rules, *OUTRIDER_RULES}
    lacking = _lacking(Ruleset, tree) - {"id", "name"}
    below = _lacking(Combat, combat)
    if not lacking and not below and known.issuperset(RULES) and _has_all_words(tree):
        return tree
    donor = tree_of(packaged(_donor(tree)))
    lent = {table: donor[table] for table in lacking}
    words = {table: donor[table] | tree.get(table, {}) for table in WORDS}
    if combat:
        grid = {table: donor["combat"][table] for table in below}
    else:
        grid = donor["combat"]
    return {**lent, **tree, **words, "combat": grid | combat, "rules": donor["rules"] | rules}


def _has_all_words(tree: Doc) -> bool:
    return all(tree.get(table, {}).keys() >= {*rows} for table, rows in WORDS.items())


def _with_all_switches(tree: Doc) -> Doc:
    own = tree.get("switches", {})
    if not isinstance(own, dict):
        return tree
    if tree.get("id") in PACKAGED:  # only what it chose is its own: words are those of today
        own = {name: _value_alone(row) for name, row in own.items()}
    elif own.keys() == switch_names() and all(map(_is_whole, own.values())):
        return tree
    return with_all_switches({**tree, "switches": own}, packaged_switches(_donor(tree)))


def _value_alone(row: object) -> Doc:
    if isinstance(row, dict) and "value" in row:
        return {"value": row["value"]}
    return {}


def _is_whole(row: object) -> bool:
    return isinstance(row, dict) and "before" in row


def _donor(tree: Doc) -> str:
    named = (name for name in (tree.get("id"), tree.get("extends")) if name in PACKAGED)
    return next(named, "") or max(PACKAGED, key=partial(_likeness, tree["rules"]))


def _lacking(kind: type[BaseModel], tree: Doc) -> set[str]:
    return {key for key, field in kind.model_fields.items() if field.is_required()} - tree.keys()


def _likeness(rules: Doc, name: str) -> int:
    others = tree_of(packaged(name))["rules"]
    return sum(1 for rule, row in rules.items() if others.get(rule) == row)
