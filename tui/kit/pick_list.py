"""A list to pick from by a few letters: rows with their figures, and more about the one picked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from core.values import Struct
from tui.kit.lines_view import Line, Pane, fit, trimmed
from tui.kit.phrases import phrase

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


def found(choices: Iterable[T], text: str, names: Callable[[T], Iterable[str]]) -> tuple[T, ...]:
    """Return the choices that `text` may mean, best first: by name, its beginning, its parts."""
    wanted = plain(text)
    ranked = []
    for choice in choices:
        rank = _rank([plain(name) for name in names(choice)], wanted)
        if rank is not None:
            ranked.append((rank, choice))
    return tuple(choice for _, choice in sorted(ranked, key=lambda one: one[0]))


def _rank(names: Sequence[str], wanted: str) -> int | None:
    if wanted in names or wanted.replace(" ", "") in [name.replace(" ", "") for name in names]:
        return 0
    if any(name.startswith(wanted) for name in names):
        return 1
    return 2 if any(all(word in name for word in wanted.split()) for name in names) else None


def picks(rows: Iterable[PickRow], text: str) -> tuple[PickRow, ...]:
    """Return the rows that `text` may mean, best first."""
    return found(rows, text, lambda row: (row.value, row.name, *row.also))


class Picks(Pane):
    """Rows around the picked one, with ">" and its detail; `most` of them at once."""

    WIDE = 20
    """Cells of a name."""
    _rows: tuple[PickRow, ...] = ()
    _at = 0
    _none = ""

    def __init__(self, most: int = 9, id: str = "picks") -> None:
        super().__init__(id=id)
        self._most = most

    def show(self, rows: Sequence[PickRow], at: int = 0, none: str = "") -> None:
        """Show these rows, the `at`-th picked; `none` is said when there are none."""
        self._rows, self._at, self._none = tuple(rows), at, none
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """The rows, and the detail of the one that is picked."""
        if not self._rows:
            return [((trimmed(self._none, width), "dim"),)] if self._none else []
        first = min(max(0, self._at - self._most // 2), max(0, len(self._rows) - self._most))
        shown: list[Line] = []
        for at, row in list(enumerate(self._rows))[first : first + self._most]:
            text = f"{'>' if at == self._at else ' '} {fit(row.name, self.WIDE)} {row.figures}"
            role = "cursor" if at == self._at else ""
            shown.append(((fit(trimmed(text, width), width), role),))
        left = len(self._rows) - first - self._most
        if left > 0:
            shown[-1] = ((phrase("  ... {count} more", count=left + 1), "dim"),)
        detail = self._rows[self._at].detail
        return [*shown, *(((trimmed(line, width), "dim"),) for line in detail)]
