"""Commands to set up an encounter, or change it while it is played."""

from __future__ import annotations

from typing import TypeAlias

from core.combat.board.drawing import BoardEdit, DoorState, Light
from core.combat.board.tops import Bearer
from core.effects.effect import KnownEffect
from core.play.facts.encounter import Encounter, Foe, Side, Zone
from core.secrecy import Mentioned, Public, Subject
from core.values import Struct, Tagged


class Prepare(Tagged, tag="prepare"):
    """Keep this encounter for later; its id is new and its board stored.

    `effects` are those with figures that are on its creatures, which the campaign has from now on.
    """

    encounter: Encounter
    effects: tuple[KnownEffect, ...] | None = None


class Discard(Tagged, tag="discard"):
    """Discard a prepared, paused or finished encounter."""

    encounter: str


class Rename(Tagged, tag="rename_encounter"):
    """Give an encounter another name."""

    encounter: str
    name: str


class AddFoes(Tagged, tag="add_foes"):
    """Put creatures into an encounter, each at its anchor in `at` ("" = not on the board yet).

    With a shorter `at` the rest are placed near the last one, or not at all. `rounds`: they were
    summoned for so many (0 = they stay). `rolls_later`: in a fight under way their initiative is
    asked by the next `RollInitiative`, not with this command. `elevation` is how high they fly, in
    squares.
    """

    encounter: str
    foes: tuple[Foe, ...]
    at: tuple[str, ...] = ()
    hidden: bool = False
    rounds: int = 0
    rolls_later: bool = False
    elevation: int = 0


class EditFoe(Tagged, tag="edit_foe"):
    """Replace a creature of an encounter by this one with the same id."""

    encounter: str
    foe: Foe


class RemoveCreatures(Tagged, tag="remove_creatures"):
    """Take creatures out of an encounter; members of the party only leave the board."""

    encounter: str
    who: tuple[str, ...]


class Spot(Struct):
    """The place of a creature: its anchor ("" = off the board) and height in squares.

    `mount` is what it rides there from now on; "" changes nothing in this. `on` is what it is
    on top of (`core.combat.board.tops.Bearer`).
    """

    who: Subject[str]
    at: Public[str]
    elevation: Public[int] = 0
    mount: Mentioned[str] = ""
    on: Public[Bearer] = ""


class Place(Tagged, tag="place_creatures"):
    """Place creatures anywhere at no cost: setting up, or a ruling with its reason.

    A rider and its mount go together, whichever is named. They part where each has its own place.
    """

    encounter: str
    spots: tuple[Spot, ...]
    reason: str = ""


class Enter(Tagged, tag="enter"):
    """The party enters about a square ("C4"), in marching order; before the first round."""

    encounter: str
    at: str


class Paint(Tagged, tag="paint"):
    """Draw on the board."""

    encounter: str
    edits: tuple[BoardEdit, ...]


class Redraw(Tagged, tag="redraw_board"):
    """Give an encounter another board (sha256), without edits."""

    encounter: str
    board: str


class SetDoor(Tagged, tag="set_door"):
    """Open, close or lock the door on a border ("B2/C2")."""

    encounter: str
    edge: str
    state: DoorState
    who: str = ""


class SetAir(Tagged, tag="set_air"):
    """Set the light of the board and of zones, the wind and the gravity."""

    encounter: str
    light: Light = "bright"
    wind: str = ""
    gravity: str = "normal"
    zones: tuple[Zone, ...] = ()


class SetHazard(Tagged, tag="set_hazard"):
    """Set what hazardous ground does with each step onto it (C-047): "1d6 acid"; "" = nothing."""

    encounter: str
    hazard: str = ""


class Hide(Tagged, tag="hide"):
    """Hide creatures from the party's players, or reveal them."""

    encounter: str
    who: tuple[str, ...]
    hidden: bool = True


class ChangeSide(Tagged, tag="change_side"):
    """Let creatures fight on another side: charmed, surrendered, won over.

    A member of the party is back on its own side with "party". A rider's mount goes along.
    """

    encounter: str
    who: tuple[str, ...]
    side: Side


SetupCommand: TypeAlias = (
    Prepare
    | Discard
    | Rename
    | AddFoes
    | EditFoe
    | RemoveCreatures
    | Place
    | Enter
    | Paint
    | Redraw
    | SetDoor
    | SetAir
    | SetHazard
    | Hide
    | ChangeSide
)
