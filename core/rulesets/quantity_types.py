"""The kinds of value that a ruleset's tables hold: exact numbers, frozen tables, shown names."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer

from core.file_schema import WrongValue, wrong_type
from core.files import exact_number
from core.messages import Message, exact

Item = TypeVar("Item")
EXACT_NUMBER = Message('must be an exact number, such as 1.5 or "1/2"')


def _fraction(value: object) -> Fraction:
    if isinstance(value, Fraction):
        return value
    number = None
    if isinstance(value, int) and not isinstance(value, bool):
        number = Fraction(value)
    elif isinstance(value, str):
        number = exact_number(value)
    if number is None:
        raise wrong_type(EXACT_NUMBER)
    return number


def _above_zero(value: Fraction) -> Fraction:
    if value <= 0:
        raise WrongValue(Message("must be more than zero"))
    return value


def _named(names: Mapping[str, str]) -> Mapping[str, str]:
    if not names.get("en"):
        raise WrongValue(Message("must have an English name (en)"))
    return names


def _frozen(table: Mapping[str, Item]) -> Mapping[str, Item]:
    return MappingProxyType(dict(sorted(table.items())))


def _thawed(table: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: row.model_dump(exclude_defaults=True) if isinstance(row, BaseModel) else row
        for key, row in table.items()
    }


Exact: TypeAlias = Annotated[
    Fraction,
    BeforeValidator(_fraction),
    PlainSerializer(exact, return_type=str),
]
"""An exact number: a TOML number, or a string such as "1/2"."""

Positive: TypeAlias = Annotated[Exact, AfterValidator(_above_zero)]
"""An exact number above zero: a pace, a multiplier, hours of a day."""

Count: TypeAlias = Annotated[int, Field(ge=0)]
"""A whole number that is not negative."""

Many: TypeAlias = Annotated[int, Field(ge=1)]
"""A whole number of at least 1, such as one by which something is divided."""

Table: TypeAlias = Annotated[Mapping[str, Item], AfterValidator(_frozen), PlainSerializer(_thawed)]
"""A read-only table by slug, in the order of the slugs."""

Names: TypeAlias = Annotated[
    Mapping[str, str], AfterValidator(_named), AfterValidator(_frozen), PlainSerializer(_thawed)
]
"""Shown names by language code; English is required."""


class Frozen(BaseModel):
    """A part of a ruleset: immutable; unknown keys and wrong types are errors.

    The modules of its subclasses do without `from __future__ import annotations`: pydantic would
    compile and evaluate each annotation by itself, a third of their import.
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, validate_default=True, defer_build=True
    )


class Sourced(Frozen):
    """A part of a ruleset with the `source` it comes from."""

    source: str = ""


class TableRow(Sourced):
    """A row of a table, with its shown `name` by language."""

    name: Names

    def name_in(self, lang: str = "en") -> str:
        """Return the row's name in `lang`, else in English."""
        return self.name.get(lang, self.name["en"])
