"""The Journey's map and panes: what they show, and how the cursor goes about the map."""

from __future__ import annotations

from asyncio import to_thread
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from textual import events

from core.messages import N_, Message, Refusal
from core.play import queries
from core.play.road.way_ahead import RoutesRequest
from core.receipts import Receipt
from core.values import replace
from tui.journey.model import JourneyUI, with_mark_toggled, with_next_reach, with_state
from tui.journey.panes.region_map import ArrivalLine
from tui.journey.panes.way_panes import ForcedTable, ItineraryPane, OwedList, TodayBar
from tui.journey.present import looks
from tui.journey.road_host import RoadHost
from tui.kit.legend import Legend
from tui.kit.lines_view import TitleLine, TitleRule
from tui.kit.receipt import Why
from tui.kit.searching import round_to, take_hits
from tui.kit.text_line import WordSuggester
from tui.play import survey
from tui.play.dice_tray import DiceTray
from tui.play.party_table import PartyTable
from tui.play.survey import JournalLog, Survey
from tui.view import CampaignView

if TYPE_CHECKING:
    from core.play.union import Assets
    from core.travel.route import Routes


LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def show_view(screen: RoadHost, view: CampaignView) -> None:
    """Show what is known of the campaign at once; ask for its routes in a worker."""
    for secret in (ForcedTable, OwedList):
        screen.query_one(secret).display = not screen.player_view
    told = not screen.player_view or view.veiled.state.plan == view.state.plan
    screen.query_one(ItineraryPane).display = told
    session = survey.session(view, narrow=screen.size.width < survey.WIDE)
    screen.query_one(TitleLine).show(*survey.title(screen.as_shown, session))
    screen.query_one(JournalLog).show(*survey.log(view, screen.player_view, screen.size.width))
    show_map(screen, screen.as_shown)
    show_reach(screen)
    asked = routes_request(view)
    screen.ui = with_state(screen.ui, view.state, asked)
    if asked is not None and screen.ui.routes is None:
        ask = partial(find_routes, screen, asked, view.assets)
        screen.run_worker(ask, group="routes", exclusive=True)


def explain_signs(screen: RoadHost) -> None:
    """Show what the signs mean that are on the map now."""
    map_ = screen.map
    signs = looks.signs(screen.as_shown, map_.look, map_.signs_seen(), map_.hexes_on_screen())
    screen.app.push_screen(Legend(signs, map_.style_of))


def show_map(screen: RoadHost, shown: CampaignView) -> None:
    """Show the region; the cursor goes to the party on another map, and goes along with it."""
    map_, state = screen.map, shown.state
    screen.set_class(shown.region is None, "no-map")
    other = shown.region is not None and screen.ui.charted != (state.region, state.ruleset)
    along = other or map_.cursor == map_.overlay.place
    map_.show_view(shown)
    if along:
        map_.cursor = state.place


def take_survey(screen: RoadHost, view: CampaignView, found: Survey) -> None:
    """Show what was computed of the present state."""
    if screen.app.view is None or view is not screen.as_shown or not screen.is_attached:
        return
    for table in screen.query(PartyTable):
        table.show(found.party)
    nights = found.nights if screen.query_one(ItineraryPane).display else ()
    screen.map.show(nights={n.place: i for i, n in enumerate(nights, 1) if n.place})
    screen.ui = replace(screen.ui, survey=found)


def show_memory(screen: RoadHost, before: JourneyUI, now: JourneyUI) -> None:
    """Show what the screen remembers: waypoints, routes, and the rings of reach."""
    if now.routes is not before.routes or now.reach != before.reach:
        show_reach(screen)
    if now.via != before.via:
        screen.map.show(via=now.via)
    show_cursor(screen)


def show_reach(screen: RoadHost) -> None:
    """Show the rings of reach on the hexes that are shown."""
    ui, region = screen.ui, screen.as_shown.region
    rings = {} if ui.routes is None else looks.rings(ui.routes, ui.reach)
    cells = {} if region is None else region.cells
    screen.map.show(reach={hex: day for hex, day in rings.items() if hex in cells})


def show_cursor(screen: RoadHost) -> None:
    """Show the hex under the cursor, the way there, and what Enter would do."""
    view, cursor, ui = screen.as_shown, screen.map.cursor, screen.ui
    if view.region is not None:
        left, right = looks.land_title(view, cursor)
        screen.query_one(TitleRule).show(left, right)
        asked = looks.CursorQuestion(view, cursor, routes_told(screen), ui.via)
        screen.query_one(ArrivalLine).arrivals.ask(asked)
    screen.show_ahead()


def routes_told(screen: RoadHost) -> Routes | None:
    """The routes, None before they are known and while players see a hex they do not know."""
    shown, cursor = screen.as_shown, screen.map.cursor
    told = queries.mark_of(cursor, shown.state, shown.assets).known or not screen.player_view
    return screen.ui.routes if told else None


def receipts(view: CampaignView, found: Survey | None) -> tuple[Receipt, ...]:
    """The receipts of the pace and, that apart, of the last entry."""
    own = found.why if found else ()
    last = next((e for e in reversed(view.entries) if not e.undone), None)
    shown = {part for receipt in own for part in receipt.walk()}
    return (*own, *(r for r in (last.receipts if last else ()) if r not in shown))


