"""Decisions on turns, conditions and chases."""

from __future__ import annotations

from typing import assert_never

from core.dice import Answers
from core.messages import Refusal
from core.play.asking import Asking
from core.play.assets import Assets
from core.play.fight.combatants import Being, fight_of, someone
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
from core.play.fight.turns.events import ActionsSpent, Paused
from core.play.fight.turns.lasting_conditions import clear_condition, set_condition
from core.play.fight.turns.rolling import roll_initiative
from core.play.fight.turns.turn_order import act_now, delay, end_turn, ready
from core.play.outcomes import Decided, Needs
from core.play.pending import Fighting
from core.play.resolution import Resolution
from core.play.state import State

ACTIONS = (
    "standard", "move", "full_round", "run", "charge", "withdraw", "step", "swift", "stride",
    "strike", "action",
)  # fmt: skip
"""The words of `Spent.actions`."""


def decide_turns(
    command: TurnCommand, state: State, assets: Assets, answers: Answers
) -> Decided | Needs:
    """Decide a command of turns. Refusals: those of its own function."""
    match command:
        case Spend():
            return Decided((_spend(command, state),))
        case SetCondition():
            return Decided(set_condition(command, state))
        case ClearCondition():
            return Decided(clear_condition(command, state))
        case Pause():
            return Decided((_pause(state),))
        case StartChase():
            return Decided((chase.start(command, state, assets),))
        case EndChase(outcome):
            return Decided((chase.end(outcome, state),))
        case _:
            resolution = Resolution(state, assets, Asking(answers))
            _unfold(resolution, command)
            return resolution.result()


def _unfold(
    resolution: Resolution,
    command: RollInitiative | EndTurn | Delay | Ready | ActNow | Stabilise | ChaseRound,
) -> None:
    match command:
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


def _spend(command: Spend, state: State) -> ActionsSpent:
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
        _refuse_unspent(command, being, figure.spent.actions)
    return ActionsSpent(being.id, command.actions, command.back)


def _refuse_unspent(command: Spend, being: Being, spent: tuple[str, ...]) -> None:
    left = list(spent)
    for word in command.actions:
        if word not in left:
            raise Refusal(
                "not_spent",
                "{who} has not used {action} this turn.",
                who=being.name,
                action=word,
            )
        left.remove(word)


def _pause(state: State) -> Paused:
    fight, pending = fight_of(state), state.pending
    assert isinstance(pending, Fighting)
    return Paused(fight.id, pending.hours_left, pending.camped)
