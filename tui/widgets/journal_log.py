"""The log: what happened last, the newest line at the bottom."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from core.messages import N_, Message
from tui.phrases import say
from tui.widgets.lines_view import Line, Pane, rule, words
from tui.widgets.rows import LogLine


class JournalLog(Pane):
    """As many of the newest lines as the pane is high. What was undone is dimmed, and says so."""

    _entries: tuple[LogLine, ...] = ()

    def show(self, *entries: LogLine) -> None:
        """Show these lines, oldest first."""
        self._entries = entries
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """Title and lines."""
        room = max(1, self.size.height - 1)
        shown: list[Line] = [rule(self.look, width, say(Message(N_("Log"))))]
        return [*shown, *(self._line(entry) for entry in self._entries[-room:])]

    def _line(self, entry: LogLine) -> Line:
        at, text = words(entry.when), words(entry.text)
        head = f" {at}  " if cell_len(at) else " "
        if entry.undone:
            return ((head, "dim"), (say(Message(N_("undone: {text}"), text=text)), "undone"))
        if entry.note:
            return ((head, "dim"), (say(Message(N_("note: {text}"), text=text)), ""))
        return ((head, "dim"), (text, ""))
