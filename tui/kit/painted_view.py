"""A view of painted ground, which is made of the same few segments over and over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeAlias, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual.filter import LineFilter
from textual.geometry import Region
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.kit.glyphs import PLAIN, Look
from tui.kit.made import Made

KEPT = 8192
"""So many segments are remembered."""
PAINTED = ("256", "truecolor")
"""The colour systems that have colours enough to paint the ground."""

Paint = TypeVar("Paint")
Span: TypeAlias = tuple[str, str, Paint]
"""Characters of a line, their role, and what is painted under them."""


class PaintedView(ScrollView, Generic[Paint]):
    """Draws lines of spans, each made a segment once; `style_on` gives a role's style on a paint.

    Without a border or padding, which would be Textual's to draw, the filters that Textual puts
    over every line are put over the few segments instead.
    """

    look: reactive[Look] = reactive(PLAIN, repaint=False)

    def __init__(self, style_on: Callable[[str, Paint], Style], *, id: str | None = None) -> None:
        self.segments: Made[Span[Paint], Segment] = Made(self._dressed, KEPT)
        self._styles: Made[tuple[str, Paint], Style] = Made(lambda key: style_on(*key))
        self._filters: list[LineFilter] = []
        super().__init__(id=id)

    @property
    def paints(self) -> bool:
        """Whether the terminal has colours enough to paint the ground."""
        app = self.app
        return not app.no_color and (app.native_ansi_color or app.console.color_system in PAINTED)

    def forget(self) -> None:
        """Make all lines anew, in other colours."""
        self._styles.clear()
        self.segments.clear()

    def notify_style_update(self) -> None:
        """Redraw in another theme."""
        self.forget()
        super().notify_style_update()

    def _dressed(self, span: Span[Paint]) -> Segment:
        text, role, paint = span
        segments = [Segment(text, self._styles[role, paint])]
        background = self.background_colors[1]
        for line_filter in self._filters:
            segments = line_filter.apply(segments, background)
        return segments[0]

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of the view in `crop`."""
        bare = not self.gutter and self.opacity == 1
        filters = list(self.get_line_filters()) if bare else []
        if filters != self._filters:
            self._filters = filters
            self.forget()
        if not bare:
            return super().render_lines(crop)
        strips = [self.render_line(y) for y in crop.line_range]
        if crop.column_span != (0, self.size.width):
            strips = [strip.crop(*crop.column_span) for strip in strips]
        return strips
