"""Questions shortened for the rows of the dice tray; the title says the rest."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from core.dice import Question
from core.messages import N_, Message
from core.values import replace
from tui.play.tray_dice import faces

BLOWS = ("attack/", "opportunity/", "coup/", "area/")
"""Keys of questions about attacks begin so."""
FOLLOWS: Mapping[str, str] = MappingProxyType(
    {"confirm": N_("crit?"), "miss": N_("miss?"), "damage": N_("dmg"), "critical": N_("crit")}
)
"""What follows an attack in its row, by the end of its key."""
ALONE: Mapping[str, str] = MappingProxyType(
    {"initiative": N_("initiative"), "fall": N_("the fall"), "area": N_("damage of all")}
)
"""Rolls of a fight that are no checks, by the beginning of their keys."""


def brief(question: Question) -> Question:
    """`question` with a label that fits a row, or follows another question in it."""
    if question.follows:
        return replace(question, label=_following(question))
    if question.key.startswith("march/") and question.key.endswith("/damage"):
        return replace(question, label=Message("fails: takes damage"))
    kind = question.key.partition("/")[0]
    if kind in ALONE and question.dc is None:
        return replace(question, label=Message(ALONE[kind]))
    squares = question.label.value("squares")
    if kind == "halted" and squares is not None:
        return replace(question, label=Message("at {squares}", squares=squares))
    start, end = question.label.value("start"), question.label.value("end")
    if start is None or end is None:
        return question
    short = Message("{start:clock}-{end:clock}", start=start, end=end)
    watching = question.label.value("letters")
    if watching is not None:
        short = Message("{time} {watching}", time=short, watching=watching)
    return replace(question, label=short)


def _following(question: Question) -> Message:
    if question.key.endswith("/when"):
        most = faces(question.dice).most
        return Message("after how many minutes, 1-{most}", most=most)
    last = question.key.rpartition("/")[2]
    if question.key.startswith(BLOWS) and last in FOLLOWS:
        return Message(FOLLOWS[last])
    return Message("")
