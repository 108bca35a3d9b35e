"""What Enter means on the Journey, and what the screen remembers: values alone, no screen."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.calendars import Instant
from core.messages import Message
from core.play import queries
from core.play.facts.road.commands import March, SetRoute
from core.play.facts.state import Fighting, Met, State
from core.travel.movers import Mover
from core.travel.stretches import Progress, Stretch
from core.values import replace
from tests.builders import TAM, after, assets, party
from tests.core.play.maps import at, region_world
from tests.tui.views import view_of
from tui.journey.model import (
    JourneyUI,
    enter_action,
    leg_paces,
    pace_choices,
    pending_action,
    with_mark_toggled,
    with_next_reach,
    with_state,
)
from tui.journey.panes.region_map import CursorQuestion, cursor_lines
from tui.journey.screen import routes_told
from tui.kit.phrases import say
from tui.view import CampaignView

WORLD = region_world()
MILL = at("0101", TAM)
ON_THE_WAY = after(SetRoute("0303"), MILL, under=WORLD)
NINE = Instant(0, Fraction(9))
MET = Met(NINE, Fraction(3))
FOUGHT = Fighting("Wolves", NINE, Fraction(3), encounter="w")
TOLD = Fighting("Wolves", NINE, Fraction(3))
ASKED = queries.routes_request(MILL, WORLD)
assert ASKED is not None
ROUTES = queries.routes(ASKED, WORLD)


def view(state: State) -> CampaignView:
    return view_of(state, WORLD, 1)


@pytest.mark.parametrize(
    ("state", "cursor", "words"),
    [
        (MILL, "0303", "send the party to Fort Wyll"),
        (MILL, "0202", "send the party to 0202"),
        (MILL, "0101", "nothing: the party is here; / finds a goal"),
        (ON_THE_WAY, "0101", "nothing: the party is here; / finds another goal"),
        (
            ON_THE_WAY,
            "0303",
            "nothing: the party is on its way there; / finds another goal",
        ),
        (ON_THE_WAY, "0301", "send the party to Wood"),
        (replace(MILL, region=""), "0303", "write the legs, or :import a map"),
        (replace(MILL, pending=MET), "0303", "begin what was met"),
        (replace(MILL, pending=TOLD), "0303", "end Wolves, after its minutes"),
        (
            replace(MILL, pending=FOUGHT),
            "0303",
            "go to the fight: Wolves",
        ),
    ],
)
def test_enter_says_what_it_does(state: State, cursor: str, words: str) -> None:
    assert say(enter_action(view(state), cursor).words) == words


def test_short_of_its_goal_the_party_is_on_its_way_and_not_there() -> None:
    """Given a party in the hex of its goal, a kilometre from its middle, then both lines say so."""
    plan = ON_THE_WAY.plan
    assert plan is not None
    last = len(plan.stretches) - 1
    nearly_all = plan.stretches[last].km - 1
    short = replace(ON_THE_WAY, place="0303", progress=Progress(last, nearly_all))
    said = enter_action(view(short), "0303").words
    assert say(said) == "nothing: the party is on its way there; / finds another goal"
    (line,) = cursor_lines(CursorQuestion(view(short), "0303", ROUTES))
    assert say(line) == "Fort Wyll: the party is 1 km away"


def test_enter_sends_the_party_to_the_cursor_by_way_of_the_marks() -> None:
    action = enter_action(view(MILL), "0303", ("0301", "0303", "0201"))
    assert action.route == SetRoute("0303", ("0301", "0201"))
    assert action.step == ""


@pytest.mark.parametrize(("state", "cursor"), [(MILL, "0101"), (ON_THE_WAY, "0303")])
def test_enter_sets_no_route_to_where_the_party_is_or_goes(state: State, cursor: str) -> None:
    assert enter_action(view(state), cursor, ("0301",)).route is None


def test_enter_says_that_no_route_leads_there_once_routes_are_known() -> None:
    assert say(enter_action(view(MILL), "0303", (), ROUTES).words) == "send the party to Fort Wyll"
    nowhere = enter_action(view(MILL), "0909", ("0301",), ROUTES)
    assert nowhere.route is None
    assert say(nowhere.words) == "nothing: no route leads there; :legs writes a way"
    assert nowhere.brief is not None
    assert say(nowhere.brief) == "nothing; :legs writes a way"
    here = enter_action(view(ON_THE_WAY), "0101", (), ROUTES)
    assert say(here.words) == "nothing: the party is here; / finds another goal"


def test_enter_says_why_there_are_no_routes_at_all() -> None:
    """Given a party off the map, then Enter promises no way that would be refused."""
    why = Message("0304 is not on the map.")
    action = enter_action(view(MILL), "0303", (), None, why)
    assert action.route is None
    assert say(action.words) == "nothing: 0304 is not on the map."


def test_enter_without_a_map_asks_for_the_legs() -> None:
    """Given no map, then Enter does what would help; it records, so not for who only reads."""
    action = enter_action(view(replace(MILL, region="")), "")
    assert (action.step, action.route, action.records) == ("legs", None, True)


@pytest.mark.parametrize(
    ("hours", "hex", "told"),
    [
        (0, "0303", "Fort Wyll  36 km  arrive 1 Deepwinter 16:00"),
        (2, "0303", "Fort Wyll  27 km  arrive 1 Deepwinter 16:00"),
        (2, "0101", "Mill  9 km  arrive 1 Deepwinter 12:00"),
        (3, "0301", "Wood  14 km  arrive 1 Deepwinter 15:47"),
    ],
)
def test_the_way_to_the_cursor_is_counted_from_where_the_party_is(
    hours: int, hex: str, told: str
) -> None:
    """Given a party between the middles of two hexes, then what it has gone counts."""
    state = after(March(Fraction(hours)), ON_THE_WAY, under=WORLD) if hours else ON_THE_WAY
    asked = queries.routes_request(state, WORLD)
    assert asked is not None
    assert (
        say(cursor_lines(CursorQuestion(view(state), hex, queries.routes(asked, WORLD)))[0]) == told
    )


def test_no_route_is_told_of_a_hex_that_players_do_not_know() -> None:
    for player_view, hex, told in (
        (True, "0302", False),
        (True, "0303", True),
        (False, "0302", True),
    ):
        routes = routes_told(ROUTES, view(MILL), hex, player_view=player_view)
        assert (routes is ROUTES) == told


def test_what_is_pending_comes_before_the_cursor() -> None:
    action = enter_action(view(replace(MILL, pending=MET)), "0303", ("0301",))
    assert (action.route, action.step) == (None, "meet")


@pytest.mark.parametrize(
    ("pending", "step", "space"),
    [
        (MET, "meet", "the same; e s passes it by"),
        (FOUGHT, "fight", "the same"),
        (TOLD, "end", "the same"),
    ],
)
def test_space_does_the_same_as_enter_while_something_is_pending(
    pending: Met | Fighting, step: str, space: str
) -> None:
    action = pending_action(replace(MILL, pending=pending))
    assert action is not None
    assert (action.step, action.space) == (step, Message(space))


def test_space_is_the_storys_while_nothing_is_pending() -> None:
    assert pending_action(MILL) is None
    assert enter_action(view(MILL), "0303").space is None


def test_a_waypoint_is_set_after_the_others_and_taken_away_again() -> None:
    ui = with_mark_toggled(with_mark_toggled(JourneyUI(), "0301"), "0201")
    assert ui.via == ("0301", "0201")
    assert with_mark_toggled(ui, "0301").via == ("0201",)


def test_the_rings_are_of_today_of_three_days_and_none() -> None:
    days, ui = [], JourneyUI()
    for _ in range(4):
        ui = with_next_reach(ui)
        days.append(ui.reach)
    assert days == [1, 3, 0, 1]


def test_routes_are_kept_while_what_they_depend_on_stays() -> None:
    asked = queries.routes_request(MILL, WORLD)
    assert asked is not None
    known = replace(with_state(JourneyUI(), MILL, asked), routes=queries.routes(asked, WORLD))
    assert with_state(known, MILL, queries.routes_request(MILL, WORLD)).routes is known.routes
    moved = at("0201", TAM)
    assert with_state(known, moved, queries.routes_request(moved, WORLD)).routes is None


def test_another_map_has_no_marks_and_no_way_back_of_the_one_before() -> None:
    ui = replace(with_state(JourneyUI(), MILL, None), via=("0301",), trail=("0201",), reach=3)
    assert with_state(ui, ON_THE_WAY, None) == ui
    other = with_state(ui, replace(MILL, region="d" * 64), None)
    assert (other.via, other.trail, other.reach) == ((), (), 3)


def offered(state: State, ruleset: str) -> list[str]:
    """The ways to move that p offers."""
    _, choices = pace_choices(state, assets(ruleset))
    return [choice.id for choice in choices]


def test_only_paces_are_offered_that_are_not_refused() -> None:
    """Given walkers with a way, without one, or a rover alone: it has only one pace."""
    leg = Stretch(Fraction(90), 1, terrain="plains")
    rover = Mover(vehicle_class="light", vehicle_km_h=Fraction(40))
    alone = party(replace(TAM, role="vehicle", mover=rover), legs=(leg,))
    assert offered(party(TAM, legs=(leg,)), "sf") == [
        "walk",
        "hustle",
        "run_and_rest",
        "force",
    ]
    assert offered(party(TAM, plan=None), "sf") == ["walk", "hustle", "run_and_rest"]
    assert "hustle" not in offered(alone, "sf")
    assert leg_paces(party(TAM, legs=(leg,)), assets("sf")) == ("walk", "hustle", "run_and_rest")
    assert leg_paces(alone, assets("sf")) == ("walk",)
    prompt, _ = pace_choices(alone, assets("sf"))
    assert say(prompt) == ("how do we move? A powered vehicle has only one pace: it cannot hustle.")


@pytest.mark.parametrize("state", [MILL, ON_THE_WAY, at("0303", TAM)])
def test_enter_on_any_hex_sets_a_route_or_says_that_it_does_nothing(state: State) -> None:
    region = WORLD.region(state)
    asked = queries.routes_request(state, WORLD)
    assert region is not None
    assert asked is not None
    routes_found = queries.routes(asked, WORLD)
    for cursor in (*region.cells, "9999"):
        action = enter_action(view(state), cursor, (), routes_found)
        if action.route is None:
            assert say(action.words).startswith("nothing: ")
        else:
            assert queries.why_refused(action.route, state, WORLD) is None
