"""All commands and events: `decide` and `evolve`, what has to wait, and both in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias, assert_never, get_args

from core.dice import Answers
from core.messages import Message, Refusal
from core.play.facts.fight.blows.commands import BlowCommand, GiveTemporary
from core.play.facts.fight.blows.events import BlowEvent
from core.play.facts.fight.combatants import name_combatant
from core.play.facts.fight.moves.commands import AnswerStrikes, DropMove, MoveCommand
from core.play.facts.fight.moves.events import MoveEvent
from core.play.facts.fight.setup.commands import Prepare, SetupCommand
from core.play.facts.fight.setup.events import SetupEvent
from core.play.facts.fight.turns.commands import (
    ClearCondition,
    DamageAbility,
    SetCondition,
    Spend,
    Stabilise,
    TurnCommand,
)
from core.play.facts.fight.turns.events import TurnEvent
from core.play.facts.fold import Event, evolve, evolve_all
from core.play.facts.road import commands as road
from core.play.facts.road.events import RoadEvent
from core.play.facts.state import ATTACKING, CASTING, Assets, Fighting, Met, State
from core.play.facts.table import commands as table
from core.play.facts.table.events import TableEvent
from core.play.fight.blows.decide import decide_blows
from core.play.fight.blows.narration import describe_blows, narrate_blows
from core.play.fight.blows.unseen_attackers import ask_who_is_seen
from core.play.fight.moves.decide import decide_moves
from core.play.fight.moves.narration import describe_moves, narrate_moves
from core.play.fight.setup.decide import decide_setup
from core.play.fight.setup.narration import describe_setup, narrate_setup
from core.play.fight.turns.decide import decide_turns
from core.play.fight.turns.dying import wear_out
from core.play.fight.turns.narration import describe_turns, narrate_turns
from core.play.fight.turns.time import run_out
from core.play.resolution import Decided, Needs, Resolution
from core.play.road.decide import decide_road
from core.play.road.narration import describe_road, narrate_road
from core.play.road.rest import mend_in_passing
from core.play.table.decide import decide_table
from core.play.table.narration import describe_table, narrate_table

FightCommand: TypeAlias = SetupCommand | TurnCommand | MoveCommand | BlowCommand
Always: TypeAlias = (
    road.RoadAlways
    | table.TableAlways
    | GiveTemporary
    | SetCondition
    | DamageAbility
    | ClearCondition
    | Stabilise
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
            if waiting.action in (ATTACKING, CASTING):
                raise Refusal(
                    "pending",
                    "{who} is waiting to act: answer who strikes, or give it up.",
                    who=name_combatant(state, waiting.who),
                )
            raise Refusal(
                "pending",
                "{who} is waiting to move: answer who strikes, or drop the movement.",
                who=name_combatant(state, waiting.who),
            )
        case Fighting():
            if isinstance(command, FightCommand):
                return
            if pending.encounter:
                if isinstance(command, InAFight):
                    return
                raise Refusal(
                    "pending",
                    "{encounter} is being played: end or pause it before going on.",
                    encounter=pending.name,
                )
            begins = isinstance(command, road.BeginEncounter) and bool(command.encounter)
            if not begins and not isinstance(command, road.EndEncounter):
                raise Refusal(
                    "pending",
                    "{encounter} is being played: end it, with its minutes, before going on.",
                    encounter=pending.name,
                )
        case _:
            assert_never(pending)


__all__ = ["Assets", "Command", "Decided", "Event", "Needs", "decide", "evolve", "evolve_all"]

Command: TypeAlias = road.RoadCommand | table.TableCommand | FightCommand
Decider: TypeAlias = Callable[[Resolution, Any], None]
Teller: TypeAlias = Callable[[Any, State], Message]


def decide(command: Command, state: State, assets: Assets, answers: Answers) -> Decided | Needs:
    """Decide `command` in `state` under `assets` with the answers so far. Never waits.

    What has run out by the clock then is ended too: see `core.play.facts.endings`.
    Raises Refusal when the rules, or something pending, do not allow it.
    """
    refuse_while_pending(command, state)
    resolution = Resolution(state, assets, answers)
    DECIDED[type(command)](resolution, command)
    if not resolution.missing:
        ask_who_is_seen(resolution)
        wear_out(resolution, state)
        mend_in_passing(resolution, state)
        run_out(resolution)
    return resolution.result()


class Subject(NamedTuple):
    """A subject: its union of commands and of events, how those are decided, told and named."""

    commands: Any
    events: Any
    decide: Decider
    narrate: Teller
    describe: Teller


SUBJECTS: tuple[Subject, ...] = (
    Subject(road.RoadCommand, RoadEvent, decide_road, narrate_road, describe_road),
    Subject(table.TableCommand, TableEvent, decide_table, narrate_table, describe_table),
    Subject(SetupCommand, SetupEvent, decide_setup, narrate_setup, describe_setup),
    Subject(TurnCommand, TurnEvent, decide_turns, narrate_turns, describe_turns),
    Subject(MoveCommand, MoveEvent, decide_moves, narrate_moves, describe_moves),
    Subject(BlowCommand, BlowEvent, decide_blows, narrate_blows, describe_blows),
)
DECIDED = {kind: one.decide for one in SUBJECTS for kind in get_args(one.commands)}
NARRATED = {kind: one.narrate for one in SUBJECTS for kind in get_args(one.events)}
DESCRIBED = {kind: one.describe for one in SUBJECTS for kind in get_args(one.commands)}


def narrate(event: Event, state: State) -> Message:
    """Return an event as one line of the log; `state` is the state after it."""
    return NARRATED[type(event)](event, state)


def describe(command: Command, state: State) -> Message:
    """Return a short name of the command ("march 2 h"); `state` is the state before it."""
    return DESCRIBED[type(command)](command, state)
