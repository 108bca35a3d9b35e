"""Rivers on a map of hexes, their crossings and flow (M-3), and boats on its waters (M-1, M-4)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from core.messages import Refusal
from core.rulesets.schema import Ruleset
from core.travel.boats import BoatPassage, Voyage, afloat
from core.travel.hexes import parse_hex, side_of
from core.travel.lexicon import HexGround, Lexicon, TravelTerms, Vessel
from core.travel.regionmap import HexCell, RegionMap
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


STILL = "none"


class Half(Struct):
    """Half a step: its hex, ground and way or water, and its time in hours."""

    inside: str
    terrain: str
    way: str
    water: str
    direction: str
    hours: Fraction


class Waters(Struct):
    """The waters of a map for the boats of the party, which are numbered."""

    region: RegionMap
    grounds: Mapping[str, HexGround]
    rivers: Rivers
    terms: TravelTerms
    vessels: tuple[Vessel, ...]
    rules: Ruleset
    _afloat: dict[tuple[int, str, str], BoatPassage | None] = msgspec.field(default_factory=dict)

    def lands(self, hex_id: str, boat: int) -> bool:
        """Whether the party can change between land and boat in this hex (M-4)."""
        if self.vessels[boat].at == hex_id:
            return True
        return self.terms.words.is_landing(self.region.cells.get(hex_id, HexCell(hex_id)))

    def halves(self, boat: int, a: str, b: str) -> tuple[Half, Half] | None:
        """Return the two halves of a step from hex `a` to `b`; None where the boat cannot go."""
        flow = self.rivers.flow.get((a, b), "")
        waters = [self._open_water(a), self._open_water(b)]
        if not flow and not all(waters):
            waters = self._alongside(boat, (a, b), waters)
        halves: list[Half] = []
        for hex_id, water in zip((a, b), waters, strict=True):
            kind = water or ("river" if flow else "")
            direction = flow if kind == "river" and flow else STILL
            found = self.float_on(boat, kind, direction) if kind else None
            if found is None:
                return None
            hours = self.terms.hex_km / 2 / found.km_h
            halves.append(Half(hex_id, "", "", kind, direction, hours))
        return halves[0], halves[1]

    def float_on(self, boat: int, water: str, direction: str) -> BoatPassage | None:
        """Return a boat's pace on some water; None where it cannot go (T-183, T-187)."""
        key = (boat, water, direction)
        if key not in self._afloat:
            try:
                voyage = Voyage(self.vessels[boat].boat, water, direction)
                self._afloat[key] = afloat(voyage, self.rules)
            except Refusal:
                self._afloat[key] = None
        return self._afloat[key]

    def _open_water(self, hex_id: str) -> str:
        ground = self.grounds.get(hex_id)
        return ground.slug if ground is not None and ground.kind == "water" else ""

    def _alongside(self, boat: int, hexes: tuple[str, str], waters: list[str]) -> list[str]:
        (a, b), (first, second) = hexes, waters
        if first and self.lands(b, boat):
            return [first, first]
        if second and self.lands(a, boat):
            return [second, second]
        return waters
