"""What deciding a command comes to."""

from __future__ import annotations

from dataclasses import dataclass

from core.dice import Question
from core.play.road.events import RoadEvent
from core.play.table.events import TableEvent
from core.receipts import Receipt


@dataclass(frozen=True, slots=True)
class Decided:
    """What a command does: its events, and why."""

    events: tuple[RoadEvent | TableEvent, ...]
    receipts: tuple[Receipt, ...] = ()


@dataclass(frozen=True, slots=True)
class Needs:
    """All rolls and choices that can be known now to be needed before the command is decided."""

    questions: tuple[Question, ...]
