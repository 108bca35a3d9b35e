"""The action for opening or closing a door."""

from __future__ import annotations

from core.messages import N_, Message
from core.play.assets import Assets
from core.play.fight.combatants import named
from core.play.fight.setup.events import DoorSet
from core.play.fight.turns.budget import left
from core.play.fight.turns.events import ActionsSpent
from core.play.outcomes import Decided
from core.play.state import State

MOVE, ACTION = "move", "action"


def opening(event: DoorSet, state: State, assets: Assets) -> Decided:
    """Decide a door that a creature opens or closes: a move action, in pf2 one action.

    A house default; the GM may allow an action that is not left. The GM's own changes, and those
    before the first round, cost nothing.
    """
    fight = state.fight
    here = fight is not None and fight.id == event.encounter and fight.round > 0
    figure = fight.figure(event.who) if here and fight is not None and event.who else None
    if figure is None or event.state == "locked":
        return Decided((event,))
    have = left(state, assets, event.who)
    counted = bool(assets.rules.combat.turn.actions)
    word = ACTION if counted else MOVE
    who = named(state, event.who)
    label = Message(N_("{who} uses an action for a door"), who=who)
    if not (have.actions if counted else have.move):
        label = Message(N_("{who} has no action left for a door: allowed by the GM"), who=who)
    why = assets.rules.cite("C-013", label, word, default=True)
    return Decided((event, ActionsSpent(event.who, (word,))), (why,))
