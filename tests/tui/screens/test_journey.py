"""The Journey screen: each key does what it says; what it did is seen, saved, and undone."""

from __future__ import annotations

import threading
from fractions import Fraction

import pytest

from core.play import queries
from core.play.facts.state import Fighting, State
from core.play.union import Assets
from core.travel.route import Routes
from tests.demos import week as demo
from tests.story.driving import front
from tests.tui.screens.conftest import Opens
from tests.tui.screens.journey_keys import cursor, line
from tui.journey.panes.region_map import ArrivalLine, RegionMapView
from tui.journey.screen import JourneyScreen
from tui.play.road.survey import Survey, survey_of
from tui.view import CampaignView

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


async def test_space_marches_the_day_with_its_dice(table: Opens) -> None:
    """Given the demo's morning, when Space and two dice, then eight hours and 24 km are saved."""
    async with table(demo) as drive:
        await drive.shows("march 8 h, asks 2 rolls")
        await drive.press("space")
        await drive.asked()
        await drive.enter("7 11")
        await drive.saved()
        assert drive.state.travelled == 8
        assert drive.state.place == "1806"
        await drive.shows("to Fort Wyll  22 km")
        await drive.shows("saved 46")


async def test_a_held_space_is_one_wish(table: Opens) -> None:
    """Given a tray that is put away, when Space repeats at once, then nothing is asked again."""
    async with table(demo) as drive:
        await drive.press("space")
        await drive.asked()
        await drive.press("escape")
        await drive.shows("Cancelled; nothing was rolled")
        await drive.rested()
        await drive.strike("space", "space")
        await drive.asked()
        assert drive.view.head == 45


async def test_dice_put_away_stay_owed_until_undo_drops_them(table: Opens) -> None:
    """Given one die typed and Esc, when Space, then it is still typed; u drops the whole tray."""
    async with table(demo) as drive:
        await drive.press("space")
        await drive.asked()
        await drive.type("7 ")
        await drive.press("escape")
        await drive.shows("Spc: ask for what is owed; u drops it")
        assert drive.view.head == 45
        await drive.rested()
        await drive.press("space")
        await drive.asked()
        await drive.shows("[ 7]")
        await drive.press("escape")
        await drive.shows("Put away with what was typed")
        await drive.press("u")
        await drive.shows("no longer owed")
        assert drive.view.head == 45
        await drive.shows("march 8 h, asks 2 rolls")


@pytest.mark.nightly
async def test_a_number_before_t_is_hours(table: Opens) -> None:
    """Given 2 then t, then two hours are marched, and u takes them back, U has them again."""
    async with table(demo) as drive:
        await drive.type("2")
        await drive.shows(" 2_")
        await drive.type("t")
        await drive.asked()
        await drive.enter("12")
        await drive.saved()
        assert drive.state.clock.hour == 10
        await drive.press("u")
        await drive.saved()
        assert drive.state.clock.hour == 8
        await drive.press("U")
        await drive.saved()
        assert drive.state.clock.hour == 10


async def test_letters_call_dice_in_any_order(table: Opens) -> None:
    """Given a forced hour, when h6 is shouted first, then Harsk fails and his damage is asked."""
    async with table(demo) as drive:
        await drive.type("9t")
        await drive.asked()
        await drive.type("2 3 4 h6v15m17s12t14p11r16")
        await drive.press("enter")
        await drive.shows("1d6")
        await drive.enter("4")
        await drive.until(lambda: drive.view.head > 41, "the entry")
        harsk = drive.state.member("harsk")
        assert harsk is not None
        assert harsk.nonlethal == 4


async def test_enter_sends_the_party_to_the_cursor(table: Opens) -> None:
    """Given a search for Oarsend, when Enter, then the route leads there by way of the mark."""
    async with table(demo) as drive:
        await line(drive, "slash", "1806")
        assert cursor(drive) == "1806"
        await drive.press("v")
        await drive.shows("by way of 1806")
        await line(drive, "slash", "oars")
        assert cursor(drive) == "1707"
        await drive.shows("Enter: send the party to Oarsend")
        await drive.press("enter")
        await drive.saved()
        assert drive.state.plan is not None
        assert (drive.state.plan.goal, drive.state.plan.via) == ("1707", ("1806",))


