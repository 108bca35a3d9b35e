"""What is said of the hex under the cursor is what the way there comes to (M-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from hypothesis import given

from core.travel.company import Traveller, assemble
from core.travel.lexicon import TravelTerms, lexicon
from core.travel.movers import Mover
from core.travel.route import Glance, SearchStart, by_way_of, glance, routes
from saves.exchange import textmapper
from saves.store.packaged_rulesets import packaged
from tests.core.plan.random_routes import SEEDS, a_question, searched
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


class CountedWays(Mapping[tuple[str, str], str]):
    """The ways of a map, and how many steps were asked about."""

    def __init__(self, ways: Mapping[tuple[str, str], str]) -> None:
        self._ways = ways
        self.asked = 0

    def __getitem__(self, step: tuple[str, str]) -> str:
        self.asked += 1
        return self._ways[step]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._ways)

    def __len__(self) -> int:
        return len(self._ways)


def test_of_the_way_to_the_next_hex_only_the_new_step_is_looked_at() -> None:
    """Given a way of five steps along a column, when the cursor goes on along it."""
    lines = [f"010{y} plains" for y in range(1, 8)]
    region = textmapper.read("\n".join(lines).encode()).region
    rules = packaged("pf1")
    walkers = assemble((Traveller("Tam", Mover(race="human")),), rules)
    terms = TravelTerms(Fraction(12), lexicon(rules))
    found = routes(region, walkers, rules, SearchStart("0101"), terms)
    ways = CountedWays(found.network.ways)
    found.network.ways = ways

    assert glance(found, "0106") == Glance(Fraction(60), {"trackless": Fraction(60)})
    assert ways.asked == 5
    assert glance(found, "0107") == Glance(Fraction(72), {"trackless": Fraction(72)})
    assert glance(found, "0103") == Glance(Fraction(24), {"trackless": Fraction(24)})
    assert ways.asked == 6
