"""Switches: readings of a rule that a ruleset chooses, and that a campaign may choose otherwise.

A switch is a row of the table `switches`, and its name is that row's: Outrider's first ruleset says
which there are, all others have the same. What works differently between systems is a mechanism
(`schema.Mechanisms`), and no switch.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import PlainValidator

from core.file_schema import WrongValue
from core.messages import Message
from core.rulesets.quantity_types import Names, TableRow
from core.rulesets.trees import Path, Tree


def _setting(value: object) -> bool | str:
    if isinstance(value, bool | str):
        return value
    raise WrongValue(Message("must be true, false or one of its choices"))


Setting: TypeAlias = Annotated[bool | str, PlainValidator(_setting)]
"""A value of a switch: true, false, or one of its choices."""

ON_OFF = (True, False)


def setting_words(value: bool | str) -> Message | str:
    """Return a value of a switch in words."""
    if isinstance(value, str):
        return value.replace("_", " ")
    if value:
        return Message("on")
    return Message("off")


class Switch(TableRow):
    """A switch: its value, and `what` a GM changes by it, in a sentence by language.

    `sources` is its value by the five documents alone, `before` what is played where a stored
    ruleset or a GM's folder lacks the row. `provenance` says where the default comes from: the
    documents, the open rules of that system, or Outrider. A switch without `choices` is on or off.
    """

    value: Setting
    sources: Setting
    before: Setting
    provenance: Literal["source", "open rules", "house"]
    what: Names
    choices: tuple[str, ...] = ()

    @property
    def settings(self) -> tuple[bool | str, ...]:
        """Its possible values."""
        return self.choices or ON_OFF

    def sentence(self, lang: str = "en") -> str:
        """Return what it changes in `lang`, else in English."""
        return self.what.get(lang, self.what["en"])


MOVED: Mapping[Path, Path] = {("fatigue", "exhaustion"): ("switches", "exhaustion", "value")}
"""Keys of rulesets written before, and where they are now."""


def with_moved_keys(tree: Tree) -> Tree:
    """Return the tree of a ruleset with its old keys where they are now; the newer key wins."""
    for old, new in MOVED.items():
        value = _at(tree, old)
        if value is None:
            continue
        tree = _without(tree, old)
        if _at(tree, new) is None:
            tree = _with(tree, new, value)
    return tree


def without_moved_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return what a folder `replaces` without the keys that are elsewhere now."""
    moved = {".".join(path) for path in MOVED}
    return tuple(name for name in names if name not in moved)


def with_all_switches(tree: Tree, rows: Mapping[str, Tree]) -> Tree:
    """Return the tree of a stored ruleset with all switches of today, and no others.

    `rows` are those of the ruleset that it is or extends. A row that it lacks has the value of
    `before`. Where it has a value that is none of the switch any more, that is `before` too.
    """
    own = tree.get("switches", {})
    if not isinstance(own, dict):
        return tree
    return {**tree, "switches": {name: _lifted(row, own.get(name)) for name, row in rows.items()}}


def _lifted(row: Tree, own: object) -> Tree:
    lifted = {**row, "value": row["before"]}
    if isinstance(own, dict):
        lifted.update(own)
    if lifted["value"] not in (lifted.get("choices") or ON_OFF):
        lifted["value"] = lifted["before"]
    return lifted


def set_by(tree: Tree) -> tuple[str, ...]:
    """Return the switches whose value a folder's tree has, and not what it is by the documents."""
    own = tree.get("switches")
    if not isinstance(own, dict):
        return ()
    return tuple(
        name
        for name, row in own.items()
        if isinstance(row, dict) and "value" in row and "sources" not in row
    )


def row_names(tree: Tree) -> frozenset[str]:
    """Return the names of the rows of a ruleset's tree in its table `switches`."""
    rows = tree.get("switches")
    if not isinstance(rows, dict):
        return frozenset()
    return frozenset(rows)


def unknown_switches(tree: Tree, known: Collection[str]) -> Iterator[tuple[Path, Message]]:
    """Yield the rows that are none of the `known` switches: (path, message)."""
    for name in sorted(row_names(tree).difference(known)):
        yield ("switches", name), no_switch(name, known)


def no_switch(name: str, known: Collection[str]) -> Message:
    """Return the message about a name that is none of the `known`, with the nearest of them."""
    names = tuple(sorted(known))
    for near in get_close_matches(name, names, n=1):
        return Message("no switch {name}; did you mean {suggestion}?", name=name, suggestion=near)
    return Message("no switch {name}; there are {names}", name=name, names=names)


def switch_problems(
    rows: Mapping[str, Switch], known: Collection[str]
) -> Iterator[tuple[Path, Message]]:
    """Yield which of the `known` are missing, and values that are none of a switch.

    Each is (path, message).
    """
    for missing in sorted(set(known) - rows.keys()):
        yield ("switches", missing), Message("is missing")
    for name, row in rows.items():
        for key in ("value", "sources", "before"):
            if getattr(row, key) not in row.settings:
                yield ("switches", name, key), _no_setting(row)


def _no_setting(row: Switch) -> Message:
    if row.choices:
        return Message("must be one of {choices}", choices=row.choices)
    return Message("must be true or false")


def _at(tree: Tree, path: Path) -> Any:  # noqa: ANN401  (any TOML value)
    value: Any = tree
    for key in path:
        if not isinstance(value, dict) or key not in value:
            return None
        value = value[key]
    return value


def _without(tree: Tree, path: Path) -> Tree:
    key = path[0]
    rest = path[1:]
    kept = {name: value for name, value in tree.items() if name != key}
    if rest:
        return {**kept, key: _without(tree[key], rest)}
    return kept


def _with(tree: Tree, path: Path, value: object) -> Tree:
    key = path[0]
    rest = path[1:]
    if not rest:
        return {**tree, key: value}
    below = tree.get(key, {})
    if not isinstance(below, dict):
        return tree
    return {**tree, key: _with(below, rest, value)}
