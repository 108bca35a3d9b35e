"""A file that people write is refused before it takes much memory."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.bestiary import parse_bestiary, ruleset_of
from core.combat.board.encounter_file import parse_encounter
from core.file_limits import MOST_VALUES, check_names, check_values
from core.file_schema import MOST_MISTAKES, FileTable, ListOf, read_file, read_table
from core.files import FileError
from core.play.facts.state import State
from core.play.party.party_file import read_party
from core.play.union import Assets
from core.travel.journey import parse_journey
from saves.store.packaged_rulesets import packaged
from tui.kit.phrases import say

NO_TOML = "= =\n"
"""What a reader that gets so far complains of."""


class Row(FileTable):
    """A table of a file."""

    days: int = 0


class Rows(FileTable):
    """A file with a list of tables."""

    row: ListOf[Row] = ()


def code_of(read: Callable[[str], object], text: str) -> str:
    """The code of the error in a text."""
    with pytest.raises(FileError) as wrong:
        read(text)
    return wrong.value.code


@pytest.mark.parametrize("line", ["a{}=0\n", "[a{}]\n", '["{}"]\n', "a{}.b.b.b=0\n", "a{} = []\n"])
def test_a_file_of_too_many_keys_is_refused_before_it_is_read(line: str) -> None:
    text = "".join(line.format(number) for number in range(MOST_VALUES + 1))

    with pytest.raises(FileError) as wrong:
        read_file(Rows, text + NO_TOML)

    assert wrong.value.code == "too_large"
    assert say(wrong.value.message) == "holds more than 100000 keys and values"


def test_a_file_of_too_many_items_is_refused_before_each_is_a_mistake() -> None:
    text = "row = [" + "{}," * MOST_VALUES + "]"

    assert code_of(lambda text: read_file(Rows, text), text) == "too_large"


@pytest.mark.parametrize(
    "read",
    [
        parse_journey,
        parse_encounter,
        parse_bestiary,
        ruleset_of,
        lambda text: read_party(text, State(), Assets(packaged("pf1"))),
    ],
)
def test_every_file_of_the_gm_is_bounded(read: Callable[[str], object]) -> None:
    assert code_of(read, "a = 0\n" * (MOST_VALUES + 1)) == "too_large"


def test_a_file_may_hold_as_many_as_the_limit_says() -> None:
    check_names("a = 0\n" * MOST_VALUES)
    check_values({"row": [{"days": 0}] * ((MOST_VALUES - 1) // 2)})

    with pytest.raises(FileError):
        check_names("a = 0\n" * (MOST_VALUES + 1))
    with pytest.raises(FileError):
        check_values({"row": [{"days": 0}] * (MOST_VALUES // 2)})


def test_the_largest_map_is_not_refused() -> None:
    """Given a wooded map whose dots look like those in a key, then it is read all the same."""
    row = ".T." * 166 + "\n"

    check_names(f'board = """\n{row * 500}"""\n')


def test_of_a_hundred_mistakes_more_are_not_explained() -> None:
    with pytest.raises(FileError) as wrong:
        read_table(Row, {f"d{number}": 0 for number in range(2 * MOST_MISTAKES)})

    assert wrong.value.key == "d0"
    assert len(wrong.value.also) == MOST_MISTAKES - 1
