"""What the GM orders on the road: routes and legs, hours, pace, encounters, a map."""

from __future__ import annotations

from typing import Protocol

from core.messages import Message, Refusal
from core.play import queries
from core.play.road.commands import BeginEncounter, DropPlan, March, SetLegs, SetPace, SetRoute
from core.play.union import Command
from core.values import replace
from tui.journey.dialogs import ImportMap, LegsEditor
from tui.journey.model import (
    JourneyUI,
    RoadAction,
    enter_action,
    pending_action,
    with_mark_toggled,
)
from tui.journey.panes.region_map import RegionMapView, place_hits
from tui.kit.choose import Choice
from tui.kit.searching import Cursored
from tui.play import arranging
from tui.play.command_line import PLAY, PlayHost
from tui.play.performer import Sequel
from tui.play.typed.line import hours, legs, screen_word, table, text, title


class RoadHost(PlayHost, Cursored[str], Protocol):
    """The Journey as its parts see it; `JourneyScreen` says what each member is."""

    ui: JourneyUI

    @property
    def map(self) -> RegionMapView: ...


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
        screen.go_there(place)


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
        Message("march how many hours? (2, 1.5, 1h30)"), check=hours
    )
    if typed:
        with screen.gm.refusing():
            screen.perform(March(hours(typed)))


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
            screen.perform(SetLegs(legs(text, rules)))
        return
    plan = screen.state.plan
    before = plan.stretches if plan and not plan.goal else ()
    found = await screen.app.push_screen_wait(LegsEditor(before, rules))
    if found:
        screen.perform(SetLegs(found))
    elif found is not None and before:
        screen.perform(DropPlan())


def remove(screen: RoadHost) -> None:
    """Remove the waypoint under the cursor; else the plan, after Enter."""
    if screen.map.cursor in screen.ui.via:
        screen.ui = with_mark_toggled(screen.ui, screen.map.cursor)
    elif screen.state.plan is not None:
        screen.performer.confirm(DropPlan())


async def import_map(screen: RoadHost, file: str) -> None:
    """Import a map: a text-mapper file."""
    chosen = await screen.app.push_screen_wait(ImportMap(screen.view.assets.rules, file))
    if chosen is not None:
        with screen.gm.refusing():
            screen.app.view = await screen.app.worker.adopt_map(*chosen)


WORDS = PLAY | table(
    screen_word("find Fort Wyll", "goes to a hex or place", find, text),
    screen_word("legs", "chooses the way as a list of legs", edit_legs, text),
    screen_word("import", "imports a map", import_map, text),
    screen_word("prepare Ambush", "prepares an encounter; asks for its board",
                arranging.prepare_named, title),
)  # fmt: skip
"""The words of the `:` line here."""
