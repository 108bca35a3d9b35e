"""What the GM asks for when an encounter is set up, or changed while it is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.combat.board.lights import Light
from core.combat.board.plan import DoorState, Edit
from core.play.fight.encounter import Encounter, Foe, Zone
from core.secrecy import Public, Subject


@dataclass(frozen=True, slots=True)
class Prepare:
    """Keep this encounter for later; its id is new and its board stored (or being stored)."""

    encounter: Encounter
    kind: Literal["prepare"] = "prepare"


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw a prepared, paused or finished encounter away."""

    encounter: str
    kind: Literal["discard"] = "discard"


@dataclass(frozen=True, slots=True)
class Rename:
    """Give an encounter another name."""

    encounter: str
    name: str
    kind: Literal["rename_encounter"] = "rename_encounter"


@dataclass(frozen=True, slots=True)
class AddFoes:
    """Put creatures into an encounter, each at its anchor in `at` ("" = not on the board yet).

    Shorter `at`: the rest find places of their own near the last one, or none.
    """

    encounter: str
    foes: tuple[Foe, ...]
    at: tuple[str, ...] = ()
    hidden: bool = False
    kind: Literal["add_foes"] = "add_foes"


@dataclass(frozen=True, slots=True)
class EditFoe:
    """Replace what is written about a creature of an encounter (same id) by this."""

    encounter: str
    foe: Foe
    kind: Literal["edit_foe"] = "edit_foe"


@dataclass(frozen=True, slots=True)
class RemoveCreatures:
    """Take creatures out of an encounter; members of the party only leave the board."""

    encounter: str
    who: tuple[str, ...]
    kind: Literal["remove_creatures"] = "remove_creatures"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a creature is put: its anchor ("" = off the board) and height in squares."""

    who: Subject[str]
    at: Public[str]
    elevation: Public[int] = 0


@dataclass(frozen=True, slots=True)
class Place:
    """The GM puts creatures anywhere, at no cost: setting up, or a ruling with its reason."""

    encounter: str
    spots: tuple[Spot, ...]
    reason: str = ""
    kind: Literal["place_creatures"] = "place_creatures"


@dataclass(frozen=True, slots=True)
class Paint:
    """Draw on the board."""

    encounter: str
    edits: tuple[Edit, ...]
    kind: Literal["paint"] = "paint"


@dataclass(frozen=True, slots=True)
class Redraw:
    """Give an encounter another board (sha256); what was painted on the old one is in it."""

    encounter: str
    board: str
    kind: Literal["redraw_board"] = "redraw_board"


@dataclass(frozen=True, slots=True)
class SetDoor:
    """Open, close or lock the door on a border ("B2/C2")."""

    encounter: str
    edge: str
    state: DoorState
    who: str = ""
    kind: Literal["set_door"] = "set_door"


@dataclass(frozen=True, slots=True)
class SetAir:
    """The light of the whole board and of zones of it, the wind, the gravity."""

    encounter: str
    light: Light = "bright"
    wind: str = ""
    gravity: str = "normal"
    zones: tuple[Zone, ...] = ()
    kind: Literal["set_air"] = "set_air"


@dataclass(frozen=True, slots=True)
class Hide:
    """Hide creatures from the party's players, or reveal them."""

    encounter: str
    who: tuple[str, ...]
    hidden: bool = True
    kind: Literal["hide"] = "hide"


SetupCommand: TypeAlias = (
    Prepare | Discard | Rename | AddFoes | EditFoe | RemoveCreatures | Place | Paint | Redraw
    | SetDoor | SetAir | Hide
)  # fmt: skip
