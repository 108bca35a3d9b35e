"""All commands of a fight."""

from __future__ import annotations

from typing import TypeAlias

from core.play.fight.blows.commands import BlowCommand
from core.play.fight.moves.commands import MoveCommand
from core.play.fight.setup.commands import SetupCommand
from core.play.fight.turns.commands import TurnCommand

FightCommand: TypeAlias = SetupCommand | TurnCommand | MoveCommand | BlowCommand
