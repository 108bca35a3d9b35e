"""What each command of setup does."""

from __future__ import annotations

from core.dice import Answers
from core.play.fight.setup.commands import SetupCommand
from core.play.outcomes import Decided, Needs
from core.play.state import State
from core.play.world import World


def decide_setup(
    command: SetupCommand, state: State, world: World, answers: Answers
) -> Decided | Needs:
    """Decide a command of setup; Refusals are those of its own function."""
    raise NotImplementedError
