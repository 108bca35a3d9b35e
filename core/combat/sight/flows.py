"""Ways of the air through open squares from one space to another."""

from __future__ import annotations

from core.combat.board.battlefield import Battlefield
from core.combat.board.squares import Block


def flows(field: Battlefield, start: Block, goal: Block) -> bool:
    """Whether air gets from the open squares of one space to those of another.

    It goes from square to square past sides without walls, never past a corner alone.
    """
    stride, size = field.stride, field.stride * field.height
    open_ = field.every & ~field.solid
    free = _flags(open_, size)
    east = _flags(open_ & open_ >> 1 & ~field.wall_east, size)
    south = _flags(open_ & open_ >> stride & ~field.wall_south, size)
    seen = bytearray(size)
    new, ends = (
        [
            square.y * stride + square.x
            for square in space.squares()
            if field.holds(square) and free[square.y * stride + square.x]
        ]
        for space in (start, goal)
    )
    wanted = set(ends)
    while new:
        at = new.pop()
        if seen[at]:
            continue
        if at in wanted:
            return True
        seen[at] = 1
        for passes, to in (
            (east[at], at + 1), (south[at], at + stride),
            (at > 0 and east[at - 1], at - 1), (at >= stride and south[at - stride], at - stride),
        ):  # fmt: skip
            if passes and not seen[to]:
                new.append(to)
    return False


def _flags(bits: int, size: int) -> bytes:
    text = format(bits, "b")[::-1].ljust(size, "0")
    return text.encode().translate(bytes.maketrans(b"01", b"\0\1"))
