"""Run two or more sides in turn, take medians and print a table.

Sides are interleaved so that a busy machine slows all of them; the ratio counts, never the time.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from time import perf_counter

NO_AIM = float("inf")


@dataclass(frozen=True)
class Row:
    """One line of the table: our median and the other's in seconds, and the aim.

    With `at_least` the aim is how many times faster we are, otherwise how many times longer we
    take; `NO_AIM`: the figure is only for information.
    """

    name: str
    what: str
    ours: float
    other_name: str
    other: float
    aim: float
    at_least: bool = False

    @property
    def ratio(self) -> float:
        """The figure that `aim` is about."""
        return self.other / self.ours if self.at_least else self.ours / self.other

    @property
    def reached(self) -> bool:
        """Whether this run reaches the aim."""
        return self.ratio >= self.aim if self.at_least else self.ratio <= self.aim


def in_turn(
    sides: Mapping[str, Callable[[], object]], rounds: int, warm_up: int = 1
) -> dict[str, float]:
    """Median seconds of each side over `rounds` rounds of one call each."""
    return {
        name: median(times)
        for name, times in timed({n: _clocked(side) for n, side in sides.items()}, rounds, warm_up)
    }


def timed(
    sides: Mapping[str, Callable[[], float]], rounds: int, warm_up: int = 1
) -> list[tuple[str, list[float]]]:
    """Seconds that each side reports, one call per round."""
    times: dict[str, list[float]] = {name: [] for name in sides}
    gc.collect()
    for number in range(warm_up + rounds):
        for name, side in sides.items():
            took = side()
            if number >= warm_up:
                times[name].append(took)
    return list(times.items())


def _clocked(side: Callable[[], object]) -> Callable[[], float]:
    def run() -> float:
        start = perf_counter()
        side()
        return perf_counter() - start

    return run


def agree(what: str, first: object, second: object) -> None:
    """Stop the run when two sides that should agree do not."""
    if first != second:
        raise SystemExit(f"{what}: the two sides do not agree")


def table(rows: list[Row]) -> str:
    """The rows as text, times in milliseconds."""
    head = f"{'':4} {'what':46} {'ours ms':>9} {'other ms':>9} {'other':22} {'ratio':>7} {'aim':>8}"
    lines = [head, "-" * len(head)]
    for row in rows:
        aim = "" if row.aim == NO_AIM else f"{'>=' if row.at_least else '<='} {row.aim:g}"
        lines.append(
            f"{row.name:4} {row.what:46} {row.ours * 1e3:9.3f} {row.other * 1e3:9.3f} "
            f"{row.other_name:22} {row.ratio:7.3f} {aim:>8} {'' if row.reached else '  missed'}"
        )
    return "\n".join(lines)
