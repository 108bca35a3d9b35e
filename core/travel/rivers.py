"""Rivers on a map of hexes: their sides, crossings and direction (M-3)."""

from __future__ import annotations

from collections.abc import Mapping

from core.travel.hexes import parse_hex, side_of
from core.travel.lexicon import Lexicon
from core.travel.regionmap import RegionMap
from core.values import Struct

RIVERSIDE = -1


class Banks(Struct):
    """The banks into which rivers part the six sides of a hex.

    `arc` gives each side (an index of SIDES) the number of its bank; RIVERSIDE is a side that
    a river itself uses. A river that ends in the hex parts nothing.
    """

    arc: tuple[int, ...]

    def parts(self) -> bool:
        """Whether there are two banks."""
        return len({bank for bank in self.arc if bank != RIVERSIDE}) > 1

    def crossed(self, entered: int, left: int) -> bool:
        """Whether a way in over side `entered` and out over side `left` crosses the river."""
        a, b = self.arc[entered], self.arc[left]
        return a != b and RIVERSIDE not in (a, b)


class Rivers(Struct):
    """The rivers of a map: `banks` of the hexes that they part, `flow` of their steps.

    `flow[a, b]` is "downstream" or "upstream": a river is written from source to mouth (M-4).
    `hexes` are all hexes that a river runs through.
    """

    banks: Mapping[str, Banks]
    flow: Mapping[tuple[str, str], str]
    hexes: frozenset[str]


def rivers(region: RegionMap, words: Lexicon) -> Rivers:
    """Return the rivers of `region`; of a step written both ways the first line counts."""
    sides: dict[str, set[int]] = {}
    flow: dict[tuple[str, str], str] = {}
    for path in region.paths:
        if not words.is_river(path):
            continue
        for a, b in path.steps:
            if (a, b) not in flow:
                flow[a, b], flow[b, a] = "downstream", "upstream"
            _join(sides, a, b)
            _join(sides, b, a)
    found = {hex_id: banks_of(frozenset(used)) for hex_id, used in sides.items()}
    parted = {hex_id: banks for hex_id, banks in found.items() if banks.parts()}
    return Rivers(parted, flow, frozenset(sides))


def banks_of(river_sides: frozenset[int]) -> Banks:
    """Return the banks of a hex with rivers over these sides; they meet at its centre."""
    arc = [RIVERSIDE] * 6
    first = min(river_sides, default=0)
    bank = 0
    for turn in range(6):
        side = (first + turn) % 6
        if side in river_sides:
            bank += 1
        else:
            arc[side] = bank
    return Banks(tuple(arc))


def _join(sides: dict[str, set[int]], at: str, neighbour: str) -> None:
    here, there = parse_hex(at), parse_hex(neighbour)
    if here is None or there is None:
        return
    side = side_of(here, there)
    if side is not None:
        sides.setdefault(at, set()).add(side)
