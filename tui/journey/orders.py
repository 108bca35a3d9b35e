"""What the GM does on the road: the cursor goes about the map; routes, hours, pace, a map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from textual import events

from core.messages import N_, Message, Refusal
from core.play import queries
from core.play.road.commands import BeginEncounter, DropPlan, March, SetLegs, SetPace, SetRoute
from core.play.union import Command
from core.values import replace
from tui.journey.dialogs.import_map import ImportMap
from tui.journey.dialogs.legs import LegsEditor
from tui.journey.model import (
    JourneyUI,
    RoadAction,
    enter_action,
    pending_action,
    with_mark_toggled,
    with_next_reach,
)
from tui.journey.panes.region_map import RegionMapView, labelled, named_places, place_hits
from tui.kit.choose import Choice
from tui.kit.searching import Cursored, round_to, take_hits
from tui.kit.text_line import WordSuggester
from tui.play import arranging
from tui.play.command_line import PLAY, PlayHost
from tui.play.dice_tray import DiceTray
from tui.play.performer import Sequel
from tui.play.survey import Survey
from tui.play.typed import reading
from tui.play.typed.line import screen_word, table, text, title

if TYPE_CHECKING:
    pass


class RoadHost(PlayHost, Cursored[str], Protocol):
    """The Journey as its parts see it; `JourneyScreen` says what each member is."""

    ui: JourneyUI

    @property
    def map(self) -> RegionMapView: ...


LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


# the cursor


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
    places = named_places(screen.as_shown, screen.ui.via)
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
            found = place_hits(region, text)
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
    if typed and not take_hits(screen, place_hits(region, typed)):
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
    places = labelled(shown, known, screen.map.hexes_on_screen())
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


# the road


def sequel(screen: RoadHost) -> Sequel:
    """Return what follows a command: an encounter with a board is shown once it has begun."""

    def recorded(command: Command) -> None:
        if isinstance(command, BeginEncounter) and screen.state.fight is not None:
            screen.call_after_refresh(screen.app.action_go_to, "encounter")

    return Sequel(recorded=recorded)


def choose(screen: RoadHost) -> None:
    """Do what the Ahead line says of Enter."""
    if not screen.gm.stray_number() and not screen.performer.confirmed():
        take(screen, enter_action(screen.view, screen.map.cursor, screen.ui.via))


def take(screen: RoadHost, action: RoadAction) -> None:
    """Set the route, take the step, or say why there is none."""
    match action:
        case RoadAction(step="meet"):
            screen.run_worker(meet(screen))
        case RoadAction(step="fight"):
            screen.app.action_go_to("encounter")
        case RoadAction(step="end"):
            screen.run_worker(arranging.end_told(screen))
        case RoadAction(route=SetRoute() as route):
            screen.ui = replace(screen.ui, via=())
            screen.perform(route)
        case _:
            screen.gm.say_message(action.words)


def go_on_with_pending(screen: RoadHost) -> bool:
    """Take the step that is pending; False if none is, or dice come first."""
    action = pending_action(screen.state)
    if action is None or screen.performer.due() is not None:
        return False
    take(screen, action)
    return True


async def meet(screen: RoadHost) -> None:
    """Begin a prepared encounter, pass by the one met, or tell one by name."""
    if screen.state.encounters:
        await arranging.list_encounters(screen)
        return
    name = await screen.gm.line(Message("what did the party meet? a name for the log"))
    if name:
        screen.perform(BeginEncounter(name))


async def march(screen: RoadHost) -> None:
    """March the number of hours typed before, or asked for."""
    typed = screen.gm.count() or await screen.gm.line(
        Message("march how many hours? (2, 1.5, 1h30)"), check=reading.hours
    )
    if typed:
        with screen.gm.refusing():
            screen.perform(March(reading.hours(typed)))


async def choose_pace(screen: RoadHost) -> None:
    """Walk, hustle, or force the march."""
    try:
        cost = queries.hustle_cost(screen.state, screen.view.assets)
    except Refusal as refusal:
        cost = refusal.message
    choices = (
        Choice("walk", "w", Message("walk")),
        Choice("hustle", "h", Message("hustle: {cost}", cost=cost)),
        Choice("force", "f", Message("force the march: one more hour after the day's end")),
    )
    match await screen.gm.choose(Message("how do we move?"), choices):
        case "walk" | "hustle" as pace:
            screen.perform(SetPace(pace))
        case "force":
            with screen.gm.refusing():
                left = queries.today(screen.state, screen.view.assets).left
                screen.perform(March(left + 1))


async def edit_legs(screen: RoadHost, text: str) -> None:
    """Set the legs typed, or edit the way ahead as a list of legs."""
    rules = screen.view.assets.rules
    if text:
        with screen.gm.refusing():
            screen.perform(SetLegs(reading.legs(text, rules)))
        return
    plan = screen.state.plan
    before = plan.stretches if plan and not plan.goal else ()
    legs = await screen.app.push_screen_wait(LegsEditor(before, rules))
    if legs:
        screen.perform(SetLegs(legs))
    elif legs is not None and before:
        screen.perform(DropPlan())


def remove(screen: RoadHost) -> None:
    """Remove the waypoint under the cursor; else the plan, after Enter."""
    if screen.map.cursor in screen.ui.via:
        toggle_mark(screen)
    elif screen.state.plan is not None:
        screen.performer.confirm(DropPlan())


async def import_map(screen: RoadHost, file: str) -> None:
    """Import a map: a text-mapper file."""
    chosen = await screen.app.push_screen_wait(ImportMap(screen.view.assets.rules, file))
    if chosen is not None:
        with screen.gm.refusing():
            screen.app.view = await screen.app.worker.adopt_map(
                chosen.region, chosen.hex_km, chosen.place
            )


WORDS = PLAY | table(
    screen_word("find Fort Wyll", "goes to a hex or place", find, text),
    screen_word("legs", "chooses the way as a list of legs", edit_legs, text),
    screen_word("import", "imports a map", import_map, text),
    screen_word("prepare Ambush", "prepares an encounter; asks for its board",
                arranging.prepare_named, title),
)  # fmt: skip
"""The words of the `:` line here."""
