"""Windows: a part of a large board with small bitboards of its own (exact within the part).

A search that can go twelve squares needs 25 x 25 of them, whatever the map's size.
"""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache

from core.combat.board.battlefield import Battlefield
from core.combat.board.scene import Scene
from core.combat.board.squares import Block, Square
from core.combat.movement.step_sets import Steps
from core.values import Struct, replace

SETS = tuple(part.name for part in fields(Battlefield) if part.default == 0)
"""The sets of squares that a battlefield is made of."""
GRAIN = 8


class BoardWindow(Struct):
    """`width` x `height` squares of a board of `board` bits a row, from square (x, y) on.

    Within it sets of squares have `stride` bits a row, one more than its width.
    """

    x: int
    y: int
    width: int
    height: int
    board: int

    @property
    def stride(self) -> int:
        """Bits from a square of the window to the one below it."""
        return self.width + 1

    @property
    def rim(self) -> int:
        """The outermost squares, as a set of the window; not those at the sides of the board."""
        row = (1 << self.width) - 1
        found = row << ((self.height - 1) * self.stride)
        if self.y:
            found |= row
        if self.x:
            found |= _repeated(1, self.stride, self.height)
        if self.x + self.stride < self.board:
            found |= _repeated(1 << (self.width - 1), self.stride, self.height)
        return found

    def take(self, bits: int) -> int:
        """Return the squares of a board's set that are in the window, as a set of the window."""
        if not bits:
            return 0
        bits >>= self.y * self.board + self.x
        if self.board == self.stride:
            return bits & ((1 << (self.height * self.board)) - 1)
        inside, packs = _packs(self.height, self.board, self.stride)
        bits &= inside
        for mask, gap in packs:
            stay = bits & mask
            bits = stay | (bits ^ stay) >> gap
        return bits

    def give(self, bits: int) -> int:
        """Return a set of the window as a set of the board."""
        if self.board != self.stride:
            for mask, gap in reversed(_packs(self.height, self.board, self.stride)[1]):
                stay = bits & mask
                bits = stay | (bits ^ stay) << gap
        return bits << (self.y * self.board + self.x)

    def inside(self, square: Square) -> Square:
        """Return a square of the board as one of the window; it may lie outside."""
        return Square(square.x - self.x, square.y - self.y)

    def outside(self, square: Square) -> Square:
        """Return a square of the window as one of the board."""
        return Square(square.x + self.x, square.y + self.y)

    def steps(self, steps: Steps) -> Steps:
        """Return the steps from anchor to anchor in the window."""
        take = self.take
        return replace(
            steps,
            stride=self.stride,
            start=take(steps.start),
            into={name: take(anchors) for name, anchors in steps.into.items()},
            weights=tuple(map(take, steps.weights)),
            doublings=tuple(map(take, steps.doublings)) if any(steps.low.values()) else (),
            low={name: take(anchors) for name, anchors in steps.low.items()},
            ends=take(steps.ends),
        )

    def scene(self, scene: Scene) -> Scene:
        """Return the part of a scene in the window, with the creatures that touch it."""
        frame = Block(0, 0, max(self.width, self.height))
        there = []
        for one in scene.creatures:
            body = scene.body(one)
            if one.behind or frame.overlaps(body.at(self.inside(body.anchor))):
                behind = tuple(map(self.inside, one.behind))
                there.append(replace(one, at=self.inside(one.at), behind=behind))
        return replace(scene, field=_part(scene.field, self), creatures=tuple(there))


def around(field: Battlefield, block: Block, squares: int) -> BoardWindow:
    """Return a window with all that is at most `squares` columns and rows from a space on the map.

    Its edges keep to every eighth column and row, so that many places share one.
    """
    left, top = (max(0, at - squares) // GRAIN * GRAIN for at in (block.x, block.y))
    right = min(field.width, _up(block.x + block.side + squares))
    bottom = min(field.height, _up(block.y + block.side + squares))
    return BoardWindow(left, top, max(0, right - left), max(0, bottom - top), field.stride)


def _up(at: int) -> int:
    return -(-at // GRAIN) * GRAIN


@lru_cache(maxsize=16)
def _part(field: Battlefield, window: BoardWindow) -> Battlefield:
    sets = {name: window.take(getattr(field, name)) for name in SETS}
    return replace(field, width=window.width, height=window.height, rows=(), **sets)


@lru_cache(maxsize=32)
def _packs(height: int, board: int, stride: int) -> tuple[int, tuple[tuple[int, int], ...]]:
    # At each stage every other block of rows, twice as many as at the stage before, moves next to
    # the one below it: the bits of `mask` stay, the others move down by `gap`.
    inside = _repeated((1 << (stride - 1)) - 1, board, height)
    packs: list[tuple[int, int]] = []
    rows = 1
    while rows < height:
        mask = _repeated((1 << (stride * rows)) - 1, 2 * rows * board, -(-height // (2 * rows)))
        packs.append((mask, (board - stride) * rows))
        rows *= 2
    return inside, tuple(packs)


def _repeated(bits: int, pitch: int, times: int) -> int:
    found, have = bits if times else 0, 1
    while have < times:
        more = min(have, times - have)
        found |= (found & ((1 << (pitch * more)) - 1)) << (pitch * have)
        have += more
    return found
