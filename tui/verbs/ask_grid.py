"""A map drawn small: a square is its sign and a mark beside it, and its border where one stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.combat.board.battlefield import Battlefield
from core.combat.board.scene import Scene
from core.combat.board.squares import Square
from tui.verbs.ask_window import WIDTH, Window, column_names, tokens, window

OPEN = "."
BORDERS = {
    # wall to the east, wall to the south, low to the east, low to the south
    (True, False, False, False): "|",
    (False, True, False, False): "_",
    (True, True, False, False): "]",
    (False, False, True, False): "!",
    (False, False, False, True): ",",
    (False, False, True, True): ";",
}
MIXED = "]"


def grid(
    scene: Scene, marks: Mapping[Square, str], focus: Iterable[Square]
) -> tuple[list[str], Window]:
    """The lines of a map with marks of one or two characters, and the window that they show."""
    field = scene.field
    bordered = bool(field.wall_east | field.wall_south | field.low_east | field.low_south)
    step = 3 if bordered else 2
    most = (WIDTH - len(str(field.height)) - 1) // step
    shown = window(scene, focus, most)
    on_it = tokens(scene)
    head = "".join(f"{name:<{step}}" for name in column_names(shown))
    lines = [" " * shown.margin + head]
    for y in shown.rows:
        cells = [
            _cell(field, Square(x, y), on_it, marks) + (_border(field, Square(x, y)) * bordered)
            for x in shown.columns
        ]
        lines.append(f"{y + 1:>{shown.margin - 1}} {''.join(cells)}")
    return [line.rstrip() for line in lines], shown


def _cell(
    field: Battlefield, square: Square, on_it: Mapping[Square, str], marks: Mapping[Square, str]
) -> str:
    sign = on_it.get(square, field.rows[square.y][square.x])
    mark = marks.get(square, "")
    if len(mark) < 2:
        return f"{sign}{mark or ' '}"
    return mark if sign == OPEN else f"{sign}+"


def _border(field: Battlefield, square: Square) -> str:
    bit = field.bit(square)
    stands = (
        bool(field.wall_east & bit), bool(field.wall_south & bit),
        bool(field.low_east & bit), bool(field.low_south & bit),
    )  # fmt: skip
    return BORDERS.get(stands, MIXED) if any(stands) else " "
