"""TOML tables of files that game masters write, read key by key; mistakes name the key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from core.messages import N_, Message, Value
from core.rulesets.values import NotFinite, toml_float

LARGEST = 1_000_000
"""No quantity of such a file is larger."""
LINE = re.compile(r"\(at line (\d+), column (\d+)\)")
END = re.compile(r"\(at end of document\)")


class FileError(Exception):
    """A file that says something impossible: a stable `code`, the `key` (its path), a sentence.

    `line` is given for errors of syntax only (0 = elsewhere).
    """

    def __init__(self, code: str, key: str, message: Message, line: int = 0) -> None:
        self.code = code
        self.key = key
        self.message = message
        self.line = line
        super().__init__(code, key)


def parse_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML text, numbers exact. Raises FileError `syntax` with the line."""
    try:
        return tomllib.loads(text, parse_float=toml_float)
    except tomllib.TOMLDecodeError as error:
        raise _syntax(text, str(error)) from None
    except (ValueError, RecursionError):
        raise FileError(
            "syntax", "", Message(N_("This is no TOML that can be read: a number or nesting "
                                     "in it goes beyond all bounds."))
        ) from None  # fmt: skip


class Keys:
    """A table of a file. Every reader raises a FileError that names the key it looked at.

    `known` are the keys that the table may have; `above` the path to it ("party[2]."), where
    entries of a list count from 1.
    """

    def __init__(self, table: Mapping[str, Any], known: Iterable[str], above: str = "") -> None:
        self.table = table
        self.above = above
        allowed = tuple(known)
        for key in table:
            if key not in allowed:
                raise self._unknown(key, allowed)

    def __contains__(self, key: str) -> bool:
        return key in self.table

    def wrong(
        self, key: str, template: str, /, code: str = "bad_value", **values: Value
    ) -> FileError:
        """The error that something is wrong with `key`."""
        return FileError(code, f"{self.above}{key}", Message(template, **values))

    def missing(self, key: str) -> FileError:
        """The error that `key` is not given."""
        return self.wrong(key, N_("{key} is missing."), code="missing_key", key=key)

    def need(self, key: str) -> object:
        """The value of a key that has to be given."""
        if key not in self.table:
            raise self.missing(key)
        return self.table[key]

    def number(self, key: str, *, above: int | None = None, least: int = 0) -> Fraction:
        """An exact number of at least `least`, or more than `above`."""
        value = self.need(key)
        if isinstance(value, NotFinite):
            raise self.wrong(key, N_("{key} must be a finite number."), key=key)
        if isinstance(value, bool) or not isinstance(value, int | Fraction):
            raise self._type(key, Message(N_("a number")))
        number = Fraction(value)
        if above is not None and number <= above:
            raise self.wrong(key, N_("{key} must be more than {above}."), key=key, above=above)
        if above is None and number < least:
            raise self.wrong(key, N_("{key} must be {least} or more."), key=key, least=least)
        if number > LARGEST:
            raise self.wrong(key, N_("{key} must be {most} or less."), key=key, most=LARGEST)
        return number

    def maybe_number(self, key: str, *, above: int | None = None) -> Fraction | None:
        """As `number`; None when the key is not given."""
        return self.number(key, above=above) if key in self.table else None

    def number_or(self, key: str, default: Fraction) -> Fraction:
        """As `number`; `default` when the key is not given."""
        return self.number(key) if key in self.table else default

    def hour(self, key: str, default: Fraction | None = None, most: int = 24) -> Fraction:
        """Hours of a day, from 0 to `most`; `default` when the key is not given."""
        if key not in self.table and default is not None:
            return default
        number = self.number(key)
        if number > most:
            raise self.wrong(key, N_("{key} must be {most} or less."), key=key, most=most)
        return number

    def whole(self, key: str, *, least: int | None = 0) -> int:
        """A whole number of at least `least` (None = any)."""
        value = self.need(key)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self._type(key, Message(N_("a whole number")))
        if least is not None and value < least:
            raise self.wrong(key, N_("{key} must be {least} or more."), key=key, least=least)
        if abs(value) > LARGEST:
            raise self.wrong(key, N_("{key} must be {most} or less."), key=key, most=LARGEST)
        return value

    def maybe_whole(self, key: str, *, least: int | None = 0) -> int | None:
        """As `whole`; None when the key is not given."""
        return self.whole(key, least=least) if key in self.table else None

    def word(self, key: str, default: str | None = None, choices: Iterable[str] = ()) -> str:
        """A text that is not empty, one of `choices` if there are any; else `default`."""
        if key not in self.table and default is not None:
            return default
        value = self.need(key)
        if not isinstance(value, str):
            raise self._type(key, Message(N_("a text in quotes")))
        if not value.strip():
            raise self.wrong(key, N_("{key} must not be empty."), key=key)
        allowed = tuple(choices)
        if allowed and value not in allowed:
            raise self.none_of(key, value, allowed)
        return value

    def none_of(
        self, key: str, value: str, allowed: Iterable[str], code: str = "bad_value"
    ) -> FileError:
        """The error that `value` is none of the words that `key` may have."""
        known = tuple(allowed)
        meant = get_close_matches(value, known, n=1)
        if meant:
            return self.wrong(
                key, N_("{value} is no {key}; did you mean {meant}?"),
                code=code, key=key, value=value, meant=meant[0],
            )  # fmt: skip
        return self.wrong(
            key, N_("{value} is no {key}; there are {choices}."),
            code=code, key=key, value=value, choices=known,
        )  # fmt: skip

    def words(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty when the key is not given."""
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self._type(key, Message(N_("a list of texts")))
        return tuple(value)

    def flag(self, key: str, default: bool = False) -> bool:
        """True or false; `default` when the key is not given."""
        value = self.table.get(key, default)
        if not isinstance(value, bool):
            raise self._type(key, Message(N_("true or false")))
        return value

    def inside(self, key: str, known: Iterable[str]) -> Keys | None:
        """The table under `key`; None when it is not given."""
        if key not in self.table:
            return None
        return Keys(self._table(key, self.table[key]), known, f"{self.above}{key}.")

    def texts(self, key: str) -> dict[str, str]:
        """A table of texts by free keys; empty when it is not given."""
        table = self._table(key, self.table.get(key, {}))
        for name, value in table.items():
            if not isinstance(value, str):
                raise Keys(table, table, f"{self.above}{key}.")._type(
                    name, Message(N_("a text in quotes"))
                )
        return dict(table)

    def tables(self, key: str, known: Iterable[str]) -> tuple[Keys, ...]:
        """A list of tables ([[key]]); empty when it is not given."""
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self._type(key, Message(N_("a list of tables, each under [[{key}]]"), key=key))
        keys = tuple(known)
        return tuple(
            Keys(item, keys, f"{self.above}{key}[{number}].")
            for number, item in enumerate(value, start=1)
        )

    def _table(self, key: str, value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self._type(key, Message(N_("a table")))
        return value

    def _type(self, key: str, wanted: Message) -> FileError:
        return self.wrong(
            key, N_("{key} must be {wanted}."), code="wrong_type", key=key, wanted=wanted
        )

    def _unknown(self, key: str, allowed: tuple[str, ...]) -> FileError:
        meant = get_close_matches(key, allowed, n=1)
        if meant:
            return self.wrong(
                key, N_("There is no key {key} here; did you mean {meant}?"),
                code="unknown_key", key=key, meant=meant[0],
            )  # fmt: skip
        return self.wrong(
            key, N_("There is no key {key} here; there are {choices}."),
            code="unknown_key", key=key, choices=allowed,
        )  # fmt: skip


def _syntax(text: str, said: str) -> FileError:
    found = LINE.search(said)
    line = int(found.group(1)) if found else text.count("\n") + 1
    problem = END.sub("", LINE.sub("", said)).strip()
    return FileError(
        "syntax",
        "",
        Message(N_("Line {line}: no TOML ({problem})."), line=line, problem=problem),
        line,
    )
