"""The initiative order: who acts, and how they are; a group is one row until opened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.cells import cell_len
from textual import events
from textual.reactive import reactive

from core.messages import N_
from core.values import Struct, replace
from tui.encounter.panes.fight_lines import OrderLine
from tui.kit.keys import bindings
from tui.kit.lines_view import CUT, Line, Pane, fit, rule, trimmed
from tui.kit.looks import BARS, health_bar
from tui.kit.phrases import phrase

WIDE = 40
BAR = 6
WHO = 12, 17
"""Columns of a sign and its name: at least, at most."""


class InitiativeList(Pane, can_focus=True):
    """One row a creature or group, ">" at the acting one, "*" at the marked.

    Right opens the group under the list's cursor, Left closes it; a large window opens those that
    players see, if there is room. Where `most` leaves no room for all rows, those about who acts
    are shown and the others counted.
    """

    BINDINGS = [*bindings("encounter", cursor=True)]

    cursor = reactive("", repaint=False)

    _rows: tuple[OrderLine, ...] = ()
    _opened: Mapping[str, bool] = {}
    """The groups that the GM opened, and those that were closed."""
    _most = 0

    def show(self, rows: Iterable[OrderLine], most: int = 0) -> None:
        """Show these rows in `most` lines (0 = as many as there are)."""
        self._rows, self._most = tuple(rows), most
        keys = {row.key for row in self._rows}
        self._opened = {key: opened for key, opened in self._opened.items() if key in keys}
        if self.cursor not in {row.key for row in self._shown(self.size.width)}:
            acting = next((row.key for row in self._rows if row.acting), "")
            self.set_reactive(InitiativeList.cursor, acting)
        self.redraw()

    def open(self, key: str, opened: bool = True) -> None:
        """Show a group line by line, or as one row again."""
        self._opened = {**self._opened, key: opened}
        self.redraw()

    def watch_cursor(self) -> None:
        """Draw the cursor where it is."""
        self.redraw(layout=False)

    def action_cursor(self, direction: str, times: int = 1) -> None:
        """Up and down go from row to row, right opens a group, left closes it."""
        steps = {"up": -1, "down": 1, "ne": -10, "se": 10, "nw": -999, "sw": 999}
        if direction in steps:
            self._go(steps[direction] * times)
        elif direction in ("left", "right"):
            self._turn(direction == "right")

    def _turn(self, opens: bool) -> None:
        for row in self._rows:
            if row.inside and self.cursor in (row.key, *(one.key for one in row.inside)):
                self.open(row.key, opens)
                self.cursor = row.inside[0].key if opens else row.key

    def _go(self, steps: int) -> None:
        rows = self._shown(self.size.width)
        if not rows:
            return
        keys = [row.key for row in rows]
        at = keys.index(self.cursor) if self.cursor in keys else 0
        self.cursor = keys[min(max(at + steps, 0), len(rows) - 1)]

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the row that was clicked on."""
        rows = self._shown(self.size.width)
        first, end = self._visible(rows)
        at = first + event.y - 1 - bool(first)
        if first <= at < end:
            self.cursor = rows[at].key

    # rows

    def _shown(self, width: int) -> tuple[OrderLine, ...]:
        every = sum(1 if row.faint else len(row.inside) or 1 for row in self._rows)
        fits = width >= WIDE and (not self._most or every < self._most)
        found: list[OrderLine] = []
        for row in self._rows:
            if row.inside and self._opened.get(row.key, fits and not row.faint):
                found += (_braced(one, row, at) for at, one in enumerate(row.inside))
            else:
                found.append(row)
        return tuple(found)

    def _visible(self, rows: tuple[OrderLine, ...]) -> tuple[int, int]:
        # The first of the rows that are shown, and the first behind them.
        room, count = self._most - 1, len(rows)
        if self._most <= 0 or count <= room:
            return 0, count
        keys = [row.key for row in rows]
        focus = self.cursor if self.has_focus else ""
        acting = next((at for at, row in enumerate(rows) if row.acting), 0)
        middle = keys.index(focus) if focus in keys else acting
        if middle < room - 1:  # the beginning, and one line that counts the rest
            return 0, room - 1
        if middle > count - room:
            return count - room + 1, count
        inner = max(1, room - 2)
        first = min(max(1, middle - inner // 3), count - inner - 1)
        return first, first + inner

    def lines(self, width: int) -> Sequence[Line]:
        """Title and rows."""
        wide, rows = width >= WIDE, self._shown(width)
        first, end = self._visible(rows)
        layout = _Layout.of(rows, width)
        title = rule(width, phrase("initiative"), focus=self.has_focus)
        if not wide:
            hp, lead = phrase("hp"), layout.total + 1 + layout.sign + layout.hp
            text = fit(phrase("init"), lead - cell_len(hp)) + f"{hp}    {phrase('state')}"
            title = ((fit(text, width), "cursor" if self.has_focus else "dim"),)
        shown = [title]
        if not rows:
            shown.append(((trimmed(phrase("nobody has an initiative: i"), width), "dim"),))
        if first:
            shown.append(((phrase("... {rows} before", rows=first), "dim"),))
        for row in rows[first:end]:
            role = "mark" if row.acting else "dim" if row.faint else ""
            line: Line = ((_narrow(row, width, layout), role),)
            if wide:
                line = _wide(row, width, layout, role, self.look.bar)
            here = self.has_focus and row.key == self.cursor
            shown.append(tuple((text, "cursor" if here else how) for text, how in line))
        if end < len(rows):
            shown.append(((phrase("... {rows} after", rows=len(rows) - end), "dim"),))
        return shown


class _Layout(Struct):
    """Widths of the narrow list: the total, the sign behind it, the hit points.

    Of the wide one: its bars (0 where no hit points are known), its signs and names.
    """

    total: int
    sign: int
    hp: int
    bar: int
    who: int

    @classmethod
    def of(cls, rows: Sequence[OrderLine], width: int) -> _Layout:
        alone = [row for row in rows if not row.inside]
        total = max([2, *(len(row.total) for row in rows)])
        sign = max([4, *(cell_len(_signed(row)) + 1 for row in rows)])
        hp = max([5, *(len(row.hp) for row in alone)])
        bar = BAR if any(row.health is not None for row in rows) else 0
        state = max((cell_len(row.brief) for row in alone), default=0)
        who = max((cell_len(_who(row)) + 1 for row in rows), default=0)
        who = min(who, width - total - 2 - bar - hp - 2 - state, WHO[1])
        return cls(total, sign, min(hp, 9), bar, max(who, WHO[0]))


def _narrow(row: OrderLine, width: int, layout: _Layout) -> str:
    hp = row.hp.rjust(layout.hp) if len(row.hp) <= layout.hp else f" {row.hp}"
    text = _lead(row, layout.total) + fit(_signed(row), layout.sign) + hp
    state = row.brief or row.state
    if row.inside and not state:
        hint = f" {phrase('(V: all)')}"
        return text + hint if len(text + hint) <= width else trimmed(text, width, ", ")
    return trimmed(f"{text}  {state}".rstrip(), width, ", ")


def _wide(
    row: OrderLine, width: int, layout: _Layout, role: str, halves: Mapping[str, str]
) -> Line:
    bar, how = " " * layout.bar, role
    if row.health is not None:
        bar, full = health_bar(row.health, BAR, halves)
        how = "dim" if row.faint else BARS[full]
    lead = f" {_lead(row, layout.total)}{fit(trimmed(_who(row), layout.who - 1), layout.who)}"
    hp = f"{row.hp:<5}" if row.inside else f"{row.hp:>5}"
    brief = row.brief
    if row.inside and brief and cell_len(f"{lead}{bar}{hp}  {brief}") > width:
        bar = ""
    room = width - cell_len(lead + bar)
    told = room - cell_len(hp) - 2
    state = brief if brief and cell_len(row.state) > told else row.state
    text = f"{hp}  {trimmed(state, max(len(CUT), told), ', ')}".rstrip()
    return (lead, role), (bar, how), (trimmed(text, room, ", "), role)


def _who(row: OrderLine) -> str:
    return (f"{_signed(row)} " if row.inside else fit(_signed(row), 3)) + row.name


def _lead(row: OrderLine, width: int) -> str:
    return f"{row.total:>{width}}{'>' if row.acting else ' '}"


def _signed(row: OrderLine) -> str:
    return f"{row.sign}*" if row.marked else row.sign


def _braced(one: OrderLine, row: OrderLine, at: int) -> OrderLine:
    first = max(0, (len(row.inside) - 2) // 2)
    hints = {first: N_("one init,"), first + 1: N_("V marks all")}
    state = one.state
    if not state and at in hints:
        state = phrase(hints[at])
    return replace(one, state=f" }} {state}".rstrip())
