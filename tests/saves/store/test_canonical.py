"""Canonical JSON: which numbers it has, and which only look like one."""

from __future__ import annotations

import pytest

from core.messages import Refusal
from saves.store import canonical
from saves.store.canonical import Json


def placed(number: Json) -> tuple[Json, ...]:
    """A number at each place where JSON can have one."""
    return number, [number], ["a", number], {"a": number}, {"a": 1, "b": [[], {"c": number}]}


@pytest.mark.parametrize("number", [1.5, -2.0, 1e300, -1e-7, 1e16, 5e-324])
def test_a_float_is_no_value_of_the_journal(number: float) -> None:
    for value in placed(number):
        with pytest.raises(TypeError, match="float"):
            canonical.dump(value)


@pytest.mark.parametrize("number", [2**53 + 1, -(2**53) - 1, 2**63 - 1, -(2**63)])
def test_a_number_beyond_two_to_the_53_is_refused(number: int) -> None:
    for value in placed(number):
        with pytest.raises(Refusal, match="not_writable"):
            canonical.dump(value)


@pytest.mark.parametrize(
    "value", [0, 2**53, -(2**53), 10**15, "0.2.0", "9/2", ":1.5", ",-1e5", "[12345678901234567"]
)
def test_all_other_numbers_and_texts_that_look_like_them_are_written(value: Json) -> None:
    for doc in placed(value):
        assert canonical.load(canonical.dump(doc)) == doc
