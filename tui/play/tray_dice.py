"""Rolls of the dice tray: their words, the reading of an answer, and its outcome."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from core.dice import MOST_TOLD, Answer, Expression, Question, Rolled, Ruled, Typed, parse_dice
from core.messages import N_, Message, Refusal, Template
from core.values import Struct, replace

Call = Literal["die", "total"]


class TrayOutcome(Struct):
    """The outcome of an answer: die face and total (None if ruled), and success.

    `success` is None without a DC, and for a row that was not asked. `natural`
    is the face 20 or 1 of a d20, else 0.
    """

    face: int | None
    total: int | None
    success: bool | None
    natural: int = 0


def faces(dice: str) -> Expression:
    """The dice of an expression ("d20", "2d6+1", "d%", or a plain number); none of a choice."""
    try:
        return parse_dice(dice)
    except Refusal:
        return Expression()


def is_check(question: Question) -> bool:
    """Whether it can succeed or fail."""
    return question.dc is not None or bool(question.wanted)


def as_called(question: Question) -> bool:
    """Whether the table's habit decides how a plain number is read: a check, or a modified roll."""
    return is_check(question) or bool(question.modifier)


def expected(question: Question, call: Call) -> Message | None:
    """How a plain number is read: "die" or "total"; None where that is the same."""
    if question.choices and not question.dice:
        return None
    if as_called(question) or question.dice in ("d20", "1d20"):
        return Message("total") if call == "total" else Message("die")
    dice = faces(question.dice)
    if dice.plus or len(dice.sides) > 1:
        return Message("total")
    return None


def needed(question: Question) -> int | None:
    """The lowest die face that succeeds: 1 or less = always, above the highest face = never.

    Where naturals decide it is never below 2 nor above the highest.
    """
    if question.dc is None:
        return None
    face = question.dc - question.modifier
    return min(max(face, 2), faces(question.dice).most) if question.naturals else face


def read(question: Question, text: str, call: Call = "die") -> tuple[Answer, Message | None]:
    """Return the answer that `text` ("15", "=19", "4+3") gives to `question`, and a remark.

    With `call` "total" a plain number of a check is its total; 0 lets an attack pass. Refusal
    "no_such_roll" says in words why the dice cannot show that, and how the GM may insist.
    """
    number = sum(int(part) for part in text.lstrip("=").split("+") if part)
    if question.choices and not question.dice:
        return _choice(question, number), None
    if "+" in text and is_check(question):
        raise Refusal("no_such_roll", "A check is one number, not a sum.")
    if number == 0 and question.says == "attack" and not text.startswith("="):
        return Ruled("skip"), None
    told = faces(question.dice).most == 0  # points that somebody said: no die shows them
    if told or text.startswith("=") or (call == "total" and as_called(question)):
        return _total(question, number)
    return _face(question, number)


def _choice(question: Question, number: int) -> Answer:
    last = len(question.choices)
    if not 1 <= number <= last:
        raise Refusal("no_such_roll", "Choose a number from 1 to {last}.", last=last)
    return Ruled(question.choices[number - 1])


def _total(question: Question, number: int) -> tuple[Answer, Message | None]:
    can = faces(question.dice)
    low, high = can.least + question.modifier, can.most + question.modifier
    if low <= number <= high:
        return Typed(number, total=True), None
    if question.free and 0 <= number <= MOST_TOLD:
        return Typed(number, total=True), Message(
            "{dice} shows {low} to {high}; {number} is taken as typed",
            dice=question.dice, low=can.least, high=can.most, number=number,
        )  # fmt: skip
    raise Refusal(
        "no_such_roll",
        "{number} is not a possible total ({low} to {high}). {instead}",
        number=number, low=low, high=high, instead=_your_word(question),
    )  # fmt: skip


