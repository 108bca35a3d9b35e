"""Numbers of thousands of digits, typed or pasted anywhere: a sentence, and never a failure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import product

import pytest

from core.combat.board.squares import Square
from core.dice import Question
from core.messages import Message, Refusal
from core.play.facts.state import Member, State
from core.play.union import Assets
from core.rulesets.creature_words import NO_WORDS
from core.values import Struct
from saves.store.packaged_rulesets import packaged
from tests.thorough import rounds
from tests.tui.encounter.skirmish import STATE as IN_A_FIGHT
from tui.encounter.gm_rulings import OverrulableRoll, answer
from tui.encounter.screen import EncounterScreen
from tui.journey.screen import JourneyScreen
from tui.kit.numbers import maybe_whole, read_decimal, read_whole
from tui.kit.phrases import say, set_units
from tui.party.form_lines import form_lines, read_sheet, write_sheet
from tui.play.command_line.areas import adding, blast
from tui.play.command_line.typed_line import NOTHING_SHOWN, parse, points
from tui.play.creature_lines.attack_lines import read_attack
from tui.play.creature_lines.figures import KEYS
from tui.play.creature_lines.heroes import read_heroes
from tui.play.dialogs.map_preview import hex_size, usual_hex_size
from tui.play.dice import tray_model
from tui.play.screen import PlayScreen
from tui.sessions.model import find_entry
from tui.sessions.screen import SessionsScreen
from tui.sessions.search import query

LONG = "9" * 5000
ASSETS = Assets(packaged("pf1"))
MEMBER = Member("ann", "Ann", "A")
SCREENS = (JourneyScreen, EncounterScreen, SessionsScreen)


def refusal(read: Callable[[], object]) -> str:
    """The code of what is refused, and its sentence."""
    with pytest.raises(Refusal) as refused:
        read()
    return f"{refused.value.code}: {say(refused.value.message)}"


@pytest.mark.parametrize("text", [LONG, f"-{LONG}", f"+{LONG}", "1" * 10])
def test_a_whole_number_of_too_many_digits_is_a_sentence(text: str) -> None:
    said = refusal(lambda: read_whole(text))
    assert said.endswith("has too many digits. Write at most 9, and 12 behind the point.")
    assert len(said) < 120
    assert maybe_whole(text) is None


def test_points_of_too_many_digits_are_a_sentence() -> None:
    def read(text: str) -> str:
        return refusal(lambda: points(text, "-", State(members=(MEMBER,)), ("ann",)))

    assert read("9999999") == "bad_number: '9999999' is too much. Write at most 6 digits."
    assert "has too many digits" in read("1" * 10)


@pytest.mark.parametrize("text", [LONG, f"0.{LONG}", f"{LONG},5"])
def test_a_number_of_too_many_digits_is_a_sentence(text: str) -> None:
    assert "too many digits" in refusal(lambda: read_decimal(text))


@pytest.mark.parametrize("text", ["", "x", "1e9", "²", "٣", "1_000", " 1", "--1", "1/2"])
def test_what_is_no_number_is_a_sentence(text: str) -> None:
    assert refusal(lambda: read_whole(text)) == f"bad_number: '{text}' is not a whole number."
    assert refusal(lambda: read_decimal(text)) == f"bad_number: '{text}' is not a number."


def test_numbers_are_exact() -> None:
    assert (read_whole("+12"), read_whole("-007"), maybe_whole("999999999")) == (12, -7, 999999999)
    assert (read_decimal("1,5"), read_decimal("-0.125")) == (Fraction(3, 2), Fraction(-1, 8))


def texts(value: object) -> Iterator[str]:
    """The texts in a value and in what it is made of."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from texts(tuple(value.values()))
    elif isinstance(value, tuple):
        for part in value:
            yield from texts(part)
    elif isinstance(value, Struct):
        yield from texts(tuple(getattr(value, name) for name in value.__struct_fields__))


def read_as_text_or_refuse(read: Callable[[], object]) -> None:
    """Fail if LONG is lost or has become a number: it is refused, or stays a text with all digits.

    A reader that fails by anything but a Refusal fails here, too.
    """
    found: object = None
    said = ""
    try:
        found = read()
    except Refusal as refused:
        said = say(refused.message)
    if said:
        assert len(said) < 500, "the reason is in sight"
        return
    assert any(LONG in text for text in texts(found)), found


def with_a_long_number(example: str) -> list[str]:
    """An example, with each of its numbers in turn made long."""
    numbers = re.finditer(r"\d+", example)
    return [example[: one.start()] + LONG + example[one.end() :] for one in numbers]


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("state", [State(members=(MEMBER,)), IN_A_FIGHT])
def test_every_word_of_the_line_keeps_a_long_number_as_text_or_refuses_it(
    screen: type[PlayScreen], state: State
) -> None:
    """Given the example of a word, when one of its numbers is long, it is no other number."""
    lines = [line for word in screen.WORDS.values() for line in with_a_long_number(word.example)]
    assert lines
    for line in lines:
        read_as_text_or_refuse(partial(parse, line, screen.WORDS, state, NOTHING_SHOWN))


