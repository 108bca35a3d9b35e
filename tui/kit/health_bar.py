"""Hit points as a bar."""

from __future__ import annotations

from collections.abc import Mapping

BARS = {"full": "good", "half": "key", "low": "bad"}
"""The roles of a bar in a pane."""


def health_bar(health: tuple[int, int], wide: int, halves: Mapping[str, str]) -> tuple[str, str]:
    """A bar in `wide` columns for points (left, of all), and whether it is "full", "half", "low".

    Whoever has a point left has some of the bar. `halves` are the signs of a column by its halves:
    what is left (`#`), what is lost (`-`), nothing; without them it is written with `#` and `-`.
    The last half, or column, is free: it keeps two bars apart.
    """
    most = max(1, health[1])
    left = max(0, min(health[0], most))
    room = 2 * wide - 1 if halves else wide - 1
    bar = ("#" * -(-room * left // most)).ljust(room, "-") + " "
    if halves:
        bar = "".join(halves[bar[at : at + 2]] for at in range(0, 2 * wide, 2))
    return bar, "full" if 2 * left > most else "half" if 4 * left > most else "low"
