"""A map drawn large, with lines between points: a square is four columns wide and two rows high."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.combat.board.battlefield import Battlefield
from core.combat.board.scene import Scene
from core.combat.board.squares import Point, Square
from tui.verbs.ask_window import WIDTH, Window, column_names, tokens, window


@dataclass(frozen=True, slots=True)
class Line:
    """A line between two points in half-squares, and where it is cut.

    That is in the middle of a square, or of a border between two.
    """

    start: Point
    end: Point
    cut: tuple[Point, ...] = ()


SCALES = (4, 2)
"""Columns a square, the largest that fits is taken; always two rows."""


class Sheet:
    """A sheet of characters; the corner (x, y) of the map stands at column x * scale, row 2y."""

    def __init__(self, shown: Window, scale: int) -> None:
        self.shown = shown
        self.scale = scale
        wide = (shown.right - shown.left) * scale + 1
        high = (shown.bottom - shown.top) * 2 + 1
        self.rows = [[" "] * wide for _ in range(high)]

    def put(self, x: int, y: int, text: str) -> None:
        """Write `text` from column x of row y on, as far as the sheet goes."""
        for offset, sign in enumerate(text):
            if 0 <= y < len(self.rows) and 0 <= x + offset < len(self.rows[0]):
                self.rows[y][x + offset] = sign

    def at(self, point: Point) -> tuple[int, int]:
        """Where a point in half-squares stands on the sheet."""
        x, y = point
        return (x - 2 * self.shown.left) * self.scale // 2, y - 2 * self.shown.top

    def square(self, square: Square) -> tuple[int, int]:
        """Where the middle of a square stands on the sheet."""
        return self.at((2 * square.x + 1, 2 * square.y + 1))


def drawing(
    scene: Scene,
    lines: Iterable[Line],
    focus: Iterable[Square],
) -> tuple[list[str], Window] | None:
    """The lines of a picture, and the window it shows; None when the lines are too long for it.

    What cuts a line is marked X, and it is drawn no farther than there.
    """
    drawn = tuple(lines)
    stops = tuple(point for line in drawn for point in line.cut)
    seen = (*focus, *(Square(x // 2, y // 2) for x, y in stops))
    for scale in SCALES:
        most = (WIDTH - len(str(scene.field.height)) - 2) // scale
        shown = window(scene, seen, most, 1, 1)
        if not shown.cut_off:
            break
    else:
        return None
    sheet = Sheet(shown, scale)
    _ground(sheet, scene.field)
    for line in drawn:
        _draw(sheet, line)
    _borders(sheet, scene.field)
    on_it = tokens(scene)
    for square, letter in on_it.items():
        if square in shown:
            sheet.put(*sheet.square(square), letter)
    for point in stops:
        column, row = sheet.at(point)
        beside = scale > 2 and point[0] & point[1] & 1 and Square(point[0] // 2, point[1] // 2)
        sheet.put(column + (beside in on_it), row, "X")
    return _labelled(sheet), shown


def _ground(sheet: Sheet, field: Battlefield) -> None:
    for y in sheet.shown.rows:
        for x in sheet.shown.columns:
            square = Square(x, y)
            bit, sign = field.bit(square), field.rows[y][x]
            column, row = sheet.square(square)
            if (field.solid | field.low | field.concealing) & bit and sheet.scale > 2:
                sheet.put(column - 1, row, sign * 3)
            else:
                sheet.put(column, row, sign)


def _borders(sheet: Sheet, field: Battlefield) -> None:
    for y in sheet.shown.rows:
        for x in sheet.shown.columns:
            bit = field.bit(Square(x, y))
            for sign, east, south in (
                ("#", field.wall_east, field.wall_south), ("o", field.low_east, field.low_south),
            ):  # fmt: skip
                column, row = sheet.square(Square(x, y))
                if east & bit:
                    sheet.put(column + sheet.scale // 2, row, sign)
                if south & bit:
                    inside = sheet.scale - 1
                    sheet.put(column - inside // 2, row + 1, sign * inside)


def _draw(sheet: Sheet, line: Line) -> None:
    before, end = sheet.at(line.start), sheet.at(line.end)
    for column, row in _steps(*before, *end):
        if any(_there(sheet, point, column, row) for point in line.cut):
            return
        sheet.put(column, row, _sign(column - before[0], row - before[1]))
        before = (column, row)


def _there(sheet: Sheet, point: Point, column: int, row: int) -> bool:
    x, y = sheet.at(point)
    wide, high = point[0] % 2 * (sheet.scale // 2), point[1] % 2
    return abs(column - x) <= wide and abs(row - y) <= high


def _sign(dx: int, dy: int) -> str:
    if not dy:
        return "-"
    if not dx:
        return "|"
    return "\\" if (dx > 0) == (dy > 0) else "/"


def _steps(x: int, y: int, to_x: int, to_y: int) -> Iterator[tuple[int, int]]:
    dx, dy = to_x - x, to_y - y
    count = max(abs(dx), abs(dy))
    for step in range(1, count + 1):
        yield x + (2 * dx * step + count) // (2 * count), y + (2 * dy * step + count) // (2 * count)


def _labelled(sheet: Sheet) -> list[str]:
    shown = sheet.shown
    names = "".join(f"{name:<{sheet.scale}}" for name in column_names(shown))
    lines = [" " * (shown.margin + sheet.scale // 2) + names]
    for number, row in enumerate(sheet.rows):
        label = str(shown.top + number // 2 + 1) if number % 2 else ""
        lines.append(f"{label:>{shown.margin - 1}} {''.join(row)}")
    return [line.rstrip() for line in lines]
