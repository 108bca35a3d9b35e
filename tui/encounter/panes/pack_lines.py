"""The proposal for a pack, as wrapped sentences."""

from __future__ import annotations

from collections.abc import Sequence

from tui.kit.lines_view import Line, LinesView, sentence, words
from tui.kit.phrases import phrase


class PackLines(LinesView):
    """Wrapped sentences, the most urgent first; lines that do not fit are counted."""

    def lines(self, width: int) -> Sequence[Line]:
        """The lines that fit."""
        rows = [row for line in self._words for row in sentence(words(line), width)]
        room = self.size.height
        if room and len(rows) > room:
            left = len(rows) - room + 1
            rows = [*rows[: room - 1], phrase("... {lines} more", lines=left)]
        return [((row, ""),) for row in rows]
