"""The rolls of the last entry that can be overruled, and the GM's answers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.dice import Answer, Question, Rolled, Ruled, Typed
from core.messages import Message, Refusal
from core.play.fight.blows.events import Struck
from core.play.fight.blows.points import Points, told
from core.play.fight.combatants import named, token_of
from core.values import Struct
from tui.view import CampaignView

if TYPE_CHECKING:
    from saves.store.entries import Entry

WORDS = {"hit": "pass", "miss": "fail", "pass": "pass", "fail": "fail", "skip": "skip"}
ATTACK_WORDS = WORDS | {"critical": "critical", "crit": "critical"}
SIGNED = re.compile(r"[+-]\d{1,3}")


class OverrulableRoll(Struct):
    """One roll of the last entry: its key, the roller, its result in words.

    `struck` is the attack it decided, if any; `points` were typed without a roll.
    """

    key: str
    letter: str
    words: Message
    struck: Struck | None = None
    points: int | None = None


def last(view: CampaignView) -> Entry | None:
    """The entry whose outcome is current, if the log still has it."""
    return next((entry for entry in view.entries if entry.seq == view.tip), None)


def results(view: CampaignView) -> tuple[OverrulableRoll, ...]:
    """The rolls of the last entry in order, or the points typed in it."""
    entry = last(view)
    if entry is None:
        return ()
    typed: tuple[OverrulableRoll, ...] = ()
    if isinstance(entry.command, Points):
        typed = tuple(_typed(one, said.number, view)
                      for one, said in told(entry.command, view.state))  # fmt: skip
    strikes = [event for event in entry.events if isinstance(event, Struck)]
    points = {one.key for one in typed}
    rolls = sorted(entry.answers.keys() - points)
    return (*typed, *(_result(key, entry.answers[key], strikes, view) for key in rolls))


def _result(key: str, answer: Answer, strikes: list[Struck], view: CampaignView) -> OverrulableRoll:
    parts = key.split("/")
    struck = None
    if parts[0] in ("attack", "opportunity") and len(parts) == 4:
        by = [one for one in strikes if one.by == parts[2]]
        at = int(parts[3]) - 1 if parts[3].isdecimal() else 0
        struck = by[min(max(at, 0), len(by) - 1)] if by else None
    who = next((part for part in parts if token_of(view.state, part)), "")
    words = Message(
        "{who}, {what}: {said}",
        who=named(view.state, who) if who else parts[0],
        what=parts[-1] if parts[-1].isalpha() else parts[0],
        said=_said(answer),
    )
    return OverrulableRoll(key, token_of(view.state, who), words, struck)


def _typed(question: Question, points: int, view: CampaignView) -> OverrulableRoll:
    words = Message("{what}: {points}", what=question.label, points=points)
    letter = token_of(view.state, question.who)
    return OverrulableRoll(question.key, letter, words, points=points)


def _said(answer: Answer) -> str:
    match answer:
        case Rolled(faces):
            return str(sum(faces))
        case Typed(number):
            return str(number)
        case Ruled(value):
            return value


def answer(result: OverrulableRoll, text: str) -> Answer:
    """Read "hit", "miss", "critical", "pass", "fail", "skip", "17" or "+2", then a reason.

    A signed number is added to the attack's total, or to points. Refusal "bad_ruling".
    """
    word, _, why = text.strip().partition(" ")
    struck, points = result.struck, result.points
    words = WORDS if struck is None else ATTACK_WORDS
    number, more = word.isdecimal() and len(word) < 7, SIGNED.fullmatch(word) is not None
    if points is not None:
        if more:
            return Ruled(str(max(0, points + int(word))), f"{word} {why}".strip())
        if number or word == "skip":
            return Ruled(word, why)
        raise Refusal(
            "bad_ruling",
            "'{text}' is not a ruling. Type a number of points, +2, -5 or skip.",
            text=word,
        )
    if word in words:
        return Ruled(words[word], why)
    if more and struck is not None:
        reached = struck.total + int(word) >= struck.ac
        return Ruled("pass" if reached else "fail", f"{word} {why}".strip())
    if number:
        return Typed(int(word)) if struck is not None else Ruled(word, why)
    raise no_ruling(word)


def no_ruling(text: str) -> Refusal:
    """The refusal of what is no ruling on a roll."""
    return Refusal(
        "bad_ruling", "'{text}' is not a ruling. Type pass, fail, skip, a number or +2.", text=text
    )
