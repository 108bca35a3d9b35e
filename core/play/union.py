"""All commands and events, and the two central functions, `decide` and `evolve`."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from core.dice import Answers
from core.play.fight.blows.commands import BlowCommand
from core.play.fight.blows.decide import decide_blows
from core.play.fight.moves.commands import MoveCommand
from core.play.fight.moves.decide import decide_moves
from core.play.fight.setup.commands import SetupCommand
from core.play.fight.setup.decide import decide_setup
from core.play.fight.turns.commands import TurnCommand
from core.play.fight.turns.decide import decide_turns
from core.play.fight.turns.time import run_out
from core.play.fold import Event, evolve, evolve_all
from core.play.guard import FightCommand, refuse_while_pending
from core.play.resolution import Decided, Needs, Resolution
from core.play.road.commands import RoadCommand
from core.play.road.decide import decide_road
from core.play.state import Assets, State
from core.play.table.commands import TableCommand
from core.play.table.decide import decide_table

__all__ = ["Assets", "Command", "Decided", "Event", "Needs", "decide", "evolve", "evolve_all"]

Command: TypeAlias = RoadCommand | TableCommand | FightCommand


def decide(command: Command, state: State, assets: Assets, answers: Answers) -> Decided | Needs:
    """Decide `command` in `state` under `assets` with the answers so far. Never waits.

    What has run out by the clock then is ended too: see `core.play.endings`.
    Raises Refusal when the rules, or something pending, do not allow it.
    """
    refuse_while_pending(command, state)
    resolution = Resolution(state, assets, answers)
    if isinstance(command, RoadCommand):
        decide_road(resolution, command)
    elif isinstance(command, TableCommand):
        decide_table(resolution, command)
    elif isinstance(command, SetupCommand):
        decide_setup(resolution, command)
    elif isinstance(command, TurnCommand):
        decide_turns(resolution, command)
    elif isinstance(command, MoveCommand):
        decide_moves(resolution, command)
    elif isinstance(command, BlowCommand):
        decide_blows(resolution, command)
    else:
        assert_never(command)
    if not resolution.missing:
        run_out(resolution)
    return resolution.result()
