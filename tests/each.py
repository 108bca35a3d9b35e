"""Many small cases in one test: pytest spends more on a case of its own than most of them take."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from typing import TypeVar

T = TypeVar("T")


def each(
    name: str, things: Iterable[T], told: Callable[[T], object] = str
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a test each of these things as its argument `name`, one after the other.

    It stands in the place of `pytest.mark.parametrize` where there are hundreds of cases. All are
    tried; those that fail are raised together, each with what `told` says of it.
    """
    cases = tuple(things)

    def decorate(check: Callable[..., None]) -> Callable[..., None]:
        @wraps(check)
        def check_all(**fixtures: object) -> None:
            failures = []
            for case in cases:
                try:
                    check(**fixtures, **{name: case})
                except Exception as failure:
                    failure.add_note(str(told(case)))
                    failures.append(failure)
            if failures:
                raise ExceptionGroup(f"{len(failures)} of {len(cases)} cases", failures)

        asked = signature(check)
        others = [one for one in asked.parameters.values() if one.name != name]
        check_all.__signature__ = asked.replace(parameters=others)  # type: ignore[attr-defined]
        return check_all

    return decorate
