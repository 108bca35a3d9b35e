"""The rolls, choices and points of an entry, which can be overruled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.dice import Answer, Question
from core.messages import Message, Refusal
from core.play.fight.blows.points import Points
from core.play.fight.blows.points import told as told_points
from core.values import Struct
from saves.history.deciding import StoredEntry, Under, stored

if TYPE_CHECKING:
    from saves.history.history import History


class EntryQuestion(Struct):
    """A question of an entry and its answer; `name` is unique within the entry."""

    question: Question
    answer: Answer
    name: Message


def asked(history: History, seq: int) -> tuple[EntryQuestion, ...]:
    """The rolls and choices of entry `seq` in the order they were asked, then its points.

    Raises Refusal "not_in_the_story", "nothing_to_overrule"; codec.UnreadableText.
    """
    first, under = overrulable(history, seq), Under(history.asset_store)
    before = history.states.moment(first.row.parent).state
    found: dict[str, EntryQuestion] = {}
    outcome = under.decide(first.command, before, {})
    while fresh := [one for one in outcome.questions if one.key in first.answers.keys() - found]:
        for one in fresh:
            found[one.key] = EntryQuestion(one, first.answers[one.key], _name(one, found))
        told = {key: one.answer for key, one in found.items()}
        outcome = under.decide(first.command, before, told)
    if isinstance(first.command, Points):
        for question, typed in told_points(first.command, before):
            answer = first.answers.get(question.key, typed)
            found[question.key] = EntryQuestion(question, answer, question.label)
    if not found:
        raise _asked_nothing(seq)
    return tuple(found.values())


def _name(question: Question, before: Mapping[str, EntryQuestion]) -> Message:
    first = before.get(question.follows)
    if first is None:
        return question.label
    return Message("{roll}, {what}", roll=first.name, what=question.label)


def overrulable(history: History, seq: int) -> StoredEntry:
    """Entry `seq`, whose answers may be overruled. Raises as `asked`."""
    entry = history.entry(seq)
    row = history.row(seq)
    found = None if entry is None or row is None or entry.undone else stored(row)
    if found is None:
        raise Refusal(
            "not_in_the_story",
            "Entry {seq} is not part of the current story, so it cannot be overruled.",
            seq=seq,
        )
    if not found.answers and not isinstance(found.command, Points):
        raise _asked_nothing(seq)
    return found


def _asked_nothing(seq: int) -> Refusal:
    return Refusal(
        "nothing_to_overrule",
        "Entry {seq} asked for no roll or choice that could be overruled.",
        seq=seq,
    )
