"""What is proposed for a pack: sentences over several lines, and how many there was no room for."""

from __future__ import annotations

from collections.abc import Sequence

from core.messages import N_
from tui.phrases import phrase
from tui.widgets.lines_view import Line, LinesView, words
from tui.widgets.trimmed import sentence


class PackLines(LinesView):
    """The most urgent lines first; a line goes on in the next, and none is cut without a sign."""

    def lines(self, width: int) -> Sequence[Line]:
        """As many as there is room for."""
        rows = [row for line in self._words for row in sentence(words(line), width)]
        room = self.size.height
        if room and len(rows) > room:
            left = len(rows) - room + 1
            rows = [*rows[: room - 1], phrase(N_("... {lines} more"), lines=left)]
        return [((row, ""),) for row in rows]
