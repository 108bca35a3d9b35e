"""The battle grid: a board, the overlay of the fight, and a cursor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from textual import events
from textual.message import Message as Posted

from core.combat.board.battlefield import Battlefield
from core.combat.board.plan import DoorState
from core.combat.board.squares import DIRECTIONS, Square
from core.values import replace
from tui.encounter.panes.grid_rows import MARGIN, GridLine, GridOverlay, GridRows, Layer, Token
from tui.encounter.panes.grid_view import FAR, GridView
from tui.kit.keymap import bindings
from tui.kit.phrases import say

_STEPS = {
    "up": "N", "down": "S", "left": "W", "right": "E", "nw": "NW", "ne": "NE", "sw": "SW",
    "se": "SE",
}  # fmt: skip


class BattleGrid(GridView, can_focus=True):
    """A board with an overlay and a cursor on one of its squares.

    Column letters and row numbers stay in view when it scrolls. While a layer is
    shown the last line says what its signs mean. The cursor is `@`, and reversed, so that it is
    seen without colours. `wide` is columns a square, 2 or 1; `player_view` leaves out what players
    must not see: hidden creatures, and hit points.
    """

    BINDINGS = [*bindings("encounter", cursor=True)]

    @dataclass
    class CursorMoved(Posted):
        """The GM moved the cursor to this square."""

        square: Square

    @dataclass
    class SquareChosen(Posted):
        """The GM clicked on the square of the cursor."""

        square: Square

    # what it shows

    def set_board(
        self,
        field: Battlefield,
        doors: Mapping[str, DoorState] | None = None,
        seen: int | None = None,
    ) -> None:
        """Show this board; if its size is unchanged, only rows that differ are redrawn.

        `doors` are by the names of their borders, `seen` the squares (bits) that the party sees,
        None = all. The overlay of a board of another size is dropped.
        """
        before = self._rows
        overlay = before.overlay if before.same_size(field) else GridOverlay()
        self._rows = GridRows(field, doors, seen, overlay, self.look, self.wide, self.player_view)
        rows = before.ground.changed(self._rows.ground)
        if rows is None:
            self._forget()
            if not field.holds(self.cursor):
                self.set_reactive(BattleGrid.cursor, Square(0, 0))
            self._reveal()
        else:
            self._rows.ground.adopt(before.ground, rows)
            self._dirty(rows)

    def show(
        self,
        *,
        tokens: Iterable[Token] | None = None,
        layer: Layer | None = None,
        path: Iterable[Square] | None = None,
        strikes: Mapping[Square, str] | None = None,
        ghosts: Mapping[Square, str] | None = None,
        labels: Mapping[Square, str] | None = None,
        lines: Iterable[GridLine] | None = None,
        area: int | None = None,
        marks: Mapping[Square, str] | None = None,
        ruler: Mapping[Square, int] | None = None,
        draft: Mapping[Square, str] | None = None,
    ) -> None:
        """Change the overlay (arguments left out keep their value); redraw the rows that differ.

        `layer`: NO_LAYER takes it away. `path` are squares in order, the first is where it
        begins and has no number. `strikes` are the letters of those who strike when a square is
        left. `ghosts` are as drawn, "a:" where one would stand, "d-" where it stands now (see
        `grid_things.ghosts`). `labels` are letters to jump to. `area` is a template as bits,
        `marks` a sign in the second column, `ruler` what has been counted at each square.
        `draft` is what a brush would draw: both columns, or the second alone.
        """
        before = self._rows.overlay
        after = GridOverlay(
            tokens=before.tokens if tokens is None else tuple(tokens),
            layer=before.layer if layer is None else layer,
            path=before.path if path is None else tuple(path),
            strikes=before.strikes if strikes is None else dict(strikes),
            ghosts=before.ghosts if ghosts is None else dict(ghosts),
            labels=before.labels if labels is None else dict(labels),
            lines=before.lines if lines is None else tuple(lines),
            area=before.area if area is None else area,
            marks=before.marks if marks is None else dict(marks),
            ruler=before.ruler if ruler is None else dict(ruler),
            draft=before.draft if draft is None else dict(draft),
        )
        explained = self._rows.layered
        legend = before.layer.legend
        self._dirty(self._rows.lay(after))
        if explained != self._rows.layered:
            self._measure()
            self._reveal()
            self._refresh_screen_line(self.size.height - 1)
        elif legend != after.layer.legend:
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
