"""One reader for all files that people write: what is wrong names the file, the line or the key."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.casebook.cases import parse
from core.files import FileError, Keys, read_toml
from core.travel.journey import parse_journey
from tui.kit.phrases import say


def test_numbers_are_read_exactly() -> None:
    assert read_toml("km = 0.1") == {"km": Fraction(1, 10)}


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('a = 1\nb = "x', 2, "line 2: "),
        ("a = 1\na = 2\n", 2, "line 2: "),
        ("a = [", 1, "line 1: "),
        ("a = " + "[" * 9_999, 0, "is nested too deeply"),
        ("b = 1\n[" + ".".join("a" * 50_000) + "]", 2, "line 2: a key is nested too deeply"),
        ("b = 1\n" + ' . "a"' * 201 + " = 1", 2, "line 2: "),
    ],
)
def test_a_mistake_of_syntax_names_file_and_line(text: str, line: int, said: str) -> None:
    with pytest.raises(FileError) as wrong:
        read_toml(text, "march.toml")

    assert (wrong.value.code, wrong.value.file, wrong.value.line) == ("syntax", "march.toml", line)
    assert say(wrong.value.message).startswith(said)


def test_a_long_row_of_a_map_is_not_a_long_key() -> None:
    row = "." * 500 + " T.g. " + ". " * 300

    assert read_toml(f'rows = ["{row}"]') == {"rows": [row]}
    assert read_toml(f'board = """\n{row}\n"""\n') == {"board": row + "\n"}


def test_every_file_says_a_mistake_of_syntax_in_the_same_words() -> None:
    with pytest.raises(FileError) as wrong:
        parse_journey('ruleset = "pf1')

    assert parse("a.toml", 'ruleset = "pf1').bad[0].message == wrong.value.message


@pytest.mark.parametrize(
    ("key", "code", "said"),
    [
        ("gone", "missing_key", "must be given"),
        ("word", "wrong_type", "must be a whole number"),
        ("half", "wrong_type", "must be a whole number"),
        ("yes", "wrong_type", "must be a whole number"),
        ("minus", "bad_value", "must be 0 or more"),
        ("huge", "bad_value", "must be 1000000 or less"),
    ],
)
def test_what_is_no_whole_number_is_said_of_its_key(key: str, code: str, said: str) -> None:
    table = read_toml('word = "3"\nhalf = 0.5\nyes = true\nminus = -1\nhuge = 1000001')
    row = Keys(table, (*table, "gone"), "party[2].")

    with pytest.raises(FileError) as wrong:
        row.whole(key)

    assert (wrong.value.key, wrong.value.code) == (f"party[2].{key}", code)
    assert say(wrong.value.message).replace(",", "") == said


def test_only_where_numbers_may_be_quoted_a_text_is_one() -> None:
    table = {"km": "7/2", "days": "3"}

    assert Keys(table, table, quoted=True).number("km") == Fraction(7, 2)
    assert Keys(table, table, quoted=True).whole("days") == 3
    with pytest.raises(FileError, match="must be a number"):
        Keys(table, table).number("km")


def test_an_unknown_key_names_the_nearest() -> None:
    with pytest.raises(FileError) as wrong:
        Keys({"hps": 3}, ("hp", "name"), "party[1].")

    assert (wrong.value.key, wrong.value.code) == ("party[1].hps", "unknown_key")
    assert say(wrong.value.message) == "no such key; did you mean hp?"
