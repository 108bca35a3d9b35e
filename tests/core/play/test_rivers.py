"""Rivers on the way (M-3, M-4): where and how they are crossed is said before the march."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.play import queries
from core.play.facts.road.commands import March, SetRoute
from core.play.facts.road.events import RiverCrossed
from core.play.facts.state import State
from core.play.union import Assets, Decided, decide, evolve, narrate
from core.travel.crossings import Crossing, crossings_ahead
from core.travel.regionmap import RegionMap
from core.travel.stretches import Progress, Stretch
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.builders import HARSK, after
from tests.core.play.maps import SHA, at, cell, path
from tui.kit.phrases import say
from tui.play.road.survey import survey

COLUMNS = ("01", "02", "03")
ROWS = ("01", "02", "03", "04", "05")
HALF_AN_HOUR = Fraction(1, 2)


def river_world(*words: str, name: str = "", road: bool = False) -> Assets:
    """A plain with a river down its second column, whose hexes have these words in the middle."""
    middle = ("0202", "0203")
    others = [f"{column}{row}" for column in COLUMNS for row in ROWS if column + row not in middle]
    cells = [cell(hex_id, "plain") for hex_id in others]
    cells += [cell(hex_id, "plain", *words, name=name) for hex_id in middle]
    paths = [path("river", "0201", "0205")]
    if road:
        paths.append(path("road", "0103", "0202", "0303"))
    return Assets(packaged("pf1"), {SHA: RegionMap((*cells, *paths))})


def planned(world: Assets) -> State:
    """A party on the left bank with a plan to the right one."""
    return after(SetRoute("0303"), at("0103", HARSK), under=world)


@pytest.mark.parametrize(
    ("world", "told"),
    [
        (river_world(), "river at 0202, no bridge or ford known"),
        (river_world("ford"), "ford at 0202"),
        (river_world("bridge"), "bridge at 0202"),
        (river_world("ford", name="Alder Ford"), "ford at Alder Ford"),
        (river_world(road=True), "bridge at 0202"),
    ],
    ids=["unknown", "ford", "bridge", "named", "road"],
)
def test_m_3_the_itinerary_and_the_march_say_how_a_river_is_crossed(
    world: Assets, told: str
) -> None:
    """Given a way over a river, then the pane of the plan and Space name the place and how."""
    state = planned(world)
    plan = survey(state, world).plan
    assert plan is not None
    assert [say(line) for line in plan.rivers] == [told]
    assert say(queries.next_action(state, world)) == f"march 8 h, {told}"


def test_a_river_that_the_march_does_not_reach_is_in_the_itinerary_alone() -> None:
    """Given an hour left of the day, then Space does not speak of tomorrow's ford."""
    world = river_world("ford")
    state = replace(planned(world), travelled=Fraction(7))
    assert queries.river_words(state, world)
    assert say(queries.next_action(state, world)) == "march 1 h"


def test_a_river_is_told_of_until_the_party_is_over_it() -> None:
    """Given a ford that takes an hour, then half an hour later it is still ahead, then not."""
    ford = Stretch(Fraction(6), 2, start="0202", crosses="ford", crossing_hours=Fraction(1))
    way = (Stretch(Fraction(6), 1, start="0101"), ford)
    ahead = (Crossing("0202", 2, "ford"),)
    assert crossings_ahead(way, Progress()) == ahead
    assert crossings_ahead(way, Progress(), last=0) == ()
    assert crossings_ahead(way, Progress(0, Fraction(6))) == ahead
    assert crossings_ahead(way, Progress(1, waded=HALF_AN_HOUR)) == ahead
    assert crossings_ahead(way, Progress(1, waded=Fraction(1))) == ()
    assert crossings_ahead(way, Progress(1, Fraction(1), Fraction(1))) == ()


def test_m_4_a_ride_in_a_boat_is_named_where_it_begins() -> None:
    """Given legs by land, boat and land, then the boat is told of once, and not while aboard."""
    rowed = Stretch(Fraction(6), 2, mode="b", boat="rowboat", water="river", start="0202")
    way = (
        Stretch(Fraction(6), 1, start="0101"),
        rowed,
        replace(rowed, leg=3, start="0203"),
        Stretch(Fraction(6), 4, start="0303"),
    )
    assert crossings_ahead(way, Progress()) == (Crossing("0202", 2, boat="rowboat"),)
    assert crossings_ahead(way, Progress(1, Fraction(2))) == ()
    assert crossings_ahead(way, Progress(2)) == ()


def test_many_rivers_are_counted() -> None:
    """Given a way over five rivers, then two are named and the others counted."""
    ford = Stretch(Fraction(1), 1, start="0202", crosses="ford")
    state = planned(river_world("ford"))
    assert state.plan is not None
    state = replace(state, plan=replace(state.plan, stretches=(ford,) * 5))
    told = [say(line) for line in queries.river_words(state, river_world("ford"))]
    assert told == ["ford at 0202", "ford at 0202", "3 more"]


def test_the_march_still_goes_over_the_river() -> None:
    """Given the ford ahead, when the day is marched, then nothing of it is ahead any more."""
    world = river_world("ford")
    marched = after(March(), planned(world), under=world)
    assert queries.river_words(marched, world) == ()


@pytest.mark.parametrize(
    ("world", "told"),
    [
        (river_world(), "crossed: river at 0202, no bridge or ford known"),
        (river_world("ford", name="Alder Ford"), "crossed: ford at Alder Ford"),
        (river_world(road=True), "crossed: bridge at 0202"),
    ],
    ids=["unknown", "named ford", "road"],
)
def test_the_log_says_once_where_and_how_a_river_was_crossed(world: Assets, told: str) -> None:
    """Given a march over the river, in one piece or hour by hour, then one line is the river's."""
    assert rivers_in_log((March(),), planned(world), world) == [told]
    hours = (March(Fraction(1)),) * 8
    assert rivers_in_log(hours, planned(world), world) == [told]


def rivers_in_log(commands: tuple[March, ...], state: State, world: Assets) -> list[str]:
    told = []
    for command in commands:
        decided = decide(command, state, world, {})
        assert isinstance(decided, Decided)
        for event in decided.events:
            state = evolve(state, event)
            if isinstance(event, RiverCrossed):
                told.append(say(narrate(event, state)))
    return told


def test_a_ford_that_takes_time_is_crossed_at_its_end() -> None:
    """Given legs without a map and a ford of an hour, then it is in the log after that hour."""
    world = river_world()
    ford = Stretch(Fraction(6), 2, crosses="ford", crossing_hours=Fraction(1), terrain="plains")
    state = planned(world)
    assert state.plan is not None
    plan = replace(state.plan, stretches=(ford,), goal="")
    state = replace(state, plan=plan, progress=Progress())
    assert rivers_in_log((March(HALF_AN_HOUR),), state, world) == []
    assert rivers_in_log((March(HALF_AN_HOUR),) * 3, state, world) == ["crossed: ford at leg 2"]
