"""The anchors a mover can reach, with costs and paths, on the sets of its steps (G-6).

The search is a wavefront of bitboards (`core.combat.search.wavefront`), which goes on anchor by
anchor (`core.combat.search.levels`) where the way is long and thin. A budget cuts a window out of a
large board, with small bitboards of its own, exact within the part: a search that can go twelve
squares needs 25 x 25 of them, whatever the map's size.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache

from core.combat.board.scene import Scene
from core.combat.board.squares import DIRECTIONS, Battlefield, Block, Square
from core.combat.movement.footing import STRAIGHT, Steps
from core.combat.search.levels import Levels, walk
from core.combat.search.wavefront import folded, wavefront
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
    return replace(field, width=window.width, height=window.height, rows=(), own=(), **sets)


@lru_cache(maxsize=32)
def _packs(height: int, board: int, stride: int) -> tuple[int, tuple[tuple[int, int], ...]]:
    # At each stage every other block of rows, twice as many as at the stage before, moves next to
    # the one below it: the bits of `mask` stay, the others move down by `gap`.
    inside = _repeated((1 << (stride - 1)) - 1, board, height)
    packs = []
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


WORTH = 4
"""A window is cut out where it is so many times smaller than the board."""
ROOMS = (16, 64)
"""Radii in squares to try first: a mover that is shut in needs no more."""


@dataclass(frozen=True, repr=False)
class SearchResult:
    """The result of a search. Squares are anchors of the board, sets are its bits."""

    levels: Levels
    window: BoardWindow | None = None

    @cached_property
    def reached(self) -> int:
        """All anchors that can be got to, stopping places or not; the start is not counted."""
        return self._board(self.levels.reached & ~self.levels.steps.start)

    @cached_property
    def ends(self) -> int:
        """Those where the movement may end (C-040, C-061, C-067, C-069)."""
        steps = self.levels.steps
        return self._board(self.levels.reached & steps.ends & ~steps.start)

    def cost(self, square: Square) -> int | None:
        """Return the least cost of getting to an anchor, in squares; None = out of reach."""
        level = self.levels.level(self._inside(square))
        return None if level is None else self.levels.fold.cost(level)

    def path(self, square: Square, shun: int = 0) -> tuple[Square, ...]:
        """Return a cheapest path from the start to an anchor (`Levels.path`); empty = out of reach.

        Of several cheapest ones it would rather not touch the anchors of `shun`.
        """
        if self.window is None:
            return self.levels.path(square, shun)
        found = self.levels.path(self._inside(square), self.window.take(shun))
        return tuple(map(self.window.outside, found))

    def rings(self) -> Iterator[tuple[int, int]]:
        """Yield each cost with its anchors, stopping places or not, in rising order."""
        for cost, anchors in self.levels.rings():
            yield cost, self._board(anchors)

    def upto(self, cost: int) -> int:
        """Return the anchors that cost so many squares or less, the start and others included."""
        return self._board(self.levels.upto(self.levels.fold.last(cost)))

    def nearest(self, among: int) -> int:
        """Return those of these anchors that cost the least; 0 = none of them is reached."""
        inside = among if self.window is None else self.window.take(among)
        return self._board(self.levels.nearest(inside))

    def farthest(self) -> Square | None:
        """Return the first in reading order of the dearest stopping places; None = none."""
        steps = self.levels.steps
        found = self.levels.farthest(steps.ends & ~steps.start)
        return found if found is None or self.window is None else self.window.outside(found)

    def _inside(self, square: Square) -> Square:
        return square if self.window is None else self.window.inside(square)

    def _board(self, bits: int) -> int:
        return bits if self.window is None else self.window.give(bits)


def search(
    steps: Steps,
    budget: int | None,
    goal: Square | None = None,
    *,
    window: BoardWindow | None = None,
) -> SearchResult:
    """Return all that `steps` reach for at most `budget` squares (None = at any cost).

    The search may end once a `goal` is reached; all that costs less is found in any case.
    Costs are exact: those of G-6 over all states (anchor, parity). `window` says which part
    of a board the steps are on; `goal` and what is found are squares of the board.
    """
    if window is not None:
        return SearchResult(_searched(steps, budget, goal, window), window)
    size = max(steps.start.bit_length(), *map(int.bit_length, steps.into.values()))
    for squares in ROOMS if budget is None else (max(0, budget), *ROOMS):
        if not steps.start or (2 * squares + 1) ** 2 * WORTH > size:
            continue
        part = _around(steps, squares)
        found = _searched(part.steps(steps), budget, goal, part)
        if squares == budget or not found.reached & part.rim:
            return SearchResult(found, part)
    return SearchResult(_searched(steps, budget, goal, None))


def rays(
    steps: Steps,
    budget: int | None,
    longest: int | None = None,
    *,
    window: BoardWindow | None = None,
) -> SearchResult:
    """Return what is reached in one direction by at most `longest` steps (C-031)."""
    fold, layers = folded(steps), [steps.start]
    last = None if budget is None else fold.last(budget)
    for name, (dx, dy) in DIRECTIONS.items() if steps.start else ():
        at, level, made = steps.start.bit_length() - 1, 0, 0
        while longest is None or made < longest:
            at, made = at + dx + dy * steps.stride, made + 1
            if at < 0 or not steps.into[name] >> at & 1:
                break
            low = steps.low.get(name, 0) >> at & 1
            level += fold.crossed(at) if low else fold.entering(at, name in STRAIGHT)
            if last is not None and level > last:
                break
            layers += [0] * (level + 1 - len(layers))
            layers[level] |= 1 << at
    return SearchResult(Levels(steps, fold, layers, direct=True), window)


def rows_of(bits: int, stride: int) -> tuple[int, ...]:
    """Return the rows that hold any of these squares, from the top."""
    rows, row = [], 0
    while bits:
        skip = ((bits & -bits).bit_length() - 1) // stride
        row += skip
        rows.append(row)
        bits >>= (skip + 1) * stride
        row += 1
    return tuple(rows)


def _searched(
    steps: Steps, budget: int | None, goal: Square | None, window: BoardWindow | None
) -> Levels:
    fold = folded(steps)
    last = None if budget is None else max(0, fold.last(budget))
    aim = 0
    if goal is not None:
        x, y = goal if window is None else window.inside(goal)
        aim = 1 << (y * steps.stride + x) if 0 <= x < steps.stride - 1 and y >= 0 else 0
    wave = wavefront(steps, fold, last, aim)
    flat = walk(steps, fold, wave, last, aim) if wave.thin else None
    return Levels(steps, fold, wave.layers, flat)


def _around(steps: Steps, squares: int) -> BoardWindow:
    y, x = divmod(steps.start.bit_length() - 1, steps.stride)
    left, top = max(0, x - squares), max(0, y - squares)
    right, bottom = min(steps.stride - 1, x + squares + 1), y + squares + 1
    return BoardWindow(left, top, right - left, bottom - top, steps.stride)
