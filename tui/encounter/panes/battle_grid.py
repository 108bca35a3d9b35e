"""The battle grid: a board, the overlay of the fight, and a cursor.

It is drawn with the Line API from a cache of strips; only dirty rows are drawn again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.message import Message as Posted
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from core.combat.board.battlefield import Battlefield
from core.combat.board.drawing import DoorState
from core.combat.board.squares import DIRECTIONS, Square
from core.values import replace
from tui.encounter.panes.grid_rows import MARGIN, GridRow, GridRows
from tui.encounter.panes.grid_things import GridOverlay
from tui.kit.glyphs import PLAIN, Look
from tui.kit.keymap import bindings
from tui.kit.phrases import say

_STEPS = {
    "up": "N", "down": "S", "left": "W", "right": "E", "nw": "NW", "ne": "NE", "sw": "SW",
    "se": "SE",
}  # fmt: skip
FAR = 5
BESIDE = 3
"""Squares that stay in view round the cursor."""
KEPT = 8192
"""So many segments are remembered."""
ROLES = (
    "open", "rough", "hazard", "water", "low", "fog", "wall", "own", "door",
    "head", "here", "party", "foe", "neutral", "dead", "hidden", "acting", "marked",
    "layer", "layer2", "area", "mark", "path", "ruler", "strike", "ghost", "label", "line",
    "draft", "cursor", "also", "under", "legend",
)  # fmt: skip


class GridWindow(NamedTuple):
    """The visible part: its first square, columns and rows of squares, characters a square."""

    left: int
    top: int
    across: int
    down: int
    width: int


class BattleGrid(ScrollView, can_focus=True):
    """A board with an overlay and a cursor on one of its squares.

    Column letters and row numbers stay in view when it scrolls. While a layer is
    shown the last line says what its signs mean. The cursor is `@`, and reversed, so that it is
    seen without colours. `wide` is columns a square, 2 or 1; `player_view` leaves out what players
    must not see: hidden creatures, and hit points.
    """

    BINDINGS = [*bindings("encounter", cursor=True)]
    COMPONENT_CLASSES = {f"grid--{role}" for role in ROLES}

    @dataclass
    class CursorMoved(Posted):
        """The GM moved the cursor to this square."""

        square: Square

    @dataclass
    class SquareChosen(Posted):
        """The GM clicked on the square of the cursor."""

        square: Square

    cursor: reactive[Square] = reactive(Square(0, 0), repaint=False)
    look: reactive[Look] = reactive(PLAIN, repaint=False)
    wide: reactive[int] = reactive(2, repaint=False)
    player_view: reactive[bool] = reactive(False, repaint=False)

    def __init__(self, *, id: str | None = None) -> None:
        self._rows = GridRows()
        self._strips: dict[int, tuple[int, int, Strip]] = {}
        self._styles: dict[str, Style] = {}
        self._segments = _Segments(self._dressed)
        self._filters: list[LineFilter] = []
        self._now = GridWindow(0, 0, 0, 0, 0)
        self._company: tuple[Square, ...] = ()
        super().__init__(id=id)

    @property
    def field(self) -> Battlefield:
        """The board that is shown."""
        return self._rows.field

    # what it shows

    def set_board(self, field: Battlefield, doors: Mapping[str, DoorState] | None = None) -> None:
        """Show this board; if its size is unchanged, only rows that differ are redrawn.

        `doors` are by the names of their borders. The overlay of a board of another size is
        dropped.
        """
        before = self._rows
        size = before.field.width, before.field.height
        overlay = before.overlay if size == (field.width, field.height) else GridOverlay()
        self._rows = GridRows(field, doors, overlay, self.look, self.wide, self.player_view)
        rows = before.ground.changed(self._rows.ground)
        if rows is None:
            self._forget()
            if not field.holds(self.cursor):
                self.set_reactive(BattleGrid.cursor, Square(0, 0))
            self._reveal()
        else:
            self._rows.ground.adopt(before.ground, rows)
            self._dirty(rows)

    def show(self, **changes: Any) -> None:  # noqa: ANN401  (fields of GridOverlay)
        """Change these fields of the overlay; redraw the rows that differ."""
        before = self._rows.overlay
        after = replace(before, **changes)
        explained = self._rows.layered
        self._dirty(self._rows.lay(after))
        if explained != self._rows.layered:
            self._measure()
            self._reveal()
        if explained != self._rows.layered or before.layer.legend != after.layer.legend:
            self._refresh_screen_line(self.size.height - 1)

    @property
    def overlay(self) -> GridOverlay:
        """The overlay of the board."""
        return replace(self._rows.overlay)

    @property
    def doors(self) -> Mapping[str, DoorState]:
        """The doors by the names of their borders."""
        return self._rows.ground.doors

    def squares_on_screen(self) -> tuple[Square, ...]:
        """The visible squares, in reading order."""
        left, top, across, down, _ = self._view()
        right, bottom = min(self.field.width, left + across), min(self.field.height, top + down)
        return tuple(Square(x, y) for y in range(top, bottom) for x in range(left, right))

    def as_text(self) -> str:
        """The visible part of the board as plain text, without the cursor."""
        left, top, _, down, _ = self._view()
        rows = min(down, self.field.height - top)
        lines = self._rows.text(left, top, self.size.width or 80, rows)
        if self._rows.layered:
            lines.append(say(self._rows.legend()))
        return "\n".join(lines)

    # drawing

    def _remake(self) -> None:
        rows = self._rows
        self._rows = GridRows(
            rows.field, rows.ground.doors, rows.overlay, self.look, self.wide, self.player_view,
        )  # fmt: skip
        self._forget()

    def _forget(self) -> None:
        self._strips = {}
        self._measure()
        self.refresh()

    def _measure(self) -> None:
        # A column that is too narrow for a square counts too, or the last square is never seen.
        rows = self._rows
        spare = max(0, self.size.width - MARGIN) % self.wide
        self.virtual_size = Size(rows.width + spare, 1 + rows.field.height + rows.layered)

    def watch_look(self) -> None:
        """Draw with other signs."""
        self._remake()

    def watch_player_view(self) -> None:
        """Hide or show what players must not see."""
        self._remake()

    def watch_wide(self) -> None:
        """Draw wider or narrower, with the cursor in view."""
        self._remake()
        self._reveal()

    def on_resize(self) -> None:
        """Keep the cursor in view."""
        self._forget()
        self._reveal()

    def notify_style_update(self) -> None:
        """Redraw in another theme."""
        self._strips, self._styles = {}, {}
        self._segments.clear()
        super().notify_style_update()

    def watch_cursor(self, before: Square, after: Square) -> None:
        """Redraw the rows that the cursor left and entered, and the letters of the columns."""
        self._company = ()
        self._dirty({before.y, after.y})
        if before.x != after.x:
            self._refresh_screen_line(0)
        self._reveal()

    def _dirty(self, rows: Iterable[int]) -> None:
        for y in rows:
            self._strips.pop(y, None)
            at = y + 1 - self.scroll_offset.y
            if 0 < at < self.size.height:
                self._refresh_screen_line(at)

    def _refresh_screen_line(self, at: int) -> None:
        self.refresh(Region(0, at, self.size.width, 1))

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of the view in `crop`; what they share is looked up once for all of them.

        Without a border or padding, which would be Textual's to draw, the filters that Textual
        puts over every line have been put over the few segments instead that all lines are of.
        """
        filters = self.get_line_filters()
        bare = not self.gutter and self.opacity == 1
        if (filters if bare else []) != self._filters:
            self._filters = list(filters) if bare else []
            self._strips, self._segments = {}, _Segments(self._dressed)
        self._now = self._view()
        if not bare:
            return super().render_lines(crop)
        strips = [self.render_line(y) for y in crop.line_range]
        if crop.column_span != (0, self._now.width):
            strips = [strip.crop(*crop.column_span) for strip in strips]
        return strips

    def render_line(self, y: int) -> Strip:
        """Line `y` of the view, from the cache unless something in it changed."""
        left, top, _, down, width = self._now
        if y == 0:
            return self._strip(self._rows.head(left, width, self.cursor))
        if self._rows.layered and y == down + 1:
            words = self._segments[f" {say(self._rows.legend())}", "legend"]
            return Strip([words]).adjust_cell_length(width, words.style)
        row = y - 1 + top
        known = self._strips.get(row)
        if known is not None and known[:2] == (left, width):
            return known[2]
        if row < self.field.height:
            strip = self._strip(self._rows.draw(row, left, width, self.cursor))
        else:
            strip = self._strip(GridRow([" "] * width, [""] * width))
        self._strips[row] = (left, width, strip)
        return strip

    def _strip(self, row: GridRow) -> Strip:
        made = self._segments
        return Strip([made[span] for span in row.spans()], len(row.chars))

    def _dressed(self, text: str, role: str) -> Segment:
        style = self._styles.get(role)
        if style is None:
            style = self._styles[role] = self._style(role)
        segments = [Segment(text, style)]
        background = self.background_colors[1]
        for line_filter in self._filters:
            segments = line_filter.apply(segments, background)
        return segments[0]

    def _style(self, role: str) -> Style:
        if not role:
            return self.rich_style
        first, *more = (f"grid--{name}" for name in role.split())
        style = self.get_component_rich_style(first)
        for name in more:
            style += self.get_component_styles(name).text_style
        return style

    def signs_seen(self) -> dict[str, set[str]]:
        """What is drawn in each role in the visible part; the ground by the board's own signs."""
        seen: dict[str, set[str]] = {}
        left, top, across, down, width = self._view()
        for y in range(top, min(top + down, self.field.height)):
            for text, role in self._rows.draw(y, left, width).spans():
                seen.setdefault(role.partition(" ")[0], set()).update(text.split())
            if self.field.rows:
                seen.setdefault("ground", set()).update(self.field.rows[y][left : left + across])
        return seen

    def style_of(self, role: str) -> Style:
        """The colours of a role."""
        return self._style(role)

    def _view(self) -> GridWindow:
        width, height = self.size
        left, top = self.scroll_offset
        across = max(0, (width - MARGIN) // self.wide)
        return GridWindow(
            left // self.wide, top, across, max(0, height - 1 - self._rows.layered), width
        )

    def reveal(self, squares: Iterable[Square]) -> None:
        """Show these squares, as far as there is room, with the cursor until it moves."""
        self._company = tuple(squares)
        self._reveal()

    def _reveal(self) -> None:
        if not self.size or not self.field.holds(self.cursor):
            return
        left, top, across, down, _ = self._view()
        x, y = left, top
        for square in (*self._company, self.cursor):
            x = _shifted(x, across, square.x, self.field.width)
            y = _shifted(y, down, square.y, self.field.height)
        if (x, y) != (left, top):
            self.scroll_to(x * self.wide, y, animate=False, force=True)

    # moving

    def action_cursor(self, direction: str) -> None:
        """Move the cursor to a neighbour."""
        self._move(direction, 1)

    def action_cursor_far(self, direction: str) -> None:
        """Move the cursor five squares."""
        self._move(direction, FAR)

    def zoom(self, steps: int) -> None:
        """Draw squares wider (`steps` above 0) or narrower."""
        self.wide = min(2, max(1, self.wide + steps))

    def _move(self, direction: str, times: int) -> None:
        dx, dy = DIRECTIONS[_STEPS[direction]]
        at = self.cursor
        for _ in range(times):
            if not self.field.holds(at.by(dx, dy)):
                break
            at = at.by(dx, dy)
        self.go(at)

    def go(self, square: Square) -> None:
        """Move the cursor to a square of the board and post `CursorMoved`."""
        if square != self.cursor and self.field.holds(square):
            self.cursor = square
            self.post_message(self.CursorMoved(square))

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the mouse; on the cursor's own square, choose it."""
        spot = event.get_content_offset(self)
        if spot is None or spot.x < MARGIN or spot.y < 1:
            return
        left, top, _, down, _ = self._view()
        square = Square(left + (spot.x - MARGIN) // self.wide, top + spot.y - 1)
        if not self.field.holds(square) or spot.y > down:
            return
        if square == self.cursor:
            self.post_message(self.SquareChosen(square))
            return
        before = self.cursor
        self.set_reactive(BattleGrid.cursor, square)  # what was clicked on stays where it is
        self._dirty({before.y, square.y})
        self._refresh_screen_line(0)
        self.post_message(self.CursorMoved(square))


class _Segments(dict[tuple[str, str], Segment]):
    """The segments of spans, each made once: most of a board is the same few over and over."""

    def __init__(self, make: Callable[[str, str], Segment]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, span: tuple[str, str]) -> Segment:
        if len(self) >= KEPT:
            self.clear()
        self[span] = made = self._make(*span)
        return made


def _shifted(first: int, room: int, at: int, size: int) -> int:
    beside = min(BESIDE, max(0, (room - 1) // 2))
    last = max(0, size - room)
    if not first - FAR <= at < first + room + FAR:
        return min(last, max(0, at - room // 2))
    least, most = at + beside - room + 1, at - beside
    return min(last, max(0, min(max(first, least), most)))
