"""Two editions of a ruleset compared, row by row and figure by figure, for people to read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

from core.messages import Value, yes_no
from core.rulesets.parse import tree_of
from core.rulesets.schema import Ruleset
from core.rulesets.switches import setting_words
from core.values import Struct

WORDS = ("basis", "name", "note", "provenance", "questions", "source", "title", "what")
"""Keys that say where a figure is from or what it is called, and are no figure."""

SETTINGS = ("switches",)

How: TypeAlias = Literal["added", "removed", "changed"]


class RuleChange(Struct):
    """One difference: where it is, outermost first, and both values (None = there is none).

    Of a row that is only in one of the two the values are left out. `words`: no figure differs.
    """

    how: How
    where: tuple[str, ...]
    before: Value | None = None
    after: Value | None = None
    words: bool = False


def compare(before: Ruleset, after: Ruleset) -> tuple[RuleChange, ...]:
    """Return what differs in `after`, in the order of the tables; what is only words comes last."""
    changes = tuple(_differences(tree_of(before), tree_of(after), ()))
    return (
        *(change for change in changes if not change.words),
        *(change for change in changes if change.words),
    )


def _differences(
    before: Mapping[str, Any], after: Mapping[str, Any], above: tuple[str, ...]
) -> Iterator[RuleChange]:
    for key in sorted(before.keys() | after.keys()):
        old = before.get(key)
        new = after.get(key)
        if old == new:
            continue
        where = (*above, _name_row(key, old, new))
        if key == "name":
            yield RuleChange("changed", where, _value(old), _value(new), words=True)
        elif _is_row(old) and new is None:
            yield RuleChange("removed", where)
        elif _is_row(new) and old is None:
            yield RuleChange("added", where)
        elif above[:1] == SETTINGS and key == "value":
            yield RuleChange("changed", above, _setting(old), _setting(new))
        elif isinstance(old, Mapping) or isinstance(new, Mapping):
            yield from _differences(_table(old), _table(new), where)
        else:
            yield RuleChange("changed", where, _value(old), _value(new), words=key in WORDS)


def _is_row(value: object) -> bool:
    # Rows have a name; those of `rules` a title.
    return isinstance(value, Mapping) and ("name" in value or "title" in value)


def _table(value: object) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    return {}


def _name_row(key: str, old: object, new: object) -> str:
    for row in (new, old):
        if isinstance(row, Mapping) and isinstance(row.get("name"), Mapping):
            return str(row["name"]["en"])
    return key.replace("_", " ")


def _setting(value: object) -> Value | None:
    if isinstance(value, bool | str):
        return setting_words(value)
    return None


def _value(value: object) -> Value | None:
    match value:
        case bool():
            return yes_no(value)
        case int() | str():
            return value
        case tuple():
            return tuple(map(str, value))
        case Mapping():
            return str(value.get("en", ""))
        case _:
            return None