def _face(question: Question, number: int) -> tuple[Answer, Message | None]:
    can = faces(question.dice)
    if can.least <= number <= can.most:
        return Typed(number), None
    most = can.most + question.modifier
    if can.most < number <= most:
        remark = Message("{number} is above {high}: taken as the total", number=number,
                         high=can.most)  # fmt: skip
        return Typed(number, total=True), remark
    words = N_("{dice} shows {low} to {high}, not {number}. {instead}")
    if question.free and 0 <= number <= MOST_TOLD:
        words = N_("{dice} rolls at least {low}. Type ={number} to take {number} anyway.")
        if number > can.most:
            words = N_("{dice} rolls at most {high}. Type ={number} to take {number} anyway.")
    elif most > can.most:
        words = N_("{number} is neither a face of {dice} nor a total with {modifier} (at most"
                   " {most}). {instead}")  # fmt: skip
    raise Refusal(
        "no_such_roll", words, number=number, dice=question.dice, low=can.least, high=can.most,
        most=most, modifier=f"+{question.modifier}", instead=_your_word(question),
    )  # fmt: skip


def _your_word(question: Question) -> Message:
    return Message("Type + or - to rule it." if is_check(question) else "Press o to rule it.")


def may_pass(question: Question) -> bool:
    """Whether the GM may pass over it: a check, or a d20."""
    return is_check(question) or question.dice == "d20"


def is_strike(question: Question) -> bool:
    """Whether it is an opportunity to strike at a mover."""
    return question.key.startswith("opportunity/") and not question.follows


def word(question: Question, sign: str) -> Answer:
    """A ruling: "+" succeeds, "-" fails, "/" is not asked. Refusal where it makes no sense."""
    if sign == "/" and may_pass(question):
        return Ruled("skip")
    if sign in "+-" and is_check(question):
        return Ruled("pass" if sign == "+" else "fail")
    raise Refusal("no_such_roll", "This is not a check: type what the dice show.")


def outcome(question: Question, answer: Answer) -> TrayOutcome:
    """The outcome of `answer` to `question`."""
    dice = faces(question.dice)
    match answer:
        case Ruled(value):
            ruled = {"pass": True, "critical": True, "fail": False}
            return TrayOutcome(None, None, ruled.get(value))
        case Rolled(shown):
            try:
                face = dice.total(shown)
            except ValueError:
                face = sum(shown)
        case Typed(number, total):
            face = number - question.modifier if total else number
    success = question.succeeds(face - dice.plus)
    natural = face if question.dice in ("d20", "1d20") and face in (1, 20) else 0
    return TrayOutcome(face, face + question.modifier, success, natural)


BLOWS = ("attack/", "opportunity/", "coup/", "area/")
"""Keys of questions about attacks begin so."""
FOLLOWS: Mapping[str, Template] = {
    "confirm": "crit?",
    "miss": "miss?",
    "damage": "dmg",
    "critical": "crit",
}
"""What follows an attack in its row, by the end of its key."""
ALONE: Mapping[str, Template] = {
    "initiative": "initiative",
    "fall": "the fall",
    "area": "damage of all",
}
"""Rolls of a fight that are no checks, by the beginning of their keys."""


def brief(question: Question) -> Question:
    """`question` with a label that fits a row, or follows another question in it."""
    return replace(question, label=_brief(question))


def _brief(question: Question) -> Message:
    if question.follows:
        return _following(question)
    if question.key.startswith("march/") and question.key.endswith("/damage"):
        return Message("fails: takes damage")
    kind, said = question.key.partition("/")[0], question.label.value
    if kind in ALONE and question.dc is None:
        return Message(ALONE[kind])
    squares = said("squares")
    if kind == "halted" and squares is not None:
        return Message("at {squares}", squares=squares)
    start, end, watching = said("start"), said("end"), said("letters")
    if start is None or end is None:
        return question.label
    short = Message("{start:clock}-{end:clock}", start=start, end=end)
    if watching is None:
        return short
    return Message("{time} {watching}", time=short, watching=watching)


def _following(question: Question) -> Message:
    if question.key.endswith("/when"):
        most = faces(question.dice).most
        return Message("after how many minutes, 1-{most}", most=most)
    last = question.key.rpartition("/")[2]
    if question.key.startswith(BLOWS) and last in FOLLOWS:
        return Message(FOLLOWS[last])
    return Message("")
