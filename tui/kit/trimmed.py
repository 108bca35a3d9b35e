"""Text cut to fit, and items and sentences wrapped over several lines."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from rich.cells import cell_len, set_cell_size

CUT = ".."
"""Stands at the end of what did not fit."""


def trimmed(text: str, width: int) -> str:
    """`text` in at most `width` cells, its end replaced by ".." where it is longer."""
    if cell_len(text) <= width:
        return text
    if width <= len(CUT):
        return CUT[: max(0, width)]
    return set_cell_size(text, width - len(CUT)).rstrip() + CUT


def side_by_side(items: Iterable[str], width: int, lead: str = "", gap: str = "  ") -> list[str]:
    """Items one after the other, whole, in as many lines as they take; `lead` begins the first."""
    blank = " " * cell_len(lead)
    lines: list[str] = []
    for item in items:
        longer = f"{lines[-1]}{gap}{item}" if lines else ""
        if lines and cell_len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(trimmed((blank if lines else lead) + item, width))
    return lines


def sentence(text: str, width: int, lead: str = "") -> list[str]:
    """A sentence in as many lines as it takes, behind `lead` on the first."""
    blank = " " * cell_len(lead)
    return wrap(text, max(8, width), initial_indent=lead, subsequent_indent=blank)


def apart(left: str, right: str, width: int) -> str:
    """`left`, and `right` at the right edge; `right` alone is never cut."""
    room = width - cell_len(right) - 1
    short = trimmed(left, max(0, room))
    return short + " " * max(1, width - cell_len(short) - cell_len(right)) + right