async def test_jump_letters_places_and_back(table: Opens) -> None:
    """Given f, a letter on the map moves the cursor there; Backspace and G come back."""
    async with table(demo) as drive:
        home = cursor(drive)
        await drive.press("f")
        await drive.shows("jump")
        await drive.press("a")
        assert cursor(drive) != home
        await drive.press("backspace")
        assert cursor(drive) == home
        await drive.press("semicolon")
        assert cursor(drive) != home
        await drive.press("G")
        assert cursor(drive) == home


async def test_an_encounter_of_the_gms_own(table: Opens) -> None:
    """Given e t and a name, then it is played; Space refuses to march on and asks its minutes."""
    async with table(demo) as drive:
        await drive.press("e")
        await drive.opened("Encounters")
        await drive.press("t")
        await drive.opened("TextLine")
        await drive.enter("Bandits [of] the /road")
        await drive.saved()
        assert isinstance(drive.state.pending, Fighting)
        await drive.shows("Bandits [of] the /road begins")
        await drive.rested()
        await drive.press("space")
        await drive.opened("TextLine")
        await drive.press("enter")
        await drive.saved()
        assert drive.state.clock.hour == 8 + Fraction(10, 60)


async def test_points_go_to_whoever_is_named(table: Opens) -> None:
    """Given -7n for h and +2n for h, then Harsk has 5 nonlethal damage."""
    async with table(demo) as drive:
        await line(drive, "minus", "7n h")
        await drive.saved()
        await line(drive, "plus", "2n harsk")
        await drive.saved()
        harsk = drive.state.member("harsk")
        assert harsk is not None
        assert harsk.nonlethal == 5


async def test_a_line_that_makes_no_sense_stays_to_be_mended(table: Opens) -> None:
    """Given a word unknown, or of another screen, then a sentence, and nothing is recorded."""
    async with table(demo) as drive:
        await drive.enter(":marhc 2h")
        await drive.shows("did you mean march?")
        await drive.press("escape")
        await drive.opened("JourneyScreen")
        await drive.enter(":luck 3")
        await drive.shows("luck works only on F5.")
        assert drive.view.head == 45
        await drive.press("escape")
        await drive.opened("JourneyScreen")


async def test_a_halt_asks_everyone(table: Opens) -> None:
    """Given :halt with a check, then five rows; a failure hurts; the minutes pass."""
    async with table(demo) as drive:
        await line(drive, "colon", "halt ford 20min swim 10 1d6")
        await drive.asked()
        await drive.enter("12 15 18 4 20")
        await drive.shows("1d6")
        await drive.enter("3")
        await drive.saved()
        sorrel = drive.state.member("sorrel")
        assert sorrel is not None
        assert sorrel.nonlethal == 3
        assert drive.state.clock.hour == 8 + Fraction(1, 3)


async def test_time_passes_and_notes_are_kept(table: Opens) -> None:
    """Given 20 and T, twenty minutes pass; q writes a note that undo never takes."""
    async with table(demo) as drive:
        await drive.type("20T")
        await drive.saved()
        assert drive.state.clock.hour == 8 + Fraction(1, 3)
        await line(drive, "q", "Who paid the ogre?")
        await drive.saved()
        await drive.press("u")
        await drive.saved()
        assert drive.state.clock.hour == 8
        assert any(entry.kind == "note" for entry in drive.view.entries)
        await line(drive, "q", "   ")
        assert drive.view.head == 48


