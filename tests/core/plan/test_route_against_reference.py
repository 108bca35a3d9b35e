"""Routes agree with a textbook search on random maps, label for label (M-1 to M-7)."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from core.messages import Refusal
from core.travel.company import Traveller, assemble
from core.travel.itinerary import MORNING, clock, itinerary
from core.travel.lexicon import TravelTerms, Vessel, lexicon
from core.travel.movers import Mover
from core.travel.regionmap import Hex, HexCell, MapPath, RegionMap, fill, name_hex, parse_hex
from core.travel.route import Routes, SearchStart, by_way_of, routes
from saves.store.packaged_rulesets import packaged
from tests.core.plan.reference import Asked, earliest
from tests.thorough import examples

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


@examples(18, 150)
@given(SEEDS)
def test_arrivals_agree_with_a_textbook_search(seed: int) -> None:
    asked, party, allowed = a_question(seed)
    expected = earliest(asked)
    found = searched(asked, party, allowed)
    if found is None:
        assert set(expected) <= {asked.start}  # aboard a boat that lies high and dry
        return
    got = {h: label for h in asked.region.cells if (label := found.label(h)) is not None}
    assert got == expected


@examples(15, 120)
@given(SEEDS)
def test_the_itinerary_of_a_route_arrives_when_the_route_says(seed: int) -> None:
    asked, party, allowed = a_question(seed)
    found = searched(asked, party, allowed)
    if found is None:
        return
    company = found.net.company
    for goal in sorted(asked.region.cells):
        if found.arrival(goal) is None:
            continue
        way = by_way_of(found, (), goal)
        stretches = way.stretches
        if not stretches or all(s.boat for s in stretches):
            continue
        days = itinerary(
            company, stretches, asked.rules, hours_per_day=allowed, hours_used_day1=asked.hours_used
        )
        assert days.arrives == found.arrival(goal)
        assert found.hexes(goal)[0] == asked.start
        assert days.total_hours == sum(step.hours for step in way.steps)
        assert days.total_km == asked.hex_km * (len(way.steps) - 1)


@examples(15, 120)
@given(SEEDS, st.integers(1, 4), st.integers(0, 23))
def test_what_is_reachable_by_a_moment_is_what_arrives_by_then(
    seed: int, day: int, hour: int
) -> None:
    question = a_question(seed)
    found = searched(*question)
    if found is None:
        return
    by = (day, Fraction(hour))
    arrives = {h: found.arrival(h) for h in question[0].region.cells}
    assert found.reachable(by) == {h for h, at in arrives.items() if at is not None and at <= by}


@examples(15, 100)
@given(SEEDS, SEEDS)
def test_a_route_by_way_of_a_hex_passes_it_and_is_never_sooner(seed: int, other: int) -> None:
    question = a_question(seed)
    asked = question[0]
    chance = Random(other)
    found = searched(*question)
    if found is None:
        return
    reached = sorted(h for h in asked.region.cells if found.label(h) is not None)
    via = chance.choice(reached)
    goal = chance.choice(reached)
    try:
        route = by_way_of(found, (via,), goal)
    except Refusal as refusal:
        if refusal.code not in ("no_way", "unknown_terrain"):  # a boat was left behind
            raise
        return
    straight = found.label(goal)
    assert straight is not None
    assert route.label >= straight
    assert via in [step.hex for step in route.steps]
    days = itinerary(
        found.net.company,
        route.stretches,
        asked.rules,
        hours_per_day=question[2],
        hours_used_day1=asked.hours_used,
    )
    if route.stretches and not all(s.boat for s in route.stretches):
        day, hours = route.label
        assert days.arrives == clock(day, MORNING + hours)


def test_hexes_of_the_reference_are_those_of_the_map() -> None:
    assert parse_hex("0304") == Hex(3, 4)
    assert fill(("0101", "0301")) == ("0101", "0201", "0301")
