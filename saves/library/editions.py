"""Newer editions: the ruleset of a campaign as Outrider, or the GM's own folder, has it today."""

from __future__ import annotations

from core.rulesets.comparison import RuleChange, compare
from core.rulesets.schema import Ruleset
from core.values import Struct
from saves.library.rulesets import own_ruleset
from saves.store.packaged_rulesets import PACKAGED, packaged


class Edition(Struct):
    """A newer edition, and what it changes in the rules of a campaign."""

    rules: Ruleset
    changes: tuple[RuleChange, ...]


def newest(id: str) -> Ruleset | None:
    """The ruleset of this id as it is today: one of the four, or that of the GM's folder.

    None if there is none. Raises FileError if its folder is bad.
    """
    if id in PACKAGED:
        return packaged(id)
    return own_ruleset(id)


def newer_edition(stored: Ruleset) -> Edition | None:
    """The edition of today of a campaign's ruleset; None if it has that, or there is none.

    `stored` is its ruleset as it is read, without house rules. Raises as `newest`.
    """
    today = newest(stored.id)
    if today is None or today == stored:
        return None
    return Edition(today, compare(stored, today))
