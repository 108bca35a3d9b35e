"""Decisions on turns, conditions and chases."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from core.messages import Refusal
from core.play.fight.combatants import fight_of, someone
from core.play.fight.encounter import Encounter
from core.play.fight.turns import chase
from core.play.fight.turns.commands import (
    ActNow,
    ChaseRound,
    ClearCondition,
    Delay,
    EndChase,
    EndTurn,
    Pause,
    Ready,
    RollInitiative,
    SetCondition,
    Spend,
    Stabilise,
    StartChase,
    TurnCommand,
)
from core.play.fight.turns.dying import stabilise
from core.play.fight.turns.events import ActionsSpent, ConditionBegan, ConditionEnded, Paused
from core.play.fight.turns.order import acting_slot, slot_of
from core.play.fight.turns.turn_order import act_now, delay, end_turn, ready, roll_initiative
from core.play.fight.turns.until import ROUND
from core.play.lasting import REMOVED, Lasting, Until
from core.play.resolution import Resolution
from core.play.state import Fighting, State

ACTIONS = (
    "standard", "move", "full_round", "run", "charge", "withdraw", "step", "swift", "stride",
    "strike", "action",
)  # fmt: skip
"""The words of `Spent.actions`."""


def decide_turns(resolution: Resolution, command: TurnCommand) -> None:
    """Decide a command of turns. Refusals: those of its own function."""
    state, emit = resolution.state, resolution.emit
    match command:
        case Spend():
            being = someone(state, command.who)
            figure = fight_of(state).figure(being.id)
            if figure is None:
                raise Refusal("not_in_fight", "{who} is not in this fight.", who=being.name)
            unknown = next((word for word in command.actions if word not in ACTIONS), None)
            if unknown is not None or not command.actions:
                raise Refusal(
                    "unknown_action",
                    "'{action}' is not an action. Write one of {actions}.",
                    action=unknown or "",
                    actions=ACTIONS,
                )
            if command.back:
                left = list(figure.spent.actions)
                for word in command.actions:
                    if word not in left:
                        raise Refusal(
                            "not_spent",
                            "{who} has not used {action} this turn.",
                            who=being.name,
                            action=word,
                        )
                    left.remove(word)
            emit(ActionsSpent(being.id, command.actions, command.back))
        case SetCondition():
            emit(*set_condition(command, state))
        case ClearCondition():
            emit(*clear_condition(command, state))
        case Pause():
            fight, pending = fight_of(state), state.pending
            assert isinstance(pending, Fighting)
            emit(Paused(fight.id, pending.hours_left, pending.camped))
        case StartChase():
            emit(chase.start(command, state, resolution.assets))
        case EndChase(outcome):
            emit(chase.end(outcome, state))
        case RollInitiative():
            roll_initiative(resolution, command)
        case EndTurn():
            end_turn(resolution)
        case Delay():
            delay(resolution, command)
        case Ready():
            ready(resolution, command)
        case ActNow():
            act_now(resolution, command)
        case Stabilise(who):
            stabilise(resolution, who)
        case ChaseRound():
            chase.go_round(resolution)
        case _:
            assert_never(command)


MOST_ROUNDS = 100_000
MOST_HOURS = 24 * 365 * 10


def set_condition(command: SetCondition, state: State) -> tuple[ConditionBegan, ...]:
    """Set the condition on each creature. Off the board a round is six seconds of the clock.

    Refusals: "nobody", "no_name", "unknown_creature", "bad_duration" (more than one, or out of
    range), "no_fight" (until a turn, where there are no turns).
    """
    if not command.who:
        raise Refusal("nobody", "Name at least one creature.")
    if not command.name.strip():
        raise Refusal("no_name", "Name the condition, or what the timer is for.")
    given = (command.rounds is not None, bool(command.of), command.hours is not None)
    if sum(given) > 1:
        raise Refusal("bad_duration", "Give only one of rounds, a turn or a time.")
    if command.rounds is not None and not 0 < command.rounds <= MOST_ROUNDS:
        raise Refusal("bad_duration", "Rounds must be from 1 to {most}.", most=MOST_ROUNDS)
    if command.hours is not None and not 0 < command.hours <= MOST_HOURS:
        raise Refusal("bad_duration", "A time must be more than 0 and at most ten years.")
    found = []
    for who in dict.fromkeys(command.who):
        being = someone(state, who)
        until = _until(command, being.id, state)
        lasting = Lasting(command.name.strip(), until, max(0, command.value), command.source)
        found.append(ConditionBegan(being.id, lasting))
    return tuple(found)


def clear_condition(command: ClearCondition, state: State) -> tuple[ConditionEnded, ...]:
    """Remove the condition from those who have it.

    Refusals: "nobody", "unknown_creature", "no_condition" when none of them has it.
    """
    if not command.who:
        raise Refusal("nobody", "Name at least one creature.")
    beings = [someone(state, who) for who in dict.fromkeys(command.who)]
    have = [b for b in beings if any(one.name == command.name for one in b.lasting)]
    if not have:
        raise Refusal(
            "no_condition",
            "None of them has {name}.",
            name=command.name,
        )
    return tuple(ConditionEnded(being.id, command.name) for being in have)


def _until(command: SetCondition, who: str, state: State) -> Until:
    if command.hours is not None:
        return Until("clock", state.clock.after(Fraction(command.hours)))
    if command.of:
        return _turn_of(command, fight_of(state), someone(state, command.of).id)
    if command.rounds is None:
        return REMOVED
    fight = state.fight
    if fight is None:
        return Until("clock", state.clock.after(command.rounds * ROUND))
    slot = acting_slot(fight)
    whose = who if slot is None else slot.who[0]
    return Until("turn_start", who=whose, round=fight.round + command.rounds)


def _turn_of(command: SetCondition, fight: Encounter, of: str) -> Until:
    slot = slot_of(fight, of)
    if slot is None:
        number = fight.round + 1
    else:
        gone = slot.began if command.edge == "start" else slot.over
        number = fight.round + (1 if gone >= fight.round else 0)
    if command.edge == "start":
        return Until("turn_start", who=of, round=max(1, number))
    return Until("turn_end", who=of, round=max(1, number))
