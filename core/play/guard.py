"""All commands, and those that are allowed while something is pending."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from core.messages import N_, Refusal
from core.play.fight.blows.commands import BlowCommand, GiveTemporary
from core.play.fight.combatants import named
from core.play.fight.moves.commands import AnswerStrikes, DropMove, MoveCommand
from core.play.fight.setup.commands import Prepare, SetupCommand
from core.play.fight.turns.commands import (
    ClearCondition,
    SetCondition,
    Spend,
    Stabilise,
    TurnCommand,
)
from core.play.road import commands as road
from core.play.state import Fighting, Met, State
from core.play.table import commands as table

FightCommand: TypeAlias = SetupCommand | TurnCommand | MoveCommand | BlowCommand


Command: TypeAlias = road.RoadCommand | table.TableCommand | FightCommand
Always: TypeAlias = (
    road.RoadAlways | table.TableAlways | GiveTemporary | SetCondition | ClearCondition | Stabilise
)
"""Commands that never have to wait: the deadline, notes, rulings, wounds, checks, conditions."""
InAFight: TypeAlias = road.RoadInFight | table.TableInFight
"""Further commands allowed in the middle of a fight on a board."""
Waits: TypeAlias = FightCommand | InAFight | road.RoadAfterwards | table.TableAfterwards
"""All commands that may have to wait."""
WhileWaiting: TypeAlias = AnswerStrikes | DropMove | Spend
"""Commands allowed while a movement waits for its opportunities, besides setup elsewhere."""


def refuse_while_pending(command: Command, state: State) -> None:
    """Raise Refusal `pending`, which says how to go on, if the command has to wait."""
    pending = state.pending
    if pending is None or isinstance(command, Always):
        return
    if not isinstance(command, Waits):
        assert_never(command)
    match pending:
        case Met():
            if not isinstance(command, road.BeginEncounter | road.PassBy | FightCommand):
                raise Refusal(
                    "pending",
                    "Something was met on the way: begin the encounter or pass it by first.",
                )
        case Fighting(waiting=waiting) if waiting is not None:
            if isinstance(command, WhileWaiting):
                return
            if isinstance(command, SetupCommand):
                elsewhere = isinstance(command, Prepare) or command.encounter != pending.encounter
                if elsewhere:
                    return
            raise Refusal(
                "pending",
                "{who} is waiting to move: answer who strikes, or drop the movement.",
                who=named(state, waiting.who),
            )
        case Fighting():
            if isinstance(command, FightCommand):
                return
            if pending.encounter:
                if isinstance(command, InAFight):
                    return
                template = N_("{encounter} is being played: end or pause it before going on.")
                raise Refusal("pending", template, encounter=pending.name)
            begins = isinstance(command, road.BeginEncounter) and bool(command.encounter)
            if not begins and not isinstance(command, road.EndEncounter):
                template = N_(
                    "{encounter} is being played: end it, with its minutes, before going on."
                )
                raise Refusal("pending", template, encounter=pending.name)
        case _:
            assert_never(pending)
