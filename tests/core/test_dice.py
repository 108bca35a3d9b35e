"""Dice expressions: what they mean, and what is nonsense."""

from __future__ import annotations

import pytest

from core.dice import looks_like_dice, parse_dice
from core.messages import Refusal


@pytest.mark.parametrize(
    ("text", "sides", "least", "most"),
    [
        ("d20", (20,), 1, 20),
        ("1d6", (6,), 1, 6),
        ("2d6+3", (6, 6), 5, 15),
        ("2D6 - 1", (6, 6), 1, 11),
        ("d%", (100,), 1, 100),
        ("1d8+2d4", (8, 4, 4), 3, 16),
        ("d6-d4", (6, 4), -3, 5),
        ("4", (), 4, 4),
        ("-2", (), -2, -2),
    ],
)
def test_an_expression(text: str, sides: tuple[int, ...], least: int, most: int) -> None:
    expression = parse_dice(text)

    assert (expression.sides, expression.least, expression.most) == (sides, least, most)


def test_a_total_counts_each_face_with_its_sign() -> None:
    assert parse_dice("2d6-1d4+1").total((3, 5, 4)) == 5


@pytest.mark.parametrize("text", ["1d20", "2d6+3", "1d8+2d4-1", "-1d4+3", "0", "-2"])
def test_dice_are_written_as_they_are_read(text: str) -> None:
    assert str(parse_dice(text)) == text


def test_dice_several_times_over_add_several_times_as_much() -> None:
    assert str(parse_dice("1d6+1d4-1").times(3)) == "3d6+3d4-3"


@pytest.mark.parametrize(
    ("word", "roll"),
    [("2d6+1d4", True), ("d%", True), ("4", True), ("999d6", True), ("+4", False), ("ford", False)],
)
def test_a_word_is_meant_as_a_roll_unless_it_is_signed_or_a_name(word: str, roll: bool) -> None:
    assert looks_like_dice(word) is roll


@pytest.mark.parametrize("faces", [(3,), (3, 7), (0, 3), (1, 2, 3)])
def test_faces_that_the_dice_do_not_have_are_an_error(faces: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="face"):
        parse_dice("2d6").total(faces)


@pytest.mark.parametrize(
    "text",
    ["", " ", "d", "0d6", "d0", "2d6+", "+", "d20d20", "6d", "lots", "999d6", "1d6 2", "1.5", "½"],
)
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_dice(text)

    assert refused.value.code == "bad_dice"
