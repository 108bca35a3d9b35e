"""Lines of a panel with how urgent they are, so that a small one knows what to leave out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tui.widgets.lines_view import Line


@dataclass(frozen=True, slots=True)
class NarratedLines:
    """Some lines that stand or go together; the higher `rank`, the sooner they are left out."""

    lines: tuple[Line, ...]
    rank: int = 0


def told(texts: Iterable[str], rank: int = 0, role: str = "") -> NarratedLines:
    """Lines of one role."""
    return NarratedLines(tuple(((text, role),) for text in texts), rank)


def urgent(every: Sequence[NarratedLines], room: int) -> tuple[list[NarratedLines], int]:
    """What fits into `room` lines, in its order, and how many lines were left out."""
    kept: set[int] = set()
    used = 0
    for at in sorted(range(len(every)), key=lambda at: (every[at].rank, at)):
        size = len(every[at].lines)
        if used + size <= room:
            kept.add(at)
            used += size
    left_out = sum(len(each.lines) for each in every) - used
    return [each for at, each in enumerate(every) if at in kept], left_out
