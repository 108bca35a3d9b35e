"""The journal as a list of entries, and one entry in full: words, dice, chances, changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.cells import set_cell_size
from textual import events
from textual.message import Message as Posted
from textual.reactive import reactive

from core.messages import Message
from core.values import Struct
from tui.kit.keys import bindings
from tui.kit.lines_view import Line, Pane, apart, rule, sentence, side_by_side, trimmed, words
from tui.kit.phrases import phrase, say
from tui.kit.receipt import receipt_lines
from tui.sessions.present.history_rows import JournalRow, Listing
from tui.sessions.present.scene import Figures

WIDE = 56
MOST = 3
"""Lines of the entry under the cursor where there is little room."""
ABOVE = 3
"""A third of the lines are of what was before: more is read of what came of it."""


class EntryRows(Struct, kw_only=True):
    """The journal of a session, jump letters before its entries, and the entry shown.

    Until that is `settled`, the cursor may be ahead of it. `is_read`: it is known by now.
    """

    listing: Listing = Listing()
    labels: Mapping[int, str] = {}
    at: int = 0
    settled: bool = True
    is_read: bool = False


class EntryList(Pane, can_focus=True):
    """One line for each entry; the shown one has ">" and all of its words.

    Undone entries are dimmed and labelled.
    """

    BINDINGS = [*bindings("sessions", cursor=True)]

    @dataclass
    class Chosen(Posted):
        """The GM's cursor went to this entry."""

        seq: int

    shown: reactive[EntryRows] = reactive(EntryRows(), repaint=False)
    _ahead: int | None = None
    """The entry to which the keys have moved the cursor; None: the one shown."""
    _drawn_rows: tuple[int, ...] = ()

    def watch_shown(self, before: EntryRows, now: EntryRows) -> None:
        """Show another journal or entry; the cursor goes to an entry that is settled on."""
        if now.settled:
            self._ahead = None
        self.redraw(layout=False)

    @property
    def cursor(self) -> int:
        """The entry under the cursor, or that would be there."""
        if self._ahead is None:
            return self.shown.at
        return self._ahead

    @property
    def _entries(self) -> dict[int, int]:
        return self.shown.listing.entries

    @property
    def _rows(self) -> tuple[JournalRow, ...]:
        return self.shown.listing.rows

    def _move(self, seq: int) -> None:
        if seq != self.cursor:
            self._ahead = seq
            self.redraw(layout=False)

    def action_cursor(self, direction: str, times: int = 1) -> None:
        """Entries up or down, a page, the first or the last of the session."""
        page = max(2, self.size.height - 2)
        steps = {"up": -1, "left": -1, "down": 1, "right": 1, "ne": -page, "se": page}
        if direction in ("nw", "sw"):
            self._go(0 if direction == "nw" else len(self._entries) - 1)
        else:
            on = steps[direction] * times
            self._go(self._index(on) + on)

    def on_click(self, event: events.Click) -> None:
        """Go to the entry that was clicked on."""
        at = event.y - 1
        if 0 <= at < len(self._drawn_rows):
            self.post_message(self.Chosen(self._rows[self._drawn_rows[at]].seq))

    def _index(self, steps: int = 0) -> int:
        before = sum(seq < self.cursor for seq in self._entries)
        if steps > 0 and self.cursor not in self._entries:
            return before - 1
        return before

    def _go(self, index: int) -> None:
        if not self._entries:
            return
        last = len(self._entries) - 1
        if 0 <= index <= last:
            beyond = 0
        elif index < 0:
            beyond = -1
        else:
            beyond = 1
        seq = tuple(self._entries)[min(max(index, 0), last)]
        chosen = seq + beyond if seq == self.cursor else seq
        self._move(chosen)
        self.post_message(self.Chosen(chosen))

    # drawing

    def lines(self, width: int) -> Sequence[Line]:
        """Title and the rows around the shown entry."""
        room = max(1, self.size.height - 1)
        note = words(self.shown.listing.note)
        told = trimmed(words(self.shown.listing.title), width - (len(note) + 2 if note else 0))
        title = rule(width, told, note, self.has_focus)
        if not self._rows and not self.shown.is_read:
            return (title, ((phrase(" being read ..."), "dim"),))
        if not self._rows:
            return (title, ((phrase(" nothing to read here"), "dim"),))
        here = self._row_here()
        top = bottom = here
        last = len(self._rows) - 1
        drawn = [(here, line) for line in self._block(here, width, room)]
        while len(drawn) < room and (top > 0 or bottom < last):
            above = sum(n < here for n, _ in drawn)
            if top > 0 and (above <= room // ABOVE or bottom == last):
                top -= 1
                drawn = [*((top, line) for line in self._block(top, width, room)), *drawn]
            else:
                bottom += 1
                drawn += [(bottom, line) for line in self._block(bottom, width, room)]
        self._drawn_rows = tuple(n for n, _ in drawn)
        return (title, *(line for _, line in drawn))

    def _row_here(self) -> int:
        # that of the entry before, where the one shown is not listed
        return max((n for seq, n in self._entries.items() if seq <= self.cursor), default=0)

    def _block(self, index: int, width: int, room: int) -> list[Line]:
        row = self._rows[index]
        wide = width >= WIDE
        if row.heading:
            return [((f" {row.text}", "title"),)]
        if row.aside:
            note = phrase("note: {text}", text=row.text)
            return [((" " * (9 if wide else 3), ""), (trimmed(note, width - 10), "dim"))]
        text = row.text
        role = ""
        if row.undone:
            text = phrase("undone: {text}", text=text)
            role = "undone"
        here = index == self._row_here()
        sign = self.shown.labels.get(row.seq) or (">" if here else " ")
        lead = f"{row.seq:>5}{sign}" if wide else sign
        tail = f"  {row.when}" if wide else ""
        beside = width - len(lead)
        if not here:
            if tail:
                row_text = apart(text, tail, beside)
            else:
                row_text = trimmed(text, width - 1)
            return [((lead, "key" if row.seq in self.shown.labels else "dim"), (row_text, role))]
        lines = sentence(text, beside - len(tail) - 1) or [""]
        most = min(6 if wide else MOST, max(1, room - 1))
        lines = shortened(lines, most, beside - len(tail) - 2)
        lines = [set_cell_size(line, beside) for line in lines]
        if tail:
            lines[0] = apart(lines[0].rstrip(), tail, beside)
        if self.has_focus and not row.undone:
            role = "cursor"
        else:
            role = role or "mark"
        blank = " " * len(lead)
        return [((blank if n else lead, "mark"), (line, role)) for n, line in enumerate(lines)]


def shortened(lines: list[str], most: int, width: int) -> list[str]:
    """As many lines at `most`, the last of which is what is left, as far as `width` has room."""
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], trimmed(" ".join(lines[most - 1 :]), width)]


