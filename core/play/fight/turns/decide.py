"""What each command of turns does."""

from __future__ import annotations

from core.dice import Answers
from core.play.fight.turns.commands import TurnCommand
from core.play.outcomes import Decided, Needs
from core.play.state import State
from core.play.world import World


def decide_turns(
    command: TurnCommand, state: State, world: World, answers: Answers
) -> Decided | Needs:
    """Decide a command of turns; Refusals are those of its own function."""
    raise NotImplementedError
