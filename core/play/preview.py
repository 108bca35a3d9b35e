"""The Ahead line: a preview in words of what Space and Enter would do, and tonight's rolls."""

from __future__ import annotations

from collections.abc import Set

from core.dice import Answer, Answers, Question, Ruled
from core.messages import Message, Refusal
from core.play.fight.turns import turn_preview as turns
from core.play.resolution import Needs
from core.play.road.commands import Camp, March, SetRoute
from core.play.road.fellows import company
from core.play.road.march import march_hours
from core.play.road.rest import night_hours
from core.play.road.watches import keepers, letters
from core.play.state import Fighting, Met, State, someone
from core.play.union import Assets, Command, decide, describe, evolve_all, refuse_while_pending
from core.quantities import Hours

NOBODY_ROLLS = Ruled("skip")


def would(command: Command, state: State) -> Message:
    """Return a command in words ("march 2 h"), for undo, redo and the Ahead line."""
    return describe(command, state)


def space(state: State, assets: Assets) -> Command | None:
    """Return the command that Space performs now; None when the GM has to choose first."""
    if state.fight is not None:
        return turns.space(state, assets)
    if state.pending is not None:
        return None
    if sleeps_on(state) or day_is_over(state, assets):
        return Camp()
    if state.plan is None:
        return None
    return March() if _allowed(March(), state, assets) is None else None


def next_action(state: State, assets: Assets) -> Message:
    """Return in words what Space would do, or why it would do nothing."""
    if isinstance(state.pending, Met):
        return Message("something is met: e begins the encounter, or pass it by")
    if state.fight is not None:
        return turns.next_turn_action(state, assets)
    if isinstance(state.pending, Fighting):
        return Message("{encounter} is being played: e ends it", encounter=state.pending.name)
    if sleeps_on(state):
        return Message("sleep on, {hours}", hours=Hours(state.resume))
    if day_is_over(state, assets):
        camp = ahead_camp(state, assets)
        watches = letters(someone(state, who) for who in keepers(state))
        if watches:
            camp = Message("{camp}, watches {letters}", camp=camp, letters=watches)
        if state.plan is None:
            return camp
        return Message("{camp}; t 1: a forced hour", camp=camp)
    refusal = _allowed(March(), state, assets)
    if refusal is not None:
        return refusal
    found = decide(March(), state, assets, {})
    rolls = len(found.questions) if isinstance(found, Needs) else 0
    hours = Hours(march_hours(March(), state, assets))
    if rolls:
        return Message("march {hours}, asks {rolls:roll|rolls}", hours=hours, rolls=rolls)
    return Message("march {hours}", hours=hours)


def ahead_camp(state: State, assets: Assets) -> Message:
    """Return in words when a camp made now ends, and how many rolls it asks for."""
    night = state.clock.after(night_hours(Camp(), state, assets))
    parts = [Message("camp until {hour:clock}", hour=night.hour)]
    found = decide(Camp(), state, assets, {})
    if isinstance(found, Needs):
        parts.append(Message("asks {rolls:roll|rolls}", rolls=len(found.questions)))
    elif state.schedule is not None and not state.schedule.nights:
        parts.append(Message("no encounter checks"))
    return Message("{parts}", parts=tuple(parts))


def still_asks(
    command: Command, state: State, assets: Assets, answers: Answers, keys: Set[str]
) -> bool:
    """Whether the command will still ask for any of the dice with these keys.

    True while something pending has to be resolved first.
    """
    if has_to_wait(command, state):
        return True
    try:
        found = decide(command, state, assets, answers)
    except Refusal:
        return False
    return isinstance(found, Needs) and any(one.key in keys for one in found.questions)


def has_to_wait(command: Command, state: State) -> bool:
    """Whether something pending has to be resolved before this command."""
    try:
        refuse_while_pending(command, state)
    except Refusal:
        return True
    return False


def _allowed(command: Command, state: State, assets: Assets) -> Message | None:
    try:
        decide(command, state, assets, {})
    except Refusal as refusal:
        return refusal.message
    return None


def enter(state: State, assets: Assets, cursor: str) -> Command | None:
    """Return the command that Enter performs with the cursor on this hex, or None."""
    if state.pending is not None or assets.region(state) is None or cursor in ("", state.place):
        return None
    if state.plan is not None and state.plan.goal == cursor:
        return None
    return SetRoute(cursor)


def ahead_enter(state: State, assets: Assets, cursor: str) -> Message:
    """Return in words what Enter would do with the cursor on this hex, or why nothing."""
    command = enter(state, assets, cursor)
    if command is not None:
        return Message("send the party to {place}", place=place_name(cursor, state, assets))
    if state.pending is not None:
        return Message("nothing: finish what is pending first")
    if assets.region(state) is None:
        return Message("nothing: there is no map")
    if cursor == state.place:
        return Message("nothing: the party is here")
    return Message("nothing: the party is on its way there")


def place_name(hex_id: str, state: State, assets: Assets) -> str:
    """Return the name of a hex on the map, or its id."""
    region = assets.region(state)
    cell = None if region is None else region.cells.get(hex_id)
    return hex_id if cell is None or not cell.label else cell.label


def sleeps_on(state: State) -> bool:
    """Whether an interrupted night can go on."""
    return state.camped is not None and state.resume > 0


def day_is_over(state: State, assets: Assets) -> bool:
    """Whether the ordinary day is used up, with or without a plan."""
    try:
        if state.plan is None:
            return 0 < company(state, assets).day_hours <= state.travelled
        decide(March(), state, assets, {})
    except Refusal as refusal:
        return refusal.code == "day_over"
    return False


def owed_in_camp(state: State, assets: Assets) -> tuple[Question, ...]:
    """Return the rolls due in the camp at the end of today, if nothing is met before.

    For an interrupted night, those of its rest. Empty where the day does not end in camp, as when
    the party arrives before.
    """
    if state.schedule is None or not state.schedule.nights:
        return ()
    try:
        evening = state if sleeps_on(state) else _evening(state, assets)
        if not sleeps_on(evening) and not day_is_over(evening, assets):
            return ()
        found = decide(Camp(), evening, assets, {})
    except Refusal:
        return ()
    return found.questions if isinstance(found, Needs) else ()


def _evening(state: State, assets: Assets) -> State:
    if state.plan is None or day_is_over(state, assets):
        return state
    answers: dict[str, Answer] = {}
    while isinstance(found := decide(March(), state, assets, answers), Needs):
        answers |= {question.key: NOBODY_ROLLS for question in found.questions}
    return evolve_all(state, found.events)
