"""What each command of moves does."""

from __future__ import annotations

from core.dice import Answers
from core.play.fight.moves.commands import MoveCommand
from core.play.outcomes import Decided, Needs
from core.play.state import State
from core.play.world import World


def decide_moves(
    command: MoveCommand, state: State, world: World, answers: Answers
) -> Decided | Needs:
    """Decide a command of moves; Refusals are those of its own function."""
    raise NotImplementedError
