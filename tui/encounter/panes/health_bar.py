"""Hit points as a bar."""

from __future__ import annotations

EIGHTHS = " ▏▎▍▌▋▊▉█"


def health_bar(health: tuple[int, int], wide: int, *, eighths: bool) -> tuple[str, str]:
    """A bar of `wide` columns for points (left, of all), and whether it is "full", "half", "low".

    Whoever has a point left has some of the bar. It is drawn in `eighths` of a column, else with
    `#` and `-`.
    """
    most = max(1, health[1])
    left = max(0, min(health[0], most))
    how = "full" if 2 * left > most else "half" if 4 * left > most else "low"
    if not eighths:
        return ("#" * -(-wide * left // most)).ljust(wide, "-"), how
    filled = -(-8 * wide * left // most)
    return "".join(EIGHTHS[max(0, min(8, filled - 8 * at))] for at in range(wide)), how
