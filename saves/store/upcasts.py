"""Old words of the journal and old rulesets, lifted to today's while reading; never rewritten.

When a command, an event or an answer changes shape, give its kind a higher number in `VERSIONS`
and add one small function under (kind, old number) to `UPCASTS`. When rulesets get further
tables, `lift_ruleset` gives them to those that were stored before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from core.rulesets.parse import tree_of
from saves.store.packaged_rulesets import PACKAGED, packaged

Doc: TypeAlias = dict[str, Any]

VERSIONS: Final[Mapping[str, int]] = MappingProxyType({})
"""The present version of each kind; a kind that is not named is at 1."""

UPCASTS: Final[Mapping[tuple[str, int], Callable[[Doc], Doc]]] = MappingProxyType({})
"""From (kind, v) to the function that makes a document of version v + 1 of it."""


def version(kind: str) -> int:
    """The version in which `kind` is written today."""
    return VERSIONS.get(kind, 1)


def upcast(doc: Doc) -> Doc:
    """`doc` as today's version of its kind, without its `v`. ValueError when `v` is newer."""
    kind, v = str(doc["kind"]), doc["v"]
    doc = {key: value for key, value in doc.items() if key != "v"}
    while v < version(kind):
        doc = UPCASTS[kind, v](doc)
        v += 1
    if v != version(kind):
        raise ValueError(f"{kind} has version {v}, newer than {version(kind)}")
    return doc


LATER: Final = ("blows", "turn", "dying", "moving")
"""Tables of the combat grid that came after the first of them."""


def lift_ruleset(tree: Doc) -> Doc:
    """The tree of a stored ruleset, with the tables of the combat grid that it was stored before.

    They and the rules that it lacks are those of the packaged ruleset that it is or extends;
    where a GM's ruleset stands between them, of the one whose rules are most like its own.
    """
    rules = tree.get("rules")
    combat = tree.get("combat", {})
    if not isinstance(rules, dict) or not isinstance(combat, dict):
        return tree
    lacking = [table for table in LATER if table not in combat]
    if combat and not lacking:
        return tree
    donor = tree_of(packaged(_origin(tree, rules)))
    if combat:
        given = {table: donor["combat"][table] for table in lacking if table in donor["combat"]}
        return {**tree, "combat": {**combat, **given}}
    return {**tree, "combat": donor["combat"], "rules": {**donor["rules"], **rules}}


def _origin(tree: Doc, rules: Doc) -> str:
    for name in (tree.get("id"), tree.get("extends")):
        if name in PACKAGED:
            return str(name)
    return max(PACKAGED, key=lambda name: _likeness(rules, tree_of(packaged(name))["rules"]))


def _likeness(rules: Doc, others: Doc) -> int:
    return sum(1 for rule, row in rules.items() if others.get(rule) == row)
