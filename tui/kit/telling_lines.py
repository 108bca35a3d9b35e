"""Lines of a panel ranked by urgency, so that a small panel can leave some out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.values import Struct
from tui.kit.lines_view import Line
from tui.kit.phrases import phrase
from tui.kit.trimmed import trimmed


class NarratedLines(Struct):
    """Lines that are kept or left out together; those of the highest `rank` go first."""

    lines: tuple[Line, ...]
    rank: int = 0


def told(texts: Iterable[str], rank: int = 0, role: str = "") -> NarratedLines:
    """Lines of one role."""
    return NarratedLines(tuple(((text, role),) for text in texts), rank)


def fitted(every: Sequence[NarratedLines], most: int, width: int, pad: str = "") -> list[Line]:
    """The lines, or if there are more than `most` (0 = any number), the urgent ones and a count."""
    left_out = 0
    if 0 < most < sum(len(each.lines) for each in every):
        every, left_out = urgent(every, most - 1)
    lines = [line for each in every for line in each.lines]
    if left_out:
        more = phrase("... {lines} more: w", lines=left_out)
        lines.append(((trimmed(pad + more, width), "dim"),))
    return lines


def urgent(every: Sequence[NarratedLines], room: int) -> tuple[list[NarratedLines], int]:
    """The parts that fit into `room` lines, in order, and the number of lines left out."""
    kept: set[int] = set()
    used = 0
    for at in sorted(range(len(every)), key=lambda at: (every[at].rank, at)):
        size = len(every[at].lines)
        if used + size <= room:
            kept.add(at)
            used += size
    left_out = sum(len(each.lines) for each in every) - used
    return [each for at, each in enumerate(every) if at in kept], left_out
