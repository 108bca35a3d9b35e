"""The signs that are on the screen now, with their colours and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from core.messages import Message
from core.values import Struct
from tui.kit.lines_view import trimmed
from tui.kit.modal import Modal, label
from tui.kit.phrases import Words, say

WIDEST = 10


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
        half = -(-len(self._signs) // 2) if len(self._signs) > 14 else len(self._signs)
        for left, right in zip(
            self._signs[:half],
            (*self._signs[half:], *(None for _ in range(2 * half - len(self._signs)))),
            strict=True,
        ):
            self._write(lines, left, 35 if right is not None else 0)
            if right is not None:
                self._write(lines, right, 0)
            lines.append("\n")
        return lines

    def _write(self, lines: Text, one: SignMeaning, width: int) -> None:
        sign = trimmed(one.sign, WIDEST)
        lines.append(sign, self._style_of(one.role))
        lines.append(" " * (WIDEST + 1 - len(sign)))
        words = one.words if isinstance(one.words, str) else say(one.words)
        lines.append(words[: width - WIDEST - 2].ljust(width - WIDEST - 1) if width else words)
