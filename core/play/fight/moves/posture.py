"""Posture: getting up, lying down, mounting and dismounting."""

from __future__ import annotations

from typing import Final

from core.combat.board.board_creatures import Creature
from core.combat.board.scene import Scene
from core.combat.board.squares import adjacent, parse_square
from core.combat.movement.occupants import lying_on
from core.messages import N_, Message, Refusal
from core.play.fight.combatants import fight_of, named
from core.play.fight.fight_scene import mover_scene, on_board, refuse_unable, scene_of
from core.play.fight.moves.commands import MountUp, Stand
from core.play.fight.moves.events import MountedUp, MoveHalted
from core.play.fight.moves.move_budget import available_actions, counted_singly
from core.play.fight.opportunities import risers
from core.play.fight.turns.events import ActionsSpent, ConditionBegan, ConditionEnded
from core.play.fight.turns.falling_creatures import afoot, beside
from core.play.lasting import Lasting
from core.play.resolution import Resolution
from core.play.state import Waiting

RISING = "stand"
"""The action of a movement that waits while a creature gets up."""
PRONE: Final = "prone"
MOVE, ACTION = "move", "action"


def stand(resolution: Resolution, command: Stand) -> None:
    """Get up, or lie down (house defaults).

    Getting up is a move action (pf2: one action), and provokes where the table `combat.moving`
    says so; lying down costs nothing, in pf2 one action. Refusals: those of
    `mover_scene`, "cannot_move", "not_prone", "prone", "lain_upon" (C-072).
    """
    state, assets = resolution.state, resolution.assets
    stage = mover_scene(state, assets, command.who)
    creature = stage.scene.creature(command.who)
    lies = stage.scene.has(creature, PRONE)
    refuse_unable(state, stage)
    if command.down:
        if lies:
            raise Refusal(
                "prone", "{who} is already prone.", who=named(resolution.state, command.who)
            )
        if counted_singly(resolution.rules):
            resolution.emit(ActionsSpent(command.who, (ACTION,)))
        resolution.emit(ConditionBegan(command.who, Lasting(PRONE)))
        return
    if not lies:
        raise Refusal("not_prone", "{who} is not prone.", who=named(state, command.who))
    upon = lying_on(stage.scene, creature)
    if upon:
        raise Refusal("lain_upon", "{who} cannot get up: {others} is in the same space.",
                      who=named(state, command.who),
                      others=tuple(named(state, one.id) for one in upon))  # fmt: skip
    found = risers(state, assets, stage)
    if not assets.rules.combat.moving.rising_provokes or not found.who:
        rise(resolution, command.who)
        return
    strikers = tuple(one.by for one in found.who)
    resolution.explain(
        assets.rules.cite(
            "C-106",
            "{who} gets up, which lets enemies strike",
            strikers,
            found.provoked.receipt,
            default=True,
            who=named(state, command.who),
        )
    )
    resolution.emit(MoveHalted(Waiting(command.who, (str(stage.mover.at),), found.who, RISING)))


def rise(resolution: Resolution, who: str) -> None:
    """Let a prone creature stand up, with the action that it takes."""
    spend(resolution, who, N_("getting up"))
    resolution.emit(ConditionEnded(who, PRONE))


def spend(resolution: Resolution, who: str, doing: str) -> None:
    """Use a move action; the GM may allow one that is not left (house default)."""
    rules = resolution.rules
    fight = resolution.state.fight
    figure = None if fight is None else fight.figure(who)
    word = ACTION if counted_singly(rules) else MOVE
    left = (
        0
        if figure is None
        else available_actions(resolution.state, resolution.assets, figure).moves
    )
    template = N_("{who} uses an action for {doing}")
    if not left:
        template = N_("{who} has no action left for {doing}: allowed by the GM")
    label = Message(template, who=named(resolution.state, who), doing=Message(doing))
    resolution.explain(rules.cite("C-013", label, word, default=True))
    resolution.emit(ActionsSpent(who, (word,)))


def mount_up(resolution: Resolution, command: MountUp) -> None:
    """Mount an adjacent creature, or dismount to a free place next to it.

    Either takes a move action (pf2: one action) and provokes nothing (house default).
    Refusals: those of `on_board`, "own_mount", "mounted", "not_mounted", "carried", "too_far_off",
    "unknown_square", "no_room".
    """
    state, fight = resolution.state, fight_of(resolution.state)
    scene = scene_of(state, resolution.assets, fight)
    rider = on_board(scene, state, fight, command.who)
    if command.mount:
        mount = on_board(scene, state, fight, command.mount)
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
    else:
        _dismount(resolution, scene, rider, command.at)


def _dismount(resolution: Resolution, scene: Scene, rider: Creature, at: str) -> None:
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
