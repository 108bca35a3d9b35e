"""Routes agree with a textbook search on random maps, label for label (M-1 to M-7)."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from core.messages import Refusal
from core.travel.company import Traveller, assemble
from core.travel.hexes import Hex, name_hex, parse_hex, step
from core.travel.itinerary import itinerary
from core.travel.movers import Mover
from core.travel.regionmap import Cell, Path, RegionMap, fill
from core.travel.route import Routes, by_way_of, routes
from saves.rules import packaged
from tests.core.plan.reference import Asked, earliest

WIDE, HIGH = 5, 5
GROUND = ("plain", "forest", "hill", "swamp", "plain", "lake", "sea", "tower", "")
EXTRA = ("village", "ford", "bridge", "castle", "")
KINDS = ("road", "trail", "highway", "river", "river", "border")


@st.composite
def regions(draw: st.DrawFn) -> RegionMap:
    """A small region: some hexes missing or without a terrain, paths that may leave it."""
    cells = []
    for x in range(1, WIDE + 1):
        for y in range(1, HIGH + 1):
            word = draw(st.sampled_from(GROUND))
            if word:
                words = (word, draw(st.sampled_from(EXTRA)))
                cells.append(Cell(name_hex(Hex(x, y)), tuple(w for w in words if w)))
    paths = draw(st.lists(walks(), max_size=5))
    return RegionMap((*cells, *paths))


@st.composite
def walks(draw: st.DrawFn) -> Path:
    """A path of some neighbours in a row."""
    at = Hex(draw(st.integers(1, WIDE)), draw(st.integers(1, HIGH)))
    hexes = [at]
    for side in draw(st.lists(st.integers(0, 5), min_size=1, max_size=6)):
        at = step(at, side)
        hexes.append(at)
    names = tuple(name_hex(at) for at in hexes)
    return Path(names, draw(st.sampled_from(KINDS)), names)


PARTIES = {
    "walkers": ((Mover(speed_m=Fraction(9)),), Fraction(9, 2)),
    "slow": ((Mover(speed_m=Fraction(6)), Mover(speed_m=Fraction(9))), Fraction(3)),
    "wagon": ((Mover(vehicle="cart_or_wagon"), Mover(speed_m=Fraction(9))), Fraction(3)),
    "flyers": ((Mover(fly_speed_m=Fraction(18)),), Fraction(9)),
}


@st.composite
def questions(draw: st.DrawFn) -> tuple[Asked, str, Fraction | None]:
    """A region, a party, boats and a moment."""
    region = draw(regions().filter(lambda found: bool(found.cells)))
    hexes = sorted(region.cells)
    start = draw(st.sampled_from(hexes))
    party = draw(st.sampled_from(sorted(PARTIES)))
    allowed = draw(st.sampled_from((None, Fraction(10), Fraction(13, 2))))
    kinds = draw(st.lists(st.sampled_from(("rowboat", "raft_or_barge", "sailing_ship")),
                          max_size=2))  # fmt: skip
    boats = tuple((f"boat-{n}", kind, draw(st.sampled_from([start, *hexes])))
                  for n, kind in enumerate(kinds))  # fmt: skip
    asked = Asked(
        region=region,
        rules=packaged("pf1"),
        start=start,
        hex_km=draw(st.sampled_from((Fraction(12), Fraction(10), Fraction(18)))),
        km_h=PARTIES[party][1],
        day_hours=allowed or Fraction(8),
        with_vehicle=party == "wagon",
        flies=party == "flyers",
        hours_used=draw(st.sampled_from((Fraction(0), Fraction(3), Fraction(8), Fraction(28, 3)))),
        boats=boats,
        fords=draw(st.booleans()),
        crossing_hours=draw(st.sampled_from((Fraction(0), Fraction(1, 2), Fraction(5)))),
    )
    return asked, party, allowed


def searched(asked: Asked, party: str, allowed: Fraction | None) -> Routes | None:
    travellers = [Traveller(f"t{n}", mover) for n, mover in enumerate(PARTIES[party][0])]
    try:
        return routes(
            asked.region, assemble(travellers, asked.rules), asked.rules, asked.start,
            hex_km=asked.hex_km, hours_used=asked.hours_used, hours_per_day=allowed,
            boats=asked.boats, fords=asked.fords, crossing_hours=asked.crossing_hours,
        )  # fmt: skip
    except Refusal as refusal:
        assert refusal.code in ("unknown_terrain", "no_footing")
        return None


@settings(max_examples=250, deadline=None)
@given(questions())
def test_arrivals_agree_with_a_textbook_search(
    question: tuple[Asked, str, Fraction | None],
) -> None:
    asked, party, allowed = question
    expected = earliest(asked)
    found = searched(asked, party, allowed)
    if found is None:
        assert expected == {}
        return
    got = {h: label for h in asked.region.cells if (label := found.label(h)) is not None}
    assert got == expected


@settings(max_examples=120, deadline=None)
@given(questions())
def test_the_itinerary_of_a_route_arrives_when_the_route_says(
    question: tuple[Asked, str, Fraction | None],
) -> None:
    asked, party, allowed = question
    found = searched(asked, party, allowed)
    if found is None:
        return
    company = found.net.company
    for goal in sorted(asked.region.cells):
        stretches = found.stretches(goal)
        if not stretches or all(s.boat for s in stretches):
            continue
        days = itinerary(company, stretches, asked.rules, hours_per_day=allowed,
                         hours_used_day1=asked.hours_used)  # fmt: skip
        assert days.arrives == found.arrival(goal)
        assert found.hexes(goal)[0] == asked.start
        assert days.total_hours == sum(step.hours for step in found.path(goal))
        assert days.total_km == asked.hex_km * (len(found.path(goal)) - 1)


@settings(max_examples=120, deadline=None)
@given(questions(), st.integers(1, 4), st.integers(0, 23))
def test_what_is_reachable_by_a_moment_is_what_arrives_by_then(
    question: tuple[Asked, str, Fraction | None], day: int, hour: int
) -> None:
    found = searched(*question)
    if found is None:
        return
    by = (day, Fraction(hour))
    arrives = {h: found.arrival(h) for h in question[0].region.cells}
    assert found.reachable(by) == {h for h, at in arrives.items() if at is not None and at <= by}


@settings(max_examples=100, deadline=None)
@given(questions(), st.data())
def test_a_route_by_way_of_a_hex_passes_it_and_is_never_sooner(
    question: tuple[Asked, str, Fraction | None], data: st.DataObject
) -> None:
    asked = question[0]
    found = searched(*question)
    if found is None:
        return
    reached = sorted(h for h in asked.region.cells if found.label(h) is not None)
    via, goal = data.draw(st.sampled_from(reached)), data.draw(st.sampled_from(reached))
    try:
        route = by_way_of(found, (via,), goal)
    except Refusal as refusal:
        assert refusal.code in ("no_way", "unknown_terrain")  # a boat was left behind
        return
    straight = found.label(goal)
    assert straight is not None
    assert route.label >= straight
    assert via in [step.hex for step in route.steps]
    days = itinerary(found.net.company, route.stretches, asked.rules, hours_per_day=question[2],
                     hours_used_day1=asked.hours_used)  # fmt: skip
    if route.stretches and not all(s.boat for s in route.stretches):
        assert days.arrives == route.arrival


def test_hexes_of_the_reference_are_those_of_the_map() -> None:
    assert parse_hex("0304") == Hex(3, 4)
    assert fill(("0101", "0301")) == ("0101", "0201", "0301")
