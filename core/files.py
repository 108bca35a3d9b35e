"""Files that people write: TOML read exactly, key by key; an error names file, line and key.

Sentences about a key follow it: "party[2].armor: must be a text in quotes".
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, TypeVar

from core.messages import Message, Refusal, Value

T = TypeVar("T", bound=str)

LARGEST = 1_000_000
"""The largest quantity in such a file."""
MOST_LISTED = 1_000
"""The most hours, rounds or nights that are followed one by one."""
MOST_DIGITS = 40
FARTHEST = 500
"""The largest reach, space, speed or range in squares: no map is larger."""
MOST_PARTS = 200
"""The most names that dots join to a key: the reader's time grows with their square."""
_PART = re.compile(r"""[\w-]++|"[^"]*"|'[^']*'""")
_DOTTED = re.compile(rf"(?:{_PART.pattern})(?:[ \t]*\.[ \t]*(?:{_PART.pattern}))*")
AT_LINE = r" \(at (?:line (\d+), column \d+|end of document)\)$"


def reason_of(error: Exception) -> str:
    """The system's own short text of an error."""
    return getattr(error, "strerror", None) or str(error)


class FileError(Exception):
    """An error in a file: the path of the `key`, the message about it, and a stable code.

    `file` is its name where known, `line` is given for syntax errors only (0 = elsewhere).
    `also` are the further errors of the same reading.
    """

    def __init__(
        self,
        key: str,
        message: Message,
        *,
        code: str = "bad_value",
        file: str = "",
        line: int = 0,
        also: tuple[FileError, ...] = (),
    ) -> None:
        self.key = key
        self.message = message
        self.code = code
        self.file = file
        self.line = line
        self.also = also
        super().__init__(file, key, message.template)


@contextmanager
def blame(key: str) -> Iterator[None]:
    """Raise a Refusal of the block as a FileError about `key`."""
    try:
        yield
    except Refusal as wrong:
        raise FileError(key, wrong.message, code=wrong.code) from wrong


class NotFinite:
    """A TOML number that has no exact value (inf, nan, 1e9999)."""


def exact_number(text: str) -> Fraction | None:
    """Return the value of "1/2", "0.75" or "12"; None for nonsense, inf, nan, giant exponents."""
    mantissa, _, exponent = text.strip().lower().partition("e")
    if len(mantissa) > MOST_DIGITS or len(exponent) > 3:
        return None
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def _exact(text: str) -> Fraction | NotFinite:
    number = exact_number(text.replace("_", ""))
    return NotFinite() if number is None else number


def read_toml(
    text: str, file: str = "", number: Callable[[str], object] = _exact
) -> dict[str, Any]:
    """Return the tables of a TOML text, numbers exact. Raises FileError `syntax` with the line."""
    check_key_lengths(text, file)
    try:
        return tomllib.loads(text, parse_float=number)
    except (RecursionError, ValueError) as wrong:
        said, line = Message("holds a number or a date that cannot be read"), 0
        if isinstance(wrong, RecursionError):
            said = Message("is nested too deeply")
        elif isinstance(wrong, tomllib.TOMLDecodeError):
            problem = str(wrong)
            at = re.search(AT_LINE, problem)
            line = int(at[1]) if at and at[1] else text.count("\n") + 1
            problem = problem[: at.start() if at else None]
            said = Message("line {line}: {problem}", line=line, problem=problem)
        raise FileError("", said, code="syntax", file=file, line=line) from wrong


