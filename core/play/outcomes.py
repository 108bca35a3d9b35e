"""The outcomes of deciding a command."""

from __future__ import annotations

from core.dice import Question
from core.play.fold import Event
from core.receipts import Receipt
from core.values import Struct


class Decided(Struct):
    """The events of a command, and the receipts that explain them."""

    events: tuple[Event, ...]
    receipts: tuple[Receipt, ...] = ()


class Needs(Struct):
    """All rolls and choices known so far to be needed before the command can be decided."""

    questions: tuple[Question, ...]
