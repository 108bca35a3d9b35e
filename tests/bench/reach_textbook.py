"""B2: a budget's reach against a textbook heap over (square, parity), with equal results."""

from __future__ import annotations

from collections.abc import Iterator

from core.combat.board.scene import Manner
from core.combat.board.squares import Square
from core.combat.search.reach import Reach, reachable
from core.combat.search.search import SearchResult, search
from tests.bench.grids import (
    BUDGETS,
    SIZES,
    Rows,
    by_heap,
    cut_out,
    middle,
    prices_of,
    rough,
    scene_of,
    steps_of,
)
from tests.bench.harness import Row, agree, in_turn


def run() -> list[Row]:
    return [row for size in SIZES for budget in BUDGETS for row in _rows(rough(*size), budget)]


def _rows(rows: Rows, budget: int) -> Iterator[Row]:
    at = middle(rows)
    part, there = cut_out(rows, at, budget)
    ways = steps_of(scene_of(part, there))
    prices = prices_of(part)
    agree("B2, engine", _costs(search(ways, budget), part), by_heap(prices, there, budget))
    scene = scene_of(rows, at)
    board = prices_of(rows)
    hero = scene.creatures[0]
    manner = Manner(budget=budget)
    agree("B2, scene", _costs(reachable(scene, hero, manner), rows), by_heap(board, at, budget))
    took = in_turn(
        {
            "ours": lambda: search(ways, budget),
            "heap": lambda: by_heap(prices, there, budget),
            "whole": lambda: reachable(scene, hero, manner),
            "board": lambda: by_heap(board, at, budget),
        },
        rounds=25,
    )
    what = f"{len(rows[0])}x{len(rows)}, budget {budget}"
    yield Row("B2", what, took["ours"], "heapq, textbook", took["heap"], 25, at_least=True)
    label = f"{what}: from the scene"
    yield Row("B2", label, took["whole"], "heapq, textbook", took["board"], 4, at_least=True)


def _costs(found: SearchResult | Reach, rows: Rows) -> dict[tuple[int, int], int]:
    return {
        (x, y): cost
        for y in range(len(rows))
        for x in range(len(rows[0]))
        if (cost := found.cost(Square(x, y))) is not None
    }
