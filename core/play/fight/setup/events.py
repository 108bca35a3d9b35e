"""What happened to an encounter as it was set up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.combat.board.lights import Light
from core.combat.board.plan import DoorState, Edit
from core.play.fight.encounter import Encounter, Figure, Foe, Zone
from core.play.fight.setup.commands import Spot


@dataclass(frozen=True, slots=True)
class Prepared:
    """An encounter was prepared."""

    encounter: Encounter
    kind: Literal["prepared"] = "prepared"


@dataclass(frozen=True, slots=True)
class Discarded:
    """An encounter was thrown away; its name is kept for the log."""

    encounter: str
    name: str
    kind: Literal["discarded"] = "discarded"


@dataclass(frozen=True, slots=True)
class Renamed:
    """An encounter has another name."""

    encounter: str
    name: str
    kind: Literal["renamed_encounter"] = "renamed_encounter"


@dataclass(frozen=True, slots=True)
class FoesAdded:
    """Creatures came into an encounter, with their places."""

    encounter: str
    foes: tuple[Foe, ...]
    figures: tuple[Figure, ...]
    kind: Literal["foes_added"] = "foes_added"


@dataclass(frozen=True, slots=True)
class FoeEdited:
    """What is written about a creature changed."""

    encounter: str
    foe: Foe
    kind: Literal["foe_edited"] = "foe_edited"


@dataclass(frozen=True, slots=True)
class CreaturesRemoved:
    """Creatures are no longer in the encounter, or (members) no longer on its board."""

    encounter: str
    who: tuple[str, ...]
    names: tuple[str, ...]
    kind: Literal["creatures_removed"] = "creatures_removed"


@dataclass(frozen=True, slots=True)
class Mustered:
    """Members of the party took their places on the board, as it begins."""

    encounter: str
    figures: tuple[Figure, ...]
    kind: Literal["mustered"] = "mustered"


@dataclass(frozen=True, slots=True)
class CreaturesPlaced:
    """The GM put creatures somewhere."""

    encounter: str
    spots: tuple[Spot, ...]
    reason: str = ""
    kind: Literal["creatures_placed"] = "creatures_placed"


@dataclass(frozen=True, slots=True)
class BoardPainted:
    """Something was drawn on the board."""

    encounter: str
    edits: tuple[Edit, ...]
    kind: Literal["board_painted"] = "board_painted"


@dataclass(frozen=True, slots=True)
class BoardRedrawn:
    """The encounter has another board, without edits on it."""

    encounter: str
    board: str
    kind: Literal["board_redrawn"] = "board_redrawn"


@dataclass(frozen=True, slots=True)
class DoorSet:
    """A door was opened, closed or locked; `who` did so ("" = the GM)."""

    encounter: str
    edge: str
    state: DoorState
    who: str = ""
    kind: Literal["door_set"] = "door_set"


@dataclass(frozen=True, slots=True)
class AirSet:
    """Light, wind and gravity, and which of the fields `changed` ("" = it was not written down)."""

    encounter: str
    light: Light
    wind: str
    gravity: str
    zones: tuple[Zone, ...]
    changed: str = ""
    kind: Literal["air_set"] = "air_set"


@dataclass(frozen=True, slots=True)
class Hidden:
    """Creatures are hidden from the party's players now, or revealed."""

    encounter: str
    who: tuple[str, ...]
    hidden: bool
    kind: Literal["hidden"] = "hidden"


SetupEvent: TypeAlias = (
    Prepared | Discarded | Renamed | FoesAdded | FoeEdited | CreaturesRemoved | Mustered
    | CreaturesPlaced | BoardPainted | BoardRedrawn | DoorSet | AirSet | Hidden
)  # fmt: skip
