"""Many small cases in one test: pytest spends more on a case of its own than most of them take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from inspect import signature
from typing import TypeVar

T = TypeVar("T")


def each(
    names: str, things: Iterable[T], told: Callable[[T], object] = str
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a test each of these things as its argument of this name, one after the other.

    Where there are several names ("text, wanted"), each thing is a tuple of so many.

    It stands in the place of `pytest.mark.parametrize` where there are hundreds of cases. All are
    tried; those that fail are raised together, each with what `told` says of it.
    """
    cases = tuple(things)
    arguments = names.split(", ")

    def decorate(check: Callable[..., None]) -> Callable[..., None]:
        @wraps(check)
        def check_all(**fixtures: object) -> None:
            failures = []
            for case in cases:
                try:
                    check(**fixtures, **name_values(arguments, case))
                except Exception as failure:
                    failure.add_note(str(told(case)))
                    failures.append(failure)
            if failures:
                raise ExceptionGroup(f"{len(failures)} of {len(cases)} cases", failures)

        asked = signature(check)
        others = [one for one in asked.parameters.values() if one.name not in arguments]
        check_all.__signature__ = asked.replace(parameters=others)  # type: ignore[attr-defined]
        return check_all

    return decorate


def name_values(arguments: Sequence[str], case: object) -> dict[str, object]:
    """The values of a case by the names of the arguments that they are for."""
    if len(arguments) == 1:
        return {arguments[0]: case}
    assert isinstance(case, tuple)
    return dict(zip(arguments, case, strict=True))
