"""A small region to travel on: a road east, a wood, a river with a rowboat."""

from __future__ import annotations

from fractions import Fraction

from core.play.facts.state import Boat, Member, State
from core.play.union import Assets
from core.travel.regionmap import HexCell, HexLabel, MapPath, RegionMap, fill
from saves.store.packaged_rulesets import packaged

SHA = "e" * 64


def cell(hex_id: str, *words: str, name: str = "") -> HexCell:
    """A hex with these words, and a name."""
    return HexCell(hex_id, words, (HexLabel(name),) if name else ())


def path(kind: str, *points: str) -> MapPath:
    """A path along these hexes."""
    hexes = fill(points)
    assert hexes is not None
    return MapPath(points=points, kind=kind, hexes=hexes)


REGION = RegionMap(
    (
        cell("0101", "plain", "village", name="Mill"),
        cell("0201", "plain"),
        cell("0301", "forest", name="Wood"),
        cell("0102", "plain"),
        cell("0202", "plain"),
        cell("0302", "unexplored", "forest"),
        cell("0103", "plain", "village", name="Ford"),
        cell("0203", "plain"),
        cell("0303", "plain", "town", name="Fort Wyll"),
        path("road", "0101", "0303"),
        path("river", "0101", "0103"),
    )
)


def region_world() -> Assets:
    """A world with this region under Pathfinder 1."""
    return Assets(packaged("pf1"), {SHA: REGION})


def at(place: str, *members: Member, boat: str = "") -> State:
    """A party at a place of the region, 12 km a hex, perhaps with a rowboat somewhere."""
    boats = (Boat("rowboat", "Rowboat", "rowboat", boat),) if boat else ()
    return State(
        name="Map",
        ruleset="f" * 64,
        members=members,
        region=SHA,
        hex_km=Fraction(12),
        place=place,
        boats=boats,
    )
