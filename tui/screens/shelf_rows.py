"""A campaign of the list as one line, in the columns that there is room for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.messages import N_, Message
from tui.phrases import say
from tui.widgets.lines_view import columns, fit

if TYPE_CHECKING:
    from saves.library import Shelf

WIDE = (28, 20, 22, 18, 9, 16)
NARROW = (19, 13, 18, 12, 0, 10)
"""The widths of name, rules, date, place, entries and last played; 0 leaves a column out."""


def heading(wide: bool) -> str:
    """The heads of the columns."""
    heads = (N_("name"), N_("rules"), N_("in the world"), N_("where"), N_("entries"), N_("played"))
    return _row(tuple(say(Message(head)) for head in heads), wide)


def line(shelf: Shelf, wide: bool) -> str:
    """A campaign in one line; what is wrong with its file instead, if something is."""
    if shelf.warning is not None:
        return f"{say(shelf.name)}: {say(shelf.warning)}"
    date = shelf.date
    day = f"{date.day} {date.month} {date.year}" if date else ""
    played = shelf.played[:16].replace("T", " ")
    entries = str(shelf.entries)
    return _row((say(shelf.name), shelf.ruleset_name, day, say(shelf.place), entries, played), wide)


def _row(cells: tuple[str, ...], wide: bool) -> str:
    widths = WIDE if wide else NARROW
    last = len(cells) - 1
    return columns(
        *(
            (cell if at == last else fit(cell, width - 1), width)
            for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
    )
