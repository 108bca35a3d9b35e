"""The region map: geometry, names, words, ways and rivers (M-1 to M-3)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.messages import Refusal
from core.travel.company import Company, Traveller, assemble
from core.travel.lexicon import TravelTerms, Vessel, lexicon, unknown_words
from core.travel.movers import Mover
from core.travel.network import banks_of, crosses, rivers
from core.travel.regionmap import (
    Hex,
    apart,
    around,
    canonical,
    from_json,
    line,
    name_hex,
    parse_hex,
    side_of,
    step,
    to_json,
)
from core.travel.route import Routes, RouteStep, SearchStart, blocked, by_way_of, routes
from saves.exchange.textmapper import read_text
from saves.store.packaged_rulesets import packaged

PF1 = packaged("pf1")
SF = packaged("sf")
WORDS = lexicon(PF1)
ADA = assemble((Traveller("Ada", Mover(speed_m=Fraction(9))),), PF1)
NEAR = st.builds(Hex, st.integers(-30, 30), st.integers(-30, 30), st.just(0))
HEXES = st.builds(Hex, st.integers(-200, 200), st.integers(-200, 200), st.integers(0, 3))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("0304", "0304"),
        ("-0101", "-0101"),
        ("01-02", "01-02"),
        ("030402", "030402"),
        ("120.004", "120.04"),
        ("3.4", "0304"),
        ("12", None),
        ("abcd", None),
        ("0304 ", None),
    ],
)
def test_ids_of_hexes(text: str, name: str | None) -> None:
    assert canonical(text) == name


@given(HEXES)
def test_an_id_names_one_hex(at: Hex) -> None:
    assert parse_hex(name_hex(at)) == at


@given(HEXES, st.integers(0, 5))
def test_the_way_back_is_over_the_opposite_side(at: Hex, side: int) -> None:
    there = step(at, side)
    assert step(there, (side + 3) % 6) == at
    assert side_of(at, there) == side
    assert apart(at, there) == 1


def test_even_columns_lie_half_a_hex_lower() -> None:
    assert [name_hex(n) for n in around(Hex(2, 2))] == [
        "0201",
        "0302",
        "0303",
        "0203",
        "0103",
        "0102",
    ]
    assert [name_hex(n) for n in around(Hex(3, 2))] == [
        "0301",
        "0401",
        "0402",
        "0303",
        "0202",
        "0201",
    ]


@given(NEAR, NEAR)
def test_a_line_joins_neighbours_and_is_no_detour(a: Hex, b: Hex) -> None:
    hexes = line(a, b)
    assert hexes is not None
    assert (hexes[0], hexes[-1], len(hexes)) == (a, b, apart(a, b) + 1)


def test_places_are_found_whatever_their_case_and_accents() -> None:
    region = read_text('0101 plain "Café Blé"\n0102 plain "Whispering Cave|Hex-0204"\n').region
    assert region.find("café blé") == region.find("CAFE BLE") == "0101"
    assert region.find("whispering cave") == "0102"
    assert region.find("01.02") == "0102"


def test_a_name_that_differs_by_an_accent_only_is_no_riddle_when_spelt() -> None:
    region = read_text('0101 plain "Blé"\n0102 plain "Ble"\n').region
    assert region.find("blé") == "0101"
    assert region.find("ble") == "0102"


def test_the_last_known_terrain_word_wins() -> None:
    region = read_text("0101 light-green forest castle hill icon_farm\n0102 castle\n").region
    assert WORDS.ground(region.cells["0101"]).slug == "hills"
    assert WORDS.ground(region.cells["0102"]).kind == "unmapped"
    assert unknown_words(region, WORDS) == (("castle", ("0102",)),)


def test_the_gms_words_go_first_and_may_be_water() -> None:
    words = lexicon(PF1, {"castle": "plains", "forest": "lake"}, {"wall": "highway"})
    region = read_text("0101 castle\n0102 forest\n").region
    assert words.ground(region.cells["0101"]).slug == "plains"
    assert words.ground(region.cells["0102"]).kind == "water"
    assert words.way["wall"] == "highway"


def test_of_several_ways_the_best_is_used_whichever_way_round_it_is_written() -> None:
    region = read_text("0101 plain\n0102 plain\n0101-0102 trail\n0102-0101 highway\n").region
    assert WORDS.ways(region)["0101", "0102"] == "highway"


def test_the_nearest_row_is_told_by_meaning_and_by_spelling() -> None:
    assert lexicon(SF).suggest("frozen_tundra") == "desert"
    assert WORDS.suggest("forrest") == "forest"


def test_json_gives_the_same_map_again() -> None:
    region = read_text('# c\n0101 hill “Tor” 20 name="X"\n0101-0303 river "R" left 5% z\n').region
    assert from_json(to_json(region)) == region
    with pytest.raises(ValueError, match="region map"):
        from_json("[]")


# M-3: the line of the river parts the six sides of a hex. N NE SE S SW NW = 0 to 5.


@pytest.mark.parametrize(
    ("river", "entered", "left", "crossed"),
    [
        ({0, 3}, 1, 5, True),
        ({0, 3}, 1, 2, False),
        ({0, 3}, 4, 2, True),
        ({0, 3}, 0, 2, False),
        ({0, 3}, 0, 3, False),
        ({0, 1}, 2, 5, False),
        ({0, 2}, 1, 4, True),
        ({0}, 1, 5, False),
        ({0, 2, 4}, 1, 3, True),
        (set(), 1, 4, False),
    ],
)
def test_a_river_is_crossed_between_its_banks_only(
    river: set[int], entered: int, left: int, crossed: bool
) -> None:
    assert crosses(banks_of(river), entered, left) is crossed


RIVER = """
0102 plain
0103 plain
0201 plain
0202 plain
0203 plain
0302 plain
0303 plain
0201-0202-0203 river
"""


def found(
    text: str,
    start: str,
    *,
    company: Company = ADA,
    boats: tuple[tuple[str, str, str], ...] = (),
    fords: bool = True,
    crossing_hours: Fraction = Fraction(0),
    unexplored: str = "",
    also: tuple[str, ...] = (),
) -> Routes:
    terms = TravelTerms(
        Fraction(9),
        WORDS,
        fords=fords,
        crossing_hours=crossing_hours,
        unexplored=unexplored,
        also=(start, *also) if unexplored else (),
    )
    vessels = tuple(Vessel(*boat) for boat in boats)
    return routes(read_text(text).region, company, PF1, SearchStart(start), terms, vessels)


def path(routes_: Routes, goal: str) -> tuple[RouteStep, ...]:
    return by_way_of(routes_, (), goal).steps


def crossings(routes_: Routes, goal: str) -> dict[str, str]:
    return {step.hex: step.crosses for step in path(routes_, goal) if step.crosses}


ONLY = RIVER.replace("0201 plain\n", "").replace("0203 plain\n", "")


def test_a_crossing_off_any_way_is_listed_and_takes_its_hours() -> None:
    free = found(ONLY, "0102")
    slow = found(ONLY, "0102", crossing_hours=Fraction(2))
    assert crossings(free, "0303") == crossings(slow, "0303") == {"0202": "none"}
    a = free.label("0303")
    b = slow.label("0303")
    assert a is not None
    assert b is not None
    assert b[1] + (b[0] - 1) * 8 == a[1] + (a[0] - 1) * 8 + 2
    ford = found(ONLY.replace("0202 plain", "0202 plain ford"), "0102")
    assert crossings(ford, "0303") == {"0202": "ford"}


def test_without_fords_a_river_is_crossed_by_bridges_only() -> None:
    assert found(ONLY, "0102", fords=False).label("0303") is None
    bridge = found(ONLY.replace("0202 plain", "0202 plain bridge"), "0102", fords=False)
    assert crossings(bridge, "0303") == {"0202": "bridge"}


def test_a_crossing_on_a_way_is_a_bridge_and_costs_nothing() -> None:
    road = ONLY + "0102-0202-0303 road\n"
    by_road = found(road, "0102", fords=False, crossing_hours=Fraction(2))
    assert crossings(by_road, "0303") == {"0202": "bridge"}
    assert by_road.label("0303") == (1, Fraction(4))


def test_a_road_that_is_left_at_the_river_is_no_bridge() -> None:
    road = ONLY + "0102-0202 road\n"
    assert found(road, "0102", fords=False).label("0303") is None


def test_starting_and_ending_in_a_river_hex_is_no_crossing() -> None:
    assert crossings(found(ONLY, "0202", fords=False), "0303") == {}
    assert crossings(found(ONLY, "0102", fords=False), "0202") == {}


def test_following_the_river_is_no_crossing() -> None:
    along = found(
        RIVER.replace("0102 plain\n", "").replace("0302 plain\n", ""), "0201", fords=False
    )
    assert along.label("0203") is not None
    assert crossings(along, "0203") == {}


def test_flyers_cross_rivers_and_waters() -> None:
    flyers = assemble((Traveller("F", Mover(fly_speed_m=Fraction(18))),), PF1)
    over = found(ONLY.replace("0202 plain", "0202 lake"), "0102", company=flyers, fords=False)
    assert over.label("0303") == (1, Fraction(2))


# M-4: boats.

WATER = """
0101 plain village "Upton"
0102 hill
0103 hill
0104 plain landing "Low Stage"
0101-0102-0103-0104 river
"""


def test_a_boat_goes_down_a_river_and_lands_at_a_landing() -> None:
    down = found(WATER, "0101", boats=(("b", "rowboat", "0101"),))
    assert [step.mode for step in path(down, "0104")] == ["b"] * 4
    assert down.label("0104") == (1, Fraction(4))
    assert path(down, "0102")[-1].terrain == "river"


def test_a_small_boat_is_not_rowed_upstream() -> None:
    up = found(WATER, "0104", boats=(("b", "rowboat", "0104"),))
    assert [step.mode for step in path(up, "0101")] == ["land"] * 4


def test_a_ship_of_the_sea_sails_up_a_river() -> None:
    up = found(WATER, "0104", boats=(("s", "galley", "0104"),))
    assert [step.mode for step in path(up, "0101")] == ["s"] * 4


def test_nobody_lands_where_there_is_no_landing() -> None:
    by_boat = found(WATER, "0101", boats=(("b", "rowboat", "0101"),))
    assert path(by_boat, "0103")[-1].mode == "b"
    beyond = found(WATER + "0202 plain\n", "0101", boats=(("b", "rowboat", "0101"),))
    assert [step.mode for step in path(beyond, "0202")] == ["land"] * 3


def test_a_boat_is_boarded_where_it_lies_only() -> None:
    assert all(
        step.mode == "land"
        for step in path(found(WATER, "0101", boats=(("b", "rowboat", "0103"),)), "0102")
    )


def test_a_boat_that_was_left_behind_is_not_used_again() -> None:
    first = found(WATER, "0101", boats=(("b", "rowboat", "0101"),))
    route = by_way_of(first, ("0104", "0101"), "0104")
    modes = [step.mode for step in route.steps]
    assert modes == ["b"] * 4 + ["land"] * 6


def test_a_lake_is_crossed_between_landings_on_its_shore() -> None:
    lake = "0101 plain village\n0102 lake\n0103 lake\n0104 swamp town\n"
    over = found(lake, "0101", boats=(("b", "rowboat", "0101"),))
    assert [step.mode for step in path(over, "0104")] == ["b"] * 4


# M-2: hexes without a terrain.

TOWER = "0101 plain\n0102 tower\n0103 plain\n0201 plain\n0202 plain\n"


def test_a_hex_without_a_terrain_is_gone_round() -> None:
    assert "0102" not in found(TOWER, "0101").hexes("0103")


def test_a_hex_without_a_terrain_is_refused_where_it_has_to_be_entered() -> None:
    only = TOWER.replace("0202 plain\n", "")
    stuck = found(only, "0101")
    assert stuck.label("0103") is None
    refusal = blocked(stuck, "0103")
    assert refusal.code == "unknown_terrain"
    assert refusal.message.value("hex") == "0102"
    assert refusal.message.value("word") == "tower"


def test_no_way_at_all_is_told_as_such() -> None:
    assert blocked(found(TOWER + "0909 plain\n", "0101"), "0909").code == "no_way"


def test_unexplored_hexes_are_entered_only_where_the_gm_says_of_what_they_are() -> None:
    apart_ = "0101 plain\n0301 plain\n"
    assert found(apart_, "0101").label("0301") is None
    route = found(apart_, "0101", unexplored="forest", also=("0301",))
    assert path(route, "0301")[1].terrain == "forest"


def test_a_party_without_a_boat_does_not_start_on_water() -> None:
    with pytest.raises(Refusal) as refused:
        found("0101 lake\n0102 plain\n", "0101")
    assert refused.value.code == "no_footing"


def test_a_route_is_searched_once_for_all_goals() -> None:
    region = read_text(RIVER).region
    terms = TravelTerms(Fraction(9), WORDS)
    first = routes(region, ADA, PF1, SearchStart("0102"), terms)
    second = routes(region, ADA, PF1, SearchStart("0303"), terms)
    assert first.network is second.network
    assert isinstance(first.network.company, Company)


def test_rivers_written_both_ways_run_as_the_first_line_says() -> None:
    region = read_text("0101 plain\n0102 plain\n0101-0102 river\n0102-0101 river\n").region
    assert rivers(region, WORDS).flow["0101", "0102"] == "downstream"