def check_key_lengths(text: str, file: str = "") -> None:
    """Raise FileError `syntax` for the first key of more than `MOST_PARTS` names."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.count(".") < MOST_PARTS:
            continue
        if any(len(_PART.findall(key[0])) > MOST_PARTS for key in _DOTTED.finditer(line)):
            said = Message("line {line}: a key is nested too deeply", line=number)
            raise FileError("", said, code="syntax", file=file, line=number)


def unknown(word: str, known: Iterable[str]) -> Message:
    """Return the message about an unknown key, with the nearest known one."""
    near = get_close_matches(word, list(known), n=1, cutoff=0.5)
    if near:
        return Message("no such key; did you mean {suggestion}?", suggestion=near[0])
    return Message("no such key")


def check_known(keys: Iterable[str], known: Iterable[str], above: str = "") -> None:
    """Raise FileError "unknown_key" for the first of `keys` that is not `known`."""
    choices = tuple(known)
    for key in keys:
        if key not in choices:
            raise FileError(f"{above}{key}", unknown(key, choices), code="unknown_key")


class Keys:
    """A table of a file. Every reader raises a FileError that names the key it looked at.

    `known` are the keys that the table may have; `above` the path to it ("party[2]."), where
    entries of a list count from 1. With `quoted` numbers may be texts, such as "1/2", and texts be
    empty.
    """

    def __init__(
        self,
        table: Mapping[str, Any],
        known: Iterable[str],
        above: str = "",
        *,
        quoted: bool = False,
    ) -> None:
        check_known(table, known, above)
        self.table = table
        self.above = above
        self.quoted = quoted

    def __contains__(self, key: str) -> bool:
        return key in self.table

    def wrong(
        self, key: str, template: str, /, code: str = "bad_value", **values: Value
    ) -> FileError:
        """Return an error about `key`."""
        return FileError(f"{self.above}{key}", Message(template, **values), code=code)

    def missing(self, key: str) -> FileError:
        """Return the error that `key` is not given."""
        return self.wrong(key, "must be given", code="missing_key")

    def need(self, key: str) -> object:
        """Return the value of a required key."""
        if key not in self.table:
            raise self.missing(key)
        return self.table[key]

    def number(self, key: str, *, above: int | None = None, least: int | None = 0) -> Fraction:
        """Return an exact number of at least `least` (None = any), or more than `above`."""
        return self._number(key, self.need(key), least, above)

    def maybe_number(self, key: str, *, above: int | None = None) -> Fraction | None:
        """As `number`; None when the key is not given."""
        return self.number(key, above=above) if key in self.table else None

    def number_or(self, key: str, default: Fraction) -> Fraction:
        """As `number`; `default` when the key is not given."""
        return self.number(key) if key in self.table else default

    def numbers(self, key: str) -> tuple[Fraction, ...]:
        """Return a list of exact numbers, 0 or more."""
        return tuple(self._number(at, item, 0) for at, item in self._each(key))

    def hour(self, key: str, default: Fraction | None = None) -> Fraction:
        """Return hours of a day, from 0 to 24; `default` when the key is not given."""
        return self._up_to(24, key, default)

    def span(self, key: str, default: Fraction | None = None) -> Fraction:
        """Return a duration whose hours are followed one by one; `default` when it is not given."""
        return self._up_to(MOST_LISTED, key, default)

    def count(self, key: str) -> int:
        """Return a number of hours, rounds or nights to follow; 0 when the key is not given."""
        return self._whole(key, self.span(key, Fraction(0)))

    def whole(self, key: str, *, least: int | None = 0) -> int:
        """Return a whole number of at least `least` (None = any)."""
        return self._whole(key, self.need(key), least)

    def maybe_whole(self, key: str, *, least: int | None = 0, most: int = LARGEST) -> int | None:
        """As `whole`, and at most `most`; None when the key is not given."""
        found = self.whole(key, least=least) if key in self.table else None
        if found is not None and found > most:
            raise self.wrong(key, "must be {most} or less", most=most)
        return found

    def wholes(self, key: str, *, least: int | None = None) -> tuple[int, ...]:
        """Return a list of whole numbers of at least `least` (None = any)."""
        return tuple(self._whole(at, item, least) for at, item in self._each(key))

    def word(self, key: str, default: str | None = None, choices: Iterable[str] = ()) -> str:
        """Return a text that is not empty, one of `choices` if there are any; else `default`."""
        if key not in self.table and default is not None:
            return default
        value = self.need(key)
        if not isinstance(value, str):
            raise self._type(key, "must be a text in quotes")
        if not value.strip() and not self.quoted:
            raise self.wrong(key, "must not be empty")
        allowed = tuple(choices)
        if allowed and value not in allowed:
            raise self.none_of(key, value, allowed)
        return value

    def choice(self, key: str, choices: Sequence[T], default: T | None = None) -> T:
        """Return one of these words; `default` when it is not given."""
        word = self.word(key, default, choices)
        return next(choice for choice in choices if choice == word)

    def none_of(self, key: str, value: str, allowed: Iterable[str]) -> FileError:
        """Return the error that `value` is none of the words that `key` may have."""
        known = tuple(allowed)
        meant = get_close_matches(value, known, n=1)
        return self.wrong(
            key,
            "cannot be {value}; did you mean {meant}?"
            if meant
            else "cannot be {value}; it is one of {choices}",
            value=value,
            meant="".join(meant),
            choices=known,
        )

    def words(self, key: str) -> tuple[str, ...]:
        """Return a list of texts; empty when the key is not given."""
        found = self.items(key) if key in self.table else ()
        if not all(isinstance(item, str) for item in found):
            raise self._type(key, "must be a list of texts")
        return found

    def flag(self, key: str, default: bool = False) -> bool:
        """Return true or false; `default` when the key is not given."""
        value = self.table.get(key, default)
        if not isinstance(value, bool):
            raise self._type(key, "must be true or false")
        return value

    def inside(self, key: str, known: Iterable[str]) -> Keys | None:
        """Return the table under `key`; None when it is not given."""
        return self._inner(key, known) if key in self.table else None

    def rows(self, key: str, known: Iterable[str]) -> tuple[tuple[str, Keys], ...]:
        """Return the tables under `key` by free keys; empty when it is not given."""
        table, keys = self._inner(key, self._table(key)), tuple(known)
        return tuple((name, table._inner(name, keys)) for name in table.table)

    def texts(self, key: str) -> dict[str, str]:
        """Return a table of texts by free keys; empty when it is not given."""
        table = self._table(key)
        for name, value in table.items():
            if not isinstance(value, str):
                raise self._type(f"{key}.{name}", "must be a text in quotes")
        return dict(table)

    def items(self, key: str) -> tuple[Any, ...]:
        """Return a list."""
        found = self.need(key)
        if not isinstance(found, list | tuple):
            raise self._type(key, "must be a list")
        return tuple(found)

    def some(self, key: str) -> None:
        """Demand a list with one item or more."""
        if not self.items(key):
            raise self.wrong(key, "must hold at least one")

    def tables(self, key: str, known: Iterable[str]) -> tuple[Keys, ...]:
        """Return a list of tables ([[key]]); empty when it is not given."""
        found = self.items(key) if key in self.table else ()
        if not all(isinstance(item, dict) for item in found):
            raise self._type(key, "must be a list of tables, each under [[{key}]]", key=key)
        keys = tuple(known)
        return tuple(
            Keys(item, keys, f"{self.above}{key}[{number}].", quoted=self.quoted)
            for number, item in enumerate(found, start=1)
        )

    def exactly_one(self, *keys: str) -> str:
        """Return the one of `keys` that is given; FileError when none or several are."""
        given = [key for key in keys if key in self.table]
        if not given:
            raise self.missing(" | ".join(keys))
        if len(given) > 1:
            raise self.wrong(given[1], "cannot be given together with {other}", other=given[0])
        return given[0]

    def _inner(self, key: str, known: Iterable[str]) -> Keys:
        return Keys(self._table(key), known, f"{self.above}{key}.", quoted=self.quoted)

    def _each(self, key: str) -> tuple[tuple[str, Any], ...]:
        return tuple((f"{key}[{n}]", item) for n, item in enumerate(self.items(key), start=1))

    def _up_to(self, most: int, key: str, default: Fraction | None) -> Fraction:
        if key not in self.table and default is not None:
            return default
        number = self.number(key)
        if number > most:
            raise self.wrong(key, "must be {most} or less", most=most)
        return number

    def _number(
        self, key: str, value: object, least: int | None = None, above: int | None = None
    ) -> Fraction:
        if isinstance(value, str) and self.quoted:
            value = exact_number(value)
        if isinstance(value, NotFinite):
            raise self.wrong(key, "must be a finite number")
        if isinstance(value, bool) or not isinstance(value, int | Fraction):
            raise self._type(key, "must be a number")
        number = Fraction(value)
        if above is not None and number <= above:
            raise self.wrong(key, "must be more than {above}", above=above)
        if above is None and least is not None and number < least:
            raise self.wrong(key, "must be {least} or more", least=least)
        if abs(number) > LARGEST:
            raise self.wrong(key, "must be {most} or less", most=LARGEST)
        return number

    def _whole(self, key: str, value: object, least: int | None = None) -> int:
        if not isinstance(value, bool) and (isinstance(value, int) or self.quoted):
            number = self._number(key, value, least)
            if number.denominator == 1:
                return int(number)
        raise self._type(key, "must be a whole number")

    def _table(self, key: str) -> dict[str, Any]:
        value = self.table.get(key, {})
        if not isinstance(value, dict):
            raise self._type(key, "must be a table")
        return value

    def _type(self, key: str, template: str, /, **values: Value) -> FileError:
        return self.wrong(key, template, code="wrong_type", **values)
