"""The signs that are on the screen now, with their colours and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import zip_longest

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from core.messages import Message
from core.values import Struct
from tui.kit.lines_view import fit, trimmed, words
from tui.kit.modal import Modal, label
from tui.kit.phrases import Words

WIDEST = 10
MOST = 14
"""Signs in one column; of more than these there are two."""
WIDTH = 24
"""Columns of the words on the left."""


class SignMeaning(Struct):
    """A sign as it is drawn, the role that gives its colour, and its meaning."""

    sign: str
    role: str
    words: Words


class Legend(Modal[None]):
    """Explains signs; `style_of` gives a role's colours. Any key that does not scroll closes it."""

    CSS_PATH = "legend.tcss"

    def __init__(self, signs: Iterable[SignMeaning], style_of: Callable[[str], Style]) -> None:
        super().__init__()
        self._signs = tuple(signs)
        self._style_of = style_of

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield label(Message("Signs on the screen now"), classes="head")
            yield Static(self._lines(), id="signs", markup=False)
            yield label(Message("Esc closes"), id="keys")

    def _lines(self) -> Text:
        lines = Text()
        half = -(-len(self._signs) // 2) if len(self._signs) > MOST else len(self._signs)
        for left, right in zip_longest(self._signs[:half], self._signs[half:]):
            self._write(lines, left, None if right is None else WIDTH)
            if right is not None:
                self._write(lines, right)
            lines.append("\n")
        return lines

    def _write(self, lines: Text, one: SignMeaning, width: int | None = None) -> None:
        sign = trimmed(one.sign, WIDEST)
        lines.append(sign, self._style_of(one.role))
        lines.append(" " * (WIDEST + 1 - cell_len(sign)))
        text = words(one.words)
        lines.append(text if width is None else fit(trimmed(text, width - 1), width))
