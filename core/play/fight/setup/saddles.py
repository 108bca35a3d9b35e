"""Who may ride whom; how one mounts, in a move or while an encounter is prepared."""

from __future__ import annotations

from core.messages import Refusal
from core.play.facts.encounter import Encounter
from core.play.facts.fight.moves.commands import MountUp
from core.play.facts.fight.setup.commands import Place, Spot
from core.play.facts.state import State
from core.play.fight.fight_scene import A_VEHICLE
from core.play.fight.health import is_vehicle
from core.play.fight.setup.places import known_being


def check_saddle(state: State, encounter: Encounter, rider: str, mount: str) -> None:
    """Refuse a rider that cannot ride a mount, wherever they are.

    Refusals: "own_mount", "mounted", "carried", "a_vehicle", and "unknown_creature" of either.
    """
    name = known_being(state, encounter, rider).name
    carrying = known_being(state, encounter, mount)
    what = carrying.name
    if is_vehicle(carrying):
        raise Refusal("a_vehicle", A_VEHICLE, who=what)
    if rider == mount:
        raise Refusal("own_mount", "A creature cannot ride itself.")
    figure = encounter.figure(rider)
    if figure is not None and figure.mount:
        raise Refusal("mounted", "{who} is already mounted.", who=name)
    carrier = encounter.figure(mount)
    rides_itself = carrier is not None and carrier.mount
    if rides_itself or any(one.mount == rider for one in encounter.figures):
        raise Refusal(
            "carried",
            "{mount} cannot carry {who}: one of them already rides or carries another.",
            mount=what,
            who=name,
        )


def mounting(
    state: State, encounter: Encounter, rider: str, mount: str, at: str = ""
) -> MountUp | Place:
    """Return the command that puts a rider on a mount; without a mount it dismounts to `at`.

    In the encounter that is played it is a move, in one that is prepared that of `mount_before`.
    """
    if state.fight is not None and state.fight.id == encounter.id:
        return MountUp(rider, mount, at)
    return mount_before(encounter, rider, mount, at)


def mount_before(encounter: Encounter, rider: str, mount: str, at: str = "") -> Place:
    """As `mounting`, in an encounter that is prepared: at no cost, wherever the rider is.

    Refusals: "not_mounted", "no_square", "no_mount".
    """
    figure = encounter.figure(rider)
    if mount:
        carrier = encounter.figure(mount)
        if carrier is None or not carrier.at:
            raise Refusal(
                "no_mount", "The mount is not on the board: put it there first, :place f k9."
            )
        return Place(encounter.id, (Spot(rider, carrier.at, carrier.elevation, mount),))
    carrier = None if figure is None else encounter.figure(figure.mount)
    if carrier is None:
        raise Refusal("not_mounted", "Nobody is mounted there: name a mount, :mount d f.")
    if not at:
        raise Refusal("no_square", "Dismount to which square? Type :mount d at k9.")
    return Place(encounter.id, (Spot(carrier.id, carrier.at, carrier.elevation), Spot(rider, at)))
