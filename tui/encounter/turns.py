"""A creature's turn: initiative, delay, ready, and what Space asks first."""

from __future__ import annotations

from core.messages import Message, Refusal
from core.play.facts.fight.turns.commands import ActNow, Delay, Ready, RollInitiative
from tui.encounter.change import Change, Standpoint, going_on
from tui.encounter.model import all_strike, waiting_in
from tui.encounter.present.battle import IDLE, idle
from tui.kit.modal import Choice
from tui.play.dialogs.dialog import ChoiceDialog, LineDialog


def ask_first(standpoint: Standpoint, *, owed: bool) -> Change | None:
    """What Space does instead of going on with the story; None: nothing.

    It asks for attacks of opportunity against the pending movement, unless dice are `owed`, and
    is idle where no fight is played.
    """
    if owed:
        return None
    if standpoint.encounter is not None and idle(standpoint.state):
        return Refusal("idle", IDLE.template)
    waiting = waiting_in(standpoint.state)
    if waiting is None:
        return None
    return all_strike(waiting)


def roll_initiative(standpoint: Standpoint) -> Change:
    """Roll initiative for all who have none yet; with marks, ask what they mean."""
    marked = standpoint.ui.marked
    if not marked:
        return RollInitiative()

    def roll(_: Standpoint, picked: str) -> Change:
        match picked:
            case "surprised":
                return RollInitiative(surprised=marked)
            case "anew":
                return RollInitiative(marked)
            case _:
                return RollInitiative()

    name = standpoint.names(marked)
    choices = (
        Choice("surprised", "s", Message("surprised: {who}", who=name)),
        Choice("anew", "n", Message("only {who}, again", who=name)),
        Choice("all", "i", Message("all who have none yet")),
    )
    return ChoiceDialog(Message("initiative"), choices, roll)


@going_on
def delay(standpoint: Standpoint) -> Change:
    """Delay; a delaying creature, marked or under the cursor, acts now."""
    return _act_now(standpoint) or Delay(_mover(standpoint))


@going_on
def ready(standpoint: Standpoint) -> Change:
    """Ready an action; a creature with one ready, marked or under the cursor, acts now."""
    act_now = _act_now(standpoint)
    if act_now is not None:
        return act_now
    creature_id = _mover(standpoint)
    return LineDialog(
        prompt=Message("{who} waits to do what, and when?", who=standpoint.names((creature_id,))),
        then=lambda _, what: Ready(creature_id, what),
    )


def _act_now(standpoint: Standpoint) -> ActNow | None:
    battle = standpoint.battle
    if battle is None:
        return None
    for creature_id in standpoint.actor.meant:
        figure = battle.encounter.figure(creature_id)
        if figure is not None and (figure.delaying or figure.readied):
            return ActNow(creature_id)
    return None


def _mover(standpoint: Standpoint) -> str:
    who = standpoint.actor.who
    if not who:
        raise Refusal("nobody", "It is nobody's turn yet. Press i to roll initiative.")
    return who[0]
