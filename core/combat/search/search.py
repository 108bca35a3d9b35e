"""The anchors a mover can reach, with costs and paths, on the sets of its steps (G-6).

The search is a wavefront of bitboards (`core.combat.search.wavefront`), which goes on anchor by
anchor (`core.combat.search.levels`) where the way is long and thin. A budget cuts a window out of a
large board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from core.combat.board.squares import DIRECTIONS, Square
from core.combat.movement.step_sets import STRAIGHT, Steps
from core.combat.search.levels import Levels, walk
from core.combat.search.wavefront import folded, wavefront
from core.combat.search.windows import BoardWindow

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
    def stride(self) -> int:
        """Bits of the board from a square to the one below it."""
        return self.levels.steps.stride if self.window is None else self.window.board

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

    def within(self, cost: int) -> int:
        """Return the stopping places that cost so many squares or less."""
        return self.upto(cost) & self.ends

    def upto(self, cost: int) -> int:
        """Return the anchors that cost so many squares or less, the start and others included."""
        return self._board(self.levels.upto(self.levels.fold.last(cost)))

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
