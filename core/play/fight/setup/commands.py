"""What the GM asks for when an encounter is set up, or changed while it is played."""

from __future__ import annotations

from typing import TypeAlias

from core.combat.board.lights import Light
from core.combat.board.plan import BoardEdit, DoorState
from core.play.fight.encounter import Encounter, Foe, Zone
from core.secrecy import Public, Subject
from core.values import Struct, Tagged


class Prepare(Tagged, tag="prepare"):
    """Keep this encounter for later; its id is new and its board stored (or being stored)."""

    encounter: Encounter


class Discard(Tagged, tag="discard"):
    """Throw a prepared, paused or finished encounter away."""

    encounter: str


class Rename(Tagged, tag="rename_encounter"):
    """Give an encounter another name."""

    encounter: str
    name: str


class AddFoes(Tagged, tag="add_foes"):
    """Put creatures into an encounter, each at its anchor in `at` ("" = not on the board yet).

    Shorter `at`: the rest find places of their own near the last one, or none.
    """

    encounter: str
    foes: tuple[Foe, ...]
    at: tuple[str, ...] = ()
    hidden: bool = False


class EditFoe(Tagged, tag="edit_foe"):
    """Replace what is written about a creature of an encounter (same id) by this."""

    encounter: str
    foe: Foe


class RemoveCreatures(Tagged, tag="remove_creatures"):
    """Take creatures out of an encounter; members of the party only leave the board."""

    encounter: str
    who: tuple[str, ...]


class Spot(Struct):
    """Where a creature is put: its anchor ("" = off the board) and height in squares."""

    who: Subject[str]
    at: Public[str]
    elevation: Public[int] = 0


class Place(Tagged, tag="place_creatures"):
    """The GM puts creatures anywhere, at no cost: setting up, or a ruling with its reason."""

    encounter: str
    spots: tuple[Spot, ...]
    reason: str = ""


class Paint(Tagged, tag="paint"):
    """Draw on the board."""

    encounter: str
    edits: tuple[BoardEdit, ...]


class Redraw(Tagged, tag="redraw_board"):
    """Give an encounter another board (sha256); what was painted on the old one is in it."""

    encounter: str
    board: str


class SetDoor(Tagged, tag="set_door"):
    """Open, close or lock the door on a border ("B2/C2")."""

    encounter: str
    edge: str
    state: DoorState
    who: str = ""


class SetAir(Tagged, tag="set_air"):
    """The light of the whole board and of zones of it, the wind, the gravity."""

    encounter: str
    light: Light = "bright"
    wind: str = ""
    gravity: str = "normal"
    zones: tuple[Zone, ...] = ()


class Hide(Tagged, tag="hide"):
    """Hide creatures from the party's players, or reveal them."""

    encounter: str
    who: tuple[str, ...]
    hidden: bool = True


SetupCommand: TypeAlias = (
    Prepare | Discard | Rename | AddFoes | EditFoe | RemoveCreatures | Place | Paint | Redraw
    | SetDoor | SetAir | Hide
)  # fmt: skip
