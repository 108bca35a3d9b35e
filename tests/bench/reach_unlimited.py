"""B4: reach without a budget against a bucket queue over ready flat arrays."""

from __future__ import annotations

from core.combat.search.search import SearchResult, search
from tests.bench.grids import (
    FAR,
    Rows,
    by_buckets,
    caves,
    chamber,
    middle,
    open_field,
    rough,
    scene_of,
    serpentine,
    steps_of,
    table_of,
)
from tests.bench.harness import Row, agree, in_turn

CORNER = (0, 0)


def boards() -> list[tuple[str, Rows, tuple[int, int]]]:
    """A search: a name, the board, and the start."""
    kinds = {"rough": rough, "open": open_field, "caves": caves, "chamber": chamber}
    found = [
        (f"{name} {wide}x{high}", rows, middle(rows))
        for wide, high in ((60, 40), (200, 200))
        for name, kind in kinds.items()
        if (rows := kind(wide, high))
    ]
    for wide, high in ((60, 40), (200, 200), (500, 500)):
        found.append((f"serpentine {wide}x{high}", serpentine(wide, high), CORNER))
    for width in (2, 3):
        found.append((f"serpentine 200x200, {width} wide", serpentine(200, 200, width), CORNER))
    mixed = open_field(200, 100) + serpentine(200, 100)
    found.append(("open, then a serpentine", mixed, CORNER))
    found.append(("a serpentine, then open", mixed[::-1], CORNER))
    found.append(("rough 500x500", rows := rough(500, 500), middle(rows)))
    found.append(("chamber 500x500", rows := chamber(500, 500), middle(rows)))
    return found


def run() -> list[Row]:
    return [_row(*board) for board in boards()]


def _row(name: str, rows: Rows, at: tuple[int, int]) -> Row:
    ways = steps_of(scene_of(rows, at))
    table = table_of(ways)
    start = at[1] * ways.stride + at[0]
    theirs = {bit: level for bit, level in enumerate(by_buckets(table, start)) if level < FAR}
    agree(f"B4, {name}", _levels(search(ways, None)), theirs)
    took = in_turn(
        {"ours": lambda: search(ways, None), "buckets": lambda: by_buckets(table, start)},
        rounds=3 if len(rows) == 500 else 9,
    )
    return Row("B4", name, took["ours"], "flat buckets, ready", took["buckets"], 3)


def _levels(found: SearchResult) -> dict[int, int]:
    """The level of each bit that was reached."""
    walked = enumerate(found.walked.levels)
    levels = {bit: level for bit, level in walked if level < FAR}
    for level, anchors in enumerate(found.layers):
        whole = found.window.give(anchors)
        levels.update((bit, level) for bit, sign in enumerate(bin(whole)[:1:-1]) if sign == "1")
    return levels