async def test_rings_and_why_and_curtain(table: Opens) -> None:
    """Given r, w and F9: the reach is drawn, the pace explained, the DCs hidden."""
    async with table(demo) as drive:
        await drive.until(lambda: front(drive.app, JourneyScreen).ui.routes, "the routes")
        await drive.press("r")
        await drive.shows("1 = reached today")
        reach = drive.app.screen.query_one(RegionMapView).overlay.reach
        assert reach["1806"] == "1"
        await drive.press("w")
        await drive.opened("Why")
        await drive.shows("Harsk sets the pace")
        await drive.press("escape")
        await drive.opened("JourneyScreen")
        await drive.press("f9")
        await drive.shows("curtain is drawn")
        assert "if you force today" not in drive.text()


async def test_behind_the_curtain_the_journey_knows_no_hex_that_players_do_not(
    table: Opens,
) -> None:
    """Given a goal that players do not know of, then F9 leaves its name out of every pane."""
    async with table(demo) as drive:
        await line(drive, "colon", "secret 2007")
        await drive.saved()
        await drive.shows("to Fort Wyll")
        await drive.press("f9")
        await drive.shows("curtain is drawn")
        await drive.until(lambda: "Fort Wyll" not in drive.text(), "no word of the goal")
        assert drive.app.screen.query_one(RegionMapView).overlay.goal == ""
        await drive.press("f9")
        await drive.shows("to Fort Wyll")


async def test_delete_forgets_the_way_after_enter(table: Opens) -> None:
    """Given Delete, the Ahead line asks; only Enter does it; a cursor key calls it off."""
    async with table(demo) as drive:
        await drive.press("delete", "up", "enter")
        await drive.saved()
        assert drive.state.plan is not None
        await drive.press("delete")
        await drive.press("enter")
        await drive.saved()
        assert drive.state.plan is None


@pytest.mark.nightly
async def test_wide_and_narrow_show_the_same_story(table: Opens) -> None:
    """Given 120x40, then the forced table has four hours and the map its names."""
    async with table(demo, (120, 40)) as drive:
        await drive.shows("+4 h")
        await drive.shows("High Cairn")
        await drive.shows("Space would: march 8 h, asks 2 rolls")
        assert all(len(row) <= 120 for row in drive.text().splitlines())


async def test_the_gm_begins_another_evening(table: Opens) -> None:
    """Given the demo, when :session with a title, then it is the fifth, and u takes it not back."""
    async with table(demo) as drive:
        await drive.shows("Pathfinder 1  s4")
        await line(drive, "colon", "session The ambush")
        await drive.shows("Session 5 begins.")
        assert drive.text().splitlines()[0].split()[-3:] == ["s5", "saved", "46"]
        await line(drive, "colon", f"session {'x' * 81}")
        await drive.shows("A title has at most 80 letters")
        assert drive.view.head == 46


async def test_a_second_boat_is_asked_first_and_boats_stand_in_the_list(table: Opens) -> None:
    """Given a rowboat, when another is typed, then it is asked; m lists both and goes to them."""
    async with table(demo) as drive:
        begun = len(drive.state.boats)
        await line(drive, "colon", "boat raft_or_barge 1806")
        await drive.saved()
        for answer in ("escape", "enter"):
            await line(drive, "colon", "boat raft_or_barge 1807")
            await drive.says(":boat raft-or-barge-1 to 1807 moves it. Enter makes another")
            await drive.press(answer)
        await drive.saved()
        assert len(drive.state.boats) == begun + 2
        await drive.press("m")
        await drive.opened("Choose")
        await drive.shows("Raft or barge  lies at 1807")
        await drive.shows("+  put a boat into a hex")
        await drive.press("up", "up", "enter")
        await drive.until(lambda: cursor(drive) == "1807", "the boat's hex")


