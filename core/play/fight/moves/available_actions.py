"""The actions that are left of a turn for moving."""

from __future__ import annotations

from core.play.assets import Assets
from core.play.fight.combatants import fight_of
from core.play.fight.encounter import Figure
from core.play.fight.turns.budget import left
from core.play.fight.turns.order import is_acting
from core.play.state import State
from core.values import Struct

PAIR = 2
"""A turn is two actions, both of which may be moves (C-013)."""
STEP = "step"


class AvailableActions(Struct):
    """The number of move actions left, and whether a full round or a step is."""

    moves: int
    full: bool
    step: bool


def available_actions(state: State, assets: Assets, figure: Figure) -> AvailableActions:
    """Return what a creature has left for moving (C-013, C-015, C-018, C-034).

    Out of turn it has a whole turn, which the GM allows. After a five-foot step it cannot move.
    Refusals: those of `core.play.fight.turns.budget.left`.
    """
    rules = assets.rules
    single = rules.combat.mechanisms.turn == "single_actions"
    if not is_acting(fight_of(state), figure):
        return AvailableActions(rules.combat.turn.actions if single else PAIR, True, True)
    have = left(state, assets, figure.id)
    if single:
        return AvailableActions(
            have.actions, have.actions == rules.combat.turn.actions, have.actions > 0
        )
    if STEP in figure.spent.actions:
        return AvailableActions(0, False, False)
    return AvailableActions(
        PAIR if have.full else int(have.move or have.standard), have.full, have.step
    )
