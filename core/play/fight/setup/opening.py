"""What opening or closing a door takes of a turn."""

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
    """A door that somebody opens or closes in its round: a move action, in pf2 one action.

    The catalogue is silent, so that is a house default; an action that is not left is the GM's to
    allow. What the GM does to a door, and what is done before the first round, takes nothing.
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
        label = Message(N_("{who} has no action left for a door: by the GM's word"), who=who)
    why = assets.rules.cite("C-013", label, word, default=True)
    return Decided((event, ActionsSpent(event.who, (word,))), (why,))
