"""The campaign, or a part of it, in numbers: kilometres a day, hours forced, luck of the dice.

Shown with `push_screen(Charts(statistics, title, look))`; it returns nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll

from core.messages import Message
from tui.kit.glyphs import PLAIN, Look
from tui.kit.lines_view import Line, Pane
from tui.kit.modal import Modal, label
from tui.kit.phrases import say
from tui.sessions.present.charts import day_lines, luck_lines

if TYPE_CHECKING:
    from saves.history.statistics import Statistics


class ChartsPane(Pane):
    """Statistics in as many lines as they need."""

    _found: Statistics | None = None
    _days = 0

    def show(self, found: Statistics) -> None:
        """Show these numbers."""
        self._found = found
        self.redraw()

    @property
    def luck_at(self) -> int:
        """The line at which the luck of the dice begins."""
        self.drawn(self.size.width or 80)
        return self._days

    def lines(self, width: int) -> Sequence[Line]:
        """The days, then the luck."""
        if self._found is None:
            return ()
        days = [*day_lines(self._found, width, self.look), ()]
        self._days = len(days)
        return [*days, *luck_lines(self._found, width, self.look)]


class Charts(Modal[None]):
    """Statistics under `title`, beginning `at` the days or the luck.

    The arrows scroll, Tab goes from the days to the luck and back, `y` copies, Esc closes.
    """

    CSS_PATH = ["../../play/widgets.tcss", "charts_page.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "leave", "close", id="charts-close"),
        Binding("tab", "turn", "days or luck", priority=True, id="charts-turn"),
        Binding("j", "scroll(1)", show=False, id="charts-down"),
        Binding("k", "scroll(-1)", show=False, id="charts-up"),
        Binding("y", "copy", "copy", id="charts-copy"),
    ]

    def __init__(
        self,
        found: Statistics,
        title: Message | str,
        look: Look = PLAIN,
        at: Literal["days", "luck"] = "days",
    ) -> None:
        super().__init__()
        self._found, self._title, self._look, self._at = found, title, look, at

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(self._title, id="head")
            with VerticalScroll():
                yield ChartsPane()
            yield label(Message("arrows scroll   Tab days or luck   y copy   Esc close"), id="keys")

    def on_mount(self) -> None:
        """Show the numbers, scrolled to their beginning."""
        pane = self.query_one(ChartsPane)
        pane.look = self._look
        pane.show(self._found)
        self.query_one(VerticalScroll).focus()
        if self._at == "luck":
            self.call_after_refresh(self.action_turn)

    def action_turn(self) -> None:
        """Scroll from the days to the luck, and from there back to the top."""
        page, luck = self.query_one(VerticalScroll), self.query_one(ChartsPane).luck_at
        there = min(luck, page.max_scroll_y)
        page.scroll_to(y=0 if page.scroll_y >= there else there, animate=False)

    def action_scroll(self, by: int) -> None:
        """Scroll so many lines down."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)

    def action_copy(self) -> None:
        """Copy all of it as text."""
        self.copy(f"{say(self._title)}\n{self.query_one(ChartsPane).as_text()}")
