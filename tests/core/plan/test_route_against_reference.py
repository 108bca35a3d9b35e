"""Routes agree with a textbook search on random maps, label for label (M-1 to M-7)."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from core.messages import Refusal
from core.travel.itinerary import MORNING, clock, itinerary
from core.travel.regionmap import Hex, fill, parse_hex
from core.travel.route import by_way_of
from tests.core.plan.random_routes import (
    SEEDS,
    a_question,
    searched,
)
from tests.core.plan.reference import earliest
from tests.thorough import examples


@examples(10, 150)
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
    company = found.network.company
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
        found.network.company,
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
