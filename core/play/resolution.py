"""The resolution of a command: questions and their outcomes, and events emitted one by one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, assert_never

from core.dice import (
    FACES,
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
from core.effects.changes import ASKED
from core.messages import Refusal
from core.play.facts.fold import Event, evolve
from core.play.facts.road.events import Travelled
from core.play.facts.state import Assets, State
from core.play.facts.table.events import Checked
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct, replace

SITUATION = "/situation"
"""The end of the key of what the GM says about the occasion of a question."""


def key_of_situation(key: str) -> str:
    """Return the key by which it is answered what the occasion of a question is."""
    return f"{key}{SITUATION}"


class Decided(Struct):
    """The events of a command, the state after each, and the receipts that explain them."""

    events: tuple[Event, ...]
    states: tuple[State, ...]
    receipts: tuple[Receipt, ...] = ()

    def comes_to_the_same(self, other: Decided) -> bool:
        """Whether both have the same events, for the same reasons."""
        return self.events == other.events and self.receipts == other.receipts


class Needs(Struct):
    """All rolls known so far to be needed before the command can be decided."""

    questions: tuple[Question, ...]


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

    def critically(self, dc: int, margin: int) -> bool:
        """Whether it succeeds or fails critically, in a system of degrees of success.

        By the margin, or by a natural 20 or 1 where the total succeeds or fails too; a ruling never
        does.
        """
        apart = self.total - dc
        if self.how == "ruled":
            return False
        if self.success:
            return apart >= margin or (self.natural == FACES and apart >= 0)
        return apart <= -margin or (self.natural == 1 and apart < 0)


@dataclass(slots=True)
class Resolution:
    """The events so far while a command is decided, and the questions `missing` an answer.

    `before` is the state at its beginning, `states` are those after each event. `blocked` is set
    when nothing further can be known before a question is answered.
    """

    before: State
    assets: Assets
    answers: Answers = field(default_factory=dict)
    missing: list[Question] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    receipts: list[Receipt] = field(default_factory=list)
    blocked: bool = False

    @property
    def state(self) -> State:
        """The state after the events so far."""
        if self.states:
            return self.states[-1]
        return self.before

    @property
    def rules(self) -> Ruleset:
        """The ruleset in force."""
        return self.assets.rules

    def ask(self, question: Question) -> Outcome | None:
        """Return the outcome of `question`, or None when it has to be asked.

        Success means that `dc` is withstood, or that one of the `wanted` faces shows: it happens.
        No event records it: emit one of your own, or use `check`. Refusals as `outcome`.
        """
        answer = self.answers.get(question.key)
        if answer is None:
            if all(question.key != other.key for other in self.missing):
                self.missing.append(question)
            return None
        return outcome(question, answer)

    def said_of(self, key: str) -> tuple[str, ...]:
        """Return the GM's words about the occasion of the question `key`: "fear"; () = none."""
        answer = self.answers.get(key_of_situation(key))
        if not isinstance(answer, Ruled):
            return ()
        return tuple(word for word in answer.value.split() if word in ASKED)

    def check(self, question: Question, name: str) -> Outcome | None:
        """Ask as `ask`, and record the outcome of a check called `name` unless it is skipped.

        For checks and saves of a creature; a die of the world has an event of its own.
        """
        checked = self.ask(question)
        if checked is not None and not checked.skipped:
            self.emit(
                Checked(
                    key=question.key,
                    who=question.who,
                    name=name,
                    face=checked.face,
                    total=checked.total,
                    dc=question.dc,
                    success=checked.success,
                    how=checked.how,
                    reason=checked.reason,
                )
            )
        return checked

    def emit(self, *events: Event) -> None:
        """Emit `events`, each applied to the state after those before it.

        Consecutive hours of travel that are alike become one event.
        """
        for event in events:
            last = self.events[-1] if self.events else None
            if isinstance(event, Travelled) and isinstance(last, Travelled):
                joined = _join_travel(last, event)
                if joined is not None:
                    event = joined
                    del self.events[-1], self.states[-1]
            self.states.append(evolve(self.state, event))
            self.events.append(event)

    def explain(self, *receipts: Receipt) -> None:
        """Add receipts, each only once."""
        for receipt in receipts:
            if receipt not in self.receipts:
                self.receipts.append(receipt)

    def result(self) -> Decided | Needs:
        """Return the decided events, or the questions still unanswered."""
        if self.missing:
            return Needs(tuple(self.missing))
        return Decided(tuple(self.events), tuple(self.states), tuple(self.receipts))


def _join_travel(first: Travelled, then: Travelled) -> Travelled | None:
    alike = replace(
        first,
        hours=then.hours,
        km=then.km,
        progress=then.progress,
        place=then.place,
        entered=then.entered,
    )
    if alike != then:
        return None
    fresh = tuple(at for at in then.entered if at not in first.entered)
    return replace(
        then,
        hours=Fraction(first.hours + then.hours),
        km=Fraction(first.km + then.km),
        entered=(*first.entered, *fresh),
    )


def outcome(question: Question, answer: Answer) -> Outcome:
    """Return the outcome of `question` under `answer`.

    Refusal `bad_roll` for an answer that its dice cannot show, `bad_ruling` for a word that
    does not answer the question; the message names the row.
    """
    match answer:
        case Rolled(faces):
            dice = parse_dice(question.dice)
            try:
                total = dice.total(faces)
            except ValueError:
                raise _bad_roll(question, sum(faces)) from None
            return _counted(question, dice, total - dice.plus, "rolled", faces)
        case Typed(number, total):
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
        case Ruled(value, reason):
            check = question.check
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
                "{row}: {value} is not a ruling here; type pass, fail or skip."
                if check
                else "{row}: {value} is not a ruling here; type a number or skip.",
                row=question.label,
                value=value,
            )
        case _:
            assert_never(answer)


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


def _bad_roll(question: Question, number: int) -> Refusal:
    return Refusal(
        "bad_roll",
        "{row}: {dice} cannot show {number}.",
        row=question.label,
        dice=question.dice,
        number=number,
    )
