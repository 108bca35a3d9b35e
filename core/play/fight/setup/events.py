"""What happened to an encounter as it was set up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from core.combat.board.lights import Light
from core.combat.board.plan import DoorState, Edit
from core.play.fight.encounter import Encounter, Figure, Foe, Zone
from core.play.fight.setup.commands import Spot
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


def seen_names(names: tuple[str, ...], event: CreaturesRemoved, known: PlayerKnowledge) -> object:
    """The names of those among the removed that players hear of."""
    both = zip(event.who, names, strict=False)
    return tuple(name for who, name in both if known.hears_of(who))


@dataclass(frozen=True, slots=True)
class Prepared:
    """An encounter was prepared."""

    encounter: Subject[Encounter]
    kind: Literal["prepared"] = "prepared"


@dataclass(frozen=True, slots=True)
class Discarded:
    """An encounter was thrown away; its name is kept for the log."""

    encounter: Withheld[str]
    name: Secret[str]
    kind: Literal["discarded"] = "discarded"


@dataclass(frozen=True, slots=True)
class Renamed:
    """An encounter has another name."""

    encounter: Withheld[str]
    name: Secret[str]
    kind: Literal["renamed_encounter"] = "renamed_encounter"


@dataclass(frozen=True, slots=True)
class FoesAdded:
    """Creatures came into an encounter, with their places."""

    encounter: Begun[str]
    foes: Involved[tuple[Foe, ...]]
    figures: Subject[tuple[Figure, ...]]
    kind: Literal["foes_added"] = "foes_added"


@dataclass(frozen=True, slots=True)
class FoeEdited:
    """What is written about a creature changed."""

    encounter: Withheld[str]
    foe: Involved[Foe]
    kind: Literal["foe_edited"] = "foe_edited"


@dataclass(frozen=True, slots=True)
class CreaturesRemoved:
    """Creatures are no longer in the encounter, or (members) no longer on its board."""

    encounter: Begun[str]
    who: Subject[tuple[str, ...]]
    names: Annotated[tuple[str, ...], Disclosure(seen_names)]
    kind: Literal["creatures_removed"] = "creatures_removed"


@dataclass(frozen=True, slots=True)
class Mustered:
    """Members of the party took their places on the board, as it begins."""

    encounter: Begun[str]
    figures: Involved[tuple[Figure, ...]]
    kind: Literal["mustered"] = "mustered"


@dataclass(frozen=True, slots=True)
class CreaturesPlaced:
    """The GM put creatures somewhere."""

    encounter: Begun[str]
    spots: Subject[tuple[Spot, ...]]
    reason: Secret[str] = ""
    kind: Literal["creatures_placed"] = "creatures_placed"


@dataclass(frozen=True, slots=True)
class BoardPainted:
    """Something was drawn on the board."""

    encounter: Withheld[str]
    edits: Secret[tuple[Edit, ...]]
    kind: Literal["board_painted"] = "board_painted"


@dataclass(frozen=True, slots=True)
class BoardRedrawn:
    """The encounter has another board, without edits on it."""

    encounter: Withheld[str]
    board: Secret[str]
    kind: Literal["board_redrawn"] = "board_redrawn"


@dataclass(frozen=True, slots=True)
class DoorSet:
    """A door was opened, closed or locked; `who` did so ("" = the GM)."""

    encounter: Begun[str]
    edge: Public[str]
    state: Public[DoorState]
    who: Involved[str] = ""
    kind: Literal["door_set"] = "door_set"


@dataclass(frozen=True, slots=True)
class AirSet:
    """Light, wind and gravity, and which of the fields `changed` ("" = it was not written down)."""

    encounter: Begun[str]
    light: Public[Light]
    wind: Public[str]
    gravity: Public[str]
    zones: Public[tuple[Zone, ...]]
    changed: Public[str] = ""
    kind: Literal["air_set"] = "air_set"


@dataclass(frozen=True, slots=True)
class Hidden:
    """Creatures are hidden from the party's players now, or revealed."""

    encounter: Begun[str]
    who: Involved[tuple[str, ...]]
    hidden: Annotated[bool, unless(True)]
    kind: Literal["hidden"] = "hidden"


SetupEvent: TypeAlias = (
    Prepared | Discarded | Renamed | FoesAdded | FoeEdited | CreaturesRemoved | Mustered
    | CreaturesPlaced | BoardPainted | BoardRedrawn | DoorSet | AirSet | Hidden
)  # fmt: skip
