"""The anchors a mover can reach, with costs and paths, on the sets of its steps (G-6).

The search is a wavefront of bitboards (`core.combat.search.wavefront`). A budget cuts a window out
of a large board, with small bitboards of its own, exact within the part: a search that can go
twelve squares needs 25 x 25 of them, whatever the map's size.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Any, TypeAlias

from msgspec.structs import fields

from core.combat.board.scene import Scene
from core.combat.board.squares import DIRECTIONS, Battlefield, Block, Square, union
from core.combat.movement.footing import DIAGONAL, STRAIGHT, Steps
from core.combat.search.wavefront import FAR, NO, YES, Flat, Fold, folded, indices, wavefront
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
        bits = row << ((self.height - 1) * self.stride)
        if self.y:
            bits |= row
        if self.x:
            bits |= _repeated(1, self.stride, self.height)
        if self.x + self.stride < self.board:
            bits |= _repeated(1 << (self.width - 1), self.stride, self.height)
        return bits

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

    def bit(self, square: Square) -> int:
        """Return the bit of a square of the board in the window; 0 left, right or north of it."""
        x, y = self.inside(square)
        if 0 <= x < self.width and y >= 0:
            return 1 << (y * self.stride + x)
        return 0

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
        for creature in scene.creatures:
            body = scene.body(creature)
            if creature.behind or frame.overlaps(body.at(self.inside(body.anchor))):
                behind = tuple(map(self.inside, creature.behind))
                there.append(replace(creature, at=self.inside(creature.at), behind=behind))
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
    sets: dict[str, Any] = {name: window.take(getattr(field, name)) for name in SETS}
    tops = tuple((height, window.take(squares)) for height, squares in field.tops)
    edge_tops = tuple(
        (height, window.take(east), window.take(south)) for height, east, south in field.edge_tops
    )
    return replace(
        field,
        width=window.width,
        height=window.height,
        tops=tops,
        edge_tops=edge_tops,
        whole=None,
        rows=(),
        own=(),
        **sets,
    )


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
    repeated = bits if times else 0
    have = 1
    while have < times:
        more = min(have, times - have)
        repeated |= (repeated & ((1 << (pitch * more)) - 1)) << (pitch * have)
        have += more
    return repeated


WORTH = 4
"""A window is cut out where it is so many times smaller than the board."""
ROOMS = (16, 64)
"""Radii in squares to try first: a mover that is shut in needs no more."""


@dataclass(frozen=True, repr=False)
class SearchResult:
    """The result of a search. Squares are anchors of the board, sets are its bits.

    `layers[level]` are the anchors that the wavefront reached first at a level, `walked` those that
    were walked to one by one, as bits of the `window`, which is the part of the board that `steps`
    are on. `direct`: every path keeps one direction.
    """

    steps: Steps
    fold: Fold
    window: BoardWindow
    layers: list[int]
    walked: Flat
    direct: bool = False

    @cached_property
    def within(self) -> int:
        """All anchors that were reached, the start included, as bits of the window."""
        return union(self.layers) | self.walked.reached

    @cached_property
    def reached(self) -> int:
        """All anchors that can be got to, stopping places or not; the start is not counted."""
        return self.window.give(self.within & ~self.steps.start)

    @cached_property
    def ends(self) -> int:
        """Those where the movement may end (C-040, C-061, C-067, C-069)."""
        return self.window.give(self.within & self.steps.ends & ~self.steps.start)

    def level(self, square: Square) -> int | None:
        """Return the level at which an anchor was reached first; None = it was not."""
        bit = self.window.bit(square)
        if not self.within & bit:
            return None
        if (level := self.walked.level(bit.bit_length() - 1)) < FAR:
            return level
        return next(level for level, layer in enumerate(self.layers) if layer & bit)

    def cost(self, square: Square) -> int | None:
        """Return the least cost of getting to an anchor, in squares; None = out of reach."""
        level = self.level(square)
        if level is None:
            return None
        return self.fold.cost(level)

    def upto(self, cost: int) -> int:
        """Return the anchors that cost so many squares or less, the start and others included."""
        last = self.fold.last(cost)
        walked = bytes(YES if level <= last else NO for level in reversed(self.walked.levels))
        found = union(self.layers[: max(0, last + 1)]) | int(walked or b"0", 2)
        return self.window.give(found)

    def nearest(self, among: int) -> int:
        """Return those of these anchors that cost the least; 0 = none of them is reached."""
        inside = self.window.take(among)
        level = next((level for level, layer in enumerate(self.layers) if layer & inside), FAR)
        walked = map(self.walked.level, indices(inside & self.walked.reached))
        least = min(level, *walked, FAR)
        if least == FAR:
            return 0
        return self.upto(self.fold.cost(least)) & among

    def farthest(self) -> Square | None:
        """Return the first in reading order of the dearest stopping places; None = none."""
        among = self.steps.ends & ~self.steps.start
        levels = self.walked.levels
        if walked := among & self.walked.reached:
            signs = enumerate(format(walked, "b")[::-1])
            there = (index for index, sign in signs if sign == "1")
            index = max(there, key=lambda index: (levels[index], -index))
        else:
            layer = next((layer & among for layer in reversed(self.layers) if layer & among), 0)
            if not layer:
                return None
            index = (layer & -layer).bit_length() - 1
        return self.window.outside(self._square(index))

    def rings(self) -> Iterator[tuple[int, int]]:
        """Yield each cost with its anchors, stopping places or not, in rising order."""
        for cost, ring in groupby(self._by_level(), lambda each: self.fold.cost(each[0])):
            yield cost, self.window.give(union(anchors for _, anchors in ring))

    def _by_level(self) -> Iterator[tuple[int, int]]:
        yield from ((level, layer) for level, layer in enumerate(self.layers) if layer)
        walked: dict[int, list[int]] = {}
        for index, level in enumerate(self.walked.levels):
            if level < FAR:
                walked.setdefault(level, []).append(index)
        for level in sorted(walked):
            yield level, sum(1 << index for index in walked[level])

    def path(self, square: Square, shun: int = 0) -> tuple[Square, ...]:
        """Return a cheapest path from the start to an anchor; empty when it was not reached.

        Of several it is the one that keeps to the straight line between the two: read back from
        its end, each step comes from an anchor that is not in `shun`, then from the one nearest to
        that line, straight before diagonal, from the south before the west, the north and the
        east.
        """
        level = self.level(square)
        if level is None:
            return ()
        start = self._square(self.steps.start.bit_length() - 1)
        goal = self.window.inside(square)
        if self.direct:
            return tuple(map(self.window.outside, start.line(goal)))
        back = [goal]
        shunned = self.window.take(shun)
        stride = self.steps.stride

        def worse(step: tuple[Square, int]) -> tuple[int, int]:
            here = step[0]
            return shunned >> (here.y * stride + here.x) & 1, _aside(here, start, goal)

        while level:
            here, level = min(self._before(back[-1], level), key=worse)
            back.append(here)
        return tuple(map(self.window.outside, reversed(back)))

    def _before(self, square: Square, level: int) -> Iterator[tuple[Square, int]]:
        index = square.y * self.steps.stride + square.x
        into, low, ground = self._ways
        on, by = next(((on, by) for anchors, on, by in ground if _holds(anchors, index)), (0, 0))
        for name in STRAIGHT + DIAGONAL:
            if not _holds(into[name], index):
                continue
            price = by if name in DIAGONAL else on
            if name in low and _holds(low[name], index):
                price = self.fold.crossed(index)
            dx, dy = DIRECTIONS[name]
            if price <= level and self._is_at(square.by(-dx, -dy), level - price):
                yield square.by(-dx, -dy), level - price

    @cached_property
    def _ways(self) -> _Ways:
        return (
            {name: _packed(anchors) for name, anchors in self.steps.into.items()},
            {name: _packed(anchors) for name, anchors in self.steps.low.items() if anchors},
            tuple((_packed(anchors), on, by) for anchors, on, by in self.fold.ground),
        )

    def _is_at(self, square: Square, level: int) -> bool:
        index = square.y * self.steps.stride + square.x
        if index < 0:
            return False
        if self.walked.level(index) == level:
            return True
        return level < len(self.layers) and bool(self.layers[level] >> index & 1)

    def _square(self, index: int) -> Square:
        y, x = divmod(index, self.steps.stride)
        return Square(x, y)


_Ways: TypeAlias = tuple[
    Mapping[str, bytes], Mapping[str, bytes], tuple[tuple[bytes, int, int], ...]
]
"""What `Steps.into`, `Steps.low` and `Fold.ground` hold, by byte: a bit of a long int takes long to
look up."""


def _packed(bits: int) -> bytes:
    return bits.to_bytes((bits.bit_length() + 7) // 8, "little")


def _holds(packed: bytes, index: int) -> bool:
    return index >> 3 < len(packed) and bool(packed[index >> 3] >> (index & 7) & 1)


def _aside(square: Square, start: Square, goal: Square) -> int:
    dx = goal.x - start.x
    dy = goal.y - start.y
    return abs(dx * (square.y - start.y) - dy * (square.x - start.x))


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
        return _searched(steps, budget, goal, window)
    whole = _whole(steps)
    for squares in ROOMS if budget is None else (max(0, budget), *ROOMS):
        if not steps.start or (2 * squares + 1) ** 2 * WORTH > whole.height * whole.board:
            continue
        part = _around(steps, squares)
        found = _searched(part.steps(steps), budget, goal, part)
        if squares == budget or not found.within & part.rim:
            return found
    return _searched(steps, budget, goal, whole)


def rays(
    steps: Steps,
    budget: int | None,
    longest: int | None = None,
    *,
    window: BoardWindow | None = None,
) -> SearchResult:
    """Return what is reached in one direction by at most `longest` steps (C-031)."""
    fold = folded(steps)
    layers = [steps.start]
    if budget is None:
        last = None
    else:
        last = fold.last(budget)
    for name, (dx, dy) in DIRECTIONS.items() if steps.start else ():
        start = steps.start.bit_length() - 1
        level = 0
        made = 0
        while longest is None or made < longest:
            start = start + dx + dy * steps.stride
            made += 1
            if start < 0 or not steps.into[name] >> start & 1:
                break
            low = steps.low.get(name, 0) >> start & 1
            level += fold.crossed(start) if low else fold.entering(start, name in STRAIGHT)
            if last is not None and level > last:
                break
            layers += [0] * (level + 1 - len(layers))
            layers[level] |= 1 << start
    return SearchResult(steps, fold, window or _whole(steps), layers, Flat(), direct=True)


BAND = 32
"""So many rows are cut out of a set together: to shift all of a large board for each takes long."""


def rows_of(bits: int, stride: int) -> dict[int, int]:
    """Return the rows that hold any of these squares, from the top, each with its squares.

    The leftmost square of a row is bit 0.
    """
    rows = {}
    top = 0
    whole_band = (1 << BAND * stride) - 1
    whole_row = (1 << stride) - 1
    while bits:
        band = bits & whole_band
        y = top
        while band:
            skipped = ((band & -band).bit_length() - 1) // stride
            y += skipped
            band >>= skipped * stride
            rows[y] = band & whole_row
            band ^= rows[y]
        bits >>= BAND * stride
        top += BAND
    return rows


def _searched(
    steps: Steps, budget: int | None, goal: Square | None, window: BoardWindow
) -> SearchResult:
    fold = folded(steps)
    if budget is None:
        last = None
    else:
        last = max(0, fold.last(budget))
    wave = wavefront(steps, fold, last, 0 if goal is None else window.bit(goal))
    return SearchResult(steps, fold, window, wave.layers, wave.walked)


def _whole(steps: Steps) -> BoardWindow:
    size = max(steps.start.bit_length(), *map(int.bit_length, steps.into.values()))
    return BoardWindow(0, 0, steps.stride - 1, -(-size // steps.stride), steps.stride)


def _around(steps: Steps, squares: int) -> BoardWindow:
    y, x = divmod(steps.start.bit_length() - 1, steps.stride)
    left = max(0, x - squares)
    top = max(0, y - squares)
    right = min(steps.stride - 1, x + squares + 1)
    bottom = y + squares + 1
    return BoardWindow(left, top, right - left, bottom - top, steps.stride)
