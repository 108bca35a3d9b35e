"""One line of text from the GM, at the foot of the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.suggester import Suggester
from textual.widgets import Input

from core.messages import Message, Refusal
from tui.kit.modal import Modal, label


class LineInput(Input):
    """An input in which Tab takes the suggested completion, else goes to the next field."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", "complete", show=False, priority=True, id="line-complete")
    ]

    def action_complete(self) -> None:
        """Take the suggestion, else go to the next field."""
        before = self.value
        if self.cursor_at_end:
            self.action_cursor_right()
        if self.value == before:
            self.screen.focus_next()


class TextLine(Modal[str | None]):
    """Asks for a line; returns None when the GM leaves with Escape.

    `start` is the first text; with `replace` the first typed key replaces it.
    `preview` describes what the typed text would do; None = nothing.
    `check` is called with the text on Enter; a Refusal that it raises is shown, and the text
    stays to be mended.
    """

    CSS_PATH = "text_line.tcss"
    AUTO_FOCUS = "Input"

    def __init__(
        self,
        prompt: Message,
        start: str = "",
        check: Callable[[str], object] | None = None,
        suggester: Suggester | None = None,
        *,
        replace: bool = False,
        preview: Callable[[str], Message | None] | None = None,
    ) -> None:
        super().__init__()
        self._preview = preview
        self._prompt = prompt
        self._start = start
        self._check = check
        self._suggester = suggester
        self._replace = replace

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(self.told(self._prompt), id="prompt")
            yield label(id="would")
            yield label(id="wrong")
            yield LineInput(
                self._start, suggester=self._suggester, compact=True, select_on_focus=self._replace
            )

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        if self._preview is not None:
            message = self._preview(event.value)
            self.write("would", None if message is None else self.told(message))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        try:
            if self._check is not None:
                self._check(event.value)
        except Refusal as refusal:
            self.write("wrong", self.told(refusal.message))
            return
        self.dismiss(event.value)
