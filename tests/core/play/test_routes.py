"""Ways on the map: routes from where the party stands, exploring, boats."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.play import queries
from core.play.facts.road.commands import (
    Camp,
    DropPlan,
    March,
    SetDeadline,
    SetLegs,
    SetRiver,
    SetRoute,
)
from core.play.facts.road.events import Arrived, CampMade, DeadlineSet, Landed, PlanDropped
from core.play.facts.state import Boat, State
from core.play.facts.table.commands import AdoptMap, MarkHexes, PlaceBoat, Rule
from core.play.facts.table.events import RulingMade
from core.play.fight.setup.places import landscape
from core.play.union import Command, narrate
from core.travel.stretches import LAND, Progress, RiverTerms, Stretch
from core.values import replace
from tests.builders import HARSK, ROAD, TAM, after, ahead, refusal_code, when
from tests.core.play.maps import SHA, at, region_world
from tui.journey.screen import JourneyScreen
from tui.kit.phrases import say
from tui.play.command_line.typed_line import Shown, parse

WORLD = region_world()


def go(command: Command, state: State) -> State:
    return after(command, state, under=WORLD)


def code(command: Command, state: State) -> str:
    return refusal_code(command, state, WORLD)


def test_a_route_is_the_earliest_way_in_half_steps() -> None:
    # M-1
    state = go(SetRoute("Fort Wyll"), at("0101", TAM))
    assert state.plan is not None
    assert state.plan.goal == "0303"
    assert [s.inside for s in state.plan.stretches] == [
        "0101",
        "0201",
        "0201",
        "0302",
        "0302",
        "0303",
    ]
    assert {s.way for s in state.plan.stretches} == {"road"}


def test_a_route_by_way_of_another_hex() -> None:
    state = go(SetRoute("Fort Wyll", ("0301",)), at("0101", TAM))
    assert state.plan is not None
    assert "0301" in [s.end for s in state.plan.stretches]


def test_marching_moves_the_party_and_explores() -> None:
    state = go(SetRoute("Fort Wyll"), at("0101", TAM))
    half_way = go(March(Fraction(4)), state)  # 18 km: on the edge of 0302, not yet in it
    assert half_way.place == "0201"
    assert half_way.marks == ()
    inside = go(March(Fraction(1)), half_way)
    assert inside.place == "0302"
    assert [(m.hex, m.explored, m.known) for m in inside.marks] == [("0302", True, True)]


def test_arriving_stands_in_the_hex() -> None:
    state = go(SetRoute("Fort Wyll"), at("0101", TAM))
    decided = when(March(), state, under=WORLD)
    assert decided.events[-1] == Arrived("0303")
    assert go(March(), state).place == "0303"


def test_a_march_stops_at_a_place_on_the_way() -> None:
    state = go(SetRoute("Fort Wyll"), at("0101", TAM))
    stopped = go(March(to="0201"), state)
    assert stopped.place == "0201"
    assert stopped.progress == Progress(2)
    assert code(March(to="0103"), state) == "not_on_the_way"
    assert code(March(to="0101"), state) == "already_there"


def test_turning_back_in_mid_step_goes_back_over_the_same_ground() -> None:
    state = go(March(Fraction(2)), go(SetRoute("Fort Wyll"), at("0101", TAM)))  # 9 km: in 0201
    back = go(SetRoute("Mill"), state)
    assert back.plan is not None
    left = sum(s.km for s in back.plan.stretches) - back.progress.into_km
    assert left == 9


def test_a_new_way_in_mid_step_first_goes_to_the_middle_of_the_hex() -> None:
    state = go(March(Fraction(2)), go(SetRoute("Fort Wyll"), at("0101", TAM)))
    other = go(SetRoute("Wood"), state)
    assert other.plan is not None
    assert [(s.inside, int(s.km)) for s in other.plan.stretches] == [
        ("0201", 3),
        ("0201", 6),
        ("0301", 6),
    ]


def test_choosing_the_same_goal_again_loses_no_ground() -> None:
    for hours in (Fraction(1), Fraction(4, 3), Fraction(2), Fraction(8, 3), Fraction(3)):
        state = go(March(hours), go(SetRoute("Fort Wyll"), at("0101", TAM)))
        again = go(SetRoute("Fort Wyll"), go(DropPlan(), state))
        left, before = (sum(day.km for day in ahead(one, WORLD)) for one in (again, state))
        assert left == before > 0


def test_dropping_a_plan_in_mid_step_keeps_where_the_party_stands() -> None:
    state = go(March(Fraction(1)), go(SetRoute("Fort Wyll"), at("0101", TAM)))  # 4.5 km, in 0101
    dropped = go(DropPlan(), state)
    again = go(SetRoute("Fort Wyll"), dropped)
    assert again.plan == state.plan
    assert again.progress == state.progress


def test_a_rowed_way_takes_the_boat_along_and_leaves_it_where_it_lands() -> None:
    # M-4
    state = go(SetRoute("Ford"), at("0101", TAM, boat="0101"))
    assert state.plan is not None
    assert {s.mode for s in state.plan.stretches} == {"rowboat"}
    half = go(March(Fraction(2)), state)
    assert half.boats[0].at == half.place == "0102"
    decided = when(March(), half, under=WORLD)
    assert Landed("rowboat", "0103") in decided.events
    assert go(March(), half).boats[0].at == "0103"


def test_where_there_is_no_way_the_refusal_says_so() -> None:
    assert code(SetRoute("0909"), at("0101", TAM)) == "off_map"
    assert code(SetRoute("Nowhere"), at("0101", TAM)) == "unknown_place"
    assert code(SetRoute("Mill"), at("0101", TAM)) == "already_there"
    assert code(SetRoute("Mill"), replace(at("0101", TAM), region="")) == "no_map"


def test_a_map_is_adopted_with_the_party_on_it() -> None:
    state = go(AdoptMap(SHA, Fraction(12), "Mill"), replace(at("", TAM), region=""))
    assert (state.region, state.place) == (SHA, "0101")
    assert code(AdoptMap("0" * 64, Fraction(12), "Mill"), state) == "unknown_map"
    assert code(AdoptMap(SHA, Fraction(0), "Mill"), state) == "bad_scale"


def test_only_hexes_of_the_map_are_marked() -> None:
    """Given a hex beyond the map, a word, or the name of a place, then nothing is marked."""
    here = at("0101", TAM)
    assert code(MarkHexes(("0302", "0909"), True, True), here) == "off_map"
    assert code(MarkHexes(("zzzz",), True, True), here) == "unknown_place"
    assert code(MarkHexes(("Mill",), True, False), here) == "not_a_hex"


def test_another_map_forgets_what_was_explored_and_a_revision_does_not() -> None:
    state = go(MarkHexes(("0302",), explored=True, known=True), at("0101", TAM))
    other = go(AdoptMap(SHA, Fraction(12), "Mill"), state)
    assert [m.hex for m in other.marks] == ["0101"]
    revised = go(AdoptMap(SHA, Fraction(12), "Mill", revision=True), state)
    assert [m.hex for m in revised.marks] == ["0101", "0302"]


def test_a_ruling_of_place_finds_the_way_anew() -> None:
    state = go(SetRoute("Fort Wyll"), at("0101", TAM))
    moved = go(Rule("place", "0202", reason="a portal"), state)
    assert moved.place == "0202"
    assert moved.plan is not None
    assert moved.plan.stretches[0].inside == "0202"


def test_the_place_of_a_ruling_may_have_a_name_of_several_words() -> None:
    """Given a name of two words, with a reason behind it or none, then the party is there."""
    here = at("0101", TAM)
    wyll = go(SetRoute("Fort Wyll"), here).plan
    assert wyll is not None
    for reason, kept in (("wyll", ""), ("Wyll by the portal", "by the portal")):
        (ruling,) = when(Rule("place", "fort", reason=reason), here, under=WORLD).events
        assert isinstance(ruling, RulingMade)
        assert (ruling.value, ruling.reason) == (wyll.goal, kept)
    assert code(Rule("place", "fort", reason="wyl"), here) == "unknown_place"


def test_t_185_the_current_of_the_maps_rivers_is_the_gms() -> None:
    """Given a route down a river, when the current is set, then every way has it."""
    state = go(SetRoute("Ford"), at("0101", TAM, boat="0101"))
    slow = RiverTerms(Fraction(3))
    changed = go(SetRiver(slow), state)
    again = go(SetRoute("Ford"), go(SetRiver(slow), at("0101", TAM, boat="0101")))
    usual = go(SetRiver(RiverTerms()), changed)

    hours = [queries.plan_ahead(one, WORLD) for one in (state, changed, again, usual)]
    assert [ahead and ahead.total_hours for ahead in hours] == [
        24 / (Fraction(9, 4) + km_h) for km_h in (Fraction(9, 2), Fraction(3), 3, Fraction(9, 2))
    ]
    assert changed.progress == state.progress
    assert changed.plan == again.plan
    assert code(SetRiver(RiverTerms(Fraction(-1))), state) == "bad_current"


def done(state: State) -> Fraction:
    """The kilometres done on the way, in half steps of 6 km."""
    return state.progress.stretch * 6 + state.progress.into_km


def test_t_186_a_boat_drifts_on_tonight() -> None:
    """Given ten hours rowed, when a guide steers, then the boat goes on with the current alone."""
    rowed = go(March(Fraction(1)), go(SetRoute("Ford"), at("0101", TAM, boat="0101")))
    evening = replace(rowed, travelled=Fraction(10))
    told = queries.drift_tonight(evening, WORLD)
    adrift = go(SetRiver(RiverTerms(drifts=True)), evening)
    later = go(March(Fraction(2)), adrift)

    assert told is not None
    assert say(told) == "drift on with a guide: 63 km in 14 h; Space goes on"
    assert code(March(), evening) == "day_over"
    assert done(later) - done(adrift) == 9
    assert queries.drift_tonight(adrift, WORLD) is None
    assert queries.drift_tonight(at("0101", TAM), WORLD) is None


@pytest.mark.parametrize("one_night", [True, False])
def test_t_186_a_drift_for_one_night_ends_with_it(one_night: bool) -> None:
    """Given ten hours rowed, then the boat goes by itself for the night's fourteen."""
    start = go(SetRoute("Ford"), at("0101", TAM, boat="0101"))
    assert start.plan is not None
    far = replace(start.plan.stretches[0], km=Fraction(400))
    rowed = replace(start, plan=replace(start.plan, stretches=(far,)), travelled=Fraction(10))
    river = RiverTerms(drifts=True, one_night=one_night)

    adrift = go(SetRiver(river), rowed)
    morning = go(March(Fraction(20)), adrift)

    assert morning.river == RiverTerms(drifts=not one_night)
    assert morning.plan is not None
    assert bool(morning.plan.stretches[0].drift_hours) is not one_night
    hours = morning.clock.hours_since(adrift.clock)
    assert hours == (14 if one_night else 20)
    assert go(Camp(), adrift).river == RiverTerms(drifts=not one_night)


