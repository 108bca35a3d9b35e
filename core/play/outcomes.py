"""What deciding a command comes to."""

from __future__ import annotations

from dataclasses import dataclass

from core.dice import Question
from core.play.fold import Event
from core.receipts import Receipt


@dataclass(frozen=True, slots=True)
class Decided:
    """What a command does: its events, and why."""

    events: tuple[Event, ...]
    receipts: tuple[Receipt, ...] = ()


@dataclass(frozen=True, slots=True)
class Needs:
    """All rolls and choices that can be known now to be needed before the command is decided."""

    questions: tuple[Question, ...]
