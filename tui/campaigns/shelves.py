"""Names in the lists of campaigns: a what-if comes below its campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.kit.phrases import phrase, say
from tui.kit.units import clock

if TYPE_CHECKING:
    from saves.library.library import Shelf

INDENT = "  "


def called(shelf: Shelf) -> str:
    """A campaign's name; that of a what-if below its campaign is indented and short."""
    born = shelf.born_from
    if born is None or not shelf.under:
        return say(shelf.name)
    return INDENT + say(shelf.name.removeprefix(f"{born.name}, "))


def ground(shelf: Shelf) -> str:
    """A campaign's rules; for a what-if, the date in the story where it began.

    One listed by itself also names its campaign.
    """
    born = shelf.born_from
    if born is None:
        return shelf.ruleset_name
    day = f"{born.date.day} {born.date.month} {clock(born.hour)}"
    if shelf.under:
        return phrase("from {day}", day=day)
    return phrase("from {day}, {campaign}", day=day, campaign=born.name)
