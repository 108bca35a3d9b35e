"""The battle grid: a board, the overlay of the fight, and a cursor.

It is drawn with the Line API from a cache of strips. Of a row only the squares that changed are
drawn again, however large the board is; Textual sends all that is left of them, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, Unpack

from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message as Posted
from textual.reactive import reactive, var
from textual.strip import Strip

from core.combat.board.drawing import DoorState
from core.combat.board.squares import DIRECTIONS, Battlefield, Square
from core.values import replace
from tui.board.grid_cells import BLOCK, DEAD, TALL
from tui.board.grid_paint import PAINTS, rich_style
from tui.board.grid_rows import MARGIN, GridRow, GridRows, GridSpan, square_spans, widen
from tui.board.grid_things import GridChanges, GridOverlay
from tui.kit.keys import FAR, bindings
from tui.kit.lines_view import Made
from tui.kit.painted_view import KEPT, PaintedView, ShortStrip, StripPart
from tui.kit.phrases import say

_STEPS = {
    "up": "N",
    "down": "S",
    "left": "W",
    "right": "E",
    "nw": "NW",
    "ne": "NE",
    "sw": "SW",
    "se": "SE",
}
BESIDE = 3
"""Squares that stay in view round the cursor; of larger squares one."""
ROLES = (
    "open", "rough", "hazard", "water", "low", "fog", "wall", "own", "door",
    "head", "here", "party", "foe", "neutral", "dead", "large", "hidden", "acting", "marked",
    "layer", "layer2", "area", "mark", "path", "ruler", "strike", "ghost", "label", "line",
    "draft", "cursor", "also", "under", "legend", "full", "half", "spent",
)  # fmt: skip
WALK = 0.2
"""Seconds that a token walks."""
ZOOMS = tuple(TALL)
FITTED = (6, 4)
"""The zooms that are chosen where all that matters has room; 2 where it has not."""


class GridWindow(NamedTuple):
    """The visible part: its first square, whole columns and rows of squares, columns and lines."""

    left: int
    top: int
    across: int
    down: int
    width: int
    height: int


class BattleGrid(PaintedView[str], can_focus=True):
    """A board with an overlay and a cursor on one of its squares.

    Column letters and row numbers stay in view when it scrolls. While a layer is
    shown the last line says what its signs mean. The cursor is `@`, and reversed, so that it is
    seen without colours. `wide` is columns a square (see `TALL`); if it `fits`, the grid chooses
    it so that all that matters is seen, for a new board and when the terminal's size changes.
    Tokens walk their way if it `moves`.
    """

    BINDINGS = [*bindings("encounter", cursor=True)]
    COMPONENT_CLASSES = {f"grid--{role}" for role in (*ROLES, *PAINTS)}

    @dataclass
    class CursorMoved(Posted):
        """The GM moved the cursor to this square."""

        square: Square

    @dataclass
    class SquareChosen(Posted):
        """The GM clicked on the square of the cursor."""

        square: Square

    overlay = var(GridOverlay(), init=False)
    """What is laid over the board."""
    cursor = reactive(Square(0, 0), repaint=False)
    wide = reactive(2, repaint=False)
    walked = reactive(0, repaint=False)
    """The squares of its way that a token has walked."""

    def __init__(self, *, fits: bool = False, id: str | None = None) -> None:
        self._rows = GridRows()
        self._strips: dict[int, _DrawnRow] = {}
        self._stale: dict[int, range] = {}
        self._parts = Made(self._made_part, KEPT)
        self._squares = Made(self._made_square, KEPT)
        self._fits = fits
        self._unfitted = False
        self._by_hand = False
        self._fitted = Size(), 0
        self._now = GridWindow(0, 0, 0, 0, 0, 0)
        self._company: tuple[Square, ...] = ()
        self.moves = False
        self._way: tuple[Square, ...] = ()
        self._walkers: set[str] = set()
        super().__init__(partial(rich_style, self), id=id)

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
        self.arrive()
        if size != (field.width, field.height):
            self.set_reactive(BattleGrid.overlay, GridOverlay())
        self._rows = self._made(field, doors)
        rows = before.ground.changed(self._rows.ground)
        if rows is None:
            self._forget()
            if not field.holds(self.cursor):
                self.set_reactive(BattleGrid.cursor, Square(0, 0))
            self._unfitted = True
            self._reveal()
        else:
            self._rows.ground.adopt(before.ground, rows)
            self._dirty(dict.fromkeys(rows, range(field.width)))

    def show(self, **changes: Unpack[GridChanges]) -> None:
        """Change these fields of the overlay."""
        self.overlay = replace(self.overlay, **changes)

    def watch_overlay(self, before: GridOverlay, after: GridOverlay) -> None:
        """Redraw the rows that differ.

        A token that is moved along the path which was shown walks it, if motion is wanted.
        """
        explained = self._rows.layered
        if before.tokens != after.tokens:
            self._set_out(before, after)
        dirty = self._rows.lay(self._drawn_now())
        if after.tokens and (self._unfitted or self._out_of_view(before, after)):
            self._fit()
        self._dirty(dirty)
        if explained != self._rows.layered:
            self._measure()
            self._reveal()
        if explained != self._rows.layered or before.layer.legend != after.layer.legend:
            self._refresh_screen_line(self.size.height - 1)

    def _set_out(self, before: GridOverlay, after: GridOverlay) -> None:
        self._way = ()
        if not self.moves or self.app.animation_level != "full":
            return
        path = before.path
        places = {one.id: one.at for one in before.tokens}
        self._walkers = {
            one.id
            for one in after.tokens
            if one.squares is None and one.at in path[1:] and places.get(one.id) == path[0]
        }
        for one in after.tokens:
            if one.id in self._walkers:
                self._way = path[: path.index(one.at) + 1]
                self.set_reactive(BattleGrid.walked, 0)
                self.animate("walked", len(self._way) - 1, duration=WALK, easing="linear")

    def _drawn_now(self) -> GridOverlay:
        # A rider and its mount walk together.
        if not self._way:
            return self.overlay
        here = self._way[self.walked]
        tokens = (
            replace(one, at=here) if one.id in self._walkers else one for one in self.overlay.tokens
        )
        return replace(self.overlay, tokens=tuple(tokens))

    def validate_walked(self, walked: float) -> int:
        """Whole squares: between two of them nothing is drawn."""
        return int(walked)

    def watch_walked(self) -> None:
        """Draw who walks one square on."""
        if self._way:
            self._dirty(self._rows.lay(self._drawn_now()))
            self._way = self._way if self.walked < len(self._way) - 1 else ()

    def arrive(self) -> None:
        """End the walk of a token: it is drawn where it is."""
        if self._way:
            self._way = ()
            self._dirty(self._rows.lay(self.overlay))

    @property
    def doors(self) -> Mapping[str, DoorState]:
        """The doors by the names of their borders."""
        return self._rows.ground.doors

    def squares_on_screen(self) -> tuple[Square, ...]:
        """The visible squares, in reading order."""
        left, top, across, down, *_ = self._view()
        right = min(self.field.width, left + across)
        bottom = min(self.field.height, top + down)
        return tuple(Square(x, y) for y in range(top, bottom) for x in range(left, right))

    def as_text(self) -> str:
        """The visible part of the board as plain text in at most two columns a square."""
        left, top, across, down, width, _ = self._view()
        rows = min(down, self.field.height - top)
        grid_rows = self._small()
        if self.wide >= BLOCK:
            width = MARGIN + grid_rows.wide * across
        lines = grid_rows.text(left, top, width or 80, rows)
        if grid_rows.layered:
            lines.append(say(grid_rows.legend()))
        return "\n".join(lines)

    # drawing

    def _made(self, field: Battlefield, doors: Mapping[str, DoorState] | None) -> GridRows:
        return GridRows(field, doors, self._drawn_now(), self.look, self.wide, self.paints)

    def _remake(self) -> None:
        self._rows = self._made(self.field, self.doors)
        self._forget()

    def _forget(self) -> None:
        self._strips = {}
        self._stale = {}
        self._measure()
        self.refresh()

    def _measure(self) -> None:
        # Columns too few for a square count too, and lines, or the last square is never seen.
        rows = self._rows
        width = self.size.width - MARGIN
        height = self.size.height - 1 - rows.foot
        across = max(0, width) % self.wide
        down = max(0, height) % rows.tall
        lines = 1 + rows.field.height * rows.tall + rows.foot
        self.virtual_size = Size(rows.width + across, lines + down)

    def watch_look(self) -> None:
        """Draw with other signs."""
        self._remake()

    def watch_wide(self) -> None:
        """Draw wider or narrower, with who acts and the cursor in view."""
        self._remake()
        self.reveal(at for one in self.overlay.tokens if one.acting for at in one.body)

    def on_resize(self) -> None:
        """Keep the cursor in view; in a terminal of another size, choose the zoom again.

        Also with another width, which the layout may give it after the first one; lines that it
        loses to the dice come back.
        """
        self._forget()
        fitted = self.app.size, self.size.width
        if fitted != self._fitted:
            self._fitted = fitted
            self._fit()
        self._reveal()

    def forget(self) -> None:
        """Draw all rows anew, in other colours."""
        super().forget()
        self._parts.clear()
        self._squares.clear()
        self._strips = {}

    def watch_cursor(self, before: Square, after: Square) -> None:
        """Redraw the rows that the cursor left and entered, and the letters of the columns."""
        self.arrive()
        self._draw_moved(before, after)
        self._reveal()

    def _draw_moved(self, before: Square, after: Square) -> None:
        self._company = ()
        for square in (before, after):
            self._dirty({square.y: range(square.x, square.x + 1)})
        if before.x != after.x:
            self._refresh_screen_line(0)

    def _dirty(self, rows: Mapping[int, range]) -> None:
        """Redraw these squares of these rows, and the numbers of the rows."""
        left, top, _, _, width, height = self._view()
        tall = self._rows.tall
        bottom = height - self._rows.foot
        widen(self._stale, rows.items())
        regions = []
        for y, squares in rows.items():
            first = 1 + (y - top) * tall
            if 0 < first < bottom:
                end = MARGIN + max(0, squares.stop - left) * self.wide
                regions.append(Region(0, first, min(end, width), min(tall, bottom - first)))
        if regions:
            self.refresh(*regions)

    def _refresh_screen_line(self, at: int) -> None:
        self.refresh(Region(0, at, self.size.width, 1))

    def paint_lines(self, crop: Region) -> list[Strip]:
        """Paint the lines in `crop`; what they share is looked up once for all of them."""
        self._now = self._view()
        return super().paint_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Line `y` of the view, from the cache unless something in it changed."""
        left, top, _, _, width, height = self._now
        if y == 0:
            head = self._rows.head(left, width, self.cursor)
            return ShortStrip.of_parts(self._parts_of(head), width)
        if self._rows.layered and y == height - 1:
            words = self.segments[f" {say(self._rows.legend())}", "legend", ""]
            return Strip([words]).adjust_cell_length(width, words.style)
        row, line = divmod(y - 1, self._rows.tall)
        row += top
        known = self._strips.get(row)
        stale = self._stale.pop(row, None)
        if known is None or known.place != (left, width):
            known = self._strips[row] = self._drawn(row, left, width)
        elif stale is not None:
            known = self._strips[row] = self._redrawn(known, row, stale)
        strip = known.strips[line]
        if strip is None:
            strip = known.strips[line] = ShortStrip.of_parts(known.parts[line], width)
        return strip

    def _drawn(self, row: int, left: int, width: int) -> _DrawnRow:
        lines = self._rows.draw(row, left, width, self.cursor)
        parts = tuple(map(self._parts_of, lines))
        return _DrawnRow((left, width), lines, parts, [None] * len(lines))

    def _redrawn(self, known: _DrawnRow, row: int, squares: range) -> _DrawnRow:
        left = known.place[0]
        lines = self._rows.redraw(known.lines, row, left, squares, self.cursor)
        first = squares.start - left
        last = squares.stop - left
        parts = tuple(
            self._renewed(before, line, first, last)
            for before, line in zip(known.parts, lines, strict=True)
        )
        return _DrawnRow(known.place, lines, parts, [None] * len(lines))

    def _parts_of(self, row: GridRow) -> list[StripPart]:
        if not row.paints:
            return [self._parts[span,] for span in row.spans()]
        squares = map(self._squares.__getitem__, row.squares())
        return [self._parts[row.head()], *squares, self._parts[row.rest()]]

    def _renewed(
        self, before: list[StripPart], row: GridRow, first: int, last: int
    ) -> list[StripPart]:
        # The parts of a row of which the squares from `first` to `last` were drawn again.
        if not row.paints:
            return self._parts_of(row)
        first = max(0, first)
        last = max(first, min(last, len(row.paints)))
        squares = map(self._squares.__getitem__, row.squares(first, last))
        return [self._parts[row.head()], *before[1 : first + 1], *squares, *before[last + 1 :]]

    def _made_part(self, spans: tuple[GridSpan, ...]) -> StripPart:
        return StripPart(map(self.segments.__getitem__, spans))

    def _made_square(self, square: tuple[str, ...]) -> StripPart:
        return self._made_part(tuple(square_spans(square)))

    def signs_seen(self) -> dict[str, set[str]]:
        """What is drawn in each role in the visible part; the ground by the signs of its kinds."""
        seen: dict[str, set[str]] = {}
        left, top, across, down, *_ = self._view()
        rows = self._small(painted=True)  # square by square, however many are drawn alike
        width = MARGIN + rows.wide * across
        for y in range(top, min(top + down, self.field.height)):
            for line in rows.draw(y, left, width):
                for text, role, _ in line.spans():
                    seen.setdefault(role.partition(" ")[0], set()).update(text.split())
            if self.field.rows:
                seen.setdefault("ground", set()).update(rows.ground.kinds(y)[left : left + across])
        return seen

    def style_of(self, role: str) -> Style:
        """The colours of a role."""
        return rich_style(self, role, "open" if self._rows.painted else "")

    def _small(self, painted: bool = False) -> GridRows:
        # As it is drawn with at most two columns a square.
        return GridRows(
            self.field, self.doors, self._drawn_now(), self.look, min(self.wide, 2), painted
        )

    def _view(self) -> GridWindow:
        width, height = self.size
        (left, top) = self.scroll_offset
        tall = self._rows.tall
        across = max(0, (width - MARGIN) // self.wide)
        down = max(0, height - 1 - self._rows.foot) // tall
        return GridWindow(left // self.wide, top // tall, across, down, width, height)

    def reveal(self, squares: Iterable[Square]) -> None:
        """Show these squares, as far as there is room, with the cursor until it moves."""
        self._company = tuple(squares)
        self._reveal()

    def _reveal(self) -> None:
        if not self.size or not self.field.holds(self.cursor):
            return
        left, top, across, down, *_ = self._view()
        x = left
        y = top
        beside = BESIDE if self.wide < BLOCK else 1
        for square in (*self._company, self.cursor):
            x = _shifted(x, across, square.x, self.field.width, beside)
            y = _shifted(y, down, square.y, self.field.height, beside)
        self._scroll(x, y)

    def _scroll(self, x: int, y: int) -> None:
        left, top, *_ = self._view()
        if (x, y) != (left, top):
            self.scroll_to(x * self.wide, y * self._rows.tall, animate=False, force=True)

    def fit_again(self) -> None:
        """Choose the zoom when the creatures are shown next, even if the GM chose it before."""
        self._unfitted = True

    def _fit(self) -> None:
        """Choose the zoom that shows all that matters, with it in the middle."""
        if not self._fits or not self.size or not self.field.width:
            return
        self._unfitted = not self.overlay.tokens
        self._by_hand = False
        width = self.size.width - MARGIN
        height = self.size.height - 1 - self._rows.foot
        box = self._box()
        fitting = (
            wide
            for wide in FITTED
            if box.width * wide <= width and box.height * TALL[wide] <= height
        )
        self.wide = next(fitting, 2)
        _, _, across, down, *_ = self._view()
        self._scroll(box.x - (across - box.width) // 2, box.y - (down - box.height) // 2)
        self._reveal()

    def _out_of_view(self, before: GridOverlay, after: GridOverlay) -> bool:
        # Whether somebody came who is not seen, and the zoom is still the chosen one.
        if self._by_hand or before.tokens == after.tokens:
            return False
        known = {one.id for one in before.tokens}
        came = [one for one in after.tokens if one.id not in known]
        seen = set(self.squares_on_screen()) if came else set()
        return any(not seen.issuperset(one.body) for one in came)

    def _box(self) -> Region:
        # Who is there, alive, and the cursor; where nobody is, the whole board.
        alive = [
            Region(*at, 1, 1) for one in self.overlay.tokens if one.state != DEAD for at in one.body
        ]
        if not alive:
            return Region(0, 0, self.field.width, self.field.height)
        return Region.from_union([Region(*self.cursor, 1, 1), *alive])

    # moving

    def action_cursor(self, direction: str, times: int = 1) -> None:
        """Move the cursor to a neighbour, or more squares."""
        dx, dy = DIRECTIONS[_STEPS[direction]]
        square = self.cursor
        for _ in range(times):
            if not self.field.holds(square.by(dx, dy)):
                break
            square = square.by(dx, dy)
        self.go(square)

    def zoom(self, steps: int) -> None:
        """Draw squares larger (`steps` above 0) or smaller."""
        self._by_hand = True
        at = ZOOMS.index(self.wide) + steps
        self.wide = ZOOMS[min(max(at, 0), len(ZOOMS) - 1)]

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
        left, top, *_ = self._view()
        across = (spot.x - MARGIN) // self.wide
        down = (spot.y - 1) // self._rows.tall
        square = Square(left + across, top + down)
        if not self.field.holds(square) or spot.y >= self.size.height - self._rows.foot:
            return
        if square == self.cursor:
            self.post_message(self.SquareChosen(square))
            return
        before = self.cursor
        self.set_reactive(BattleGrid.cursor, square)  # what was clicked on stays where it is
        self._draw_moved(before, square)
        self.post_message(self.CursorMoved(square))


class _DrawnRow(NamedTuple):
    """A row as drawn: from which square and how wide, its lines, and their strips once made.

    The `parts` of a painted line are its number, its squares, and what is behind them.
    """

    place: tuple[int, int]
    lines: tuple[GridRow, ...]
    parts: tuple[list[StripPart], ...]
    strips: list[Strip | None]


def _shifted(first: int, room: int, position: int, size: int, beside: int) -> int:
    beside = min(beside, max(0, (room - 1) // 2))
    last = max(0, size - room)
    if not first - FAR <= position < first + room + FAR:
        return min(last, max(0, position - room // 2))
    least = position + beside - room + 1
    most = position - beside
    return min(last, max(0, min(max(first, least), most)))
