"""What is said of the hex under the cursor is what the way there comes to (M-1)."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given

from core.travel.route import by_way_of, glance
from tests.core.plan.test_route_against_reference import SEEDS, a_question, searched
from tests.thorough import examples


@examples(30, 120)
@given(SEEDS)
def test_a_glance_adds_up_the_stretches_of_the_way(seed: int) -> None:
    asked, party, allowed = a_question(seed)
    found = searched(asked, party, allowed)
    if found is None:
        return
    for goal in sorted(asked.region.cells):
        seen = glance(found, goal)
        assert (seen is None) == (found.arrival(goal) is None)
        if seen is None:
            continue
        by_way: dict[str, Fraction] = {}
        for stretch in by_way_of(found, (), goal).stretches:
            kind = stretch.mode if stretch.water else stretch.way
            by_way[kind] = by_way.get(kind, Fraction(0)) + stretch.km
        assert seen.by_way == by_way
        assert list(seen.by_way) == list(by_way)
        assert seen.km == sum(by_way.values())
