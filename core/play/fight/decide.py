"""What each command of a fight does."""

from __future__ import annotations

from typing import assert_never

from core.dice import Answers
from core.play.fight.blows.commands import BlowCommand
from core.play.fight.blows.decide import decide_blows
from core.play.fight.commands import FightCommand
from core.play.fight.moves.commands import MoveCommand
from core.play.fight.moves.decide import decide_moves
from core.play.fight.setup.commands import SetupCommand
from core.play.fight.setup.decide import decide_setup
from core.play.fight.turns.commands import TurnCommand
from core.play.fight.turns.decide import decide_turns
from core.play.outcomes import Decided, Needs
from core.play.state import State
from core.play.world import World


def decide_fight(
    command: FightCommand, state: State, world: World, answers: Answers
) -> Decided | Needs:
    """Decide a command of a fight; Refusals are those of its own function."""
    if isinstance(command, BlowCommand):
        return decide_blows(command, state, world, answers)
    if isinstance(command, MoveCommand):
        return decide_moves(command, state, world, answers)
    if isinstance(command, SetupCommand):
        return decide_setup(command, state, world, answers)
    if isinstance(command, TurnCommand):
        return decide_turns(command, state, world, answers)
    assert_never(command)
