"""Maps and questions of the way, drawn at random."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from hypothesis import strategies as st

from core.messages import Refusal
from core.travel.company import Traveller, assemble
from core.travel.lexicon import TravelTerms, Vessel, lexicon
from core.travel.movers import Mover
from core.travel.regionmap import Hex, HexCell, MapPath, RegionMap, fill, name_hex
from core.travel.route import Routes, SearchStart, routes
from saves.store.packaged_rulesets import packaged
from tests.core.plan.reference import Asked

WIDE = 6
HIGH = 6
SEEDS = st.integers(0, 2**32 - 1)
LAND = ("plain", "plain", "plain", "forest", "hill", "swamp")
WATER = ("lake", "lake", "sea")
ODD = ("tower", "")
EXTRA = ("village", "ford", "bridge", "castle", "", "", "")
KINDS = ("road", "trail", "highway", "river", "river", "border")


def a_region(chance: Random) -> RegionMap:
    """A small region: some hexes missing or without a terrain, paths that may leave it."""
    wet = chance.choice((0, 0, 20, 40))
    odd = chance.choice((0, 5, 15))
    cells = []
    for x in range(1, WIDE + 1):
        for y in range(1, HIGH + 1):
            rolled = chance.randrange(100)
            kinds = WATER if rolled < wet else ODD if rolled >= 100 - odd else LAND
            word = chance.choice(kinds)
            if word:
                words = (word, chance.choice(EXTRA))
                cells.append(HexCell(name_hex(Hex(x, y)), tuple(w for w in words if w)))
    paths = [a_path(chance) for _ in range(chance.randrange(7))]
    return RegionMap((*cells, *paths))


def a_path(chance: Random) -> MapPath:
    """A path between points of the map, or just beyond it."""
    points = tuple(
        name_hex(Hex(chance.randrange(WIDE + 2), chance.randrange(HIGH + 2)))
        for _ in range(chance.choice((2, 2, 3)))
    )
    hexes = fill(points)
    assert hexes is not None
    return MapPath(points=points, kind=chance.choice(KINDS), hexes=hexes)


PARTIES = {
    "walkers": ((Mover(speed_m=Fraction(9)),), Fraction(9, 2)),
    "slow": ((Mover(speed_m=Fraction(6)), Mover(speed_m=Fraction(9))), Fraction(3)),
    "wagon": ((Mover(vehicle="cart_or_wagon"), Mover(speed_m=Fraction(9))), Fraction(3)),
    "flyers": ((Mover(fly_speed_m=Fraction(18)),), Fraction(9)),
}
Question = tuple[Asked, str, Fraction | None]


def a_question(seed: int) -> Question:
    """A region, a party, boats and a moment."""
    chance = Random(seed)
    region = a_region(chance)
    hexes = sorted(region.cells)
    party = chance.choice(sorted(PARTIES))
    allowed = chance.choice((None, None, Fraction(10), Fraction(13, 2)))
    start = chance.choice(hexes)
    kinds = ("rowboat", "raft_or_barge", "sailing_ship")
    boats = tuple(
        (f"boat-{n}", chance.choice(kinds), chance.choice((start, *hexes)))
        for n in range(chance.choice((0, 0, 1, 2)))
    )
    asked = Asked(
        region=region,
        rules=packaged("pf1"),
        start=start,
        hex_km=chance.choice((Fraction(12), Fraction(10), Fraction(18))),
        km_h=PARTIES[party][1],
        day_hours=allowed or Fraction(8),
        with_vehicle=party == "wagon",
        flies=party == "flyers",
        hours_used=chance.choice((Fraction(0), Fraction(3), Fraction(8), Fraction(28, 3))),
        boats=boats,
        fords=chance.choice((True, True, False)),
        crossing_hours=chance.choice((Fraction(0), Fraction(1, 2), Fraction(5))),
    )
    return asked, party, allowed


def searched(asked: Asked, party: str, allowed: Fraction | None) -> Routes | None:
    travellers = [Traveller(f"t{n}", mover) for n, mover in enumerate(PARTIES[party][0])]
    try:
        return routes(
            asked.region,
            assemble(travellers, asked.rules),
            asked.rules,
            SearchStart(asked.start, asked.hours_used, allowed),
            TravelTerms(
                asked.hex_km,
                lexicon(asked.rules),
                fords=asked.fords,
                crossing_hours=asked.crossing_hours,
            ),
            tuple(Vessel(*boat) for boat in asked.boats),
        )
    except Refusal as refusal:
        if refusal.code not in ("unknown_terrain", "no_footing"):
            raise
        return None
