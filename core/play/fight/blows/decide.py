"""What each command of blows does."""

from __future__ import annotations

from core.dice import Answers
from core.play.fight.blows.commands import BlowCommand
from core.play.outcomes import Decided, Needs
from core.play.state import State
from core.play.world import World


def decide_blows(
    command: BlowCommand, state: State, world: World, answers: Answers
) -> Decided | Needs:
    """Decide a command of blows; Refusals are those of its own function."""
    raise NotImplementedError
