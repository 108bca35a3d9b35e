"""The anchors that a search reached, by level of K, and paths read back from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from core.combat.board.rectangles import union
from core.combat.board.squares import DIRECTIONS, Square
from core.combat.movement.step_sets import DIAGONAL, STRAIGHT, Steps
from core.combat.search.flat import FAR, Flat
from core.combat.search.step_price import Fold


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
            return _ray(start, square)
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


def _ray(start: Square, goal: Square) -> tuple[Square, ...]:
    dx, dy = goal.x - start.x, goal.y - start.y
    far = max(abs(dx), abs(dy)) or 1
    return tuple(dict.fromkeys(start.by(dx * n // far, dy * n // far) for n in range(far + 1)))
