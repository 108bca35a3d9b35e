"""B1: a budget's reach, exact in corners and diagonals, against tcod on the same window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import tcod.path

from core.combat.board.scene import Manner
from core.combat.board.squares import DIRECTIONS, Square
from core.combat.movement.footing import Steps
from core.combat.search.reach import reachable
from core.combat.search.search import SearchResult, search
from core.values import replace
from tests.bench.grids import BUDGETS, SIZES, Rows, cut_out, middle, rough, scene_of, steps_of
from tests.bench.harness import Row, agree, in_turn

STRAIGHT = 2
DIAGONAL = 3
"""What a step adds to K, as tcod counts; but tcod cuts corners."""


def costs_of(rows: Rows) -> Any:  # noqa: ANN401 -- an array of numpy
    """The board as tcod wants it: 0 for walls."""
    return np.array([["#.:".index(sign) for sign in row] for row in rows], dtype=np.int8)


def by_tcod(costs: Any, at: tuple[int, int]) -> Any:  # noqa: ANN401 -- arrays of numpy
    """The least K of each square of an array, corners cut."""
    found = tcod.path.maxarray(costs.shape, dtype=np.int32)
    found[at[1], at[0]] = 0
    tcod.path.dijkstra2d(found, costs, STRAIGHT, DIAGONAL, out=found)
    return found


def run() -> list[Row]:
    return [row for size in SIZES for budget in BUDGETS for row in _rows(rough(*size), budget)]


def _rows(rows: Rows, budget: int) -> Iterator[Row]:
    at = middle(rows)
    part, there = cut_out(rows, at, budget)
    ways = steps_of(scene_of(part, there))
    costs = costs_of(part)
    _agree(ways, budget, by_tcod(costs, there))
    scene = scene_of(rows, at)
    whole = costs_of(rows)
    hero = scene.creatures[0]
    manner = Manner(budget=budget)
    sides: dict[str, Callable[[], object]] = {
        "ours": lambda: search(ways, budget),
        "tcod": lambda: by_tcod(costs, there),
        "whole": lambda: reachable(scene, hero, manner),
        "cut": lambda: by_tcod(_cut(whole, at, budget), there),
    }
    agree("B1, whole", reachable(scene, hero, manner).count, search(ways, budget).ends.bit_count())
    took = in_turn(sides, rounds=60)
    what = f"{len(rows[0])}x{len(rows)}, budget {budget}"
    yield Row("B1", what, took["ours"], "tcod dijkstra2d", took["tcod"], 0.5)
    yield Row("B1", f"{what}: from the scene", took["whole"], "tcod, window cut", took["cut"], 3)


def _cut(whole: Any, at: tuple[int, int], budget: int) -> Any:  # noqa: ANN401 -- arrays of numpy
    x, y = at
    left = max(0, x - budget)
    top = max(0, y - budget)
    return np.ascontiguousarray(whole[top : y + budget + 1, left : x + budget + 1])


def _agree(ways: Steps, budget: int, theirs: Any) -> None:  # noqa: ANN401 -- an array of numpy
    """With corners cut as by tcod, both find the same K for every square in reach."""
    free = ways.start
    for anchors in ways.into.values():
        free |= anchors
    found = search(replace(ways, into=dict.fromkeys(DIRECTIONS, free)), budget)
    last = 2 * budget + 1
    expected = {(int(x), int(y)): int(theirs[y, x]) for y, x in np.argwhere(theirs <= last)}
    agree("B1, tcod", _levels(found, theirs.shape), expected)


def _levels(found: SearchResult, shape: tuple[int, int]) -> dict[tuple[int, int], int]:
    return {
        (x, y): level
        for y in range(shape[0])
        for x in range(shape[1])
        if (level := found.level(Square(x, y))) is not None
    }
