"""Panes of text, drawn with the Line API, and the filters over all lines.

User text is never read as markup here, and everything is cut to the pane by its width in cells.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from textwrap import wrap
from typing import TypeAlias, TypeVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter, NoColor
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.style import Style as ThemedStyle
from textual.widget import Widget

from core.characters import clean, unseen_pattern
from core.messages import Message, half_up
from core.values import Struct
from tui.kit.failures import catching
from tui.kit.looks import PLAIN
from tui.kit.phrases import Words, phrase, say

CUT = ".."
"""Stands at the end of what did not fit."""
FILLER = "\0"


def trimmed(text: str, width: int, edge: str = " ") -> str:
    """`text` in at most `width` cells: what is longer ends at a word, with ".." after it.

    Only where that would leave less than half of them is a word itself cut. With `edge` ", " a list
    ends behind one of its parts, if there is room for any.
    """
    if cell_len(text) <= width:
        return text
    if width <= len(CUT):
        return CUT[: max(0, width)]
    room = width - len(CUT)
    for end in dict.fromkeys((edge, " ")):
        whole = set_cell_size(text, room + len(end)).rpartition(end)[0].rstrip(" ,;:")
        if whole and (end != " " or cell_len(whole) >= room // 2):
            return whole + CUT
    return set_cell_size(text, room).rstrip() + CUT


def both_ends(text: str, width: int) -> str:
    """`text` in at most `width` cells: of what is longer the beginning and the last words.

    Names that begin alike are told apart by their ends.
    """
    if cell_len(text) <= width:
        return text
    room = max(0, width - len(CUT))
    most = room * 3 // 5
    end = ""
    for word in reversed(text.split()):
        longer = f"{word} {end}".rstrip()
        if cell_len(longer) > most:
            break
        end = longer
    if not end:
        return trimmed(text, width)
    return set_cell_size(text, room - cell_len(end)).rstrip() + CUT + end


def side_by_side(items: Iterable[str], width: int, lead: str = "", gap: str = "  ") -> list[str]:
    """Items one after the other in as many lines as they take; `lead` begins the first."""
    blank = " " * cell_len(lead)
    lines: list[str] = []
    for item in items:
        if lines and cell_len(longer := f"{lines[-1]}{gap}{item}") <= width:
            lines[-1] = longer
        elif cell_len(blank + item) <= width:
            lines.append((blank if lines else lead) + item)
        else:
            lines += sentence(item, width, blank if lines else lead)
    return lines


GAP = "  "
"""Between the parts of a title."""


def whole(parts: Sequence[str], width: int) -> str:
    """As many parts as fit, whole; only where the first two do not fit is their end cut."""
    for most in range(len(parts), 2, -1):
        if cell_len(told := GAP.join(parts[:most])) <= width:
            return told
    return trimmed(GAP.join(parts[:2]), width)


def sentence(text: str, width: int, lead: str = "", below: str | None = None) -> list[str]:
    """A sentence in as many lines as it takes: behind `lead`, the further ones behind `below`.

    They are cut by columns: a wide letter takes two, for which textwrap sees a letter more.
    """
    if below is None:
        blank = " " * cell_len(lead)
    else:
        blank = below
    seen = "".join(letter.ljust(cell_len(letter), FILLER) for letter in text)
    lines = wrap(seen, max(8, width), initial_indent=lead, subsequent_indent=blank)
    return [line.replace(FILLER, "") for line in lines]


def around(at: int, room: int, count: int) -> int:
    """The first of the `room` rows, of `count`, that are shown with row `at` in their middle."""
    return min(max(0, at - room // 2), max(0, count - room))


def stepped(place: int, direction: str, times: int, count: int, page: int) -> int:
    """The row, of `count`, to which a cursor key goes from row `place`: a row, a page, an end."""
    steps = {"up": -1, "down": 1, "ne": -page, "se": page, "nw": -count, "sw": count}
    return max(0, min(place + steps.get(direction, 0) * times, count - 1))


def apart(left: str, right: str, width: int) -> str:
    """`left`, and `right` at the right edge; `right` alone is never cut."""
    room = width - cell_len(right) - 1
    short = trimmed(left, max(0, room))
    return short + " " * max(1, width - cell_len(short) - cell_len(right)) + right


Span: TypeAlias = tuple[str, str]
Line: TypeAlias = tuple[Span, ...]

ROLES: Mapping[str, str] = {
    "title": "bold $accent-text",
    "dim": "$quiet",
    "good": "$text-success",
    "bad": "bold $text-error",
    "mark": "bold",
    "cursor": "reverse $accent-text",
    "key": "bold $accent-text",
    "undone": "dim strike $quiet",
    "party": "bold $ink-party",
    "past": "bold reverse $foreground",
}
"""The roles of text, and the style of each in colours of the theme.

