"""Newer editions: the ruleset of a campaign as Outrider, or the GM's own folder, has it today."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from core.rulesets.comparison import RuleChange, compare
from core.rulesets.schema import Ruleset
from core.values import Struct
from saves.library.rulesets import folder_of, load_folder, own_folders
from saves.store.packaged_rulesets import PACKAGED, packaged


class Edition(Struct):
    """A newer edition, and what it changes in the rules of a campaign."""

    rules: Ruleset
    changes: tuple[RuleChange, ...]


def newest(id: str, folders: Iterable[Path] | None = None) -> Ruleset | None:
    """The ruleset of this id as it is today: one of the four, or that of a GM's folder.

    None if there is none. `folders` are a GM's rulesets (None: those in Outrider's folder). Raises
    FileError if its folder is bad.
    """
    if id in PACKAGED:
        return packaged(id)
    given = own_folders() if folders is None else tuple(folders)
    folder = folder_of(id, given)
    return None if folder is None else load_folder(folder, given)


def newer_edition(stored: Ruleset, folders: Iterable[Path] | None = None) -> Edition | None:
    """The edition of today of a campaign's ruleset; None if it has that, or there is none.

    `stored` is its ruleset as it is read, without house rules. Otherwise as `newest`.
    """
    today = newest(stored.id, folders)
    if today is None or today == stored:
        return None
    return Edition(today, compare(stored, today))
