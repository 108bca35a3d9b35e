"""Events of encounters that are set up."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from core.combat.board.drawing import BoardEdit, DoorState, Light
from core.play.facts.encounter import Encounter, Figure, Foe, Side, Zone
from core.play.facts.fight.setup.commands import Spot
from core.secrecy import (
    Begun,
    Disclosure,
    Involved,
    PlayerKnowledge,
    Public,
    Secret,
    Subject,
    Withheld,
    unless,
)
from core.values import Tagged


def seen_names(names: tuple[str, ...], event: CreaturesRemoved, known: PlayerKnowledge) -> object:
    """Return the names of the removed creatures that players know of."""
    both = zip(event.who, names, strict=False)
    return tuple(name for who, name in both if known.hears_of(who))


class Prepared(Tagged, tag="prepared"):
    """An encounter was prepared."""

    encounter: Subject[Encounter]


class Discarded(Tagged, tag="discarded"):
    """An encounter was discarded; its name is kept for the log."""

    encounter: Withheld[str]
    name: Secret[str]


class Renamed(Tagged, tag="renamed_encounter"):
    """An encounter has another name."""

    encounter: Withheld[str]
    name: Secret[str]


class FoesAdded(Tagged, tag="foes_added"):
    """Creatures came into an encounter, with their places."""

    encounter: Begun[str]
    foes: Involved[tuple[Foe, ...]]
    figures: Subject[tuple[Figure, ...]]


class FoeEdited(Tagged, tag="foe_edited"):
    """A creature was replaced by one with the same id."""

    encounter: Withheld[str]
    foe: Involved[Foe]


class CreaturesRemoved(Tagged, tag="creatures_removed"):
    """Creatures are no longer in the encounter, or (members) no longer on its board."""

    encounter: Begun[str]
    who: Subject[tuple[str, ...]]
    names: Annotated[tuple[str, ...], Disclosure(seen_names)]


class Mustered(Tagged, tag="mustered"):
    """Members of the party took their places on the board."""

    encounter: Begun[str]
    figures: Involved[tuple[Figure, ...]]


class CreaturesPlaced(Tagged, tag="creatures_placed"):
    """The GM placed creatures."""

    encounter: Begun[str]
    spots: Subject[tuple[Spot, ...]]
    reason: Secret[str] = ""


class BoardPainted(Tagged, tag="board_painted"):
    """Something was drawn on the board."""

    encounter: Withheld[str]
    edits: Secret[tuple[BoardEdit, ...]]


class BoardRedrawn(Tagged, tag="board_redrawn"):
    """The encounter has another board, without edits on it."""

    encounter: Withheld[str]
    board: Secret[str]


class DoorSet(Tagged, tag="door_set"):
    """A door was opened, closed or locked; `who` did so ("" = the GM)."""

    encounter: Begun[str]
    edge: Public[str]
    state: Public[DoorState]
    who: Involved[str] = ""


class AirSet(Tagged, tag="air_set"):
    """Light, wind and gravity, and which of the fields `changed` ("" = unknown)."""

    encounter: Begun[str]
    light: Public[Light]
    wind: Public[str]
    gravity: Public[str]
    zones: Public[tuple[Zone, ...]]
    changed: Public[str] = ""


class HazardSet(Tagged, tag="hazard_set"):
    """Hazardous ground does this with each step onto it: "1d6 acid"; "" = nothing."""

    encounter: Begun[str]
    hazard: Public[str]


class Hidden(Tagged, tag="hidden"):
    """Creatures were hidden from the players, or revealed."""

    encounter: Begun[str]
    who: Involved[tuple[str, ...]]
    hidden: Annotated[bool, unless(True)]


class SideChanged(Tagged, tag="side_changed"):
    """Creatures fight on another side."""

    encounter: Begun[str]
    who: Involved[tuple[str, ...]]
    side: Public[Side]


SetupEvent: TypeAlias = (
    Prepared
    | Discarded
    | Renamed
    | FoesAdded
    | FoeEdited
    | CreaturesRemoved
    | Mustered
    | CreaturesPlaced
    | BoardPainted
    | BoardRedrawn
    | DoorSet
    | AirSet
    | HazardSet
    | Hidden
    | SideChanged
)