def test_a_boat_lies_on_the_map() -> None:
    state = go(PlaceBoat(Boat("raft", "Raft", "raft_or_barge", "0102")), at("0101", TAM))
    assert state.boats[0].at == "0102"
    assert code(PlaceBoat(Boat("raft", "Raft", "raft_or_barge", "0909")), state) == "off_map"


def test_of_two_boats_the_party_takes_the_one_that_is_chosen() -> None:
    """Given a rowboat and a keelboat at one place, then the quicker, or the one that is taken."""
    keelboat = Boat("keelboat", "Keelboat", "keelboat", "0101")
    start = at("0101", TAM, boat="0101")
    both = replace(start, boats=(*start.boats, keelboat))

    def modes(state: State) -> set[str]:
        plan = go(SetRoute("Ford"), state).plan
        assert plan is not None
        return {stretch.mode for stretch in plan.stretches} - {LAND}

    taken = go(PlaceBoat(replace(keelboat, taken=True)), both)
    back = go(PlaceBoat(replace(start.boats[0], taken=True)), taken)
    assert modes(both) == {"rowboat"}
    assert "rowboat" not in modes(taken)
    assert modes(back) == {"rowboat"}
    assert [boat.taken for boat in back.boats] == [False, True]


def test_the_way_goes_by_the_boat_that_is_taken_later() -> None:
    """Given a way by rowboat, when the keelboat beside it is taken, then the way is by keelboat."""
    keelboat = Boat("keelboat", "Keelboat", "keelboat", "0101")
    start = at("0101", TAM, boat="0101")
    on_the_way = go(SetRoute("Ford"), replace(start, boats=(*start.boats, keelboat)))
    assert on_the_way.plan is not None
    assert "rowboat" in {stretch.mode for stretch in on_the_way.plan.stretches}
    taken = go(PlaceBoat(replace(keelboat, taken=True)), on_the_way)
    assert taken.plan == go(SetRoute("Ford"), taken).plan
    assert taken.plan != on_the_way.plan


