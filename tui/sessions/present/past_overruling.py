"""Overruling a roll of an old entry: the roll in words, and the answer that a ruling gives."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.dice import Answer, Ruled
from core.messages import Message, Refusal
from core.play.resolution import outcome
from tui.encounter.present.overruling import ATTACK_WORDS, SIGNED, WORDS, no_ruling
from tui.play import tray_dice

if TYPE_CHECKING:
    from saves.history.fixing import EntryQuestion

NUMBER = re.compile(r"=?\d{1,6}(\+\d{1,6})*", re.ASCII)


def told(one: EntryQuestion) -> Message:
    """A roll and its result: "Sorrel attacks Wolf e: 16 against 18"."""
    question, answer = one.question, one.answer
    if isinstance(answer, Ruled):
        return Message("{what}: {word}, ruled", what=one.name, word=answer.value)
    found = outcome(question, answer)
    if question.dc is None:
        return Message("{what}: {total}", what=one.name, total=found.total)
    return Message(
        "{what}: {total} against {dc}",
        what=one.name,
        total=found.total,
        dc=question.dc,
    )


def answer(one: EntryQuestion, text: str) -> Answer:
    """Read "hit", "fail", "skip", "critical", "17", "=19", "4+3" or "+2", and the reason.

    A signed number is added to the result. Refusals "bad_ruling", "bad_roll" and those of
    the tray, which say what the dice can show.
    """
    word, _, why = text.strip().partition(" ")
    question = one.question
    words = ATTACK_WORDS if question.says == "attack" else WORDS
    if word in words:
        found: Answer = Ruled(words[word], why)
    elif SIGNED.fullmatch(word):
        found = _added(one, int(word), text.strip())
    elif NUMBER.fullmatch(word):
        found, _ = tray_dice.read(question, word)
    else:
        raise no_ruling(word)
    outcome(question, found)
    return found


def _added(one: EntryQuestion, more: int, why: str) -> Answer:
    if isinstance(one.answer, Ruled):
        raise Refusal(
            "bad_ruling", "This was ruled without a number, so {text} cannot be added.",
            text=why,
        )  # fmt: skip
    total = outcome(one.question, one.answer).total + more
    if one.question.dc is not None:
        return Ruled("pass" if total >= one.question.dc else "fail", why)
    return Ruled(str(max(0, total)), why)


def said(text: str) -> tuple[str, str]:
    """The ruling of a line, and its reason: ("+2", "flanking")."""
    word, _, why = text.strip().partition(" ")
    return word, why.strip()
