"""The search as a wavefront of bitboards: one Python int for each level of K.

Where few anchors are reached at each level, as in a maze, whole bitboards are too much work: there
the search goes on anchor by anchor.

The price of a step is one number, cost and diagonal parity folded together (G-5, G-6). A search
state is an anchor with the parity of the next plain diagonal. Let K = 2 * cost + parity.
A plain diagonal leads from parity 0 to 1 for one square, K + 2 + 1, and from 1 to 0 for two,
K + 4 - 1: it adds 3 either way. A straight step adds 2. A hampered diagonal of the d20 systems
costs 3m / 2 and leaves the parity alone, K + 3m; where hindrances are added it costs 1 + parity
+ k and flips, K + 3 + 2k. So every step adds to K a number that does not depend on the parity,
the least K of an anchor is an ordinary shortest path, and as cost = K >> 1 never falls when K
grows, the least K holds the least cost: one state for each anchor is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from typing import NamedTuple, TypeAlias

from core.combat.board.squares import DIRECTIONS, shifted, union
from core.combat.movement.footing import STRAIGHT, Steps

PLAIN = 2
"""The K of a straight step on plain ground."""


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Fold:
    """The prices of all steps, in units of K: K = `first` + `unit` * level.

    `entered` are the anchors that some step leads to, whatever it costs. `ground` holds (anchors,
    price straight, price diagonally), `crossing` (anchors, price) for steps that cross a low wall
    on a border; the anchors of each are disjoint, the cheapest first. `least` and `most` are the
    levels of the cheapest and the dearest step, at least 1.
    """

    first: int
    unit: int
    entered: int
    ground: tuple[tuple[int, int, int], ...]
    crossing: tuple[tuple[int, int], ...]
    least: int
    most: int

    def cost(self, level: int) -> int:
        """Return the cost in squares at a level."""
        return (self.first + self.unit * level) >> 1

    def last(self, cost: int) -> int:
        """Return the last level that costs so many squares; -1 for a negative cost."""
        if cost >= 0:
            return (2 * cost + 1 - self.first) // self.unit
        return -1

    def entering(self, index: int, straight: bool) -> int:
        """Return the levels that entering the anchor of a bit takes, no low wall being crossed."""
        for anchors, on, by in self.ground:
            if anchors >> index & 1:
                if straight:
                    return on
                return by
        return 0

    def crossed(self, index: int) -> int:
        """Return the levels that entering the anchor of a bit takes across a low wall."""
        return next((price for anchors, price in self.crossing if anchors >> index & 1), 0)


def folded(steps: Steps) -> Fold:
    """Return the prices of these steps; classes that no step enters are left out."""
    entered = union(steps.into.values())
    ground = []
    for weight, anchors in enumerate(steps.weights):
        if there := anchors & entered:
            straight, diagonal = _prices(steps, weight)
            ground.append((there, straight, diagonal))
    crossing = tuple(_crossing(steps)) if any(steps.low.values()) else ()
    unit = 1
    if ground and ground[0][1] != PLAIN:  # else there are 2 and 3, which have no common measure
        unit = gcd(*(p for _, *prices in ground for p in prices), *(p for _, p in crossing))
        ground = [(there, straight // unit, by // unit) for there, straight, by in ground]
        crossing = tuple((there, price // unit) for there, price in crossing)
    least = 1
    most = 1
    if ground:
        _, least, _ = ground[0]
        _, _, most = ground[-1]
    for _, price in crossing:
        most = max(most, price)
    return Fold(
        first=steps.parity,
        unit=unit,
        entered=entered,
        ground=tuple(ground),
        crossing=crossing,
        least=least,
        most=most,
    )


def _prices(steps: Steps, weight: int) -> tuple[int, int]:
    if steps.adding:
        return 2 + 2 * weight, 3 + 2 * weight
    return 2 << weight, 3 << weight


def _crossing(steps: Steps) -> Iterator[tuple[int, int]]:
    low = union(steps.low[direction] & steps.into[direction] for direction in STRAIGHT)
    for weight, anchors in enumerate(steps.weights):
        straight = _prices(steps, weight)[0]
        if steps.adding:
            if there := anchors & low:
                yield there, straight + 2 * steps.low_price
            continue
        for times, others in enumerate(steps.doublings):
            if there := anchors & others & low:
                yield there, straight + (2 * steps.low_price << times)


NO_GROUND = (0, 0, 0)
CHUNK = 64
"""Levels between two looks at how the search is going."""

FAR = 1 << 62
"""The level of what is not reached."""
NO, YES = b"01"
FLAGS = bytes.maketrans(b"01", b"\x00\x01")
BYTE = 8


class Flat(NamedTuple):
    """The anchors reached one by one: `levels` by bit (FAR = not so), and all of them as bits."""

    levels: Sequence[int] = ()
    reached: int = 0

    def level(self, index: int) -> int:
        """Return the level at which the anchor of a bit was reached; FAR = not so."""
        if index < len(self.levels):
            return self.levels[index]
        return FAR


@dataclass(slots=True, repr=False, kw_only=True)
class Wave:
    """A wavefront as far as it got, and the anchors that were `walked` to from there.

    `layers[level]` are the anchors first reached at a level, `front` those of the next level.
    `straight`, `diagonal` and `across` are what one step leads to from each layer, with
    `fold.most` empty places before the first: what arrives at a level is looked up there by the
    prices of the ground. `across` is filled only where there are low walls to cross.
    """

    steps: Steps
    fold: Fold
    layers: list[int]
    front: int
    straight: list[int]
    diagonal: list[int]
    across: list[int]
    unseen: int
    walked: Flat

    def waiting(self) -> Iterator[tuple[int, int]]:
        """Yield the next levels, each with the anchors that steps from the layers lead to."""
        fold = self.fold
        level = len(self.layers)
        padded = [steps + [0] * fold.most for steps in (self.straight, self.diagonal, self.across)]
        for later in range(level, level + fold.most):
            front = _others(fold, later + fold.most, padded)
            for anchors, on, by in fold.ground[:2]:
                place = later + fold.most
                front |= (padded[0][place - on] | padded[1][place - by]) & anchors
            yield later, front & self.unseen


def wavefront(steps: Steps, fold: Fold, last: int | None, goal: int = 0) -> Wave:
    """Return all anchors up to level `last` (None = all that can be reached at all).

    The search may end once `goal` is reached. A level's bitboard is shifted in the eight
    directions and cut by what may be entered; later levels take from that what their price
    allows, and what has not been reached before. The wave is `thin`, and unfinished, where so few
    anchors at a time are better walked one by one.
    """
    none = [0] * fold.most
    every = fold.entered | steps.start
    wave = Wave(
        steps=steps,
        fold=fold,
        layers=[],
        front=steps.start,
        straight=none,
        diagonal=none.copy(),
        across=none.copy(),
        unseen=every,
        walked=Flat(),
    )
    if last is not None and last < CHUNK:
        _spread(wave, range(last + 1), last - fold.least)
        return wave
    left = every.bit_count()
    size = every.bit_length()
    loss = 0
    while True:
        level = len(wave.layers)
        if last is None:
            stop = level + CHUNK
        else:
            stop = min(level + CHUNK, last + 1)
        _spread(wave, range(level, stop), stop if last is None else last - fold.least)
        if (last is not None and stop > last) or goal & ~wave.unseen:
            return wave
        if not (wave.front or any(wave.layers[-fold.most :])):
            return wave
        newly_seen = left - wave.unseen.bit_count()
        left -= newly_seen
        done = wave.layers[level:]
        work = (len(done) - done.count(0)) * (3 + size // 2_000)
        loss = max(0, loss + work - newly_seen)
        if loss > _patience(size):
            wave.walked = _walk(wave, last, goal)
            return wave


def _patience(size: int) -> int:
    return 30 + size // 15


def _spread(wave: Wave, levels: range, far: int) -> None:
    steps = wave.steps
    fold = wave.fold
    layers = wave.layers
    front = wave.front
    unseen = wave.unseen
    into = steps.into
    stride = steps.stride
    next_level = fold.most + 1
    right = stride + 1
    left = stride - 1
    north, east, south, west = (into[name] & ~steps.low.get(name, 0) for name in STRAIGHT)
    alike = north == east == south == west == fold.entered  # the grounds' sets cut them anyway
    north_east = into["NE"]
    south_east = into["SE"]
    south_west = into["SW"]
    north_west = into["NW"]
    kinds = [(anchors, next_level - on, next_level - by) for anchors, on, by in fold.ground[:2]]
    (first, on, by), (second, further_on, further_by) = (*kinds, NO_GROUND, NO_GROUND)[:2]
    others = len(fold.ground) > 2 or bool(fold.crossing)
    straight = wave.straight
    diagonal = wave.diagonal
    across = wave.across
    for level in levels:
        layers.append(front)
        unseen ^= front
        if not front or level > far:
            straight.append(0)
            diagonal.append(0)
        else:
            if alike:
                straight.append(front << 1 | front >> 1 | front << stride | front >> stride)
            else:
                straight.append(
                    front << 1 & east
                    | front >> 1 & west
                    | front << stride & south
                    | front >> stride & north
                )
            diagonal.append(
                front << right & south_east
                | front >> right & north_west
                | front << left & south_west
                | front >> left & north_east
            )
        front = (straight[level + on] | diagonal[level + by]) & first | (
            straight[level + further_on] | diagonal[level + further_by]
        ) & second
        if others:
            across.append(_across(steps, layers[level]) if fold.crossing else 0)
            front |= _others(fold, level + next_level, (straight, diagonal, across))
        front &= unseen
    wave.unseen = unseen
    wave.front = front


def _others(fold: Fold, place: int, steps: Sequence[list[int]]) -> int:
    front = 0
    straight, diagonal, across = steps
    for anchors, on, by in fold.ground[2:]:
        front |= (straight[place - on] | diagonal[place - by]) & anchors
    for anchors, price in fold.crossing:
        front |= across[place - price] & anchors
    return front


def _across(steps: Steps, front: int) -> int:
    into = steps.into
    low = steps.low
    stride = steps.stride
    found = front << 1 & into["E"] & low["E"] | front >> 1 & into["W"] & low["W"]
    found |= front << stride & into["S"] & low["S"]
    return found | front >> stride & into["N"] & low["N"]


class StepGroup(NamedTuple):
    """Steps of one kind: the anchors they enter, bits from anchor to anchor, price by ground."""

    into: int
    step: int
    prices: tuple[int, ...]


Going: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
"""The steps that leave an anchor: bits from anchor to anchor, price by ground."""


def _walk(wave: Wave, last: int | None, goal: int) -> Flat:
    # Goes on where the wavefront gave up, by a bucket queue over flat arrays.
    steps = wave.steps
    fold = wave.fold
    unseen = wave.unseen
    size = (fold.entered | steps.start).bit_length() + steps.stride + 2
    ground, codes, going = _lay_out(steps, fold, unseen, size)
    levels = [FAR] * size
    span = fold.most + 1
    ring: list[list[int]] = [[] for _ in range(span)]
    ring += ring  # the same lists twice over, so that no index is taken modulo
    for level, waiting in wave.waiting():
        for index in indices(waiting):
            if level < levels[index]:
                levels[index] = level
                ring[level % span].append(index)
    if goal & unseen:
        target = goal.bit_length() - 1
    else:
        target = size - 1
    now = len(wave.layers)
    end = FAR if last is None else last
    marks = bytearray([NO]) * size
    idle = 0
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
    if fold.crossing:
        low = steps.low
    else:
        low = dict.fromkeys(STRAIGHT, 0)
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


def indices(bits: int) -> Iterator[int]:
    """Yield the places of the bits of a set that are 1, the lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