@pytest.mark.parametrize(
    ("size", "hex_id", "at"),
    [
        pytest.param((80, 24), "1806", "1806", marks=pytest.mark.nightly),
        ((120, 40), "", "1605"),
    ],
)
async def test_a_boat_is_picked_from_a_list_with_its_figures(
    table: Opens, size: tuple[int, int], hex_id: str, at: str
) -> None:
    """Given m and +, then the boats of these rules stand there; a few letters, and its hex.

    Without a hex it lies where the party is.
    """
    async with table(demo, size=size) as drive:
        drive.begun()
        await drive.press("m")
        await drive.opened("Choose")
        await drive.press("plus")
        await drive.opened("PickOne")
        await drive.shows("2.25 km/h, 10 h a day, carries 3")
        await drive.type("zeppelin")
        await drive.press("enter")
        await drive.says("'zeppelin' is not in the list.")
        await drive.press("ctrl+u")
        await drive.type("long")
        await drive.press("enter")
        await drive.opened("TextLine")
        await drive.enter(hex_id)
        await drive.saved()
        assert (drive.state.boats[-1].boat, drive.state.boats[-1].at) == ("longship", at)


async def test_a_hustle_says_beforehand_what_it_costs(table: Opens) -> None:
    """Given a party at a walk, when p, then the hustle stands there with all of its damage."""
    async with table(demo) as drive:
        await drive.press("p")
        await drive.opened("Choose")
        await drive.shows("hustle: first drop after 5 h: Pony 1, Pony 2; damage by the hour 0,")
        await drive.shows("1, 2, 4, 8  ")


@pytest.mark.nightly
async def test_a_note_is_called_so_once_in_the_log(table: Opens) -> None:
    """Given a note, when it stands in the log, then it says so once."""
    async with table(demo) as drive:
        await line(drive, "colon", "note the miller lied")
        await drive.saved()
        await drive.shows("note: the miller lied")
        assert "note: note:" not in drive.text()


async def test_behind_the_curtain_all_is_computed_of_what_players_know(
    table: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given figures for the GM, when players look on, then those are gone before theirs come."""
    asked: list[CampaignView] = []

    def surveyed(view: CampaignView) -> Survey:
        asked.append(view)
        return survey_of(view)

    monkeypatch.setattr("tui.journey.screen.survey_of", surveyed)
    async with table(demo) as drive:
        journey = front(drive.app, JourneyScreen)
        arrivals = journey.query_one(ArrivalLine)
        await drive.until(lambda: journey.ui.survey, "the survey")
        await drive.until(arrivals.as_text, "the way to the cursor")
        assert asked[-1] is drive.view
        with monkeypatch.context() as slow:
            slow.setattr(journey.surveys, "ask", lambda _: None)
            slow.setattr(arrivals.arrivals, "ask", lambda _: None)
            await drive.press("f9")
            await drive.shows("CURTAIN")
            assert journey.ui.survey is None
            assert not arrivals.as_text()
        await drive.press("f9", "f9")
        await drive.until(lambda: journey.ui.survey, "the survey")
        assert asked[-1] is drive.view.veiled


async def test_the_arrival_at_the_cursor_is_worked_out_beside_the_screen(
    table: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a step of the cursor, then no key has to wait until the way there is found."""
    threads: set[threading.Thread] = set()

    def exact(hex: str, routes: Routes, state: State, assets: Assets) -> object:
        threads.add(threading.current_thread())
        return found(hex, routes, state, assets)

    found = queries.way_from_here
    monkeypatch.setattr(queries, "way_from_here", exact)
    async with table(demo) as drive:
        await drive.press("right")
        await drive.shows("way in:")
    assert threads
    assert threading.main_thread() not in threads


@pytest.mark.nightly
async def test_find_takes_a_part_of_a_name_that_only_one_place_has(table: Opens) -> None:
    """Given :find wyll, then the cursor goes to Fort Wyll, as / does."""
    async with table(demo) as drive:
        map_ = drive.app.screen.query_one(RegionMapView)
        await drive.enter(":find wyll")
        await drive.opened("JourneyScreen")
        await drive.until(lambda: map_.cursor != drive.state.place, "the cursor elsewhere")
        assert drive.view.region is not None
        assert drive.view.region.names[map_.cursor] == "Fort Wyll"