def test_a_boat_is_moved_and_removed() -> None:
    state = at("0101", TAM, boat="0101")
    (boat,) = state.boats
    moved = go(PlaceBoat(replace(boat, at="0102")), state)
    assert [one.at for one in moved.boats] == ["0102"]
    assert go(PlaceBoat(boat, gone=True), moved).boats == ()
    assert code(PlaceBoat(replace(boat, id="raft"), gone=True), state) == "unknown_boat"
    aboard = go(March(Fraction(1)), go(SetRoute("Ford"), state))
    assert code(PlaceBoat(boat, gone=True), aboard) == "aboard"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("boat rowboat off", PlaceBoat(Boat("rowboat", "Rowboat", "rowboat", "0101"), gone=True)),
        ("boat rowboat take", PlaceBoat(Boat("rowboat", "Rowboat", "rowboat", "0101", taken=True))),
        ("boat rowboat 0102", PlaceBoat(Boat("rowboat-1", "Rowboat", "rowboat", "0102"))),
        (
            "boat rowboat to 0102",
            PlaceBoat(Boat("rowboat", "Rowboat", "rowboat", "0102")),
        ),
        ("boat keelboat 0102", PlaceBoat(Boat("keelboat-1", "Keelboat", "keelboat", "0102"))),
    ],
)
def test_a_boat_is_changed_by_its_id(line: str, expected: PlaceBoat) -> None:
    """A word that is a kind of boat, too, puts another into a hex."""
    state = at("0101", TAM, boat="0101")
    assert parse(line, JourneyScreen.WORDS, state, Shown("")) == expected


