"""The GM's word on a roll of the past."""

from __future__ import annotations

import pytest

from core.dice import Answer, Question, Rolled, Ruled, Typed
from core.messages import Message, Refusal
from saves.history.fixing import EntryQuestion
from tui.kit.phrases import say
from tui.sessions.overruling import answer, name_roll, said

ATTACK = Question(
    "attack/r1/sorrel/1",
    Message("Sorrel attacks Wolf e"),
    "sorrel",
    modifier=8,
    dc=18,
    naturals=True,
    says="attack",
)
SWIM = Question("halt/harsk", Message("swim, Harsk"), "harsk", modifier=2, dc=10)
DAMAGE = Question("attack/r1/sorrel/1/damage", Message("damage"), dice="1d6+2", free=True)


def asked(question: Question, answer: Answer) -> EntryQuestion:
    return EntryQuestion(question, answer, question.label)


@pytest.mark.parametrize(
    ("question", "then", "text", "now"),
    [
        (ATTACK, Typed(8), "hit", Ruled("pass")),
        (ATTACK, Typed(8), "miss he ducked", Ruled("fail", "he ducked")),
        (ATTACK, Typed(8), "crit", Ruled("critical")),
        (ATTACK, Typed(8), "+2 flanking", Ruled("pass", "+2 flanking")),
        (ATTACK, Rolled((8,)), "+1", Ruled("fail", "+1")),
        (ATTACK, Typed(8), "12", Typed(12)),
        (ATTACK, Typed(8), "=21", Typed(21, total=True)),
        (SWIM, Typed(4), "pass", Ruled("pass")),
        (SWIM, Typed(4), "-1", Ruled("fail", "-1")),
        (SWIM, Typed(4), "skip", Ruled("skip")),
        (DAMAGE, Typed(5), "7", Typed(7)),
        (DAMAGE, Typed(5), "4+3", Typed(7)),
        (DAMAGE, Typed(5), "+2", Ruled("7", "+2")),
        (DAMAGE, Typed(5), "-9 absorbed", Ruled("0", "-9 absorbed")),
    ],
)
def test_a_word_a_number_or_so_much_more(
    question: Question, then: Answer, text: str, now: Answer
) -> None:
    assert answer(asked(question, then), text) == now


@pytest.mark.parametrize(
    ("question", "then", "text"),
    [
        (ATTACK, Typed(8), "perhaps"),
        (ATTACK, Typed(8), "77"),
        (ATTACK, Ruled("pass"), "+2"),
        (SWIM, Typed(4), "critical"),
        (DAMAGE, Typed(5), "pass"),
        (DAMAGE, Typed(5), "x"),
        (DAMAGE, Typed(5), "4+x"),
        (DAMAGE, Typed(5), "²"),
    ],
)
def test_what_is_no_word_here_says_so(question: Question, then: Answer, text: str) -> None:
    with pytest.raises(Refusal) as refused:
        answer(asked(question, then), text)
    assert say(refused.value.message)


def test_a_roll_is_told_with_what_it_came_to() -> None:
    assert say(name_roll(asked(ATTACK, Typed(8)))) == "Sorrel attacks Wolf e: 16 against 18"
    assert say(name_roll(asked(DAMAGE, Rolled((3,))))) == "damage: 5"
    assert say(name_roll(asked(SWIM, Ruled("pass")))) == "swim, Harsk: pass, ruled"


def test_the_word_and_the_reason_are_told_apart() -> None:
    assert said(" +2  flanking since round one ") == ("+2", "flanking since round one")
    assert said("hit") == ("hit", "")
