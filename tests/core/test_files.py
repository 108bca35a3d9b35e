"""One reader for all files that people write: what is wrong names the file, the line or the key."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import pytest

from core.casebook.cases import parse
from core.file_schema import Amount, FileTable, ListOf, Natural, read_table
from core.files import FileError, read_toml
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


class Row(FileTable):
    """A table of a file."""

    gone: int = 0
    days: Natural | None = None
    km: Amount | None = None
    way: Literal["road", "trail"] = "road"
    names: ListOf[str] = ()


class Rows(FileTable):
    """A file with a list of tables."""

    row: ListOf[Row] = ()


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ('days = "3"', "wrong_type", "must be a whole number"),
        ("days = 0.5", "wrong_type", "must be a whole number"),
        ("days = true", "wrong_type", "must be a whole number"),
        ("days = -1", "bad_value", "must be 0 or more"),
        ("days = 1000001", "bad_value", "must be 1000000 or less"),
        ("km = inf", "bad_value", "must be a finite number"),
        ("km = false", "wrong_type", "must be a number"),
        ('way = "trial"', "bad_value", "cannot be trial; did you mean trail?"),
        ('way = "xyz"', "bad_value", "cannot be xyz; it is one of road, trail"),
        ('way = ""', "bad_value", "must be one of road, trail"),
        ("way = 1", "wrong_type", "must be a text in quotes"),
        ('names = "Ann"', "wrong_type", "must be a list"),
        ("names = [1]", "wrong_type", "must be a list of texts"),
    ],
)
def test_a_wrong_value_is_said_of_its_key(line: str, code: str, said: str) -> None:
    with pytest.raises(FileError) as wrong:
        read_table(Rows, read_toml(f"[[row]]\n[[row]]\n{line}"))

    assert (wrong.value.key, wrong.value.code) == (f"row[2].{line.split()[0]}", code)
    assert say(wrong.value.message).replace(",", "") == said.replace(",", "")


def test_only_where_numbers_may_be_quoted_a_text_is_one() -> None:
    table = {"km": "7/2", "days": "3"}

    row = read_table(Row, table, quoted=True)
    assert (row.km, row.days) == (Fraction(7, 2), 3)
    with pytest.raises(FileError) as wrong:
        read_table(Row, table)
    assert wrong.value.also


@pytest.mark.parametrize(
    ("table", "key", "said"),
    [
        ({"day": 3}, "day", "no such key; did you mean days?"),
        ({"xyz": 3}, "xyz", "no such key; write one of gone, days, km, way, names"),
        ({"days": "x", "kms": 3}, "kms", "no such key; did you mean km?"),
    ],
)
def test_an_unknown_key_comes_first_and_names_the_nearest(
    table: dict[str, object], key: str, said: str
) -> None:
    with pytest.raises(FileError) as wrong:
        read_table(Row, table, "party[1].")

    assert (wrong.value.key, wrong.value.code) == (f"party[1].{key}", "unknown_key")
    assert say(wrong.value.message) == said


def test_what_is_no_list_of_tables_says_the_heading() -> None:
    for value in ({"gone": 1}, ["Ann"]):
        with pytest.raises(FileError) as wrong:
            read_table(Rows, {"row": value})
        assert wrong.value.key == "row"
        assert say(wrong.value.message) == "must be a list of tables, each under [[row]]"


def test_all_mistakes_of_a_file_are_kept() -> None:
    """Given three mistakes, then the first is raised and has the others beside it."""
    with pytest.raises(FileError) as wrong:
        read_table(Rows, {"row": [{"days": -1, "km": -1}, {"names": "Ann"}]})

    assert wrong.value.key == "row[1].days"
    assert [other.key for other in wrong.value.also] == ["row[1].km", "row[2].names"]