def test_routes_arrive_when_the_plan_does() -> None:
    state = at("0101", TAM)
    asked = queries.routes_request(state, WORLD)
    assert asked is not None
    found = queries.routes(asked, WORLD)
    for goal in ("0301", "0203", "0303", "0102"):
        planned = go(SetRoute(goal), state)
        ends = ahead(planned, WORLD)[-1].ends
        assert found.arrival(goal) == (found.search_start.day + ends.day, ends.hour)
    first_nightfall, second_nightfall = (
        found.reachable((found.search_start.day + nights, found.search_start.start_hour))
        for nights in (1, 2)
    )
    assert "0203" not in first_nightfall
    assert "0203" in second_nightfall


def test_routes_are_asked_anew_when_what_they_depend_on_changes() -> None:
    state = at("0101", TAM)
    asked = queries.routes_request(state, WORLD)
    assert queries.routes_request(replace(state, notes=()), WORLD) == asked
    for other in (
        replace(state, place="0102"),
        replace(state, pace="hustle"),
        replace(state, travelled=Fraction(1)),
        replace(state, members=(*state.members, HARSK)),
    ):
        assert queries.routes_request(other, WORLD) != asked


def test_a_boat_that_was_moved_away_carries_nobody() -> None:
    state = go(SetRoute("Ford"), at("0101", TAM, boat="0101"))
    gone = go(PlaceBoat(replace(state.boats[0], at="0303")), state)
    assert code(March(), gone) == "boat_elsewhere"


