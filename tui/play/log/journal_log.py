"""The pane of the log."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.reactive import reactive

from tui.kit.keys import bindings
from tui.kit.lines_view import Line, Pane, rule, stepped, trimmed, words
from tui.kit.phrases import phrase
from tui.play.log.log_lines import LogLine


class JournalLog(Pane, can_focus=True):
    """The newest lines that fit; with focus the cursor keys look back.

    Undone entries are dimmed and labelled.
    """

    BINDINGS = [*bindings("journey", cursor=True)]

    shown: reactive[tuple[LogLine, ...]] = reactive((), repaint=False)
    """The lines, oldest first."""
    _back = 0

    def watch_shown(self) -> None:
        """Show other lines, from the newest back."""
        self._back = 0
        self.redraw()

    def action_cursor(self, direction: str, times: int = 1) -> None:
        """Look back or forward: lines, a page, to the first or the last."""
        page = max(1, self.size.height - 1)
        self._back = stepped(self._back, direction, -times, len(self.shown) - page + 1, page)
        self.redraw(layout=False)

    def lines(self, width: int) -> Sequence[Line]:
        """Title and lines; of one line alone there is no title."""
        room = max(1, self.size.height - 1)
        end = len(self.shown) - self._back
        seen = [_line(entry, width) for entry in self.shown[max(0, end - room) : end]]
        if self.size.height == 1:
            return seen
        if self._back:
            newer = phrase("{lines:line|lines} further on", lines=self._back)
        else:
            newer = ""
        return [rule(width, phrase("Log"), newer, self.has_focus), *seen]


def _line(entry: LogLine, width: int) -> Line:
    at = words(entry.when)
    text = words(entry.text)
    head = f" {at}  " if at else " "
    role = ""
    if entry.undone:
        text = phrase("undone: {text}", text=text)
        role = "undone"
    return ((head, "dim"), (trimmed(text, width - cell_len(head)), role))
