"""A campaign of the list as one line, in the columns that fit: a what-if below its campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.messages import Template
from tui.kit.lines_view import columns, trimmed
from tui.kit.phrases import clock, phrase, say

if TYPE_CHECKING:
    from saves.library.library import Shelf

INDENT = "  "
WIDE = (21, 24, 19, 15, -8, -8, 18)
NARROW = (18, 13, 18, 11, 0, 0, 12)
"""The widths of name, rules, date, place, sessions, entries and last played.

0 leaves one out, a negative one sets a number at its right edge.
"""


def heading(wide: bool) -> str:
    """The column headings."""
    heads: tuple[Template, ...] = (
        "name", "rules", "in the world", "where", "sessions", "entries",
        "played",
    )  # fmt: skip
    return _row(tuple(phrase(head) for head in heads), wide)


def line(shelf: Shelf, wide: bool) -> str:
    """A campaign in one line; if its file is damaged, the reason instead."""
    if shelf.warning is not None:
        return f"{say(shelf.name)}: {say(shelf.warning)}"
    if shelf.damage is not None:
        return f"{called(shelf)}: {say(shelf.damage)}"
    date = shelf.date
    day = f"{date.day} {date.month} {date.year}" if date else ""
    played = shelf.played[:16].replace("T", " ")
    cells = (
        called(shelf), ground(shelf), day, say(shelf.place), str(shelf.sessions or ""),
        str(shelf.entries), played,
    )  # fmt: skip
    return _row(cells, wide)


def _row(cells: tuple[str, ...], wide: bool) -> str:
    widths = WIDE if wide else NARROW
    *told, played = zip(cells, widths, strict=True)
    told = [(text if room < 0 else trimmed(text, room - 1), room) for text, room in told]
    return columns(*told, (f"  {played[0]}", played[1]))


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
