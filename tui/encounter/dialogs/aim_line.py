"""A line of text with a template on the grid that the arrows move."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

from core.messages import Message
from tui.kit.text_line import TextLine

ARROWS = ("up", "down", "left", "right")

Steer = Callable[[str, bool], None]
"""Moves what is laid: an arrow, and whether it goes far."""


class AimLine(TextLine):
    """A `TextLine` whose arrows move what `preview` describes; Backspace edits the text."""

    CSS_PATH = "../../kit/text_line.tcss"
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
        """Move the template and update the preview."""
        self._steer(arrow, far)
        line = self.query_one(Input)
        self._typed(Input.Changed(line, line.value))
