"""A line of text that lays something on the grid: while it is typed, the arrows move it there."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

from core.messages import Message
from tui.modals.text_line import TextLine

ARROWS = ("up", "down", "left", "right")

Steer = Callable[[str, bool], None]
"""Moves what is laid: an arrow, and whether it goes far."""


class AimLine(TextLine):
    """A `TextLine` in which the arrows steer what `preview` tells of; Backspace mends the text."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(f"{keys}{arrow}", f"steer('{arrow}', {far})", show=False, priority=True)
        for keys, far in (("", False), ("shift+", True))
        for arrow in ARROWS
    ]

    def __init__(
        self,
        prompt: Message,
        start: str,
        check: Callable[[str], object],
        preview: Callable[[str], Message | None],
        steer: Steer,
    ) -> None:
        super().__init__(prompt, start, check, replace=True, preview=preview)
        self._steer = steer

    def action_steer(self, arrow: str, far: bool) -> None:
        """Move what is laid; what it does there is told anew."""
        self._steer(arrow, far)
        line = self.query_one(Input)
        self._typed(Input.Changed(line, line.value))
