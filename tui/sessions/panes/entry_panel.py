"""One entry in full: its words, dice, chances, and whom it changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.geometry import Size

from core.messages import Message
from tui.kit.lines_view import Line, Pane, rule, sentence, side_by_side, trimmed
from tui.kit.phrases import phrase, say
from tui.kit.receipt import receipt_lines
from tui.sessions.panes.entry_list import shortened
from tui.sessions.present.figures import Figures

LEAST = 2
"""Lines of words that are shown however many numbers there are."""
WORTH = 6
"""Lines of receipts below which a part of them tells nothing."""
MOST = 99
"""Room for all that may be told of an entry."""


class EntryPanel(Pane):
    """The shown entry: words first, then numbers as far as they fit."""

    _figures: Figures | None = None
    _seq = 0
    _notes: tuple[str, ...] = ()
    _trouble: Message | None = None

    def show(
        self,
        seq: int,
        figures: Figures | None,
        notes: tuple[str, ...] = (),
        trouble: Message | None = None,
    ) -> None:
        """Show the entry `seq`, with the GM's notes on it."""
        self._seq, self._figures, self._notes, self._trouble = seq, figures, notes, trouble
        self.redraw()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows that all lines need; the style sheet may cut them."""
        return 1 + len(self._body(width - 2, MOST))

    def lines(self, width: int) -> Sequence[Line]:
        """Title, words, dice, chances, changes, notes."""
        right = phrase("entry {seq}", seq=self._seq) if self._seq else ""
        figures = self._figures
        if figures is not None and figures.undone:
            right = phrase("undone  {entry}", entry=right)
        most = max(1, self.size.height - 1)
        shown = self._body(width - 2, most)[:most]
        if figures is not None and len(shown) + 1 < most:
            shown += _reasons(figures, width - 2, most - len(shown))
        return (rule(width, phrase("this entry"), right), *shown)

    def _body(self, width: int, most: int) -> list[Line]:
        figures = self._figures
        if self._trouble is not None:
            return _inside(sentence(say(self._trouble), width), "bad")
        if figures is None:
            return []
        kinds = (figures.changes, figures.odds, figures.dice)
        numbers = [line for kind in kinds for line in side_by_side(map(say, kind), width)]
        notes = [trimmed(phrase("note: {text}", text=note), width) for note in self._notes]
        told = _told(figures, width, max(LEAST, most - len(notes) - len(numbers)))
        room = most - len(told) - len(notes)
        if len(numbers) > room > 0:
            numbers = [*numbers[: room - 1], trimmed(f"{numbers[room - 1]} ..", width)]
        return [*_inside(told, "mark"), *_inside(notes, "dim"), *_inside(numbers)]


def _inside(lines: Iterable[str], role: str = "") -> list[Line]:
    return [((f" {line}", role),) for line in lines]


def _told(figures: Figures, width: int, room: int) -> list[str]:
    if not figures.told:
        return [phrase("Players know nothing of this.")]
    lines = [line for text in figures.told for line in sentence(text, width)]
    if len(lines) > room:
        lines = sentence("; ".join(figures.told), width)
    return shortened(lines, room, width)


def _reasons(figures: Figures, width: int, room: int) -> list[Line]:
    found = [line for one in figures.reasons for line in receipt_lines(one, width, 2)]
    lines: list[Line] = [(), *(((" ", ""), *line) for line in found)] if found else []
    if len(lines) <= room:
        return lines
    return [*lines[: room - 1], ((" ..", "dim"),)] if room >= WORTH else []
