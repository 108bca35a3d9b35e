"""The bestiary of a campaign: creatures that come with Outrider, and the GM's own files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from core.bestiary import Beast, parse_bestiary, ruleset_of
from core.files import FileError
from core.messages import N_, Message
from core.rulesets.schema import Ruleset
from saves.paths import home
from saves.store.packaged_rulesets import PACKAGED

FOLDER = "bestiary"
"""The GM's folder, in Outrider's own."""
LARGEST = 2_000_000
"""Bytes: a larger file is no bestiary."""


class BestiaryError(Exception):
    """A file of creatures that cannot be read: `file`, `key` ("beasts.wolf.size"), `message`."""

    def __init__(self, file: str, wrong: FileError) -> None:
        self.file = file
        self.key = wrong.key
        self.code = wrong.code
        self.message = Message(
            N_("{file}, {key}: {message}"), file=file, key=wrong.key or wrong.line,
            message=wrong.message,
        )  # fmt: skip
        super().__init__(file, wrong.key)


def own_folder() -> Path:
    """Where the GM's own files of creatures are looked for; not created by asking."""
    return home() / FOLDER


def bestiary(rules: Ruleset) -> tuple[Beast, ...]:
    """All creatures for a ruleset, by name: those that come with Outrider and the GM's.

    The GM's are the *.toml files of `own_folder` that are for this ruleset, for the one it was
    built on, or for any; one with the slug of another replaces it. BestiaryError names the file
    and the key of what cannot be read.
    """
    found = {beast.slug: beast for beast in packaged_beasts(base_of(rules))}
    for file, text in _own_texts():
        found |= {beast.slug: beast for beast in _read(file, text, rules)}
    return tuple(sorted(found.values(), key=lambda beast: beast.name()))


def base_of(rules: Ruleset) -> str:
    """Which of the four rulesets a ruleset is, or was built on; pf1 when that cannot be told."""
    return next((name for name in (rules.id, rules.extends) if name in PACKAGED), PACKAGED[0])


@cache
def packaged_beasts(ruleset: str) -> tuple[Beast, ...]:
    """The creatures that come with Outrider for one of the four rulesets."""
    file = files("saves") / "library" / "beasts" / f"{ruleset}.toml"
    return parse_bestiary(file.read_text(encoding="utf-8"))


def _own_texts() -> Iterator[tuple[str, str]]:
    folder = own_folder()
    if not folder.is_dir():
        return
    for path in sorted(folder.glob("*.toml")):
        try:
            if path.stat().st_size > LARGEST:
                raise ValueError
            yield path.name, path.read_text(encoding="utf-8-sig")
        except (OSError, ValueError):
            said = Message(N_("This file cannot be read as text, or is too large."))
            raise BestiaryError(path.name, FileError("", said, code="unreadable")) from None


def _read(file: str, text: str, rules: Ruleset) -> tuple[Beast, ...]:
    try:
        wanted = ruleset_of(text)
        if wanted and wanted not in (rules.id, rules.extends):
            return ()
        beasts = parse_bestiary(text)
        for beast in beasts:
            check_beast(beast, rules)
    except FileError as wrong:
        raise BestiaryError(file, wrong) from wrong
    return beasts


def check_beast(beast: Beast, rules: Ruleset) -> None:
    """See that a ruleset knows a creature's size and traits; FileError names the key."""
    combat = rules.combat
    if beast.sheet.size not in combat.sizes:
        raise FileError(
            f"beasts.{beast.slug}.size",
            Message(N_("{ruleset} has no size {size}; there are {choices}."), ruleset=rules.id,
                    size=beast.sheet.size, choices=tuple(combat.sizes)),
        )  # fmt: skip
    states = tuple(name for name, row in combat.conditions.items() if not row.situation)
    for number, trait in enumerate(beast.sheet.traits, start=1):
        if trait not in states:
            raise FileError(
                f"beasts.{beast.slug}.traits[{number}]",
                Message(N_("There is no condition {trait}."), trait=trait),
            )  # fmt: skip
