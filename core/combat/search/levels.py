"""The anchors that a search reached, by level of K, and paths read back from them.

Where few anchors are reached at each level, as in a maze, whole bitboards are too much work: there
the search goes anchor by anchor, a bucket queue over flat arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from core.combat.board.squares import DIRECTIONS, Square, shifted, union
from core.combat.movement.footing import DIAGONAL, STRAIGHT, Steps
from core.combat.search.wavefront import Fold, Wave

FAR = 1 << 62
"""The level of what is not reached."""
NO, YES = b"01"
FLAGS = bytes.maketrans(b"01", b"\x00\x01")
BYTE = 8


class StepGroup(NamedTuple):
    """Steps of one kind: the anchors they enter, bits from anchor to anchor, price by ground."""

    into: int
    step: int
    prices: tuple[int, ...]


Going: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
"""The steps that leave an anchor: bits from anchor to anchor, price by ground."""


@dataclass(frozen=True, slots=True, repr=False)
class Flat:
    """The anchors reached one by one: `levels` by bit (FAR = not so), and all of them as bits."""

    levels: list[int]
    reached: int

    def level(self, index: int) -> int:
        """Return the level at which the anchor of a bit was reached; FAR = not so."""
        return self.levels[index] if index < len(self.levels) else FAR

    def upto(self, last: int) -> int:
        """Return the anchors that were reached at a level up to `last`, as bits."""
        return int(bytes(YES if level <= last else NO for level in reversed(self.levels)), 2)

    def farthest(self, among: int) -> int | None:
        """Return the lowest bit of `among` reached at the highest level; None = none was."""
        if not among & self.reached:
            return None
        within = format(among & self.reached, "b")[::-1]
        there = (index for index, sign in enumerate(within) if sign == "1")
        return max(there, key=lambda index: (self.levels[index], -index))


def walk(steps: Steps, fold: Fold, wave: Wave, last: int | None, goal: int = 0) -> Flat:
    """Go on where a wavefront gave up, to level `last` (None = to the end), or to `goal`."""
    unseen = wave.unseen
    size = (fold.entered | steps.start).bit_length() + steps.stride + 2
    ground, codes, going = _lay_out(steps, fold, unseen, size)
    levels, span = [FAR] * size, fold.most + 1
    ring: list[list[int]] = [[] for _ in range(span)]
    ring += ring  # the same lists twice over, so that no index is taken modulo
    for level, waiting in wave.waiting():
        for index in _indices(waiting):
            if level < levels[index]:
                levels[index] = level
                ring[level % span].append(index)
    target = goal.bit_length() - 1 if goal & unseen else size - 1
    now, end = len(wave.layers), FAR if last is None else last
    marks, idle = bytearray([NO]) * size, 0
    while idle < span and now <= end and levels[target] >= now:
        place = now % span
        bucket = ring[place]
        idle = 0 if bucket else idle + 1
        for index in bucket:
            if levels[index] != now:
                continue
            marks[index] = YES
            for step, prices in going[codes[index]]:
                to = index + step
                price = prices[ground[to]]
                if now + price < levels[to]:
                    levels[to] = now + price
                    ring[place + price].append(to)
        bucket.clear()
        now += 1
    for bucket in ring[:span]:  # who still waits is beyond the end
        for index in bucket:
            if marks[index] == NO:
                levels[index] = FAR
    return Flat(levels, int(marks[::-1], 2))


def _lay_out(
    steps: Steps, fold: Fold, unseen: int, size: int
) -> tuple[Sequence[int], Sequence[int], Mapping[int, Going]]:
    # The ground and the steps of each anchor by number, and those steps.
    kinds = len(fold.ground)
    grounds = [(part[0], number) for number, part in enumerate(fold.ground)]
    grounds += [(part[0], number * kinds) for number, part in enumerate(fold.crossing, 1)]
    ways = list(_ways(steps, fold, unseen))
    leaving = [
        (shifted(way.into, -way.step), 1 << number % BYTE) for number, way in enumerate(ways)
    ]
    codes: Sequence[int] = _summed(leaving[:BYTE], size)
    if fold.crossing:
        across = _summed(leaving[BYTE:], size)
        codes = [code | low << BYTE for code, low in zip(codes, across, strict=True)]
    going = {
        code: tuple((way.step, way.prices) for n, way in enumerate(ways) if code >> n & 1)
        for code in set(codes)
    }
    return _summed(grounds, size), codes, going


def _ways(steps: Steps, fold: Fold, unseen: int) -> Iterator[StepGroup]:
    times = 1 + len(fold.crossing)
    on = tuple(straight for _, straight, _ in fold.ground) * times
    by = tuple(diagonal for _, _, diagonal in fold.ground) * times
    over = tuple(price for _, price in ((0, 0), *fold.crossing) for _ in fold.ground)
    low = steps.low if fold.crossing else dict.fromkeys(STRAIGHT, 0)
    for name, (dx, dy) in DIRECTIONS.items():
        into = steps.into[name] & unseen & ~low.get(name, 0)
        yield StepGroup(into, dx + dy * steps.stride, on if name in STRAIGHT else by)
    if fold.crossing:
        for name in STRAIGHT:
            dx, dy = DIRECTIONS[name]
            yield StepGroup(steps.into[name] & unseen & low[name], dx + dy * steps.stride, over)


def _summed(sets: Iterable[tuple[int, int]], size: int) -> bytes:
    total = 0
    for bits, value in sets:
        if bits and value:
            flags = format(bits, f"0{size}b").encode().translate(FLAGS)
            total += int.from_bytes(flags, "big") * value
    return total.to_bytes(size, "little")


def _indices(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


class _Ways(NamedTuple):
    """The sets of some steps by byte: a bit of a long int takes long to look up."""

    into: Mapping[str, bytes]
    low: Mapping[str, bytes]
    ground: tuple[tuple[bytes, int, int], ...]

    def prices(self, index: int) -> tuple[int, int]:
        """Return the levels that entering an anchor takes, straight and diagonally."""
        for anchors, on, by in self.ground:
            if _holds(anchors, index):
                return on, by
        return 0, 0


def _packed(bits: int) -> bytes:
    return bits.to_bytes((bits.bit_length() + 7) // 8, "little")


def _holds(packed: bytes, index: int) -> bool:
    return index >> 3 < len(packed) and bool(packed[index >> 3] >> (index & 7) & 1)


@dataclass(frozen=True, repr=False)
class Levels:
    """The anchors that were reached, by level, as bits of the board of `steps`.

    `layers[level]` are those that the wavefront reached first at a level, `flat` those that were
    walked to one by one. `direct`: every path keeps one direction.
    """

    steps: Steps
    fold: Fold
    layers: list[int]
    flat: Flat | None = None
    direct: bool = False

    @cached_property
    def reached(self) -> int:
        """All anchors that were reached, the start included."""
        found = union(self.layers)
        return found if self.flat is None else found | self.flat.reached

    def level(self, square: Square) -> int | None:
        """Return the level at which an anchor was reached first; None = it was not."""
        index = square.y * self.steps.stride + square.x
        if not 0 <= square.x < self.steps.stride - 1 or index < 0:
            return None
        if not self.reached >> index & 1:
            return None
        if self.flat is not None and (level := self.flat.level(index)) < FAR:
            return level
        return next(level for level, layer in enumerate(self.layers) if layer >> index & 1)

    def upto(self, last: int) -> int:
        """Return the anchors that were reached at a level up to `last`, the start included."""
        found = union(self.layers[: max(0, last + 1)])
        return found if self.flat is None else found | self.flat.upto(last)

    def nearest(self, among: int) -> int:
        """Return those of these anchors that cost the least; 0 = none was reached."""
        by_cost = {}
        for level, layer in enumerate(self.layers):
            if layer & among:
                cost = self.fold.cost(level)
                by_cost[cost] = union(self.layers[level : self.fold.last(cost) + 1]) & among
                break
        if self.flat is not None:
            for index in _indices(among & self.flat.reached):
                cost = self.fold.cost(self.flat.level(index))
                by_cost[cost] = by_cost.get(cost, 0) | 1 << index
        return by_cost[min(by_cost)] if by_cost else 0

    def farthest(self, among: int) -> Square | None:
        """Return the first in reading order of those anchors reached at the highest level."""
        index = None if self.flat is None else self.flat.farthest(among)
        if index is None:
            layer = next((layer & among for layer in reversed(self.layers) if layer & among), 0)
            if not layer:
                return None
            index = (layer & -layer).bit_length() - 1
        y, x = divmod(index, self.steps.stride)
        return Square(x, y)

    def rings(self) -> Iterator[tuple[int, int]]:
        """Yield each cost in squares with the anchors that cost it, in rising order."""
        bits, last = 0, 0
        for level, anchors in self._by_level():
            if (cost := self.fold.cost(level)) != last:
                yield last, bits
                bits, last = 0, cost
            bits |= anchors
        yield last, bits

    def _by_level(self) -> Iterator[tuple[int, int]]:
        for level, anchors in enumerate(self.layers):
            if anchors:
                yield level, anchors
        if self.flat is None:
            return
        walked: dict[int, list[int]] = {}
        for index, level in enumerate(self.flat.levels):
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
        y, x = divmod(self.steps.start.bit_length() - 1, self.steps.stride)
        start, back = Square(x, y), [square]
        if self.direct:
            dx, dy = square.x - start.x, square.y - start.y
            far = max(abs(dx), abs(dy)) or 1
            ray = (start.by(dx * n // far, dy * n // far) for n in range(far + 1))
            return tuple(dict.fromkeys(ray))
        stride = self.steps.stride

        def worse(step: tuple[Square, int]) -> tuple[int, int]:
            here = step[0]
            return shun >> (here.y * stride + here.x) & 1, _aside(here, start, square)

        while level:
            here, level = min(self._before(back[-1], level), key=worse)
            back.append(here)
        return tuple(reversed(back))

    def _before(self, square: Square, level: int) -> Iterator[tuple[Square, int]]:
        index = square.y * self.steps.stride + square.x
        ways = self._ways
        on, by = ways.prices(index)
        for name in STRAIGHT + DIAGONAL:
            if not _holds(ways.into[name], index):
                continue
            price = by if name in DIAGONAL else on
            if name in ways.low and _holds(ways.low[name], index):
                price = self.fold.crossed(index)
            dx, dy = DIRECTIONS[name]
            if price <= level and self._is_at(square.by(-dx, -dy), level - price):
                yield square.by(-dx, -dy), level - price

    @cached_property
    def _ways(self) -> _Ways:
        steps = self.steps
        return _Ways(
            {name: _packed(anchors) for name, anchors in steps.into.items()},
            {name: _packed(anchors) for name, anchors in steps.low.items() if anchors},
            tuple((_packed(anchors), on, by) for anchors, on, by in self.fold.ground),
        )

    def _is_at(self, square: Square, level: int) -> bool:
        index = square.y * self.steps.stride + square.x
        if index < 0:
            return False
        if self.flat is not None and self.flat.level(index) == level:
            return True
        return level < len(self.layers) and bool(self.layers[level] >> index & 1)


def _aside(square: Square, start: Square, goal: Square) -> int:
    dx, dy = goal.x - start.x, goal.y - start.y
    return abs(dx * (square.y - start.y) - dy * (square.x - start.x))
