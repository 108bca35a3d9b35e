"""Views of painted ground, drawn with the Line API: each square has a background of its own."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from operator import attrgetter
from typing import Generic, TypeAlias, TypeVar

from rich.color import Color as TerminalColor
from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.segment import Segment
from rich.style import Style
from textual.filter import LineFilter
from textual.geometry import Region
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.kit.failures import catching
from tui.kit.lines_view import STYLES, Made, draw_failure
from tui.kit.looks import PLAIN

KEPT = 8192
"""So many segments are remembered."""
PAINTED = ("256", "truecolor")
"""The colour systems that have colours enough to paint the ground."""

Paint = TypeVar("Paint")
PaintedSpan: TypeAlias = tuple[str, str, Paint]
"""Characters of a line, their role, and what is painted under them."""


class PaintedView(ScrollView, Generic[Paint]):
    """Draws lines of spans, each made a segment once; `style_on` gives a role's style on a paint.

    Without a border or padding, which would be Textual's to draw, the filters that Textual puts
    over every line are put over the few segments instead.
    """

    look = reactive(PLAIN, repaint=False)

    def __init__(self, style_on: Callable[[str, Paint], Style], *, id: str | None = None) -> None:
        self.segments: Made[PaintedSpan[Paint], Segment] = Made(self._dressed, KEPT)
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

    def _dressed(self, span: PaintedSpan[Paint]) -> Segment:
        text, role, paint = span
        segments = [Segment(text, self._styles[role, paint])]
        background = self.background_colors[1]
        for line_filter in self._filters:
            segments = line_filter.apply(segments, background)
        return segments[0]

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of the view in `crop`; if they fail, a sentence that says so."""
        with catching(self) as catch:
            return self.paint_lines(crop)
        self.forget()
        return draw_failure(catch.message, self.size.width, crop, self.rich_style)

    def paint_lines(self, crop: Region) -> list[Strip]:
        """Paint the lines in `crop`."""
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


RESET = "\x1b[0m"
OFF = {"": "", "1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "9": "29"}
"""What ends an attribute; 22 ends both bold and dim."""
UNSEEN = frozenset({"", "1", "2", "3"})
"""The attributes that are not seen of a blank: bold, dim, italic."""


class StripPart:
    """Segments that are drawn side by side in many strips; equal only to itself.

    So it is looked up faster than its styles, whose hashes Rich computes in Python.
    """

    __slots__ = ("segments", "width")

    def __init__(self, segments: Iterable[Segment]) -> None:
        self.segments = tuple(segments)
        self.width = sum(segment.cell_length for segment in self.segments)


class ShortStrip(Strip):
    """A strip rendered with short codes, as is what is cropped from it.

    Textual tells every attribute of every segment. On painted ground, where each square has another
    background, that is twice as long, which is felt over SSH.
    """

    _rendered: tuple[str, str] | None = None
    _parts: Sequence[StripPart] | None = None

    @classmethod
    def of_parts(cls, parts: Sequence[StripPart], cell_length: int) -> ShortStrip:
        """A strip of these parts, which is rendered part by part."""
        strip = cls(chain.from_iterable(map(attrgetter("segments"), parts)), cell_length)
        strip._parts = parts
        return strip

    def render(self, console: Console) -> str:
        """The strip as terminal sequences."""
        name = console.color_system or "truecolor"
        if self._rendered is None or self._rendered[0] != name:
            self._rendered = name, self._made(COLOR_SYSTEMS[name])
        return self._rendered[1]

    def _made(self, system: ColorSystem) -> str:
        now = _told(system, "", "", "")
        if self._parts is None:
            return now.tell(self)[0] + RESET
        texts: list[str] = []
        for part in self._parts:
            text, now = now.parts[part]
            texts.append(text)
        return "".join([*texts, RESET])

    def crop(self, start: int, end: int | None = None) -> Strip:
        """The columns from `start` to `end` (None = the last)."""
        if self._parts is not None and start <= 0 and end is not None and end < self.cell_length:
            widths = list(accumulate(map(attrgetter("width"), self._parts)))
            count = bisect_left(widths, end) + 1
            if widths[count - 1] == end:
                return ShortStrip.of_parts(self._parts[:count], end)
        cut = super().crop(start, end)
        if cut is self:
            return cut
        return ShortStrip(cut, cut.cell_length)


class _Told:
    """What a terminal was told last: attributes, colour and background; and what it is told next.

    `texts` and `blanks` have, by the style of what follows, the codes for it, and what was told
    then; `parts` the same for parts of strips, with their text.
    """

    def __init__(self, system: ColorSystem, *codes: str) -> None:
        self.codes = codes
        self._system = system
        self.texts: Made[Style, tuple[str, _Told]] = Made(self._text, STYLES)
        self.blanks: Made[Style, tuple[str, _Told]] = Made(self._blank, STYLES)
        self.parts: Made[StripPart, tuple[str, _Told]] = Made(self._part, STYLES)

    def tell(self, segments: Iterable[Segment]) -> tuple[str, _Told]:
        """These segments with their codes, and what was told then."""
        texts: list[str] = []
        now = self
        for text, style, _ in segments:
            if text.isspace():
                ways = now.blanks
            else:
                ways = now.texts
            way, now = ways[NULL if style is None else style]
            texts += way, text
        return "".join(texts), now

    def _part(self, part: StripPart) -> tuple[str, _Told]:
        return self.tell(part.segments)

    def _text(self, style: Style) -> tuple[str, _Told]:
        now = _told(self._system, *_codes(style, self._system))
        return self._way(now), now

    def _blank(self, style: Style) -> tuple[str, _Told]:
        attributes, color, _ = self.codes
        other, _, back = _codes(style, self._system)
        if not UNSEEN.issuperset((*attributes.split(";"), *other.split(";"))):
            return self.texts[style]
        now = _told(self._system, attributes, color, back)
        return self._way(now), now

    def _way(self, now: _Told) -> str:
        pairs = tuple(zip(self.codes, now.codes, strict=True))
        had, has = (set(attributes.split(";")) for attributes in pairs[0])
        over = had - has
        if OFF.keys() >= over and all(new or not old for old, new in pairs[1:]):
            codes = [OFF[each] for each in sorted(over)] + [new for old, new in pairs if old != new]
        else:
            codes = ["0", *now.codes]
        told = ";".join(code for code in codes if code)
        if told:
            return f"\x1b[{told}m"
        return ""


_told = lru_cache(maxsize=STYLES)(_Told)
NULL = Style.null()


def _codes(style: Style, system: ColorSystem) -> tuple[str, str, str]:
    bold = style.without_color.render("x", color_system=system).partition("x")[0]
    color = _color(style.color, system, True)
    back = _color(style.bgcolor, system, False)
    return bold.removeprefix("\x1b[").removesuffix("m"), color, back


def _color(color: TerminalColor | None, system: ColorSystem, foreground: bool) -> str:
    if color:
        return ";".join(color.downgrade(system).get_ansi_codes(foreground))
    return ""
