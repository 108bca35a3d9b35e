"""Sentences: units, rounding and safety of what is shown (T-003, T-007, Q-42)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.messages import (
    Chance,
    Factor,
    Hours,
    Kilograms,
    Kilometres,
    KmPerHour,
    Message,
    Metres,
    MetresPerMinute,
    Minutes,
    Squares,
    Value,
)
from tests.each import each
from tui.kit.phrases import say, set_units


@each(
    "value, text",
    [
        (Kilometres(27), "27 km"),
        (Kilometres("13.5"), "13.5 km"),
        (Kilometres("0.0005"), "0.001 km"),
        (Kilometres("0.0004"), "<0.001 km"),
        (Kilometres(Fraction(16, 3)), "5.333 km"),
        (Hours(Fraction(80, 9)), "8 h 53"),
        (Hours(Fraction(16, 3)), "5 h 20"),
        (Hours(8), "8 h"),
        (Hours(0), "0 h"),
        (Hours(Fraction(1, 3)), "20 min"),
        (Hours(Fraction(1, 600)), "<1 min"),
        (Hours(Fraction(1799, 1800)), "1 h"),
        (Hours(-2), "-2 h"),
        (Minutes(90), "1 h 30"),
        (Metres(9), "9 m"),
        (Metres("4.5"), "4.5 m"),
        (Metres("0.75"), "75 cm"),
        (Metres("0.3"), "30 cm"),
        (Metres("0.5"), "0.5 m"),
        (Metres("1234.56"), "1235 m"),
        (Squares(1), "1 square"),
        (Squares(6), "6 squares"),
        (KmPerHour("5.25"), "5.25 km/h"),
        (KmPerHour("1.125"), "1.125 km/h"),
        (MetresPerMinute(90), "90 m/min"),
        (Kilograms("87.5"), "87.5 kg"),
        (Factor(Fraction(3, 4)), "x 3/4"),
        (Fraction(81, 2), "40.5"),
        (Fraction(16, 3), "16/3"),
        (7, "7"),
        (("harsk", "kesh"), "harsk, kesh"),
        ((), ""),
    ],
)
def test_t007_quantities_are_shown_rounded_half_up(value: Value, text: str) -> None:
    assert say(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Kilometres(42), "28 mi"),
        (KmPerHour("5.25"), "3.5 mph"),
        (Kilograms("262.5"), "525 lb"),
        (Metres(9), "30 ft"),
        (Metres("0.75"), "2.5 ft"),
        (MetresPerMinute(90), "300 ft/min"),
        (Hours(8), "8 h"),
    ],
)
def test_t003_imperial_figures_are_the_games_own_equivalents(value: Value, text: str) -> None:
    set_units("imperial")
    assert say(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Chance(0), "0 %"),
        (Chance(1), "100 %"),
        (Chance(Fraction(11, 20)), "55 %"),
        (Chance(Fraction(9, 10000)), "0.09 %"),
        (Chance(Fraction(1, 10**9)), "<0.01 %"),
        (Chance(Fraction(999, 1000)), "99.9 %"),
        (Chance(1 - Fraction(1, 10**9)), ">99.99 %"),
    ],
)
def test_a_chance_reads_as_certain_only_when_it_is(value: Chance, text: str) -> None:
    assert say(value) == text


@given(st.fractions(0, 1))
def test_no_chance_strictly_between_reads_as_nought_or_all(probability: Fraction) -> None:
    text = say(Chance(probability))
    assert (text == "0 %") == (probability == 0)
    assert (text == "100 %") == (probability == 1)


def test_a_message_is_said_with_its_values_and_inner_messages() -> None:
    inner = Message("{km} in {time}", km=Kilometres(27), time=Hours(6))
    whole = Message("{who} went {way}, day {day}.", who="Harsk", way=inner, day=3)
    assert say(whole) == "Harsk went 27 km in 6 h, day 3."


@pytest.mark.parametrize(
    ("template", "value", "text"),
    [
        ("{x:+}", 2, "+2"),
        ("{x:+}", -2, "-2"),
        ("{x:+}", Hours(2), "+2 h"),
        ("{x:clock}", Hours(Fraction(29, 3)), "09:40"),
        ("{x:clock}", Fraction(24), "00:00"),
        ("{x:day|days}", 1, "1 day"),
        ("{x:day|days}", 0, "0 days"),
        ("{x:a}", "elf", "an elf"),
        ("{x:a}", "half-orc", "a half-orc"),
        ("{x:a}", "unicorn", "a unicorn"),
        ("{x:a}", "unarmed strike", "an unarmed strike"),
        ("{x:a}", 18, "an 18"),
        ("{x:a}", 19, "a 19"),
        ("{x:a}", 8, "an 8"),
        ("{x:a}", 11, "an 11"),
        ("{{{x}}}", 1, "{1}"),
    ],
)
def test_forms_of_a_field(template: str, value: Value, text: str) -> None:
    assert say(Message(template, x=value)) == text


@pytest.mark.parametrize("template", ["{x:nonsense}", "{x:clock}"])
def test_a_form_that_a_value_has_not_is_an_error(template: str) -> None:
    with pytest.raises(ValueError, match="no form"):
        say(Message(template, x="harsk"))


@given(st.text())
def test_no_inserted_text_carries_a_control_character(text: str) -> None:
    said = say(Message("<{x}>", x=text))
    assert not any(
        ord(mark) < 0x20
        or 0x7F <= ord(mark) < 0xA0
        or 0x202A <= ord(mark) <= 0x202E
        or 0x2066 <= ord(mark) <= 0x2069
        for mark in said
    )


def test_names_keep_their_letters_and_signs() -> None:
    assert say("Forêt d'Émeraude [red] {x} \x1b[31m日本") == "Forêt d'Émeraude [red] {x} [31m日本"
    assert say("two\nlines\tand a tab") == "two lines and a tab"
