"""The end of the day: whether it is over, and the rolls of the camp after it."""

from __future__ import annotations

from core.dice import Answer, Question, Ruled
from core.messages import Refusal
from core.play.outcomes import Needs
from core.play.road.commands import Camp, March
from core.play.road.fellows import company
from core.play.state import State
from core.play.union import Assets, decide, evolve_all

NOBODY_ROLLS = Ruled("skip")


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
