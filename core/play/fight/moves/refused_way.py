"""Why there is no way: the straight one to the goal of a movement, and what forbids it."""

from __future__ import annotations

from contextlib import suppress

from core.combat.board.scene import Scene
from core.combat.movement.stops import may_end
from core.messages import Message, Refusal
from core.play.facts.fight.moves.commands import Move
from core.play.facts.state import Assets, State
from core.play.fight.fight_scene import find_mover_scene
from core.play.fight.moves.intended_move import intend_move
from core.play.fight.moves.planned_move import plan_along
from core.receipts import Receipt

ONE_STEP = 2
"""The places of a path of one step, its start among them."""


def explain_refused_way(
    state: State, assets: Assets, command: Move, scene: Scene | None = None
) -> tuple[Receipt, ...]:
    """Return the receipts of the straight way to the goal of a movement that there is no way for.

    They say what forbids it there, which need not be what forbids every other way; where nothing
    does, it costs too much. () where nothing can be said of a way, for want of a speed, say.
    """
    with suppress(Refusal):
        intended_move = intend_move(find_mover_scene(state, assets, command.who, scene), command)
        goal = intended_move.read_goal()
        path = intended_move.mover.at.line(goal)
        planned_move = plan_along(intended_move, path)
        if not planned_move.legal:
            return planned_move.why
        mover = intended_move.mover
        ending = may_end(intended_move.ground, mover, goal, intended_move.manner())
        if not ending.legal:
            return (ending.receipt,)
        rules = intended_move.scene.rules
        if len(path) > ONE_STEP or not rules.states("C-156"):
            return planned_move.why
        least = rules.cite("C-156", "minimum movement", Message("there is none"))
        return (*planned_move.why, least)
    return ()
