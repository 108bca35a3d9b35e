"""The sessions of a campaign as a list with totals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual import events
from textual.message import Message as Posted
from textual.reactive import reactive

from core.messages import Template
from core.values import Struct
from tui.kit.keys import bindings
from tui.kit.lines_view import Line, Pane, around, columns, fit, rule, stepped, trimmed
from tui.kit.phrases import distance_unit, phrase
from tui.sessions.present.history_rows import SessionLine, SessionLines

WIDE = 56
PAGE = 5


class SessionRows(Struct, kw_only=True):
    """The sessions, `most` of them at once, and the number of that whose journal is shown.

    `letters` are those of the members by name, for where there is no room for the names. A
    `folded` list shows only its title until it has focus. `is_read`: they are known by now.
    """

    lines: SessionLines = SessionLines()
    number: int = 0
    letters: Mapping[str, str] = {}
    most: int = 5
    folded: bool = False
    is_read: bool = False


class SessionList(Pane, can_focus=True):
    """One row a session, the newest on top; ">" marks the one whose journal is shown."""

    BINDINGS = [*bindings("sessions", cursor=True)]

    @dataclass
    class Looked(Posted):
        """The list's cursor is now on the session with this number."""

        number: int

    shown: reactive[SessionRows] = reactive(SessionRows(), repaint=False)
    cursor = 0
    """The number of the session under the cursor; 0 when there is none."""

    def watch_shown(self, before: SessionRows, now: SessionRows) -> None:
        """Show other sessions; the cursor goes to the one whose journal is shown."""
        if now.number != before.number:
            self.cursor = now.number
        self.redraw()

    def watch_has_focus(self, has_focus: bool) -> None:
        """Show the whole list while it has focus."""
        super().watch_has_focus(has_focus)
        if self.shown.folded:
            self.redraw()

    def _look_at(self, number: int) -> None:
        self.cursor = number
        self.redraw(layout=False)
        self.post_message(self.Looked(number))

    @property
    def _rows(self) -> tuple[SessionLine, ...]:
        return self.shown.lines.rows

    def action_cursor(self, direction: str, times: int = 1) -> None:
        """A session before or after in time; the first, the last, a page."""
        self._go(stepped(self._index(), direction, -times, len(self._rows), PAGE))

    def on_click(self, event: events.Click) -> None:
        """Look at the session that was clicked on."""
        if len(self.drawn(self.size.width)) == 1:
            return
        first = self._first(self._room())
        at = len(self._rows) - first - (event.y - 2)
        if 0 < at <= len(self._rows):
            self._go(at - 1)

    def _index(self) -> int:
        numbers = [row.number for row in self._rows]
        if self.cursor in numbers:
            return numbers.index(self.cursor)
        return len(numbers) - 1

    def _go(self, index: int) -> None:
        if self._rows:
            row = self._rows[index]
            if row.number != self.cursor:
                self._look_at(row.number)

    def _room(self) -> int:
        return min(self.shown.most, len(self._rows))

    def _first(self, room: int) -> int:
        at = len(self._rows) - 1 - self._index()
        return around(at, room, len(self._rows))

    def lines(self, width: int) -> Sequence[Line]:
        """Title, heads, rows, the sum where there is room for it."""
        wide = width >= WIDE
        count_text = phrase("{count:session|sessions}", count=len(self._rows))
        if self.shown.folded and not self.has_focus and self.cursor:
            count_text = phrase(
                "session {number} of {count}", number=self.cursor, count=len(self._rows)
            )
            return (rule(width, count_text),)
        title = rule(width, count_text, focus=self.has_focus)
        if not self._rows and not self.shown.is_read:
            return (rule(width, phrase("sessions")), ((phrase(" being read ..."), "dim"),))
        if not self._rows:
            return (title, ((phrase(" nothing was played yet"), "dim"),))
        heads, widths = (WIDE_HEADS, WIDE_COLUMNS) if wide else (HEADS, COLUMNS)
        words = [distance_unit() if head == KM else phrase(head) for head in heads]

        def line(texts: Iterable[str], hurt: str = "") -> str:
            row_text = columns(*zip(texts, widths, strict=True))
            if not wide:
                return fit(row_text, width - 1)
            room = max(0, width - 3 - cell_len(row_text))
            if cell_len(hurt) > room:
                hurt = " ".join(self.shown.letters.get(name, name[:1]) for name in hurt.split(", "))
            return fit(f"{row_text}  {trimmed(hurt, room)}", width - 1)

        room = self._room()
        first = self._first(room)
        lines = [title, ((" " + line(words, phrase("hurt")), "dim"),)]
        for row in self._rows[::-1][first : first + room]:
            here = row.number == self.cursor
            if here and self.has_focus:
                role = "cursor"
            elif here:
                role = "mark"
            else:
                role = ""
            text = line(_texts(row, wide), ", ".join(row.hurt))
            lines.append(((">" if here else " ", "mark"), (text, role)))
        total = self.shown.lines.total
        if total is not None and len(self._rows) > 1:
            text = line(_texts(total, wide), ", ".join(total.hurt))
            lines.append(((f" {text}", "dim"),))
        return lines


KM = "km"
WIDE_HEADS: tuple[Template, ...] = (
    "no",
    "real date",
    "h",
    "",
    "in the world",
    "days",
    "fights",
    KM,
)
WIDE_COLUMNS = (4, 11, -5, 2, 15, -4, -7, -6)
HEADS: tuple[Template, ...] = ("no", "date", "days", "fights", KM)
COLUMNS = (4, 6, 7, -6, -6)


def _texts(row: SessionLine, wide: bool) -> tuple[str, ...]:
    if row.number:
        number = str(row.number)
    else:
        number = phrase("all")
    fights = str(row.fights)
    if not wide:
        return number, row.real[5:], row.brief, fights, row.km
    return number, row.real, row.played, "", row.span, str(row.days), fights, row.km
