"""Words for setup: a line of the log for each event, a title for each command."""

from __future__ import annotations

from typing import assert_never

from core.combat.sight.concealment import LIGHT_WORDS
from core.messages import N_, Message, Squares, Template
from core.play.facts.encounter import Encounter, Side
from core.play.facts.fight.combatants import being_of, encounter_name, grouped
from core.play.facts.fight.setup.commands import (
    AddFoes,
    ChangeSide,
    Discard,
    EditFoe,
    Enter,
    Hide,
    Paint,
    Place,
    Prepare,
    Redraw,
    RemoveCreatures,
    Rename,
    SetAir,
    SetDoor,
    SetHazard,
    SetupCommand,
    Spot,
)
from core.play.facts.fight.setup.events import (
    AirSet,
    BoardPainted,
    BoardRedrawn,
    CreaturesPlaced,
    CreaturesRemoved,
    Discarded,
    DoorSet,
    FoeEdited,
    FoesAdded,
    HazardSet,
    Hidden,
    Mustered,
    Prepared,
    Renamed,
    SetupEvent,
    SideChanged,
)
from core.play.facts.state import State
from core.play.fight.health import is_vehicle

DOORS: dict[str, Template] = {
    "open": "the door {edge} is open",
    "closed": "the door {edge} is closed",
    "locked": "the door {edge} is locked",
}
BY_SOMEBODY: dict[str, Template] = {
    "open": "{who} opens the door {edge}",
    "closed": "{who} closes the door {edge}",
    "locked": "{who} locks the door {edge}",
}
SIDE_CHANGED: dict[Side, Template] = {
    "party": "on the party's side: {names}",
    "foes": "on the foes' side: {names}",
    "neutral": "on neither side: {names}",
}


def narrate_setup(event: SetupEvent, state: State) -> Message:
    """Return the event as one line; `state` is the state after it."""
    match event:
        case CreaturesPlaced():
            fight = state.encounter(event.encounter)
            spots = tuple(_spot(state, fight, spot) for spot in event.spots)
            return Message(
                "placed by the GM: {spots} ({reason})"
                if event.reason
                else "placed by the GM: {spots}",
                spots=spots,
                reason=event.reason,
            )
        case Prepared(encounter):
            return Message("{encounter} is prepared", encounter=encounter.name)
        case Discarded():
            return Message("{encounter} is discarded", encounter=event.name)
        case Renamed():
            return Message("the encounter is now called {name}", name=event.name)
        case FoesAdded():
            return Message(
                "added to {encounter}: {names}",
                names=grouped(event.foes),
                encounter=encounter_name(state, event.encounter),
            )
        case FoeEdited():
            return Message("the figures of {name} are changed", name=event.foe.name)
        case CreaturesRemoved():
            return Message("off the board: {names}", names=event.names)
        case Mustered():
            return _narrate_muster(event, state)
        case BoardPainted():
            drawn = tuple(
                Message("{what} at {where}", what=one.what.replace("_", " "), where=one.where)
                for one in event.edits
            )
            words = N_("the board of {encounter} is drawn on: {drawn}")
            if not drawn:  # as players read it
                words = N_("the board of {encounter} is drawn on")
            return Message(words, drawn=drawn, encounter=encounter_name(state, event.encounter))
        case BoardRedrawn():
            return Message(
                "{encounter} has a new board", encounter=encounter_name(state, event.encounter)
            )
        case DoorSet():
            words = (BY_SOMEBODY if event.who else DOORS)[event.state]
            fight = state.encounter(event.encounter)
            return Message(words, who=_name(state, fight, event.who), edge=event.edge)
        case AirSet():
            changed = event.changed.split()
            messages = {
                "light": Message("the light is {light}", light=Message(LIGHT_WORDS[event.light])),
                "zones": _zones(event),
                "wind": Message("the wind goes to {wind}", wind=event.wind)
                if event.wind
                else Message("there is no wind"),
                "gravity": Message(
                    "the gravity is {gravity}",
                    gravity=Message(GRAVITIES.get(event.gravity, N_("normal"))),
                ),
            }
            there = {"zones": event.zones, "wind": event.wind, "gravity": event.gravity != "normal"}
            names = changed or ["light", *(name for name, found in there.items() if found)]
            return Message(
                "{what}", what=tuple(messages[name] for name in names if name in messages)
            )
        case HazardSet(_, hazard):
            if not hazard:
                return Message("hazardous ground does no damage of its own")
            return Message("each step onto hazardous ground: {hazard}", hazard=hazard)
        case Hidden():
            return Message(
                "hidden: {names}" if event.hidden else "no longer hidden: {names}",
                names=_names(state, event.encounter, event.who),
            )
        case SideChanged(encounter, who, side):
            return Message(SIDE_CHANGED[side], names=_names(state, encounter, who))
        case _:
            assert_never(event)


