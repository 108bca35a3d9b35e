"""The search as a wavefront of bitboards: one Python int for each level of K."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from core.combat.movement.step_sets import Steps
from core.combat.search.step_price import Fold

CHUNK = 64
"""Levels between two looks at how the search is going."""

Four: TypeAlias = tuple[int, int, int, int]
"""The anchors that may be entered by a step to the north, east, south and west."""


@dataclass(slots=True, repr=False)
class Wave:
    """A wavefront as far as it got.

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
    thin: bool = False

    def waiting(self) -> Iterator[tuple[int, int]]:
        """Yield the next levels, each with the anchors that steps from the layers lead to."""
        fold, level = self.fold, len(self.layers)
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
    wave = Wave(steps, fold, [], steps.start, none, none.copy(), none.copy(), every)
    if last is not None and last < CHUNK:
        _spread(wave, range(last + 1), last - fold.least)
        return wave
    left, size, loss = every.bit_count(), every.bit_length(), 0
    while True:
        level = len(wave.layers)
        stop = level + CHUNK if last is None else min(level + CHUNK, last + 1)
        _spread(wave, range(level, stop), stop if last is None else last - fold.least)
        if (last is not None and stop > last) or goal & ~wave.unseen:
            return wave
        if not (wave.front or any(wave.layers[-fold.most :])):
            return wave
        found = left - wave.unseen.bit_count()
        left -= found
        loss = max(0, loss + _work(wave.layers[level:], size) - found)
        if loss > _patience(size):
            wave.thin = True
            return wave


def _work(layers: list[int], size: int) -> int:
    return (len(layers) - layers.count(0)) * (3 + size // 2_000)


def _patience(size: int) -> int:
    return 30 + size // 15


def _spread(wave: Wave, levels: range, far: int) -> None:
    steps, fold, layers, front, unseen = wave.steps, wave.fold, wave.layers, wave.front, wave.unseen
    into, stride, next_level = steps.into, steps.stride, fold.most + 1
    right, left = stride + 1, stride - 1
    north, east, south, west = _plain(steps) if fold.crossing else _all(steps)
    alike = north == east == south == west == fold.entered  # the grounds' sets cut them anyway
    north_east, south_east = into["NE"], into["SE"]
    south_west, north_west = into["SW"], into["NW"]
    (first, on, by), (second, further_on, further_by) = _two(fold)
    others = len(fold.ground) > 2 or bool(fold.crossing)
    straight, diagonal, across = wave.straight, wave.diagonal, wave.across
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
                    front << 1 & east | front >> 1 & west
                    | front << stride & south | front >> stride & north
                )  # fmt: skip
            diagonal.append(
                front << right & south_east | front >> right & north_west
                | front << left & south_west | front >> left & north_east
            )  # fmt: skip
        front = (
            (straight[level + on] | diagonal[level + by]) & first
            | (straight[level + further_on] | diagonal[level + further_by]) & second
        )  # fmt: skip
        if others:
            across.append(_across(steps, layers[level]) if fold.crossing else 0)
            front |= _others(fold, level + next_level, (straight, diagonal, across))
        front &= unseen
    wave.unseen, wave.front = unseen, front


def _two(fold: Fold) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    after = fold.most + 1
    kinds = [(anchors, after - on, after - by) for anchors, on, by in fold.ground[:2]]
    if len(kinds) == 1:
        return kinds[0], (0, 0, 0)
    return (kinds[0], kinds[1]) if kinds else ((0, 0, 0), (0, 0, 0))


def _others(fold: Fold, place: int, steps: Sequence[list[int]]) -> int:
    front, (straight, diagonal, across) = 0, steps
    for anchors, on, by in fold.ground[2:]:
        front |= (straight[place - on] | diagonal[place - by]) & anchors
    for anchors, price in fold.crossing:
        front |= across[place - price] & anchors
    return front


def _across(steps: Steps, front: int) -> int:
    into, low, stride = steps.into, steps.low, steps.stride
    found = front << 1 & into["E"] & low["E"] | front >> 1 & into["W"] & low["W"]
    found |= front << stride & into["S"] & low["S"]
    return found | front >> stride & into["N"] & low["N"]


def _all(steps: Steps) -> Four:
    into = steps.into
    return into["N"], into["E"], into["S"], into["W"]


def _plain(steps: Steps) -> Four:
    north, east, south, west = _all(steps)
    low = steps.low
    return north & ~low["N"], east & ~low["E"], south & ~low["S"], west & ~low["W"]
