"""Casebooks, with the rulesets that their cases name."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from core.casebook.cases import Bad, Case, Casebook, parse
from core.files import FileError
from core.messages import Message
from core.rulesets.schema import Ruleset
from saves.library.rulesets import load_folder
from saves.store.packaged_rulesets import PACKAGED, packaged

LARGEST = 20_000_000
"""Maximum bytes of a casebook."""


def read_casebook(path: Path) -> Casebook:
    """The casebook in a file; an unreadable file is one `Bad`, not an error."""
    file = str(path)
    try:
        if path.stat().st_size > LARGEST:
            return _unreadable(file, Message("is too large for a casebook"))
        text = path.read_text(encoding="utf-8-sig")
    except OSError as wrong:
        why = wrong.strerror or type(wrong).__name__
        return _unreadable(file, Message("cannot be read: {why}", why=why))
    except UnicodeDecodeError:
        return _unreadable(file, Message("is not UTF-8 text"))
    except ValueError:
        return _unreadable(file, Message("is no name of a file"))
    return parse(file, text)


def rulesets_for(
    cases: Iterable[Case], folders: Iterable[Path] = ()
) -> tuple[dict[str, Ruleset], tuple[Bad, ...]]:
    """The rulesets that `cases` name and those of the GM's `folders`, by id; and their errors."""
    wanted = {case.ruleset for case in cases}
    found = {name: packaged(name) for name in PACKAGED if name in wanted}
    bad: list[Bad] = []
    given = tuple(folders)
    for folder in given:
        try:
            rules = load_folder(folder, given)
        except FileError as wrong:
            bad += [
                Bad(str(folder / error.file), "", error.key, error.message)
                for error in (wrong, *wrong.also)
            ]
        else:
            found[rules.id] = rules
    return found, tuple(bad)


def _unreadable(file: str, message: Message) -> Casebook:
    return Casebook(file, (), (Bad(file, "", "", message),))
