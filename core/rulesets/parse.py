"""Rulesets from TOML text, and back to one canonical text that is stored with a campaign."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from core.files import FileError
from core.messages import Message
from core.rulesets import trees
from core.rulesets.consistency import explain, problems
from core.rulesets.folder_checks import folder_problems
from core.rulesets.folder_keys import HEAD, FolderKeys
from core.rulesets.old_columns import with_changes
from core.rulesets.schema import OUTRIDER_RULES, Ruleset
from core.rulesets.switches import (
    row_names,
    set_by,
    unknown_switches,
    with_moved_keys,
    without_moved_names,
)

OWN = ("id", "name", "extends")


def heading(files: Mapping[str, str]) -> tuple[str, str]:
    """Return the `id` and `extends` ("" = none) of a ruleset not yet parsed; FileError if bad."""
    tree, origin = trees.join(files)
    return _word(tree, origin, "id"), _word(tree, origin, "extends", "")


def parse_ruleset(
    files: Mapping[str, str], base: Ruleset | None = None, *, by_gm: bool = False
) -> Ruleset:
    """Return the ruleset of a folder: file names ("terrain.toml") to TOML texts.

    `base` is the ruleset that it `extends`: tables are merged row by row and key by key, and
    what `replaces` names is left out first. FileError names file and key of what is wrong.
    Switches are always inherited, and old keys are moved to where they are now. A ruleset has the
    switches of its base and no others; one without a base says by its rows which there are. A
    ruleset `by_gm` has a base, so that none is missing, and is the source of the switches that it
    sets; give it a base of Outrider's `as_before`, so that the others stay as they were before
    there was their row.
    """
    tree, origin = trees.join(files)
    tree = with_moved_keys(tree)
    own_settings = set_by(tree) if by_gm else ()
    extends = _word(tree, origin, "extends", "")
    file = origin.get(("extends",), HEAD)
    extended = base.id if base else ""
    if extends != extended:
        raise FileError("extends", Message("no ruleset {name} here", name=extends), file=file)
    if by_gm and base is None:
        raise FileError("extends", Message("is missing"), file=file)
    if base is not None and _word(tree, origin, "id") == base.id:
        message = Message("must differ from the ruleset that it extends")
        raise FileError("id", message, file=origin.get(("id",), HEAD))
    replaced = tree.pop("replaces", ())
    if not (isinstance(replaced, tuple) and all(isinstance(name, str) for name in replaced)):
        raise FileError(
            "replaces",
            Message("must be a list of names"),
            file=origin.get(("replaces",), HEAD),
        )
    whole = {} if base is None else tree_of(base)
    keys = FolderKeys(origin, replaced, whole)
    if base is not None:
        inherited = trees.drop(whole, without_moved_names(replaced))
        inherited = {**inherited, "switches": whole["switches"]}
        inherited = {key: value for key, value in inherited.items() if key not in OWN}
        tree = trees.merge(inherited, with_changes(tree, inherited))
    switches = row_names(tree) if base is None else base.switches.keys()
    rules = _build(tree, keys, switches)
    keys.raise_first(folder_problems(rules, keys.beginnings))
    return rules.as_source_of(own_settings)


def dump_ruleset(rules: Ruleset) -> str:
    """Return the whole ruleset, inherited rows included, as canonical TOML: equal if equal."""
    return trees.write(tree_of(rules))


def load_ruleset(
    text: str,
    lift: Callable[[trees.Tree], trees.Tree] | None = None,
    switches: Collection[str] | None = None,
) -> Ruleset:
    """Return the ruleset of a text that `dump_ruleset` made; FileError when it is damaged.

    `lift` makes the tree of an older text one of today. `switches` are the names of those of
    today, each of which it must have then; None: those of its rows.
    """
    tree = trees.read(HEAD, text)
    if lift is not None:
        tree = lift(tree)
    if switches is None:
        switches = row_names(tree)
    return _build(tree, FolderKeys({}), switches)


def tree_of(rules: Ruleset) -> trees.Tree:
    """Return a ruleset as the tree that its text holds, defaults left out."""
    return rules.model_dump(mode="python", exclude_defaults=True)


def _word(
    tree: Mapping[str, Any], origin: Mapping[trees.Path, str], key: str, default: str | None = None
) -> str:
    word = tree.get(key, default)
    if isinstance(word, str):
        return word
    raise FileError(
        key,
        Message("is missing" if word is None else "must be a text in quotes"),
        file=origin.get((key,), HEAD),
    )


def _build(tree: trees.Tree, keys: FolderKeys, switches: Collection[str]) -> Ruleset:
    if isinstance(tree.get("rules"), Mapping):
        tree = {**tree, "rules": {**OUTRIDER_RULES, **tree["rules"]}}
    keys.raise_first(unknown_switches(tree, switches))
    try:
        rules = Ruleset.model_validate(tree)
    except ValidationError as wrong:
        keys.raise_first((_path(e["loc"]), explain(Ruleset, e)) for e in wrong.errors())
    else:
        keys.raise_first(problems(rules, switches, keys.beginnings))
        return rules
    raise AssertionError("a validation error names what is wrong")


def _path(location: Iterable[int | str]) -> trees.Path:
    """Return pydantic's location of an error as a path; items of lists count from 1."""
    path: list[str] = []
    for part in location:
        if isinstance(part, int):
            path[-1] += f"[{part + 1}]"
        else:
            path.append(part)
    return tuple(path)
