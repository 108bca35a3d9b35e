"""Questions asked while a command is decided: answers are looked up by key, missing ones listed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, assert_never

from core.dice import (
    MOST_TOLD,
    Answer,
    Answers,
    Expression,
    Question,
    Rolled,
    Ruled,
    Typed,
    parse_dice,
)
from core.messages import Refusal
from core.play.table.events import Checked
from core.values import Struct


class Outcome(Struct):
    """The outcome of a question: face and total, success of a check, and how it was answered.

    `success` is None when there was nothing to beat. `skipped`: the GM asked for no roll.
    `natural` is the face thrown, also where it follows from a total that was typed.
    `critical`: the GM ruled the attack a critical hit.
    """

    face: int
    total: int
    success: bool | None
    how: Literal["rolled", "typed", "ruled"]
    faces: tuple[int, ...] = ()
    skipped: bool = False
    reason: str = ""
    natural: int = 0
    critical: bool = False

    def checked(self, question: Question, name: str) -> Checked:
        """Return the event that records this outcome of a check called `name`."""
        return Checked(
            question.key,
            question.who,
            name,
            self.face,
            self.total,
            question.dc,
            self.success,
            self.how,
            self.reason,
        )


@dataclass(slots=True)
class Asking:
    """The answers so far, and the questions that have none."""

    answers: Answers
    missing: list[Question] = field(default_factory=list)

    def put(self, question: Question) -> Outcome | None:
        """Return the outcome of `question`, or None when it has to be asked.

        Refusal `bad_roll` for an answer that its dice cannot show, `bad_ruling` for a word that
        does not answer the question; the message names the row.
        """
        answer = self.answers.get(question.key)
        if answer is None:
            if all(question.key != other.key for other in self.missing):
                self.missing.append(question)
            return None
        return outcome(question, answer)


def outcome(question: Question, answer: Answer) -> Outcome:
    """Return the outcome of `question` under `answer`. Refusals as `Asking.put`."""
    match answer:
        case Rolled(faces):
            return _rolled(question, faces)
        case Typed(number, total):
            return _typed(question, number, total)
        case Ruled(value, reason):
            return _ruled(question, value, reason)
        case _:
            assert_never(answer)


def _rolled(question: Question, faces: tuple[int, ...]) -> Outcome:
    dice = parse_dice(question.dice)
    try:
        total = dice.total(faces)
    except ValueError:
        raise _bad_roll(question, sum(faces)) from None
    return _counted(question, dice, total - dice.plus, "rolled", faces)


def _typed(question: Question, number: int, total: bool) -> Outcome:
    # The modifier counts on top of whatever is no total.
    dice = parse_dice(question.dice)
    face = number - dice.plus
    if total:
        face -= question.modifier
    if question.free and 0 <= number <= MOST_TOLD:
        return _counted(question, dice, face, "typed", ())
    if not dice.least - dice.plus <= face <= dice.most - dice.plus:
        raise _bad_roll(question, number)
    single = len(dice.sides) == 1 and not total and not dice.plus
    return _counted(question, dice, face, "typed", (face,) if single else (), hidden=total)


def _counted(
    question: Question,
    dice: Expression,
    face: int,
    how: Literal["rolled", "typed"],
    faces: tuple[int, ...],
    *,
    hidden: bool = False,
) -> Outcome:
    total = face + dice.plus + question.modifier
    success = question.succeeds(face)
    return Outcome(0 if hidden else face, total, success, how, faces, natural=face)


def _ruled(question: Question, value: str, reason: str) -> Outcome:
    check = bool(question.wanted) or question.dc is not None
    if value == "skip":
        return Outcome(0, 0, None, "ruled", skipped=True, reason=reason)
    if check and value in ("pass", "fail"):
        return Outcome(0, 0, value == "pass", "ruled", reason=reason)
    if value == "critical" and question.says == "attack" and question.naturals:
        return Outcome(0, 0, True, "ruled", reason=reason, critical=True)
    if not check and re.fullmatch(r"\d{1,6}", value):
        return Outcome(0, int(value), None, "ruled", reason=reason)
    raise Refusal(
        "bad_ruling",
        "{row}: {value} is not a ruling here; type pass, fail, skip or a number.",
        row=question.label,
        value=value,
    )


def _bad_roll(question: Question, number: int) -> Refusal:
    return Refusal(
        "bad_roll",
        "{row}: {dice} cannot show {number}.",
        row=question.label,
        dice=question.dice,
        number=number,
    )
