"""Upcasts of old entries and rulesets while they are read; files are never rewritten.

When a command, an event or an answer changes shape, raise its kind's number in `VERSIONS` and add
a function under (kind, old number) to `UPCASTS`. `lift_ruleset` adds tables that rulesets did not
have when they were stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from core.rulesets.parse import tree_of
from saves.store.packaged_rulesets import PACKAGED, packaged

Doc: TypeAlias = dict[str, Any]

VERSIONS: Final[Mapping[str, int]] = MappingProxyType({})
"""The current version of each kind; 1 for kinds not named."""

UPCASTS: Final[Mapping[tuple[str, int], Callable[[Doc], Doc]]] = MappingProxyType({})
"""By (kind, v), the function that makes a document of version v + 1."""


def version(kind: str) -> int:
    """The current version of `kind`."""
    return VERSIONS.get(kind, 1)


def upcast(doc: Doc) -> Doc:
    """`doc` in the current version, without `v`. Raises ValueError if `v` is newer."""
    kind, v = str(doc["kind"]), doc["v"]
    doc = {key: value for key, value in doc.items() if key != "v"}
    while v < version(kind):
        doc = UPCASTS[kind, v](doc)
        v += 1
    if v != version(kind):
        raise ValueError(f"{kind} has version {v}, newer than {version(kind)}")
    return doc


LATER: Final = ("blows", "turn", "dying", "moving")
"""Tables of the combat grid that were added later."""


def lift_ruleset(tree: Doc) -> Doc:
    """The tree of a stored ruleset, with combat tables that did not exist when it was stored.

    They and the missing rules are those of the packaged ruleset that it is or extends; if it
    extends a GM's ruleset, of the packaged one whose rules are most similar.
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
