"""The search anchor by anchor: a bucket queue over flat arrays, for long thin ways.

Where few anchors are reached at each level, as in a maze, whole bitboards are too much work.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from core.combat.board.rectangles import shifted
from core.combat.board.squares import DIRECTIONS
from core.combat.movement.step_sets import STRAIGHT, Steps
from core.combat.search.step_price import Fold
from core.combat.search.wavefront import Wave

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


@dataclass(frozen=True, slots=True, repr=False)
class FlatBoard:
    """Steps laid out flat: the ground and the steps of each anchor by number, and those steps."""

    ground: Sequence[int]
    codes: Sequence[int]
    going: Mapping[int, Going]


def walk(steps: Steps, fold: Fold, wave: Wave, last: int | None, goal: int = 0) -> Flat:
    """Go on where a wavefront gave up, to level `last` (None = to the end), or to `goal`."""
    unseen = wave.unseen
    size = (fold.entered | steps.start).bit_length() + steps.stride + 2
    board = _lay_out(steps, fold, unseen, size)
    levels, span = [FAR] * size, fold.most + 1
    ring: list[list[int]] = [[] for _ in range(span)]
    ring += ring  # the same lists twice over, so that no index is taken modulo
    for level, waiting in wave.waiting():
        for index in _indices(waiting):
            if level < levels[index]:
                levels[index] = level
                ring[level % span].append(index)
    target = goal.bit_length() - 1 if goal & unseen else size - 1
    marks = _go(board, levels, ring, span, len(wave.layers), FAR if last is None else last, target)
    for bucket in ring[:span]:  # who still waits is beyond the end
        for index in bucket:
            if marks[index] == NO:
                levels[index] = FAR
    return Flat(levels, int(marks[::-1], 2))


def _go(
    board: FlatBoard,
    levels: list[int],
    ring: list[list[int]],
    span: int,
    now: int,
    end: int,
    target: int,
) -> bytearray:
    ground, codes, going = board.ground, board.codes, board.going
    marks, idle = bytearray([NO]) * len(levels), 0
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
    return marks


def _lay_out(steps: Steps, fold: Fold, unseen: int, size: int) -> FlatBoard:
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
    return FlatBoard(_summed(grounds, size), codes, going)


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
