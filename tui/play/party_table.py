"""The party: members, their state, speed and mounts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rich.cells import cell_len
from textual import events
from textual.message import Message as Posted
from textual.reactive import reactive

from tui.kit.health_bar import BARS, health_bar
from tui.kit.keymap import bindings
from tui.kit.lines_view import Line, Pane, columns, fit, rule, trimmed, words
from tui.kit.phrases import Words, phrase, say
from tui.play.survey import MemberLine

NARROW = 46
PAGE = 10
BAR = 5
WIDE = 62
TITLE = 12
"""The columns before the first figure, where the title fits into the line of the heads."""


class PartyTable(Pane):
    """One row a member, two a line in a narrow window. A `Roster` has a cursor too."""

    _rows: tuple[MemberLine, ...] = ()
    _title: Words = ""

    def show(self, rows: Iterable[MemberLine], title: Words = "") -> None:
        """Show these members; `title` adds to the pane's own ("food 11 d")."""
        self._rows, self._title = tuple(rows), title
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """Title and members."""
        right = words(self._title) or phrase("slowest *")
        shown = [rule(width, phrase("Party"), right)]
        if not self._rows:
            return [*shown, ((phrase(" nobody yet: F3, then Enter, adds a hero"), "dim"),)]
        room, needed = self.size.height, len(self._rows) + 1
        if width < NARROW or 0 < room < needed:
            return [*shown, *self._pairs(width)]
        hurt = self._hurt
        bar = 0 if hurt and width < WIDE else BAR
        heads = _spread(head(width - bar, nonlethal=hurt), bar)
        if room == needed:
            shown = [((fit(phrase("Party"), TITLE), "title"), (heads[TITLE:], "dim"))]
        else:
            shown.append(((heads, "dim"),))
        return [
            *shown,
            *(self._barred(row, line(row, width - bar, nonlethal=hurt), bar) for row in self._rows),
        ]

    @property
    def _hurt(self) -> bool:
        return any(row.nonlethal for row in self._rows)

    def _barred(self, row: MemberLine, text: str, room: int, role: str = "") -> Line:
        role = role or ("" if row.present else "dim")
        if _bare(row):
            return ((fit(text, cell_len(text) + room), role),)
        bar, how = " " * room, role
        if room and row.hp is not None and row.hp_max:
            bar, full = health_bar((row.hp, row.hp_max), room, drawn=self.look.name == "lines")
            how = BARS[full] if row.present else "dim"
        return ((text[:1], role or "key"), (text[1:TITLE], role), (bar, how), (text[TITLE:], role))

    def _pairs(self, width: int) -> list[Line]:
        half = (len(self._rows) + 1) // 2
        left = max(width * 3 // 5, 27)
        texts = zip_longest(
            ((a, fit(_long(a), left)) for a in self._rows[:half]),
            ((b, fit(_brief(b), width - left - 1)) for b in self._rows[half:]),
        )
        upright: Line = ((self.look.upright, "dim"),)
        return [_spans(*a) + upright + (_spans(*b) if b else ()) for a, b in texts]


class Roster(PartyTable, can_focus=True):
    """The party with a cursor and marks, for the Party screen."""

    BINDINGS = [*bindings("party", cursor=True)]

    cursor: reactive[str] = reactive("", repaint=False)
    marked: reactive[frozenset[str]] = reactive(frozenset[str](), repaint=False)

    @dataclass
    class RowMoved(Posted):
        """The cursor is on this member now."""

        id: str

    def show(self, rows: Iterable[MemberLine], title: Words = "") -> None:
        """Show these members; cursor and marks of removed ones are dropped."""
        super().show(rows, title)
        ids = [row.id for row in self._rows]
        self.marked = self.marked & frozenset(ids)
        if self.cursor not in ids:
            self.cursor = ids[0] if ids else ""

    def watch_cursor(self) -> None:
        """Draw the cursor where it is."""
        self.redraw(layout=False)

    def watch_marked(self) -> None:
        """Draw the marks."""
        self.redraw(layout=False)

    def action_cursor(self, direction: str) -> None:
        """One row up or down, the first, the last, a page."""
        steps = {"up": -1, "down": 1, "ne": -PAGE, "se": PAGE}
        if direction in ("nw", "sw"):
            self._go(0 if direction == "nw" else len(self._rows) - 1)
        elif direction in steps:
            self._go(self._index() + steps[direction])

    def action_cursor_far(self, direction: str) -> None:
        """Five rows up or down."""
        self._go(self._index() + (5 if direction == "down" else -5))

    def toggle_mark(self) -> None:
        """Mark or unmark the member under the cursor."""
        if any(row.id == self.cursor and _counts(row) for row in self._rows):
            self.marked = self.marked ^ {self.cursor}

    def mark_all(self) -> None:
        """Mark all members, or none when all are marked."""
        present = frozenset(row.id for row in self._rows if row.present and _counts(row))
        self.marked = frozenset[str]() if self.marked >= present else present

    def _index(self) -> int:
        ids = [row.id for row in self._rows]
        return ids.index(self.cursor) if self.cursor in ids else 0

    def _go(self, index: int) -> None:
        if self._rows:
            row = self._rows[min(max(index, 0), len(self._rows) - 1)]
            if row.id != self.cursor:
                self.cursor = row.id
                self.post_message(self.RowMoved(row.id))

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the member that was clicked on."""
        if 0 <= event.y - 1 < len(self._rows):
            self._go(event.y - 1)

    def lines(self, width: int) -> Sequence[Line]:
        """Head and members, ">" at the cursor and "*" at the marked."""
        room, hurt = width - 1 - BAR, self._hurt
        heads = _spread(head(room, sheet=True, nonlethal=hurt), BAR)
        shown: list[Line] = [((" " + heads, "dim"),)]
        for row in self._rows:
            here = row.id == self.cursor
            text = line(row, room, sheet=True, nonlethal=hurt)
            if row.id in self.marked:
                text = f"{text[:1]}*{text[2:]}"
            lead = (">", "mark") if here else (" ", "")
            shown.append((lead, *self._barred(row, text, BAR, "cursor" if here else "")))
        return shown


def _spread(heads: str, room: int) -> str:
    return heads[:TITLE] + " " * room + heads[TITLE:]


def head(width: int, *, sheet: bool = False, nonlethal: bool = True) -> str:
    """The heads of the columns of `line`."""
    rides, load = phrase("rides"), phrase("load")
    armour = [(phrase("AC"), -3)] if sheet else []
    bruises = [(phrase("nl"), -4)] if nonlethal else []
    cells = [
        ("", 2), (phrase("who"), 10), *armour,
        (phrase("hp"), -8 if sheet else -6),
        *bruises, (phrase("Con"), -5),
        (phrase("speed"), -7), ("", 2),
    ]  # fmt: skip
    if width >= WIDE:
        cells += [(rides, 10), (load, 8)]
    return fit(columns(*cells) + phrase("state"), width)


def line(row: MemberLine, width: int, *, sheet: bool = False, nonlethal: bool = True) -> str:
    """A member in one line: rides and load where there is room, with `sheet` the AC too.

    Without `nonlethal` there is no column of nonlethal damage, as nobody has any.
    """
    if _bare(row):
        return fit(f"{row.token} {row.name}", width)
    star = "*" if row.slowest else " "
    con = "" if row.con_mod is None else f"{row.con_mod:+d}"
    speed = words(row.pace) if row.speed is None else say(row.speed)
    armour = [("" if row.ac is None else str(row.ac), -3)] if sheet else []
    bruises = [("" if row.hp is None else str(row.nonlethal), -4)] if nonlethal else []
    cells = [
        (f"{row.token} ", 2), (f"{row.name} {star}".rstrip(), 10), *armour,
        (_hp(row), -8 if sheet else -6),
        *bruises, (con, -5), (speed + star, -8), ("", 1),
    ]  # fmt: skip
    if width >= WIDE:
        rides = words(row.rides) or (phrase("on foot") if row.role == "character" else "")
        cells += [(rides, 10), (words(row.load), 8)]
    told = words(row.state)
    if width < WIDE and row.role != "character":
        told = told or words(row.load)
    cut = columns(*cells)
    return fit(cut + trimmed(told, width - cell_len(cut)), width)


def _bare(row: MemberLine) -> bool:
    return row.hp is None and row.speed is None and not (row.pace or row.load or row.state)


def _spans(row: MemberLine, text: str) -> Line:
    return ((text, "" if row.present else "dim"),)


def _counts(row: MemberLine) -> bool:
    return row.role != "boat" and row.token.isalpha()


def _hp(row: MemberLine) -> str:
    if row.hp is None:
        return f"+{row.temporary}" if row.temporary else ""
    temporary = f"+{row.temporary}" if row.temporary else ""
    return f"{row.hp}{temporary}/{row.hp_max}"


def _health(row: MemberLine) -> str:
    nonlethal = f"n{row.nonlethal}" if row.nonlethal else ""
    return f"{_hp(row)}{nonlethal}{'!' if row.fatigued else ''}"


def _brief(row: MemberLine) -> str:
    told = words(row.load) if row.role != "character" and not row.fatigued else _health(row)
    return f"{row.token} {fit(row.name, max(3, min(8, 13 - len(told))))} {told}"


def _long(row: MemberLine) -> str:
    star = "*" if row.slowest else ""
    con = "" if row.con_mod is None else f"C{row.con_mod:+d}"
    speed = "" if row.speed is None else say(row.speed)
    health = _health(row)
    name = fit(row.name, max(3, min(7, 14 - len(health))))
    return f"{row.token} {name} {fit(health, max(7, len(health)))} {fit(con, 3)} {speed}{star}"
