"""The log, its newest line at the bottom."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from core.messages import Message
from tui.kit.keymap import bindings
from tui.kit.lines_view import Line, Pane, rule, words
from tui.kit.phrases import phrase, say
from tui.kit.trimmed import trimmed
from tui.play.rows import LogLine


class JournalLog(Pane, can_focus=True):
    """The newest lines that fit; with focus the cursor keys look back.

    Undone entries are dimmed and labelled.
    """

    BINDINGS = [*bindings("journey", cursor=True)]

    _entries: tuple[LogLine, ...] = ()
    _back = 0

    def show(self, *entries: LogLine) -> None:
        """Show these lines, given oldest first, from the newest back."""
        self._entries, self._back = entries, 0
        self.redraw()

    def action_cursor(self, direction: str) -> None:
        """Look back or forward: a line, a page, to the first or the last."""
        page = max(1, self.size.height - 1)
        most = len(self._entries)
        steps = {"up": 1, "down": -1, "ne": page, "se": -page, "nw": most, "sw": -most}
        self._look(steps.get(direction, 0))

    def action_cursor_far(self, direction: str) -> None:
        """Look five lines back or forward."""
        self._look({"up": 5, "down": -5}.get(direction, 0))

    def _look(self, steps: int) -> None:
        most = max(0, len(self._entries) - max(1, self.size.height - 1))
        self._back = min(max(self._back + steps, 0), most)
        self.redraw(layout=False)

    def lines(self, width: int) -> Sequence[Line]:
        """Title and lines; of one line alone there is no title."""
        room = max(1, self.size.height - 1)
        older = Message("{lines:line|lines} further on", lines=self._back)
        right = say(older) if self._back else ""
        shown = [rule(self.look, width, phrase("Log"), right, self.has_focus)]
        end = len(self._entries) - self._back
        seen = self._entries[max(0, end - room) : end]
        if self.size.height == 1:
            return [self._line(entry, width) for entry in seen]
        return [*shown, *(self._line(entry, width) for entry in seen)]

    def _line(self, entry: LogLine, width: int) -> Line:
        at, text = words(entry.when), words(entry.text)
        head, role = f" {at}  " if cell_len(at) else " ", ""
        if entry.undone:
            text, role = phrase("undone: {text}", text=text), "undone"
        elif entry.note:
            text = phrase("note: {text}", text=text)
        return ((head, "dim"), (trimmed(text, width - cell_len(head)), role))
