"""`outrider rulesets [DIR...]`: list the rulesets there are, and validate a GM's own."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from core.files import FileError
from core.messages import Message, Refusal
from core.rulesets.folder_keys import HEAD
from core.rulesets.schema import Ruleset
from saves.library.rulesets import Listed, listed, named, own_ruleset, own_shelf
from tui.kit.errors import BadInput, tell, tell_json
from tui.kit.phrases import plainest, say

GOOD = 0
BAD = 2


def run(args: argparse.Namespace) -> int:
    """List the four rulesets and those of the folders given; say what is wrong with a bad one.

    `args.folders` and `args.ruleset` are folders; where there are none, the GM's own are listed,
    which are in Outrider's folder of rulesets. `args.json` prints one JSON object. Exit code
    0 when all are good, 2 when one is bad.
    """
    given = dict.fromkeys(map(Path, (*(args.folders or ()), *(args.ruleset or ()))))
    if given:
        shelf = listed(given)
    else:
        shelf = (*listed(), *own_shelf())
    if args.json:
        tell_json(_report(shelf), indent=2)
    else:
        _tell(shelf)
    if any(entry.errors for entry in shelf):
        return BAD
    return GOOD


def ruleset_for(
    name: str, file: Path, folders: tuple[Path, ...], *, strict: bool = False
) -> Ruleset:
    """The ruleset that `file` asks for by `name`, of the four, of `folders`, or of the GM's own.

    BadInput says what is wrong with it.

    Its switches have their defaults, or if `strict` their values by the documents alone.
    """
    try:
        rules = _find(name, folders)
        if strict:
            return rules.by_sources()
        return rules
    except FileError as wrong:
        raise BadInput("bad_ruleset", wrong.message, wrong.file, wrong.key) from None
    except Refusal as refusal:
        raise BadInput(refusal.code, refusal.message, file, "ruleset") from None


def _find(name: str, folders: tuple[Path, ...]) -> Ruleset:
    try:
        return named(name, folders)
    except Refusal:
        own = own_ruleset(name)
        if own is None:
            raise
        return own


def _report(shelf: Iterable[Listed]) -> dict[str, Any]:
    entries = tuple(shelf)
    return {
        "rulesets": [
            {
                "id": rules.id,
                "name": rules.display_name(),
                "extends": rules.extends,
                "folder": None if entry.folder is None else str(entry.folder),
                "settles": list(rules.settles),
                "defaults": list(_defaults(rules)),
            }
            for entry in entries
            if (rules := entry.rules) is not None
        ],
        "bad": [
            {"file": wrong.file, "key": wrong.key, "message": plainest(wrong.message)}
            for entry in entries
            for wrong in entry.errors
        ],
    }


def _tell(shelf: tuple[Listed, ...]) -> None:
    width = max((len(entry.id) for entry in shelf), default=0)
    for entry in shelf:
        if entry.rules is not None:
            tell(f"{entry.id:<{width}}  {say(_line(entry.rules))}")
            if entry.folder is not None:
                tell(f"{'':<{width}}  {say(str(entry.folder))}")
    for entry in shelf:
        for wrong in entry.errors:
            where = ": ".join(part for part in (wrong.file, wrong.key) if part)
            tell(f"{say(where)}: {say(wrong.message)}", error=True)
        for path in entry.unread:
            unread = Message("is not read: files of a ruleset are beside its {head}", head=HEAD)
            tell(f"{say(str(path))}: {say(unread)}", error=True)


def _line(rules: Ruleset) -> Message:
    stated = sum(rule.basis in ("stated", "shared", "part") for rule in rules.rules.values())
    base = Message(", extends {base}", base=rules.extends) if rules.extends else ""
    return Message(
        "{name}{base}: {stated} rules from documents, {defaults} house defaults",
        name=rules.display_name(),
        base=base,
        stated=stated,
        defaults=len(_defaults(rules)),
    )


def _defaults(rules: Ruleset) -> tuple[str, ...]:
    return tuple(rule for rule in rules.rules if rules.cite(rule, "a figure", "").default)
