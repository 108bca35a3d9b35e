"""The kinds of case, their inputs and computation, and the answers that they give."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Generic, TypeAlias, TypeVar

from core.files import Keys, NotFinite, exact_number
from core.messages import exact, ratio
from core.receipts import Receipt
from core.values import Struct

Found: TypeAlias = "str | int | bool | Sequence[Found] | Mapping[str, Found]"
"""A result: exact-number strings, ratios for chances, whole numbers, words, lists, tables."""


Where = TypeVar("Where")
"""The rules of a case, or the scene."""


class Answer:
    """The results of one case: each key's value and the receipts behind it, `why` unless given."""

    def __init__(self, *why: Receipt) -> None:
        self.why = why
        self.values: dict[str, Found] = {}
        self.receipts: dict[str, tuple[Receipt, ...]] = {}

    def put(self, key: str, value: object, *receipts: Receipt) -> Answer:
        """Add a result in the types of JSON (`plain`); None is left out."""
        if value is not None:
            self.values[key] = plain(value)
            self.receipts[key] = receipts or self.why
        return self

    def fields(self, found: object, keys: str, *receipts: Receipt) -> Answer:
        """Add attributes of `found` by their names, but for those that are None."""
        for key in keys.split():
            self.put(key, getattr(found, key), *receipts)
        return self

    def chance(self, key: str, value: Fraction, *receipts: Receipt) -> None:
        """Add a probability, as a ratio."""
        self.put(key, ratio(value), *receipts)

    def receipts_of(self, keys: Mapping[str, object]) -> tuple[Receipt, ...]:
        """Return the receipts of these keys, each once, in order."""
        found = {}
        for key in keys:
            for receipt in self.receipts.get(key, ()):
                found[id(receipt)] = receipt
        return tuple(found.values())


def plain(value: object) -> Found:
    """Return a value in the types of JSON: fractions as exact-number strings, tuples as lists."""
    if isinstance(value, Fraction):
        return exact(value)
    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, NotFinite):
        return "nan"
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [plain(item) for item in value]
    return str(value)


def agrees(expected: object, got: object) -> bool:
    """Whether `got` is what a case expects: numbers exactly, tables by the expected keys only."""
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, Mapping):
        return isinstance(got, Mapping) and all(
            key in got and agrees(item, got[key]) for key, item in expected.items()
        )
    if isinstance(expected, list | tuple):
        return (
            isinstance(got, list | tuple)
            and len(expected) == len(got)
            and all(agrees(want, have) for want, have in zip(expected, got, strict=True))
        )
    wanted, found = _exact(expected), _exact(got)
    if wanted is not None and found is not None:
        return wanted == found
    return expected == got


def _exact(value: object) -> Fraction | None:
    if isinstance(value, Fraction | int):
        return Fraction(value)
    return exact_number(value) if isinstance(value, str) else None


class Kind(Struct, Generic[Where]):
    """A kind of case: the keys of `given`, the keys that `expect` may name, the computation.

    `compute` is given the rules, or on the combat grid the scene, which knows them. It raises
    FileError for inputs of the wrong type and Refusal where the rules refuse.
    """

    name: str
    given: frozenset[str]
    expect: frozenset[str]
    compute: Callable[[Keys, Where], Answer]


def kind(
    name: str, given: str, expect: str, compute: Callable[[Keys, Where], Answer]
) -> Kind[Where]:
    """Return a Kind whose keys are written as words with spaces between."""
    return Kind(name, frozenset(given.split()), frozenset(expect.split()), compute)