LEAST = 2
"""Lines of words that are shown however many numbers there are."""
WORTH = 6
"""Lines of receipts below which a part of them tells nothing."""
ALL = 99
"""Room for all that may be told of an entry."""


class EntryContent(Struct):
    """The entry of a moment with the GM's notes on it; `trouble` says why it cannot be read."""

    seq: int
    figures: Figures | None = None
    trouble: Message | None = None
    notes: tuple[str, ...] = ()


class EntryPanel(Pane):
    """The shown entry: words first, then numbers as far as they fit."""

    shown: reactive[EntryContent | None] = reactive(None, repaint=False)
    """None: nothing."""

    def watch_shown(self) -> None:
        """Show another entry."""
        self.redraw()

    @property
    def _figures(self) -> Figures | None:
        if self.shown is None:
            return None
        return self.shown.figures

    def content_height(self, width: int) -> int:
        """The rows that all lines need; the style sheet may cut them."""
        return 1 + len(self._body(width - 2, ALL))

    def lines(self, width: int) -> Sequence[Line]:
        """Title, words, dice, chances, changes, notes."""
        if self.shown is None:
            right = ""
        else:
            right = phrase("entry {seq}", seq=self.shown.seq)
        figures = self._figures
        if figures is not None and figures.undone:
            right = phrase("undone  {entry}", entry=right)
        most = max(1, self.size.height - 1)
        lines = self._body(width - 2, most)[:most]
        if figures is not None and len(lines) + 1 < most:
            lines += _reasons(figures, width - 2, most - len(lines))
        return (rule(width, phrase("this entry"), right), *lines)

    def _body(self, width: int, most: int) -> list[Line]:
        entry_content = self.shown
        if entry_content is None:
            return []
        if entry_content.trouble is not None:
            return _inside(sentence(say(entry_content.trouble), width), "bad")
        figures = entry_content.figures
        if figures is None:
            return []
        kinds = (figures.changes, figures.odds, figures.dice)
        numbers = [line for kind in kinds for line in side_by_side(map(say, kind), width)]
        notes = [trimmed(phrase("note: {text}", text=note), width) for note in entry_content.notes]
        event_lines = _told(figures, width, max(LEAST, most - len(notes) - len(numbers)))
        room = most - len(event_lines) - len(notes)
        if len(numbers) > room > 0:
            numbers = [*numbers[: room - 1], trimmed(f"{numbers[room - 1]} ..", width)]
        return [*_inside(event_lines, "mark"), *_inside(notes, "dim"), *_inside(numbers)]


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
    lines = [(), *(((" ", ""), *line) for line in found)] if found else []
    if len(lines) <= room:
        return lines
    if room >= WORTH:
        return [*lines[: room - 1], ((" ..", "dim"),)]
    return []
