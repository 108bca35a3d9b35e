"""B3: the reach of a creature of 4 x 4 squares against that of a single square."""

from __future__ import annotations

from collections.abc import Iterator

from core.combat.board.scene import Manner
from core.combat.search.reach import reachable
from core.combat.search.search import search
from tests.bench.grids import BUDGETS, SIZES, Rows, cut_out, middle, rough, scene_of, steps_of
from tests.bench.harness import Row, in_turn

FEW_WALLS = 0.01
"""Few enough that a large creature gets as far as a small one."""


def run() -> list[Row]:
    boards = (rough(*size, walls=FEW_WALLS) for size in SIZES)
    return [row for rows in boards for budget in BUDGETS for row in _rows(rows, budget)]


def _rows(rows: Rows, budget: int) -> Iterator[Row]:
    at = middle(rows)
    manner = Manner(budget=budget)
    part, there = cut_out(rows, at, budget)
    large, small = (steps_of(scene_of(part, there, size)) for size in "GM")
    scenes = [scene_of(rows, at, size) for size in "GM"]
    took = in_turn(
        {
            "large": lambda: search(large, budget),
            "small": lambda: search(small, budget),
            "whole": lambda: reachable(scenes[0], scenes[0].creatures[0], manner),
            "board": lambda: reachable(scenes[1], scenes[1].creatures[0], manner),
        },
        rounds=60,
    )
    counts = [search(ways, budget).reached.bit_count() for ways in (large, small)]
    what = f"{len(rows[0])}x{len(rows)}, budget {budget}"
    label = f"{what}: {counts[0]} and {counts[1]} squares"
    yield Row("B3", label, took["large"], "1x1", took["small"], 1.25)
    yield Row("B3", f"{what}: from the scene", took["whole"], "1x1", took["board"], 1.25)
