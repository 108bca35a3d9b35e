"""Sets of anchors by what lies under their rectangles, as bits of a battlefield.

A rectangle is named by its top left square, its anchor. An anchor whose rectangle does not lie
wholly on the map may come out either way: keep those that `inside(field.every, ...)` holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_


def union(sets: Iterable[int]) -> int:
    """Return the bits of all these sets."""
    return reduce(or_, sets, 0)


def shifted(bits: int, by: int) -> int:
    """Return the bits moved up by so many places, or down for a negative number."""
    return bits << by if by >= 0 else bits >> -by


def touching(bits: int, wide: int, high: int, stride: int) -> int:
    """Return the anchors whose rectangle of `wide` x `high` squares meets one of the bits.

    None when the rectangle is empty (a side of 0).
    """
    if not bits or wide < 1 or high < 1:
        return 0
    for length, unit in ((wide, 1), (high, stride)):
        done = 1
        while done < length:
            step = min(done, length - done)
            bits |= bits >> (step * unit)
            done += step
    return bits


def inside(bits: int, wide: int, high: int, stride: int) -> int:
    """Return the anchors whose rectangle lies wholly within the bits, and so on the map."""
    for length, unit in ((wide, 1), (high, stride)):
        done = 1
        while done < length and bits:
            step = min(done, length - done)
            bits &= bits >> (step * unit)
            done += step
    return bits


def covered(anchors: int, wide: int, high: int, stride: int) -> int:
    """Return the squares that the rectangles at these anchors cover, if all lie on the map."""
    for length, unit in ((wide, 1), (high, stride)):
        done = 1
        while done < length:
            step = min(done, length - done)
            anchors |= anchors << (step * unit)
            done += step
    return anchors