As component classes each would be styled in every pane of a screen before that is seen.
"""


def words(text: Words | None) -> str:
    """`text` as people read it; "" for None."""
    if text is None:
        return ""
    return say(text)


def fit(text: str, width: int, right: bool = False) -> str:
    """`text` cut or filled with blanks to exactly `width` cells, at the right edge if `right`."""
    if width <= 0:
        return ""
    if right:
        short = width - cell_len(text)
        if short >= 0:
            return " " * short + text
        return set_cell_size(text, width)
    return set_cell_size(text, width)


def columns(*cells: tuple[str, int]) -> str:
    """Cells of text side by side; a negative width sets a cell at its right edge."""
    return "".join(fit(text, abs(width), width < 0) for text, width in cells)


def lined(texts: Iterable[str], role: str = "") -> list[Line]:
    """A line of one role for each of these texts."""
    return [((text, role),) for text in texts]


def wrapped(text: str, width: int, role: str = "", lead: str = "") -> list[Line]:
    """`text` behind `lead`, in as many lines as it takes at `width`."""
    return lined(sentence(text, width, lead), role)


def hours(length: Fraction) -> str:
    """A duration as short as a table needs it, to the minute: "8", "1h40"."""
    whole, minutes = divmod(half_up(length * 60), 60)
    if minutes:
        return f"{whole}h{minutes:02}"
    return str(whole)


def when(text: str, width: int) -> str:
    """A day and hour in `width` cells: without its month where there is no room for that."""
    parts = text.split()
    if cell_len(text) > width and len(parts) > 2:
        text = f"{parts[0]} {parts[-1]}"
    return fit(text, width)


def rule(width: int, left: str = "", right: str = "", focus: bool = False) -> Line:
    """A title line: `left`, and `right` at the right edge if it fits beside it, else not.

    The title of what has focus is reversed.
    """
    if cell_len(left) + cell_len(right) + 2 > width:
        right = ""
    title = left
    while cell_len(title) > width and " " in title:
        title = title.rpartition(" ")[0].rstrip()
    title = trimmed(title, width)
    blank = " " * (width - cell_len(title) - cell_len(right))
    return ((title, "cursor" if focus and title else "title"), (blank, ""), (right, "dim"))


class Pane(Widget):
    """A pane that shows its `lines(width)`. Call `redraw()` when that has changed."""

    look = reactive(PLAIN)

    _drawn: Sequence[Line] | None = None
    _drawn_at: tuple[Size, bool] | None = None
    _styles_of_roles: Made[str, Style]
    """What each role adds to the style of the pane, under the theme in use."""

    def lines(self, width: int) -> Sequence[Line]:
        """The lines in `width` columns, top down."""
        return ()

    def redraw(self, layout: bool = True) -> None:
        """Draw again; unless `layout` is False, ask for another height where the lines need one."""
        self._drawn = None
        self.refresh(layout=layout and self._needs_layout())

    def _needs_layout(self) -> bool:
        # To lay out one pane is to lay out and paint the whole screen.
        if not self.styles.auto_dimensions:
            return False
        size = self.size
        if not size.width or not self.styles.is_auto_height or self.styles.is_auto_width:
            return True
        return self.get_content_height(size, size, size.width) != size.height

    def watch_look(self) -> None:
        """Redraw in another look."""
        self.redraw(layout=False)

    def watch_has_focus(self, has_focus: bool) -> None:
        """Redraw the title, which shows the focus."""
        super().watch_has_focus(has_focus)
        self.redraw(layout=False)

    def notify_style_update(self) -> None:
        """Redraw in another theme."""
        self._drawn = None
        self._styles_of_roles = Made(self._find_style)
        super().notify_style_update()

    def _find_style(self, role: str) -> Style:
        return ThemedStyle.parse(ROLES[role]).rich_style

    def drawn(self, width: int) -> Sequence[Line]:
        """The lines at `width`, made once per change; if they fail, a sentence that says so."""
        # To ask for `size` while the screen is laid out would be to lay it out once more.
        size_and_focus = (Size(width, self.outer_size.height), self.has_focus)
        if self._drawn is None or self._drawn_at != size_and_focus:
            self._drawn = self._made(width)
            self._drawn_at = size_and_focus
        return self._drawn

    def _made(self, width: int) -> Sequence[Line]:
        with catching(self) as catch:
            return tuple(self.lines(width))
        return tuple(wrapped(words(catch.message), width, "bad"))

    def content_height(self, width: int) -> int:
        """The number of lines that it would like."""
        return len(self.drawn(width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines that it would like; of a sentence, if that fails."""
        with catching(self):
            return self.content_height(width)
        return len(self.drawn(width))

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of the pane in `crop`."""
        with catching(self) as catch:
            return super().render_lines(crop)
        return draw_failure(catch.message, self.size.width, crop, self.rich_style)

    def render_line(self, y: int) -> Strip:
        """Line `y` of the pane as a strip that fills its width."""
        width = self.size.width
        lines = self.drawn(width)
        base = self.rich_style
        if y >= len(lines):
            return Strip.blank(width, base)
        added = self._styles_of_roles
        styled = [(text, base + added[role] if role else base) for text, role in lines[y] if text]
        segments = [Segment(text, style) for text, style in styled]
        return Strip(segments).adjust_cell_length(width, base)

    def as_text(self) -> str:
        """The pane as plain text."""
        return text_of(self.drawn(self.size.width or 80))


def text_of(lines: Iterable[Line]) -> str:
    """Lines as plain text, without blanks at their ends."""
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)


class NarratedLines(Struct):
    """Lines that are kept or left out together; those of the highest `rank` go first."""

    lines: tuple[Line, ...]
    rank: int = 0


def told(texts: Iterable[str], rank: int = 0, role: str = "") -> NarratedLines:
    """Lines of one role."""
    return NarratedLines(tuple(lined(texts, role)), rank)


def fitted(every: Sequence[NarratedLines], most: int, width: int, pad: str = "") -> list[Line]:
    """The lines, or if there are more than `most` (0 = any number), the urgent ones and a count."""
    count = sum(len(each.lines) for each in every)
    used = 0
    kept = set()
    crowded = 0 < most < count
    for place in sorted(range(len(every)), key=lambda place: (every[place].rank, place)):
        size = len(every[place].lines)
        if not crowded or used + size < most:
            kept.add(place)
            used += size
    lines = [line for place, each in enumerate(every) if place in kept for line in each.lines]
    if crowded:
        more = phrase("... {lines} more: w", lines=count - used)
        lines.append(((trimmed(pad + more, width), "dim"),))
    return lines


def sign() -> str:
    """The sign in the first line of every screen while the curtain is drawn."""
    return f" {phrase('CURTAIN')} "


class TitleWords(Struct):
    """The words of a first line: at its left edge, and uncut at its right edge, in a role."""

    left: Words = ""
    right: Words = ""
    right_role: str = "dim"


class TitleLine(Pane):
    """Words at the left edge, and uncut words at the right edge ("saved 412").

    The parts on the left, two blanks apart, for which there is no room are left out whole.

    `player_view`: the sign of the curtain precedes that.
    """

    player_view = reactive(False)
    shown: reactive[TitleWords] = reactive(TitleWords(), repaint=False)

    def watch_shown(self) -> None:
        """Show other words."""
        self.redraw(layout=False)

    def lines(self, width: int) -> Sequence[Line]:
        """One line; of the left what fits beside the right, which is whole."""
        right = f" {words(self.shown.right)} "
        drawn = sign() if self.player_view else ""
        room = width - cell_len(right) - cell_len(drawn)
        parts = words(self.shown.left).split(GAP)
        left = fit(whole(parts, room), room)
        named = cell_len(GAP.join(parts[:2]))
        title = (left[:named], "title")
        rest = (left[named:], "")
        return ((title, rest, (drawn, "cursor"), (right, self.shown.right_role)),)

    def watch_player_view(self) -> None:
        """Show or hide the sign."""
        self.redraw(layout=False)


K = TypeVar("K")
V = TypeVar("V")


class Made(dict[K, V]):
    """Values by their keys, each made by `make` once; all are forgotten when they are too many."""

    def __init__(self, make: Callable[[K], V], most: int = sys.maxsize) -> None:
        self._make = make
        self._most = most

    def __missing__(self, key: K) -> V:
        if len(self) >= self._most:
            self.clear()
        self[key] = made = self._make(key)
        return made


STYLES = 1024
"""So many styles, and ways from each, are remembered."""


def draw_failure(message: Message | None, width: int, crop: Region, style: Style) -> list[Strip]:
    """The lines of a view that could not be drawn: a sentence that says so."""
    lines = sentence(words(message), width)
    texts = [lines[y] if y < len(lines) else "" for y in crop.line_range]
    strips = [Strip([Segment(text, style)]).adjust_cell_length(width, style) for text in texts]
    return [strip.crop(*crop.column_span) for strip in strips]


# filters over all lines


HALF = 0.5


class InvisibleFilter(LineFilter):
    """Removes invisible characters from every line, keeping its width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments as they may reach the terminal."""
        return [
            segment if segment.text.isprintable() or segment.control else _seen(segment)
            for segment in segments
        ]


SEEN = InvisibleFilter()


class ColorlessFilter(LineFilter):
    """Leaves bold, dim, reverse and underline: what stands on the opposite of the ground, reversed.

    Textual's own leaves greys.
    """

    def __init__(self, dark: bool) -> None:
        super().__init__()
        self._dark = dark
        self._plain: Made[Style, Style] = Made(self._without, STYLES)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments without colours."""
        return [
            Segment(text, style and self._plain[style], control)
            for text, style, control in segments
        ]

    def _without(self, style: Style) -> Style:
        plain = style + NoColor.DEFAULT_COLORS
        if style.bgcolor is None or style.bgcolor.is_default:
            return plain
        light = Color.from_rich_color(style.bgcolor).brightness > HALF
        if light == self._dark:
            return plain + Style(reverse=not style.reverse)
        return plain


COLORLESS = {dark: ColorlessFilter(dark) for dark in (True, False)}
"""By whether the theme is dark."""


def _seen(segment: Segment) -> Segment:
    text = unseen_pattern().sub(lambda mark: clean(mark[0]).ljust(cell_len(mark[0])), segment.text)
    return Segment(text, segment.style)