@pytest.mark.parametrize("typed", ["{}", "0.{}", "+{}", "light {} km/h", "fly {} m", "a +{} {}d6"])
def test_every_line_of_the_sheet_keeps_a_long_number_as_text_or_refuses_it(typed: str) -> None:
    text = typed.replace("{}", LONG)
    for line, role in product(form_lines(MEMBER, ASSETS.rules), ("character", "mount")):
        if (line, role) == ("armor", "mount"):
            continue  # a mount has none, whatever the line says
        values = write_sheet(MEMBER, ASSETS.rules) | {"role": role, line: text}
        read_as_text_or_refuse(partial(read_sheet, values, MEMBER, ASSETS.rules))


@pytest.mark.parametrize(
    ("line", "text", "said"),
    [("weight", f"0.{LONG}", "weighs: '0."), ("moves", f"fly {LONG}", "moves as: '9999")],
)
def test_the_sentence_names_the_line_of_the_sheet(line: str, text: str, said: str) -> None:
    values = write_sheet(MEMBER, ASSETS.rules) | {line: text}
    sentence = refusal(lambda: read_sheet(values, MEMBER, ASSETS.rules))
    assert sentence.startswith(f"bad_number: {said}")
    assert "too many digits" in sentence


LONG_FIGURES = (LONG, f" 1.{LONG}", f":+1,{LONG}")


@pytest.mark.parametrize("first", range(len(LONG_FIGURES)))
def test_every_figure_of_a_hero_refuses_a_long_number(first: int) -> None:
    """Given each figure with a number glued to it, behind a space or a colon.

    By day each figure has one of them, by night all three.
    """
    number = LONG_FIGURES[first]
    for key in [*KEYS][rounds(first, 0) :: rounds(len(LONG_FIGURES), 1)]:
        line = f"Ann human {key}{number}"
        assert refusal(partial(read_heroes, line, State(), ASSETS))


@pytest.mark.parametrize(
    "read",
    [
        lambda: read_heroes(f"Ann human {LONG}kg", State(), ASSETS),
        lambda: read_heroes(f"Ann human 1.{LONG}m", State(), ASSETS),
        lambda: adding(f"{LONG} wolf", NO_WORDS),
        lambda: adding(f"wolf x4 hp1.{LONG}", NO_WORDS),
        lambda: read_attack(f"bow +{LONG} 1d6", NO_WORDS),
        lambda: read_attack(f"bow +1 {LONG}d6", NO_WORDS),
        lambda: read_attack(f"bow +1 1d6 {LONG}-20x2", NO_WORDS),
        lambda: read_attack(f"bow +1 1d6 range {LONG}m", NO_WORDS),
        lambda: hex_size(LONG),
        lambda: hex_size("1e999999999"),
        lambda: hex_size(f"1/{LONG}"),
        lambda: blast(f"burst {LONG} 8d6", Square(1, 1), None, ""),
        lambda: blast(f"burst 4 8d6 reflex {LONG}", Square(1, 1), None, ""),
        lambda: blast(f"burst 4 8d6 dc{LONG}", Square(1, 1), None, ""),
        lambda: tray_model.read(Question("a", Message("a"), dc=10), LONG),
        lambda: tray_model.read(Question("a", Message("a"), dice="2d6"), f"3+{LONG}"),
        lambda: query(f"session:{LONG}"),
        lambda: answer(OverrulableRoll("attack", "", Message("a")), f"+{LONG}"),
        lambda: answer(OverrulableRoll("attack", "", Message("a")), LONG),
    ],
)
def test_every_other_reader_refuses_a_long_number(read: Callable[[], object]) -> None:
    assert refusal(read)


def test_an_entry_of_a_long_number_is_not_there() -> None:
    assert isinstance(find_entry(LONG, 10), Message)


def test_the_size_of_a_hex_has_a_unit_of_either_system() -> None:
    """Given 6 miles, then they are 9 km in both; a bare number and none are in the GM's unit."""
    assert hex_size("6 miles a hex") == hex_size("9 km per hex") == hex_size("6mi/hex") == 9
    set_units("imperial")
    assert [hex_size(text) for text in ("6 miles", "9 km", "6", "")] == [9, 9, 9, 12]
    assert usual_hex_size() == "8"


def test_the_size_of_a_hex_may_be_left_out_or_be_a_fraction() -> None:
    assert [hex_size(text) for text in ("", " ", "12", "1,5", "3/2")] == [
        12,
        12,
        12,
        Fraction(3, 2),
        Fraction(3, 2),
    ]
