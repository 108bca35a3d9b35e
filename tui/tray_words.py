"""Questions as short as the rows of the dice tray: the title says the rest."""

from __future__ import annotations

from dataclasses import replace

from core.dice import Question
from core.messages import N_, Message
from tui.widgets.tray_dice import faces


def brief(question: Question) -> Question:
    """`question` with a label that fits a row, or the field that follows one in it."""
    if question.follows:
        if not question.key.endswith("/when"):
            return replace(question, label=Message(""))
        most = faces(question.dice).high
        asked = Message(N_("after how many minutes, 1-{most}"), most=most)
        return replace(question, label=asked)
    if question.key.startswith("march/") and question.key.endswith("/damage"):
        return replace(question, label=Message(N_("fails: takes damage")))
    start, end = question.label.value("start"), question.label.value("end")
    if start is None or end is None:
        return question
    short = Message(N_("{start:clock}-{end:clock}"), start=start, end=end)
    return replace(question, label=short)
