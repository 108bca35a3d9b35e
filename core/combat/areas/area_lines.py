"""The squares of an area effect that a line from its origin reaches (G-1)."""

from __future__ import annotations

from collections.abc import Iterable

from core.combat.areas.shapes import Corner
from core.combat.board.battlefield import Battlefield
from core.combat.board.squares import Block, Point, Square
from core.combat.sight.lines import field_walls, open_line, touching
from core.combat.sight.walls import Walls


def in_line(board: Battlefield, origin: Corner, squares: int, start: Block) -> int:
    """Return those of `squares` with a clear line from a corner of the space `start` (G-1)."""
    walls = field_walls(board)
    point = (2 * origin[0], 2 * origin[1])
    begins = touching(start, point)
    own = _nearest(start, origin)
    found = 0
    for square in board.squares(squares & ~board.solid):
        first = square if start.overlaps(Block(*square, 1)) else own
        if _bare(walls, origin, square, first) or any(
            open_line(walls, point, end, begins, goal) for end, goal in _ends(square)
        ):
            found |= board.bit(square)
    return found


def _nearest(body: Block, corner: Corner) -> Square:
    x = min(max(corner[0], body.x), body.x + body.side - 1)
    y = min(max(corner[1], body.y), body.y + body.side - 1)
    return Square(x, y)


def _bare(walls: Walls, origin: Corner, *squares: Square) -> bool:
    left = min(origin[0], *(square.x for square in squares))
    right = max(origin[0], *(square.x + 1 for square in squares))
    top = min(origin[1], *(square.y for square in squares))
    bottom = max(origin[1], *(square.y + 1 for square in squares))
    inside = left >= 0 and right <= walls.width and top >= 0 and bottom <= walls.height
    return inside and walls.bare(left, top, right, bottom)


def _ends(square: Square) -> Iterable[tuple[tuple[int, int], int]]:
    block = Block(square.x, square.y, 1)
    return ((end, touching(block, end)) for end in block.corners())


def until_wall(
    board: Battlefield, origin: Corner, squares: Iterable[Square], body: Block
) -> list[Square]:
    """Return the squares along a line from a corner of a space, up to the first walled off."""
    walls = field_walls(board)
    reached: list[Square] = []
    before = body
    at: Point | None = (2 * origin[0], 2 * origin[1])
    for square in squares:
        here = Block(square.x, square.y, 1)
        if board.solid & board.bit(square) or not _passes(walls, before, here, at):
            break
        reached.append(square)
        before, at = here, None
    return reached


def _passes(walls: Walls, one: Block, other: Block, at: Point | None) -> bool:
    if at is None:
        shared = set(one.corners()) & set(other.corners())
        if len(shared) == 2:
            return open_line(walls, one.centre, other.centre, 1, 1)
        at = shared.pop()
    return open_line(walls, at, at, touching(one, at), touching(other, at))
