"""All commands and events, and the two central functions, `decide` and `evolve`."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from core.dice import Answers
from core.play.assets import Assets
from core.play.fight.blows.commands import BlowCommand
from core.play.fight.blows.decide import decide_blows
from core.play.fight.commands import FightCommand
from core.play.fight.moves.commands import MoveCommand
from core.play.fight.moves.decide import decide_moves
from core.play.fight.setup.commands import SetupCommand
from core.play.fight.setup.decide import decide_setup
from core.play.fight.turns.commands import TurnCommand
from core.play.fight.turns.decide import decide_turns
from core.play.fight.turns.time import expired
from core.play.fold import Event, evolve, evolve_all
from core.play.guard import refuse_while_pending
from core.play.outcomes import Decided, Needs
from core.play.road.commands import RoadCommand
from core.play.road.decide import decide_road
from core.play.state import State
from core.play.table.commands import TableCommand
from core.play.table.decide import decide_table
from core.values import replace

__all__ = ["Assets", "Command", "Decided", "Event", "Needs", "decide", "evolve", "evolve_all"]

Command: TypeAlias = RoadCommand | TableCommand | FightCommand


def decide(command: Command, state: State, assets: Assets, answers: Answers) -> Decided | Needs:
    """Decide `command` in `state` under `assets` with the answers so far. Never waits.

    When the clock moves, conditions and timers that expire are ended too.
    Raises Refusal when the rules, or something pending, do not allow it.
    """
    refuse_while_pending(command, state)
    found = _decide(command, state, assets, answers)
    if isinstance(found, Needs) or not _ticks(state):
        return found
    ended = expired(evolve_all(state, found.events))
    return replace(found, events=(*found.events, *ended)) if ended else found


def _decide(command: Command, state: State, assets: Assets, answers: Answers) -> Decided | Needs:
    if isinstance(command, RoadCommand):
        return decide_road(command, state, assets, answers)
    if isinstance(command, TableCommand):
        return decide_table(command, state, assets, answers)
    if isinstance(command, SetupCommand):
        return decide_setup(command, state, assets, answers)
    if isinstance(command, TurnCommand):
        return decide_turns(command, state, assets, answers)
    if isinstance(command, MoveCommand):
        return decide_moves(command, state, assets, answers)
    if isinstance(command, BlowCommand):
        return decide_blows(command, state, assets, answers)
    assert_never(command)


def _ticks(state: State) -> bool:
    if any(member.lasting for member in state.members):
        return True
    return any(foe.lasting for encounter in state.encounters for foe in encounter.foes)
