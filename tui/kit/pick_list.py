"""A list to pick from by a few letters: rows with their figures, and more about the one picked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input

from core.messages import Message
from core.values import Struct
from tui.kit.lines_view import Line, Pane, around, fit, lined, trimmed
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase
from tui.kit.text_line import LineInput

T = TypeVar("T")


class PickRow(Struct):
    """A choice: what is written when it is taken, its name, its figures, and lines of detail.

    `also` are further names under which it is found.
    """

    value: str
    name: str
    figures: str = ""
    detail: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


def plain(text: str) -> str:
    """Return words as they are compared: "Half-Orc" is "half orc"."""
    return " ".join(re.split(r"[\W_]+", text.casefold())).strip()


def found(choices: Iterable[T], text: str, *names: Callable[[T], Iterable[str]]) -> tuple[T, ...]:
    """Return the choices that `text` may mean, best first: by name, its beginning, words, parts.

    Those found by the first kind of `names` come before those found only by another.
    """
    wanted = plain(text)
    ranked = []
    for choice in choices:
        ranks = (_rank([plain(name) for name in of(choice)], wanted) for of in names)
        rank = next(((kind, rank) for kind, rank in enumerate(ranks) if rank is not None), None)
        if rank is not None:
            ranked.append((rank, choice))
    return tuple(choice for _, choice in sorted(ranked, key=lambda one: one[0]))


def _rank(names: Sequence[str], wanted: str) -> int | None:
    if wanted in names or wanted.replace(" ", "") in [name.replace(" ", "") for name in names]:
        return 0
    if any(name.startswith(wanted) for name in names):
        return 1
    words = wanted.split()
    if any(all(f" {word}" in f" {name}" for word in words) for name in names):
        return 2
    if any(all(word in name for word in words) for name in names):
        return 3
    return None


def picks(rows: Sequence[PickRow], text: str) -> tuple[PickRow, ...]:
    """Return the rows that `text` may mean, best first; those by a further name last."""
    return found(rows, text, lambda row: (row.value, row.name), lambda row: row.also)


class Picks(Pane):
    """Rows around the picked one (-1: none), with ">" and its detail; `most` of them at once."""

    _rows: tuple[PickRow, ...] = ()
    _at = 0
    _none = ""

    def __init__(self, most: int = 9, id: str = "picks") -> None:
        super().__init__(id=id)
        self._most = most

    def show(self, rows: Sequence[PickRow], place: int = 0, none: str = "") -> None:
        """Show these rows, the `place`-th picked; `none` is said when there are none."""
        self._rows = tuple(rows)
        self._at = place
        self._none = none
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """The rows, and the detail of the one that is picked."""
        if not self._rows:
            if self._none:
                return [((trimmed(self._none, width), "dim"),)]
            return []
        first = around(self._at, self._most, len(self._rows))
        wide = max(20, *(cell_len(row.name) for row in self._rows))
        shown = []
        for at, row in list(enumerate(self._rows))[first : first + self._most]:
            text = f"{'>' if at == self._at else ' '} {fit(row.name, wide)} {row.figures}"
            role = "cursor" if at == self._at else ""
            shown.append(((fit(trimmed(text, width), width), role),))
        left = len(self._rows) - first - self._most
        if left > 0:
            shown[-1] = ((phrase("  ... {count} more", count=left + 1), "dim"),)
        detail = self._rows[self._at].detail if self._at >= 0 else ()
        return [*shown, *lined((trimmed(line, width) for line in detail), "dim")]


class PickInput(LineInput):
    """A line with a list of what it may mean; `rows` of its text have whole lines as values.

    Up and Down pick, Tab and Enter take what is picked. That is the first row until another is
    picked; unless `enter` is True it is none for Enter. The list is shown while the line has the
    focus.
    """

    BINDINGS = [
        Binding("down", "pick(1)", "down", show=False),
        Binding("up", "pick(-1)", "up", show=False),
    ]

    def __init__(
        self,
        rows: Callable[[str], Sequence[PickRow]],
        pane: Picks,
        id: str | None = None,
        *,
        enter: bool = True,
    ) -> None:
        super().__init__(id=id, compact=True)
        self._rows = rows
        self._pane = pane
        self._enter = enter
        self._step: tuple[int, str | None] = 0, None
        """How far below the first row, and for which text."""

    @property
    def _at(self) -> int:
        step, text = self._step
        if text != self.value:
            if self._enter:
                return 0
            return -1
        return min(step, max(0, len(self._rows(text)) - 1))

    def show_rows(self) -> None:
        """Show the list for what is typed, and hide it until the line has the focus."""
        rows = self._rows(self.value) if self.has_focus else ()
        self._pane.display = bool(rows)
        self._pane.show(rows, self._at)

    def watch_has_focus(self, has_focus: bool) -> None:
        """Show the list with the focus, and hide it without."""
        super().watch_has_focus(has_focus)
        self.show_rows()

    on_mount = on_input_changed = show_rows

    def action_pick(self, step: int) -> None:
        """Pick another row."""
        self._step = max(0, self._at + step), self.value
        self.show_rows()

    def _take(self) -> bool:
        rows = self._rows(self.value)
        if rows:
            taken = rows[max(0, self._at)].value
        else:
            taken = self.value
        if taken == self.value:
            return False
        self.value = taken
        self.cursor_position = len(taken)
        return True

    async def action_complete(self) -> None:
        """Take what is picked, else go to the next field."""
        if not self._take():
            self.screen.focus_next()

    def take_picked(self) -> None:
        """Take the row that is lit, if one is."""
        if self._at >= 0:
            self._take()

    async def action_submit(self) -> None:
        """Take what is picked, and submit the line."""
        self.take_picked()
        await super().action_submit()


class PickOne(Modal[str]):
    """Asks for one of `rows`: returns its value, or None when the GM leaves."""

    CSS_PATH = "pick_list.tcss"
    AUTO_FOCUS = "PickInput"

    def __init__(self, prompt: Message, rows: Sequence[PickRow]) -> None:
        super().__init__()
        self._prompt = prompt
        self._choices = rows

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(self._prompt, id="head")
            shown = Picks()
            yield PickInput(lambda text: picks(self._choices, text), shown)
            yield shown
            yield label(id="wrong")

    @on(Input.Submitted)
    def _taken(self, event: Input.Submitted) -> None:
        if any(row.value == event.value for row in self._choices):
            self.dismiss(event.value)
        else:
            refusal = Message("'{text}' is not in the list.", text=event.value)
            self.refuse_line(event.input, refusal)
