"""What deciding a command comes to."""

from __future__ import annotations

from core.dice import Question
from core.play.fold import Event
from core.receipts import Receipt
from core.values import Struct


class Decided(Struct):
    """What a command does: its events, and why."""

    events: tuple[Event, ...]
    receipts: tuple[Receipt, ...] = ()


class Needs(Struct):
    """All rolls and choices that can be known now to be needed before the command is decided."""

    questions: tuple[Question, ...]
