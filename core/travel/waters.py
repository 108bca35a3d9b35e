"""Boats on a map: the waters of a step, landings, half steps afloat (M-1, M-4)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from core.messages import Refusal
from core.travel.boats import BoatPassage, Voyage, afloat
from core.travel.lexicon import HexGround
from core.travel.regionmap import HexCell, RegionMap
from core.travel.rivers import Rivers
from core.travel.terms import TravelTerms, Vessel
from core.values import Struct

if TYPE_CHECKING:
    from core.rulesets.schema import Ruleset

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
