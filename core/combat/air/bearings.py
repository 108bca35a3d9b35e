"""Directions in three dimensions: compass points, up and down, and the turns between (C-126)."""

from __future__ import annotations

from typing import NamedTuple

from core.combat.board.squares import DIRECTIONS
from core.messages import Refusal

POINTS = tuple(DIRECTIONS)
"""The compass points clockwise from north, each 45 degrees from the next."""
LEVEL, SLANTING, PLUMB = 0, 1, 2
"""Steps of 45 degrees between level flight and straight up or down."""
ROUND = len(POINTS)
"""Eighths in a full turn."""


class Bearing(NamedTuple):
    """A direction: the compass point's number from 0 (None = straight up or down) and the pitch.

    `pitch` is -2 straight down, -1 down, 0 level, 1 up, 2 straight up.
    """

    point: int | None
    pitch: int

    @property
    def diagonal(self) -> bool:
        """Whether a step this way changes two or three coordinates (C-022, C-127)."""
        slanting = abs(self.pitch) == SLANTING
        return self.point is not None and (slanting or self.point % 2 == 1)

    def __str__(self) -> str:
        way = "U" if self.pitch > 0 else "D" if self.pitch < 0 else ""
        return way + ("" if self.point is None else POINTS[self.point])


def parse_bearing(text: str) -> Bearing:
    """Return the bearing of "NE", "UE" (up and east), "U" or "D"; Refusal "unknown_direction"."""
    word = text.strip().upper()
    if word in POINTS:
        return Bearing(POINTS.index(word), LEVEL)
    sign = {"U": 1, "D": -1}.get(word[:1], 0)
    if sign and word[1:] in POINTS:
        return Bearing(POINTS.index(word[1:]), sign * SLANTING)
    if sign and len(word) == 1:
        return Bearing(None, sign * PLUMB)
    raise Refusal(
        "unknown_direction",
        "'{text}' is not a direction. Write one of {points}, alone or after U or D, or U or D.",
        text=text, points=POINTS,
    )  # fmt: skip


def eighths(one: int, other: int) -> int:
    """Return the steps of 45 degrees between two compass points, 0 to 4."""
    apart = abs(one - other) % ROUND
    return min(apart, ROUND - apart)


def turned(heading: Bearing, way: Bearing) -> tuple[int, int]:
    """Return the steps of 45 degrees from a heading to a way: on the compass, in pitch (C-126).

    Straight up or down keeps the last compass point; where there was none the turn is free.
    """
    around = 0
    if heading.point is not None and way.point is not None:
        around = eighths(heading.point, way.point)
    return around, abs(heading.pitch - way.pitch)


def after(heading: Bearing, way: Bearing) -> Bearing:
    """Return the heading after a step this way."""
    return Bearing(heading.point if way.point is None else way.point, way.pitch)
