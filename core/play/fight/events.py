"""All events of a fight."""

from __future__ import annotations

from typing import TypeAlias

from core.play.fight.blows.events import BlowEvent
from core.play.fight.moves.events import MoveEvent
from core.play.fight.setup.events import SetupEvent
from core.play.fight.turns.events import TurnEvent

FightEvent: TypeAlias = SetupEvent | TurnEvent | MoveEvent | BlowEvent