def test_who_cannot_walk_may_be_rowed_as_far_as_the_landing() -> None:
    state = go(SetRoute("0203"), at("0101", replace(TAM, nonlethal=99), boat="0101"))
    assert state.plan is not None
    assert [s.mode for s in state.plan.stretches][-1] == "land"
    landed = go(March(), state)
    assert landed.place == "0103"
    assert code(March(), landed) == "cannot_walk"


# A deadline belongs to its goal


def bound_for_the_fort() -> State:
    state = go(SetRoute("Fort Wyll"), at("0101", TAM))
    return go(SetDeadline(3), state)


def test_a_deadline_ends_with_the_plan_that_is_dropped() -> None:
    found = when(DropPlan(), bound_for_the_fort(), under=WORLD)
    assert found.events == (PlanDropped(), DeadlineSet(None))


@pytest.mark.parametrize(
    ("command", "kept"),
    [
        (SetRoute("Fort Wyll", ("0301",)), True),
        (SetRoute("0301"), False),
        (SetLegs((ROAD,)), False),
        (AdoptMap(SHA, Fraction(18), "0101"), False),
    ],
)
def test_a_deadline_is_forgotten_with_its_goal(command: Command, kept: bool) -> None:
    state = go(command, bound_for_the_fort())
    assert (state.deadline is not None) is kept


def test_a_deadline_that_was_set_first_is_that_of_the_plan_to_come() -> None:
    early = go(SetDeadline(3), at("0101", TAM))
    assert go(SetRoute("Fort Wyll"), early).deadline is not None


def test_what_replaces_legs_is_another_draft_of_the_same_journey() -> None:
    state = go(SetDeadline(3), go(SetLegs((ROAD,)), at("0101", TAM)))
    assert go(SetLegs((ROAD, ROAD)), state).deadline is not None
    assert go(SetRoute("0301"), state).deadline is not None
    assert go(DropPlan(), state).deadline is None


# Legs on a campaign that has a map


def forty_kilometres_by_legs() -> State:
    leg = Stretch(Fraction(100), 1, terrain="hills", way="road")
    state = go(SetLegs((leg,)), at("0101", TAM))
    assert state.hex_now == "0101"
    return go(March(), state)


def test_a_camp_on_legs_is_not_in_the_hex_that_the_party_left() -> None:
    state = forty_kilometres_by_legs()
    assert (state.place, state.hex_now, state.strayed) == ("0101", "", Fraction(27))
    decided = when(Camp(), state, under=WORLD)
    assert decided.events[0] == CampMade("")
    assert say(narrate(decided.events[0], state)) == "camp, 27 km from 0101"
    assert landscape(state, WORLD).terrain == "hills"


def test_the_end_of_the_legs_is_not_in_the_hex_that_the_party_left() -> None:
    leg = Stretch(Fraction(9), 1, terrain="plains", way="road")
    decided = when(March(), go(SetLegs((leg,)), at("0101", TAM)), under=WORLD)
    state = decided.states[-1]
    assert decided.events[-1] == Arrived("")
    assert say(narrate(decided.events[-1], state)) == "arrived, 9 km from 0101"
    assert when(Camp(), state, under=WORLD).events[0] == CampMade("")


def test_a_way_from_the_hex_that_the_party_left_is_warned_of() -> None:
    state = forty_kilometres_by_legs()
    decided = when(SetRoute("Fort Wyll"), state, under=WORLD)
    warned = queries.doubt(decided.events, state, WORLD)
    assert warned is not None
    assert say(warned).startswith("The party left Mill along legs, 27 km ago")


@pytest.mark.parametrize("command", [Rule("place", "0301"), AdoptMap(SHA, Fraction(12), "0301")])
def test_the_gm_says_where_the_legs_have_led(command: Command) -> None:
    state = go(command, forty_kilometres_by_legs())
    assert (state.hex_now, state.strayed) == ("0301", Fraction(0))


def test_a_march_on_the_map_finds_the_party_again() -> None:
    state = go(SetRoute("Fort Wyll"), forty_kilometres_by_legs())
    state = go(March(Fraction(5)), go(Camp(), state))
    assert (state.hex_now, state.strayed) == (state.place, Fraction(0))
