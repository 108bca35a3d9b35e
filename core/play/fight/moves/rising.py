"""Standing up and lying down."""

from __future__ import annotations

from typing import Final

from core.combat.movement.occupants import lying_on
from core.messages import N_, Message, Refusal
from core.play.fight.combatants import named
from core.play.fight.mover_scene import mover_scene, refuse_unable
from core.play.fight.moves.commands import Stand
from core.play.fight.moves.events import MoveHalted
from core.play.fight.moves.move_budget import available_actions, counted_singly
from core.play.fight.opportunities import risers
from core.play.fight.turns.events import ActionsSpent, ConditionBegan, ConditionEnded
from core.play.lasting import Lasting
from core.play.pending import Waiting
from core.play.resolution import Resolution

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
        _down(resolution, command.who, lies=lies)
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
    label = Message("{who} gets up, which lets enemies strike", who=named(state, command.who))
    strikers = tuple(one.by for one in found.who)
    resolution.explain(
        assets.rules.cite("C-106", label, strikers, found.provoked.receipt, default=True)
    )
    resolution.emit(MoveHalted(Waiting(command.who, (str(stage.mover.at),), found.who, RISING)))


def rise(resolution: Resolution, who: str) -> None:
    """Let a prone creature stand up, with the action that it takes."""
    spend(resolution, who, N_("getting up"))
    resolution.emit(ConditionEnded(who, PRONE))


def _down(resolution: Resolution, who: str, *, lies: bool) -> None:
    if lies:
        raise Refusal("prone", "{who} is already prone.", who=named(resolution.state, who))
    if counted_singly(resolution.assets.rules):
        resolution.emit(ActionsSpent(who, (ACTION,)))
    resolution.emit(ConditionBegan(who, Lasting(PRONE)))


def spend(resolution: Resolution, who: str, doing: str) -> None:
    """Use a move action; the GM may allow one that is not left (house default)."""
    rules = resolution.assets.rules
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
