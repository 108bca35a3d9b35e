"""The bestiary: creatures that come with Outrider, and the GM's own files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from core.bestiary import Beast, parse_bestiary, ruleset_of
from core.files import FileError
from core.messages import Message
from core.play.party.animals import animal_kinds
from core.rulesets.creature_words import spell_sheet, weapons_of
from core.rulesets.schema import Ruleset
from core.values import replace
from saves.paths import home
from saves.store.packaged_rulesets import PACKAGED

FOLDER = "bestiary"
"""The GM's folder within Outrider's."""
LARGEST = 2_000_000
"""Maximum bytes of a file."""


class BestiaryError(Exception):
    """A file of creatures that cannot be read: `file`, `key` ("beasts.wolf.size"), `message`."""

    def __init__(self, file: str, wrong: FileError) -> None:
        self.file = file
        self.key = wrong.key
        self.code = wrong.code
        self.message = Message(
            "{file}, {key}: {message}",
            file=file,
            key=wrong.key or wrong.line,
            message=wrong.message,
        )
        super().__init__(file, wrong.key)


def own_folder() -> Path:
    """The folder of the GM's own creature files, which may not exist."""
    return home() / FOLDER


def bestiary(rules: Ruleset) -> tuple[Beast, ...]:
    """All creatures for a ruleset, sorted by name: those that come with Outrider and the GM's.

    The GM's are the *.toml files of `own_folder` for this ruleset, the one it extends, or any; a
    creature with an existing slug replaces that one. Raises BestiaryError.
    """
    return _joined(rules, tuple(_own_texts()))


def animals(rules: Ruleset) -> Mapping[str, Beast]:
    """The kinds of animals of `bestiary` that may join a party (`animal_kinds`)."""
    return _animals(rules, tuple(_own_texts()))


# Both are cached by the texts of the GM's files: a line that is typed asks for them at each key.


@lru_cache(maxsize=8)
def _joined(rules: Ruleset, own_texts: tuple[tuple[str, str], ...]) -> tuple[Beast, ...]:
    found = {beast.slug: beast for beast in packaged_beasts(base_of(rules))}
    for file, text in own_texts:
        found |= {beast.slug: beast for beast in _read(file, text, rules)}
    return tuple(sorted(found.values(), key=lambda beast: beast.name()))


@lru_cache(maxsize=8)
def _animals(rules: Ruleset, own_texts: tuple[tuple[str, str], ...]) -> Mapping[str, Beast]:
    return animal_kinds(_joined(rules, own_texts))


def base_of(rules: Ruleset) -> str:
    """The packaged ruleset that a ruleset is or extends; pf1 if neither."""
    return next((name for name in (rules.id, rules.extends) if name in PACKAGED), PACKAGED[0])


@cache
def packaged_beasts(ruleset: str) -> tuple[Beast, ...]:
    """The creatures that come with Outrider for a packaged ruleset."""
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
            said = Message("This file cannot be read as text, or is too large.")
            raise BestiaryError(path.name, FileError("", said, code="unreadable")) from None


def _read(file: str, text: str, rules: Ruleset) -> tuple[Beast, ...]:
    try:
        wanted = ruleset_of(text)
        if wanted and wanted not in (rules.id, rules.extends):
            return ()
        beasts = tuple(
            replace(beast, sheet=spell_sheet(beast.sheet, rules.combat))
            for beast in parse_bestiary(text, weapons_of(rules))
        )
        for beast in beasts:
            check_beast(beast, rules)
    except FileError as wrong:
        raise BestiaryError(file, wrong) from wrong
    return beasts


def check_beast(beast: Beast, rules: Ruleset) -> None:
    """Raise FileError unless the ruleset has the creature's size and traits."""
    combat = rules.combat
    if beast.sheet.size not in combat.sizes:
        raise FileError(
            f"beasts.{beast.slug}.size",
            Message(
                "{ruleset} has no size {size}. Use one of: {choices}.",
                ruleset=rules.id,
                size=beast.sheet.size,
                choices=tuple(combat.sizes),
            ),
        )
    states = tuple(name for name, row in combat.conditions.items() if not row.situation)
    for number, trait in enumerate(beast.sheet.traits, start=1):
        if trait not in states:
            raise FileError(
                f"beasts.{beast.slug}.traits[{number}]",
                Message("There is no condition {trait}.", trait=trait),
            )
