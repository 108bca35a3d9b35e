"""What is tried in `make test`, and what only in `make nightly`: examples and cases."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet
from hypothesis import settings

NIGHTLY = os.environ.get("HYPOTHESIS_PROFILE") == "nightly"


def rounds(quick: int, nightly: int) -> int:
    """So many rounds of a test by day, so many by night."""
    return nightly if NIGHTLY else quick


def examples(quick: int, nightly: int) -> settings:
    """So many examples by day, so many by night."""
    return settings(max_examples=rounds(quick, nightly))


Case = TypeVar("Case", bound=tuple[object, ...])


def cases(
    every: Iterable[Case], day: Collection[str], name: Callable[[Case], str]
) -> list[ParameterSet]:
    """Every case of a matrix by its name; those that `day` does not name are left to the night."""
    named = {name(case): case for case in every}
    assert named.keys() >= {*day}, {*day} - named.keys()
    return [
        pytest.param(*case, marks=() if told in day else pytest.mark.nightly, id=told)
        for told, case in named.items()
    ]
