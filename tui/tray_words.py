"""Questions as short as the rows of the dice tray: the title says the rest."""

from __future__ import annotations

from dataclasses import replace

from core.dice import Question
from core.messages import N_, Message


def brief(question: Question) -> Question:
    """`question` with a label that fits a row, or the field that follows one in it."""
    if question.follows:
        label = Message(N_("minutes")) if question.key.endswith("/when") else Message("")
        return replace(question, label=label)
    start, end = question.label.value("start"), question.label.value("end")
    if start is None or end is None:
        return question
    short = Message(N_("{start:clock}-{end:clock}"), start=start, end=end)
    return replace(question, label=short)
