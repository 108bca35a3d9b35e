"""How a stroke of a brush would look on the grid, before it is drawn."""

from __future__ import annotations

from collections.abc import Iterable

from core.combat.board.battlefield import parse_edge
from core.combat.board.drawing import DRAWN_DOORS, squares_of
from core.combat.board.plan import Edit
from core.combat.board.squares import Square
from core.play.fight.encounter import Zone
from tui.fight.brushes import Brush, Canvas, Shape, edits, squares
from tui.widgets.grid_signs import OPEN, Signs

LIT = {"dark": ";", "dim": ",", "bright": "*"}
"""What the second column shows of a light that is being drawn."""


def draft(
    brush: Brush, shape: Shape, one: Square, other: Square, canvas: Canvas, signs: Signs
) -> dict[Square, str]:
    """What the grid shows of a stroke: both columns of a square, or the second alone."""
    stroke = [at for at in squares(shape, one, other) if canvas.field.holds(at)]
    match brush.kind:
        case "ground":
            sign = signs.ground.get(brush.sign, brush.sign)
            return dict.fromkeys(stroke, f"{OPEN} " if sign == OPEN else sign * 2)
        case "eraser":
            return dict.fromkeys(stroke, f"{brush.sign} ")
        case "light":
            return dict.fromkeys(stroke, LIT[brush.what])
        case _:
            return _borders(edits(brush, shape, one, other, canvas), signs)


def _borders(drawn: Iterable[Edit], signs: Signs) -> dict[Square, str]:
    found: dict[Square, tuple[bool, bool]] = {}
    table, door = signs.walls, ""
    for edit in drawn:
        if edit.what == "low":
            table = signs.low
        elif edit.what in DRAWN_DOORS:
            door = signs.doors[DRAWN_DOORS[edit.what]]
        for name in edit.where.split():
            one, other = parse_edge(name)
            right, below = found.get(one, (False, False))
            found[one] = (right or one.y == other.y, below or one.x == other.x)
    return {at: door or table[sides] for at, sides in found.items()}


def lit_now(zones: Iterable[Zone]) -> dict[Square, str]:
    """What the grid shows of the zones of light that there are already."""
    return {square: LIT[zone.light] for zone in zones for square in squares_of(zone.where)}
