"""Places of hexes on the picture of a region, and what is drawn on many of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import atan2, degrees

from core.travel.regionmap import Hex, half_row, name_hex
from saves.exchange.record.document import HexPicture
from saves.exchange.record.svg import Point, smooth, words

ACROSS, DOWN = 30, 34
"""Between columns and between rows."""
MARGIN = 12
LEAST = 520
"""Minimum width of the picture, for its legend."""

HEX = "l10-17h20l10 17-10 17h-20z"
TREE = "v-3h-3.5l3.5-7 3.5 7h-3.5"
SIGNS: Mapping[str, str] = {
    "mountains": "m-10 6 6-11 6 11m-2.500-4.500 4-6.500 6 11",
    "hills": "m-10 5q4.500-9 9 0m1 0q4.500-9 9 0",
    "forest": f"m-5 6{TREE}m9 3{TREE}",
    "deep_forest": f"m-8 6{TREE}m8 0{TREE}m8 6{TREE}",
    "jungle": f"m-8 6{TREE}m8 0{TREE}m8 6{TREE}",
    "plains": "m-5 4-1-4m4 4v-5m3 5 1-4",
    "swamp": "m-10 4h7m5 0h7m-15.500-3v-4m-2 4-1.500-3m5.500 3 1.500-3",
    "moor": "m-9 1h7m3 4h7",
    "desert": "m-7 3h.01m5-5h.01m5 6h.01m3-5h.01",
    "sandy_desert": "m-7 3h.01m5-5h.01m5 6h.01m3-5h.01",
    "frozen_tundra": "m-7 0h14m-10 4h6",
    "urban": "m-6 6v-6l5-5 5 5v6zm10 0h4v-5l-3-3",
    "water": "m-10 2q2.500-4 5 0t5 0 5 0 5 0",
    "lake": "m-10 2q2.500-4 5 0t5 0 5 0 5 0",
    "sea": "m-10-1q2.500-4 5 0t5 0 5 0 5 0m-20 6q2.500-4 5 0t5 0 5 0 5 0",
    "river": "m-10 2q2.500-4 5 0t5 0 5 0 5 0",
}
"""The sign of a hex, by its terrain row."""
COLOURS: Mapping[str, str] = {
    "mountains": "rock", "hills": "hill", "forest": "wood", "deep_forest": "wood",
    "jungle": "wood", "plains": "field", "moor": "field", "swamp": "fen",
    "desert": "sand", "sandy_desert": "sand", "frozen_tundra": "ice", "urban": "town",
    "water": "sea", "lake": "sea", "sea": "sea", "river": "sea",
}  # fmt: skip
"""The colour of a terrain row, by its name in the page's style."""


def by_terrain(hexes: Iterable[HexPicture]) -> dict[str, list[HexPicture]]:
    """The hexes of each terrain, in order."""
    rows: dict[str, list[HexPicture]] = {}
    for ground in hexes:
        rows.setdefault(ground.terrain, []).append(ground)
    return rows


class HexLayout:
    """Positions of hexes on the picture."""

    def __init__(self, hexes: Iterable[Hex]) -> None:
        spots = tuple(hexes)
        self.left = min(at.x for at in spots)
        lines = [half_row(at) for at in spots]
        self.top = min(lines)
        wide = (max(at.x for at in spots) - self.left) * ACROSS + 40 + 2 * MARGIN
        self.width = max(wide, LEAST)
        self.edge = MARGIN + (self.width - wide) / 2
        self.height = (max(lines) - self.top) * DOWN / 2 + DOWN + 2 * MARGIN

    def middle(self, at: Hex) -> Point:
        """The middle of a hex."""
        x = (at.x - self.left) * ACROSS + 20 + self.edge
        y = (half_row(at) - self.top) * DOWN / 2 + DOWN / 2 + MARGIN
        return x, y

    def stamped(self, grounds: Iterable[HexPicture], sign: str, x: int, y: int) -> str:
        """The same sign on many hexes, so far from their middles, as a path."""
        middles = (self.middle(ground.at) for ground in grounds)
        return "".join([f"M{mx + x:g} {my + y:g}{sign}" for mx, my in middles])

    def numbers(self, grounds: Iterable[HexPicture]) -> str:
        """The numbers of hexes."""
        middles = ((ground.at, *self.middle(ground.at)) for ground in grounds)
        return "".join([words(name_hex(at), x, y - 10) for at, x, y in middles])

    def line(self, hexes: Sequence[Hex]) -> str:
        """A line through hexes."""
        return smooth([self.middle(at) for at in hexes])

    def halfway(self, hexes: Sequence[Hex]) -> str:
        """Where an arrow stands on that line, and how it is turned."""
        at = (len(hexes) - 1) // 2
        (x, y), (there, then) = self.middle(hexes[at]), self.middle(hexes[at + 1])
        turned = degrees(atan2(then - y, there - x))
        return f"translate({(x + there) / 2:g} {(y + then) / 2:g}) rotate({turned:.0f})"
