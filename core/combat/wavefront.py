"""The search as a wavefront of bitboards: one Python int for each level of K."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from core.combat.fold import Fold
from core.combat.steps import Steps

CHUNK = 64
"""Levels between two looks at how the search is going."""

NONE = (0, 0, 0)
"""Ground that there is not."""

Four: TypeAlias = tuple[int, int, int, int]
"""The anchors that may be entered by a step to the north, east, south and west."""


@dataclass(frozen=True, slots=True)
class Wave:
    """How far a wavefront got.

    `layers[level]` are the anchors first reached at a level below `level`; those of `level` and
    above wait there, some of them perhaps seen before. `seen` are all that are reached for good.
    `thin` says that it gave up: so few anchors at a time are better walked one by one.
    """

    layers: list[int]
    level: int
    seen: int
    thin: bool


def wavefront(steps: Steps, fold: Fold, last: int | None, goal: int = 0) -> Wave:
    """All anchors up to level `last` (None = all that can be reached at all).

    Once `goal` is reached no more need be found. A level's bitboard is shifted in the eight
    directions, cut by what may be entered, and added to the levels that the prices lead to;
    what is reached is taken out of all later levels.
    """
    every = unseen = fold.entered | steps.start
    left, size = every.bit_count(), every.bit_length()
    layers, level, loss = [steps.start], 0, 0
    while True:
        stop = level + CHUNK if last is None else min(level + CHUNK, last + 1)
        layers += [0] * (stop + fold.most - len(layers))
        spread = stop if last is None else max(level, min(stop, last + 1 - fold.least))
        unseen = _spread(steps, fold, layers, range(level, spread), unseen)
        for at in range(spread, stop):  # nothing beyond them is in reach
            layers[at] &= unseen
            unseen ^= layers[at]
        found = left - unseen.bit_count()
        left -= found
        loss = max(0, loss + _work(layers, level, stop, size) - found)
        level = stop
        done = (last is not None and level > last) or goal & ~unseen or not any(layers[level:])
        if done or loss > _patience(size):
            return Wave(layers, level, every ^ unseen, thin=not done)


def _work(layers: list[int], level: int, stop: int, size: int) -> int:
    """What these levels took, in anchors that could have been walked one by one meanwhile."""
    return (stop - level - layers[level:stop].count(0)) * (3 + size // 2_000)


def _patience(size: int) -> int:
    """The loss, in such anchors, that laying the board out flat is worth."""
    return 30 + size // 15


def _spread(steps: Steps, fold: Fold, layers: list[int], levels: range, unseen: int) -> int:
    """Spread the anchors of some levels to later ones; what is unseen after that."""
    into, stride = steps.into, steps.stride
    right, left = stride + 1, stride - 1
    north, east, south, west = _plain(steps) if fold.crossing else _all(steps)
    north_east, south_east = into["NE"], into["SE"]
    south_west, north_west = into["SW"], into["NW"]
    (first, first_on, first_by), (second, second_on, second_by) = (*fold.ground, NONE, NONE)[:2]
    others = len(fold.ground) > 2 or bool(fold.crossing)
    for level in levels:
        front = layers[level]
        if not front:
            continue
        front &= unseen
        layers[level] = front
        unseen ^= front
        straight = (
            front << 1 & east
            | front >> 1 & west
            | front << stride & south
            | front >> stride & north
        )
        diagonal = (
            front << right & south_east | front >> right & north_west
            | front << left & south_west | front >> left & north_east
        )  # fmt: skip
        layers[level + first_on] |= straight & first
        layers[level + first_by] |= diagonal & first
        layers[level + second_on] |= straight & second
        layers[level + second_by] |= diagonal & second
        if others:
            _further(steps, fold, layers, level, straight, diagonal)
    return unseen


def _further(
    steps: Steps, fold: Fold, layers: list[int], level: int, straight: int, diagonal: int
) -> None:
    """Spread a level to ground of a third kind and worse, and across low walls."""
    for anchors, on, by in fold.ground[2:]:
        layers[level + on] |= straight & anchors
        layers[level + by] |= diagonal & anchors
    if fold.crossing:
        front, stride = layers[level], steps.stride
        north, east, south, west = _across(steps)
        across = front << 1 & east | front >> 1 & west
        across |= front << stride & south | front >> stride & north
        for anchors, price in fold.crossing:
            layers[level + price] |= across & anchors


def _all(steps: Steps) -> Four:
    into = steps.into
    return into["N"], into["E"], into["S"], into["W"]


def _plain(steps: Steps) -> Four:
    """Those that are entered without crossing a low wall."""
    north, east, south, west = _all(steps)
    low = steps.low
    return north & ~low["N"], east & ~low["E"], south & ~low["S"], west & ~low["W"]


def _across(steps: Steps) -> Four:
    """Those that are entered across a low wall."""
    north, east, south, west = _all(steps)
    low = steps.low
    return north & low["N"], east & low["E"], south & low["S"], west & low["W"]
