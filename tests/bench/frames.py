"""B7: from a key to the painted frame through a real pty, against a minimal Textual program."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from statistics import median

from tests.bench.harness import NO_AIM, Row, timed
from tests.bench.terminal import Terminal

ROUNDS = 60
LARGE = (200, 60)
ZOOMS = (2, 4, 6)
"""Columns of a square."""
HEXES = (2, 4, 8)
"""Columns of a hex of the region map."""
MOVES = "lljhhk"
"""Keys that move the cursor back and forth."""


def program(*words: str, size: tuple[int, int]) -> Terminal:
    return Terminal("-m", "tests.bench.frame_apps", *words, size=size)


def floor(rounds: int = ROUNDS) -> float:
    """Median seconds of a frame of the minimal program."""
    with program("bare", size=(120, 40)) as bare:
        _ready(bare)
        keys = cycle("abc")
        return median(timed({"bare": lambda: bare.press(next(keys))}, rounds, 5)[0][1])


def _ready(terminal: Terminal) -> None:
    terminal.shows(b"READY")
    terminal.settle()


def run() -> list[Row]:
    return [
        *(row for wide in ZOOMS for row in _rows(60, 40, wide, (126, 44), (1.5, 4))),
        *_rows(200, 200, 2, LARGE),
        *_rows(500, 500, 2, LARGE),
        *(
            row
            for wide in HEXES
            for row in _timed(f"region, hexes of {wide}", ("land", str(wide)), (126, 44), (1.5, 4))
        ),
    ]


def _rows(
    width: int,
    height: int,
    wide: int,
    size: tuple[int, int],
    aims: tuple[float, float] | None = None,
) -> list[Row]:
    board = (str(width), str(height), str(wide))
    return _timed(f"{width}x{height}, zoom {wide}", board, size, aims)


def _timed(
    name: str, words: tuple[str, ...], size: tuple[int, int], aims: tuple[float, float] | None
) -> list[Row]:
    keys = cycle("abc")
    moves = cycle(MOVES)
    with program("bare", size=size) as bare, program(*words, size=size) as grid:
        _ready(bare)
        _ready(grid)
        sides: dict[str, Callable[[], float]] = {
            "bare": lambda: bare.press(next(keys)),
            "move": lambda: grid.press(next(moves)),
            "layer": lambda: grid.press("o"),
        }
        took = {name: median(times) for name, times in timed(sides, ROUNDS, 5)}
    move, layer = aims or (NO_AIM, NO_AIM)
    other = "bare Textual app"
    return [
        Row("B7", f"{name}: the cursor moves", took["move"], other, took["bare"], move),
        Row(
            "B7", f"{name}: another layer over all of it", took["layer"], other, took["bare"], layer
        ),
    ]
