"""Decisions on movement."""

from __future__ import annotations

from typing import assert_never

from core.dice import Answers
from core.messages import Refusal
from core.play.asking import Asking
from core.play.assets import Assets
from core.play.fight.combatants import fight_of
from core.play.fight.moves.answering import answer, waiting_of
from core.play.fight.moves.commands import (
    AnswerStrikes,
    DropMove,
    Fall,
    MountUp,
    Move,
    MoveCommand,
    MovePack,
    Push,
    Stand,
)
from core.play.fight.moves.events import StrikesAnswered
from core.play.fight.moves.execution import go
from core.play.fight.moves.forced_moves import fall, push
from core.play.fight.moves.mounting import mount_up
from core.play.fight.moves.move_plan import course_of
from core.play.fight.moves.packing import move_pack
from core.play.fight.moves.rising import stand
from core.play.outcomes import Decided, Needs
from core.play.pending import Fighting
from core.play.resolution import Resolution
from core.play.state import State


def decide_moves(
    command: MoveCommand, state: State, assets: Assets, answers: Answers
) -> Decided | Needs:
    """Decide a command of moves. Refusals: those of its own function, "move_waits"."""
    resolution = Resolution(state, assets, Asking(answers))
    if isinstance(command, AnswerStrikes):
        answer(resolution, command)
        return resolution.result()
    if isinstance(command, DropMove):
        resolution.emit(StrikesAnswered(waiting_of(state).who))
        return resolution.result()
    fight_of(state)
    if isinstance(state.pending, Fighting) and state.pending.waiting is not None:
        raise Refusal("move_waits", "A movement waits for opportunities: answer them first.")
    _decide(resolution, command)
    return resolution.result()


def _decide(
    resolution: Resolution, command: Move | MovePack | Push | Fall | Stand | MountUp
) -> None:
    match command:
        case Move():
            go(resolution, course_of(resolution.state, resolution.assets, command))
        case MovePack():
            move_pack(resolution, command)
        case Push():
            push(resolution, command)
        case Fall():
            fall(resolution, command)
        case Stand():
            stand(resolution, command)
        case MountUp():
            mount_up(resolution, command)
        case _:
            assert_never(command)
