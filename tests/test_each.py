"""Tests of many cases in one."""

from __future__ import annotations

from inspect import signature

import pytest

from tests.each import each


def test_all_cases_are_tried_and_those_that_fail_are_told() -> None:
    """Given four cases of which two fail, when they run, then both are named and all were tried."""
    tried = []

    @each("number", range(4), lambda number: f"case {number}")
    def is_even(number: int, folder: str) -> None:
        tried.append((number, folder))
        assert number % 2 == 0

    assert list(signature(is_even).parameters) == ["folder"]
    with pytest.raises(ExceptionGroup, match="2 of 4 cases") as failed:
        is_even(folder="here")
    assert tried == [(number, "here") for number in range(4)]
    assert [one.__notes__ for one in failed.value.exceptions] == [["case 1"], ["case 3"]]


@each("word", ["one", "two"])
def test_a_test_of_each_asks_for_fixtures_as_ever(word: str, tmp_path: object) -> None:
    assert word
    assert tmp_path