def _narrate_muster(event: Mustered, state: State) -> Message:
    # Vehicles come onto the board by the GM's word alone.
    who = tuple(figure.id for figure in event.figures)
    names = _names(state, event.encounter, who)
    encounter = state.encounter(event.encounter)
    placed = [one.id for one in encounter.figures if one.at] if encounter is not None else []
    off = [one for one in state.travellers if is_vehicle(one) and one.id not in placed]
    if not off:
        return Message("on the board: {names}", names=names)
    return Message(
        "on the board: {names}; not on it: {vehicles} (:place {first} k9)",
        names=names,
        vehicles=tuple(one.name for one in off),
        first=off[0].token or off[0].id,
    )


ON_TOP: dict[str, Template] = {
    "vehicle": "{name} at {square}, on top of a vehicle, height {height}",
    "solid": "{name} at {square}, on top of a wall or house, height {height}",
    "low": "{name} at {square}, on top of a tree or another low obstacle, height {height}",
}


def _spot(state: State, encounter: Encounter | None, spot: Spot) -> Message:
    name = _name(state, encounter, spot.who)
    template = N_("{name} off the board")
    if spot.at:
        template = N_("{name} at {square}")
    if spot.at and spot.elevation:
        template = N_("{name} at {square}, height {height}")
    if spot.at and spot.elevation < 0:
        template = N_("{name} at {square}, depth {height}")
    if spot.at and spot.on:
        template = ON_TOP[spot.on]
    height = Squares(abs(spot.elevation))
    place = Message(template, name=name, square=spot.at, height=height)
    if not spot.mount:
        return place
    return Message("{place}, on {mount}", place=place, mount=_name(state, encounter, spot.mount))


def _zones(event: AirSet) -> Message:
    zones = tuple(
        Message("{light} at {where}", light=Message(LIGHT_WORDS[zone.light]), where=zone.where)
        for zone in event.zones
    )
    if not zones:
        return Message("the light is the same everywhere")
    return Message("zones of light: {zones}", zones=zones)


GRAVITIES: dict[str, Template] = {
    "normal": "normal",
    "low": "low",
    "zero": "zero",
    "high": "high",
}


def _name(state: State, encounter: Encounter | None, creature_id: str) -> str:
    being = being_of(state, encounter, creature_id)
    if being is None:
        return creature_id
    return being.name


def _names(state: State, encounter: str, who: tuple[str, ...]) -> tuple[str, ...]:
    found = state.encounter(encounter)
    return grouped(being_of(state, found, one) or one for one in who)


def describe_setup(command: SetupCommand, state: State) -> Message:
    """Return a short name of the command; `state` is the state before it."""
    match command:
        case Prepare(encounter):
            return Message("prepare {encounter}", encounter=encounter.name)
        case Discard(id):
            return Message("discard {encounter}", encounter=encounter_name(state, id))
        case Rename(id, name):
            return Message(
                "rename {encounter} to {name}", encounter=encounter_name(state, id), name=name
            )
        case AddFoes(foes=foes):
            return Message("add {names}", names=grouped(foes))
        case EditFoe(foe=foe):
            return Message("change {name}", name=foe.name)
        case RemoveCreatures(id, who):
            return Message("remove {names}", names=_names(state, id, who))
        case Place(id, spots):
            who = tuple(spot.who for spot in spots)
            return Message("place {names}", names=_names(state, id, who))
        case Enter(at=at):
            return Message("the party enters at {square}", square=at)
        case SetAir():
            return _describe_air(command, state)
        case SetHazard():
            return Message("hazardous ground")
        case Paint() | Redraw() | SetDoor():
            return Message(
                TITLES[type(command)], encounter=encounter_name(state, command.encounter)
            )
        case Hide(id, who, hidden):
            return Message(
                "hide {names}" if hidden else "reveal {names}", names=_names(state, id, who)
            )
        case ChangeSide(id, who, side):
            return Message(SIDE_CHANGED[side], names=_names(state, id, who))
        case _:
            assert_never(command)


TITLES: dict[type[SetupCommand], Template] = {
    Paint: "draw on the board",
    Redraw: "a new board",
    SetDoor: "a door",
}


def _describe_air(command: SetAir, state: State) -> Message:
    encounter = state.encounter(command.encounter)
    if encounter is None:
        return Message("light, wind and gravity")
    parts = list[Message]()
    if (encounter.light, encounter.zones) != (command.light, command.zones):
        parts.append(Message("light"))
    if encounter.wind != command.wind:
        parts.append(Message("wind"))
    if encounter.gravity != command.gravity:
        parts.append(Message("gravity"))
    if parts:
        return Message("{parts}", parts=tuple(parts))
    return Message("light, wind and gravity")
