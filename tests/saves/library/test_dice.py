"""Dice: faces that can come up, and seeds that repeat."""

from __future__ import annotations

import pytest

from core.dice import Question, parse_dice
from core.messages import Message
from saves.library.dice import DiceRoller

LABEL = Message("a roll")


def asked(dice: str) -> Question:
    return Question(key="roll", label=LABEL, dice=dice, modifier=7)


@pytest.mark.parametrize("dice", ["d20", "1d6", "2d6+3", "d%", "3d8-1d4", "4"])
@pytest.mark.parametrize("seed", [None, 7])
def test_every_face_is_a_face_of_its_die(dice: str, seed: int | None) -> None:
    source = DiceRoller(seed)
    expression = parse_dice(dice)

    for _ in range(200):
        total = expression.total(source.roll(asked(dice)).faces)
        assert expression.least <= total <= expression.most


def test_every_face_of_a_die_comes_up() -> None:
    source = DiceRoller()

    assert {source.roll(asked("d6")).faces for _ in range(1000)} == {(n,) for n in range(1, 7)}


def test_one_seed_rolls_the_same_again() -> None:
    first = DiceRoller(3)
    second = DiceRoller(3)

    assert [first.roll(asked("3d6")) for _ in range(20)] == [
        second.roll(asked("3d6")) for _ in range(20)
    ]