def show_why(screen: RoadHost) -> None:
    """Show the receipt of the pace, or of the row in the dice tray."""
    found = screen.ui.survey
    shown = screen.performer.dice_receipts() or receipts(screen.view, found)
    if shown:
        screen.app.push_screen(Why(shown))
    else:
        trouble = found.trouble if found else None
        screen.gm.say_message(trouble or Message("There is no figure here to explain."))


def as_text(screen: RoadHost) -> str:
    """Return today and the itinerary as text."""
    panes = [screen.query_one(pane) for pane in (TodayBar, ItineraryPane, ForcedTable)]
    return "\n".join(pane.as_text() for pane in panes if pane.display)


# routes


def routes_request(view: CampaignView) -> RoutesRequest | None:
    """What the routes of the present state depend on; None when there are none."""
    with suppress(Refusal):
        return queries.routes_request(view.state, view.assets)
    return None


async def find_routes(screen: RoadHost, asked: RoutesRequest, assets: Assets) -> None:
    """Compute the routes in a thread, and keep them unless the state has changed since."""
    with suppress(Refusal):
        found = await to_thread(queries.routes, asked, assets)
        if screen.app.view is not None and asked == screen.ui.asked:
            screen.ui = replace(screen.ui, routes=found)


# the cursor


def show_moved(screen: RoadHost) -> None:
    """Drop what waited for Enter, and show the hex that the cursor has moved to."""
    screen.performer.unconfirm()
    show_cursor(screen)


def go_to(screen: RoadHost, hex: str) -> None:
    """Jump to a hex; Backspace comes back."""
    here = screen.map.cursor
    if hex and hex != here:
        screen.performer.unconfirm()
        screen.map.cursor = hex
        screen.ui = replace(screen.ui, trail=(*screen.ui.trail, here))


def go_back(screen: RoadHost) -> None:
    """Go to the hex that the last jump left."""
    if screen.ui.trail:
        screen.performer.unconfirm()
        *before, screen.map.cursor = screen.ui.trail
        screen.ui = replace(screen.ui, trail=tuple(before))


def go_round(screen: RoadHost, step: int) -> None:
    """Go to the next named place or waypoint, or the one before."""
    places = looks.places(screen.as_shown, screen.ui.via)
    if not places:
        screen.gm.say_message("No place is named on this map.")
        return
    go_to(screen, round_to(places, screen.map.cursor, step))


async def find(screen: RoadHost, text: str) -> None:
    """Go to the hex of this number or name, or of the only name that has this in it."""
    region = screen.as_shown.region
    with screen.gm.refusing():
        if region is None:
            raise Refusal("no_map", "There is no map to search.")
        try:
            place = region.find(text)
        except Refusal as refusal:
            found = looks.hits(region, text)
            if refusal.code != "unknown_place" or len(found) != 1:
                raise
            place = found[0]
        go_to(screen, place)


async def search(screen: RoadHost) -> None:
    """Ask for a place and go to the first that has this in its name."""
    region = screen.as_shown.region
    if region is None:
        screen.gm.say_message("There is no map to search.")
        return
    names = tuple(name for name, _ in region.places())
    typed = await screen.gm.line(Message("/ place or hex"), suggester=WordSuggester(lambda: names))
    if typed and not take_hits(screen, looks.hits(region, typed)):
        screen.gm.say_message("No place on the map has '{text}' in its name.", text=typed)


def toggle_mark(screen: RoadHost) -> None:
    """Set or take away a waypoint at the hex under the cursor."""
    screen.ui = with_mark_toggled(screen.ui, screen.map.cursor)


def show_next_reach(screen: RoadHost) -> None:
    """Cycle the rings: reach of today, of three days, none."""
    screen.ui = ui = with_next_reach(screen.ui)
    if not ui.reach:
        screen.gm.say_sentence("")
    elif ui.routes is None:
        screen.gm.say_message("Still working out the routes ...")
    else:
        words = N_("1 = reached today") if ui.reach == 1 else N_("1 2 3 = reached that day")
        screen.gm.say_message(words)


def offer_letters(screen: RoadHost, found: Survey | None) -> None:
    """Put letters on places, nights and boats; the next key picks one, or a member."""
    shown, state = screen.as_shown, screen.state
    known = found if shown.state.plan == state.plan else None
    places = looks.labelled(shown, known, screen.map.hexes_on_screen())
    tokens = {m.token: state.place for m in state.travellers if m.token}
    free = (letter for letter in LETTERS if letter not in tokens)
    labels = dict(zip(free, places, strict=False))
    screen.map.show(letters={hex: letter for letter, hex in labels.items()})
    screen.ui = replace(screen.ui, labels={**labels, **tokens})
    screen.gm.say_message("jump: press a letter on the map, or a member's")


def take_letter(screen: RoadHost, event: events.Key) -> None:
    """Jump to the hex of this letter while letters are offered; any key ends that."""
    labels = screen.ui.labels
    if not labels or screen.query_one(DiceTray).display:
        return
    screen.ui = replace(screen.ui, labels={})
    screen.map.show(letters={})
    screen.gm.say_sentence("")
    go_to(screen, labels.get(event.character or "", ""))
    event.stop()
    event.prevent_default()
