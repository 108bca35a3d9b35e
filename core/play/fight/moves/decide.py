"""Decisions on movement."""

from __future__ import annotations

from typing import assert_never

from core.combat.board.squares import parse_square
from core.creatures import Mode
from core.messages import Refusal
from core.play.fight.combatants import fight_of, named
from core.play.fight.fight_scene import MoverScene, mover_scene
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
from core.play.fight.moves.events import LeftBoard, Pushed, StrikesAnswered
from core.play.fight.moves.execution import go, move_pack
from core.play.fight.moves.move_budget import MoveBudget
from core.play.fight.moves.move_plan import course_of
from core.play.fight.moves.movement_words import refused
from core.play.fight.moves.planned_move import OFF, course, in_words, stopping
from core.play.fight.moves.posture import mount_up, stand
from core.play.fight.turns.dying import drops
from core.play.fight.turns.falling_creatures import tumble
from core.play.resolution import Resolution
from core.play.state import Fighting
from core.values import replace


def decide_moves(resolution: Resolution, command: MoveCommand) -> None:
    """Decide a command of moves. Refusals: those of its own function, "move_waits"."""
    state = resolution.state
    fight_of(state)
    waits = isinstance(state.pending, Fighting) and state.pending.waiting is not None
    if waits and not isinstance(command, AnswerStrikes | DropMove):
        raise Refusal("move_waits", "A movement waits for opportunities: answer them first.")
    match command:
        case AnswerStrikes():
            answer(resolution, command)
        case DropMove():
            resolution.emit(StrikesAnswered(waiting_of(state).who))
        case Move():
            go(resolution, course_of(state, resolution.assets, command))
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


FREE = MoveBudget("", None, 1)


def push(resolution: Resolution, command: Push) -> None:
    """Move a creature against its will, which provokes nothing (C-152, C-153) and costs nothing.

    A final "off" takes it over the edge of the board. Refusals: those of `mover_scene`, "no_goal",
    "wrong_start", and the reasons of a way that is shut.
    """
    stage = _limp(mover_scene(resolution.state, resolution.assets, command.who))
    who = named(resolution.state, command.who)
    leaves = command.path[-1:] == (OFF,)
    anchors = tuple(map(parse_square, command.path[:-1] if leaves else command.path))
    if not anchors or (len(anchors) < 2 and not leaves):
        raise Refusal("no_goal", "Give a square to move {who} to.", who=who)
    if anchors[0] != stage.mover.at:
        raise Refusal("wrong_start", "{who} is at {at}: the path must start there.", who=who,
                      at=str(stage.mover.at))  # fmt: skip
    mode: Mode = "fly" if stage.feet else "walk"
    wish = Move(command.who, path=command.path, action="forced", mode=mode)
    way = course(stage, wish, FREE, anchors)
    if not way.legal:
        at = way.at or anchors[-1]
        raise refused(in_words(way.reason, stage, wish, at), who, str(at))
    shut = "" if leaves else stopping(stage, wish, anchors[-1])
    if shut:
        raise refused(in_words(shut, stage, wish, anchors[-1]), who, str(anchors[-1]))
    for receipt in way.why:
        resolution.explain(receipt)
    if len(anchors) > 1:
        resolution.emit(Pushed(stage.mover.id, tuple(map(str, anchors))))
    if leaves:
        resolution.emit(LeftBoard(stage.mover.id, str(anchors[-1])))


def _limp(stage: MoverScene) -> MoverScene:
    mover = replace(stage.mover, conditions=())
    return replace(stage, scene=stage.scene.with_creatures(mover), mover=mover)


def fall(resolution: Resolution, command: Fall) -> None:
    """Let a creature fall, take damage and land prone (C-144 to C-151).

    Refusals: those of `mover_scene`, "no_height" when there is nowhere to fall, "negative_height".
    """
    stage = mover_scene(resolution.state, resolution.assets, command.who)
    height = stage.feet if command.height is None else command.height
    if height == 0:
        raise Refusal("no_height", "{who} is on the ground: give the height of the fall.",
                      who=named(resolution.state, command.who))  # fmt: skip
    if tumble(resolution, command.who, height, soft=command.soft, deliberate=command.deliberate):
        drops(resolution, command.who)
