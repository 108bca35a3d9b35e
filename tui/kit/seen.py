"""A filter for drawn text: nothing in it that a terminal would obey."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from core.characters import clean, unseen_pattern


class InvisibleFilter(LineFilter):
    """Removes invisible characters from every line, keeping its width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments as they may reach the terminal."""
        return [
            segment if segment.text.isprintable() or segment.control else _seen(segment)
            for segment in segments
        ]


SEEN: Final = InvisibleFilter()


def _seen(segment: Segment) -> Segment:
    text = unseen_pattern().sub(lambda mark: clean(mark[0]).ljust(cell_len(mark[0])), segment.text)
    return Segment(text, segment.style)
