"""A creature's turn: initiative, delay, ready, and what Space asks first."""

from __future__ import annotations

from core.messages import Message, Refusal
from core.play.facts.fight.turns.commands import ActNow, Delay, Ready, RollInitiative
from tui.encounter.change import Change, ChoiceDialog, LineDialog, Standpoint
from tui.encounter.model import all_strike, waiting_in
from tui.encounter.present.battle import IDLE, idle
from tui.kit.modal import Choice


def ask_first(at: Standpoint, *, owed: bool) -> Change | None:
    """What Space does instead of going on with the story; None: nothing.

    It asks for attacks of opportunity against the pending movement, unless dice are `owed`, and
    is idle where no fight is played.
    """
    if owed:
        return None
    if at.encounter is not None and idle(at.state):
        return Refusal("idle", IDLE.template)
    waiting = waiting_in(at.state)
    if waiting is None:
        return None
    return all_strike(waiting)


def roll_initiative(at: Standpoint) -> Change:
    """Roll initiative for all who have none yet; with marks, ask what they mean."""
    marked = at.ui.marked
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

    who = at.names(marked)
    choices = (
        Choice("surprised", "s", Message("surprised: {who}", who=who)),
        Choice("anew", "n", Message("only {who}, again", who=who)),
        Choice("all", "i", Message("all who have none yet")),
    )
    return ChoiceDialog(Message("initiative"), choices, roll)


def delay(at: Standpoint) -> Change:
    """Delay; a delaying creature, marked or under the cursor, acts now."""
    return _act_now(at) or Delay(_mover(at))


def ready(at: Standpoint) -> Change:
    """Ready an action; a creature with one ready, marked or under the cursor, acts now."""
    act_now = _act_now(at)
    if act_now is not None:
        return act_now
    who = _mover(at)
    return LineDialog(
        prompt=Message("{who} waits to do what, and when?", who=at.names((who,))),
        then=lambda _, what: Ready(who, what),
    )


def _act_now(at: Standpoint) -> ActNow | None:
    for who in at.meant:
        if at.battle is None:
            figure = None
        else:
            figure = at.battle.encounter.figure(who)
        if figure is not None and (figure.delaying or figure.readied):
            return ActNow(who)
    return None


def _mover(at: Standpoint) -> str:
    if not at.movers:
        raise Refusal("nobody", "It is nobody's turn yet. Press i to roll initiative.")
    return at.movers[0]
