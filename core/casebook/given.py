"""The inputs of a case, read by key with their types checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from core.casebook.cases import BadKey, check_known, missing
from core.messages import N_, Message
from core.rulesets.values import exact_number

T = TypeVar("T", bound=str)

LARGEST = 1_000_000
"""No quantity of a case is larger: nobody marches so long, and nothing may run for ever."""


MOST_LISTED = 1_000
"""No more hours, rounds or nights are followed one by one."""


class Given:
    """A table of inputs. Every reader names the key in a BadKey when its value is wrong.

    `above` is the path to this table ("party[2]."); `known` are the keys that it may have.
    """

    def __init__(self, table: Mapping[str, Any], known: Iterable[str], above: str = "") -> None:
        check_known(table, known, above)
        self.table = table
        self.above = above

    def __contains__(self, key: str) -> bool:
        return key in self.table

    def wrong(self, key: str, template: str, /, **values: str | int) -> BadKey:
        """A BadKey for `key` with a sentence."""
        return BadKey(f"{self.above}{key}", Message(template, **values))

    def need(self, key: str) -> object:
        """The value of `key`; BadKey when it is missing."""
        if key not in self.table:
            raise missing(f"{self.above}{key}")
        return self.table[key]

    def number(self, key: str, *, least: int | None = 0) -> Fraction:
        """An exact number, `least` or more (None = any)."""
        return self._number(key, self.need(key), least)

    def number_or(self, key: str, default: Fraction) -> Fraction:
        """An exact number, 0 or more; `default` when it is not given."""
        return self.number(key) if key in self.table else default

    def maybe_number(self, key: str) -> Fraction | None:
        """An exact number, 0 or more; None when it is not given."""
        return self.number(key) if key in self.table else None

    def whole(self, key: str, *, least: int | None = 0) -> int:
        """A whole number, `least` or more (None = any)."""
        return self._whole(key, self.number(key, least=least))

    def whole_or(self, key: str, default: int) -> int:
        """A whole number, 0 or more; `default` when it is not given."""
        return self.whole(key) if key in self.table else default

    def maybe_whole(self, key: str) -> int | None:
        """A whole number, 0 or more; None when it is not given."""
        return self.whole(key) if key in self.table else None

    def count(self, key: str) -> int:
        """How many hours, rounds or nights are followed one by one; 0 when it is not given."""
        return self._whole(key, self.span(key, Fraction(0)))

    def span(self, key: str, default: Fraction | None = None) -> Fraction:
        """A duration whose hours are followed one by one; `default` when it is not given."""
        if key not in self.table and default is not None:
            return default
        found = self.number(key)
        if found > MOST_LISTED:
            raise self.wrong(key, N_("must be {most} or less"), most=MOST_LISTED)
        return found

    def numbers(self, key: str) -> tuple[Fraction, ...]:
        """A list of exact numbers, 0 or more."""
        return tuple(
            self._number(f"{key}[{n}]", item, 0) for n, item in enumerate(self.items(key), start=1)
        )

    def wholes(self, key: str, *, least: int | None = None) -> tuple[int, ...]:
        """A list of whole numbers, `least` or more (None = any)."""
        return tuple(
            self._whole(f"{key}[{n}]", self._number(f"{key}[{n}]", item, least))
            for n, item in enumerate(self.items(key), start=1)
        )

    def word(self, key: str, default: str | None = None, choices: Iterable[str] = ()) -> str:
        """A text, one of `choices` if there are any; `default` when it is not given."""
        if key not in self.table and default is not None:
            return default
        word = self.need(key)
        if not isinstance(word, str):
            raise self.wrong(key, N_("must be a text in quotes"))
        allowed = tuple(choices)
        if allowed and word not in allowed:
            raise self.wrong(
                key, N_("{word} is none of {choices}"), word=word, choices=", ".join(allowed)
            )
        return word

    def choice(self, key: str, choices: Sequence[T], default: T | None = None) -> T:
        """One of these words; `default` when it is not given."""
        word = self.word(key, default, choices)
        return next(choice for choice in choices if choice == word)

    def words(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty when it is not given."""
        if key not in self.table:
            return ()
        found = self.items(key)
        if not all(isinstance(item, str) for item in found):
            raise self.wrong(key, N_("must be a list of texts"))
        return found

    def flag(self, key: str) -> bool:
        """True or false; false when it is not given."""
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            raise self.wrong(key, N_("must be true or false"))
        return value

    def items(self, key: str) -> tuple[Any, ...]:
        """A list."""
        found = self.need(key)
        if not isinstance(found, tuple):
            raise self.wrong(key, N_("must be a list"))
        return found

    def some(self, key: str) -> None:
        """Demand a list with one item or more."""
        if not self.items(key):
            raise self.wrong(key, N_("must hold one or more"))

    def tables(self, key: str, known: Iterable[str]) -> tuple[Given, ...]:
        """A list of tables with the `known` keys; empty when it is not given."""
        if key not in self.table:
            return ()
        found = self.items(key)
        if not all(isinstance(item, dict) for item in found):
            raise self.wrong(key, N_("must be a list of tables"))
        keys = tuple(known)
        return tuple(
            Given(item, keys, f"{self.above}{key}[{n}].") for n, item in enumerate(found, start=1)
        )

    def exactly_one(self, *keys: str) -> str:
        """The one of `keys` that is given; BadKey when there is none, or a second."""
        given = [key for key in keys if key in self.table]
        if not given:
            raise missing(f"{self.above}{' | '.join(keys)}")
        if len(given) > 1:
            raise self.wrong(given[1], N_("goes not together with {other}"), other=given[0])
        return given[0]

    def _number(self, key: str, value: object, least: int | None) -> Fraction:
        number: Fraction | None = None
        if isinstance(value, Fraction):
            number = value
        elif isinstance(value, int) and not isinstance(value, bool):
            number = Fraction(value)
        elif isinstance(value, str):
            number = exact_number(value)
        if number is None:
            raise self.wrong(key, N_("must be a number"))
        if least is not None and number < least:
            raise self.wrong(key, N_("must be {least} or more"), least=least)
        if abs(number) > LARGEST:
            raise self.wrong(key, N_("must be {most} or less"), most=LARGEST)
        return number

    def _whole(self, key: str, number: Fraction) -> int:
        if number.denominator != 1:
            raise self.wrong(key, N_("must be a whole number"))
        return int(number)
