"""Mounting and dismounting in a fight."""

from __future__ import annotations

from core.combat.board.board_creatures import Creature
from core.combat.board.scene import Scene
from core.combat.board.squares import adjacent, parse_square
from core.messages import N_, Refusal
from core.play.fight.combatants import fight_of, named
from core.play.fight.dismounting import afoot, beside
from core.play.fight.fight_scene import on_board, scene_of
from core.play.fight.moves.commands import MountUp
from core.play.fight.moves.events import MountedUp
from core.play.fight.moves.rising import spend
from core.play.resolution import Resolution


def mount_up(resolution: Resolution, command: MountUp) -> None:
    """Mount an adjacent creature, or dismount to a free place next to it.

    Either takes a move action (pf2: one action) and provokes nothing (house default).
    Refusals: those of `on_board`, "own_mount", "mounted", "not_mounted", "carried", "too_far_off",
    "unknown_square", "no_room".
    """
    fight = fight_of(resolution.state)
    scene = scene_of(resolution.state, resolution.assets, fight)
    rider = on_board(scene, resolution.state, fight, command.who)
    if command.mount:
        _up(resolution, scene, rider, on_board(scene, resolution.state, fight, command.mount))
    else:
        _down(resolution, scene, rider, command.at)


def _up(resolution: Resolution, scene: Scene, rider: Creature, mount: Creature) -> None:
    state = resolution.state
    who, what = named(state, rider.id), named(state, mount.id)
    if rider.id == mount.id:
        raise Refusal("own_mount", "A creature cannot ride itself.")
    if rider.rides:
        raise Refusal("mounted", "{who} is already mounted.", who=who)
    if mount.rides or any(one.rides == rider.id for one in scene.creatures):
        raise Refusal("carried", "{mount} cannot carry {who}: one of them already rides or "
                                    "carries another.", mount=what, who=who)  # fmt: skip
    if not adjacent(scene.body(rider), scene.body(mount)):
        raise Refusal("too_far_off", "{who} is not next to {mount}.", who=who, mount=what)
    spend(resolution, rider.id, N_("mounting"))
    resolution.emit(MountedUp(rider.id, mount.id, str(mount.at)))


def _down(resolution: Resolution, scene: Scene, rider: Creature, at: str) -> None:
    who = named(resolution.state, rider.id)
    mount = scene.by_id.get(rider.rides)
    if mount is None:
        raise Refusal("not_mounted", "{who} is not mounted.", who=who)
    free = beside(scene, afoot(resolution.state, rider), scene.body(mount))
    place = parse_square(at) if at else next(iter(free), None)
    if place is None or place not in free:
        raise Refusal(
            "no_room", "{who} cannot dismount there: there is no room next to {mount}.",
            who=who, mount=named(resolution.state, mount.id),
        )  # fmt: skip
    spend(resolution, rider.id, N_("dismounting"))
    resolution.emit(MountedUp(rider.id, "", str(place)))
