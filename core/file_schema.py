"""Models of files that people write: what a key may hold, and the sentence about what it may not.

Each kind of file has a model. `read_file` reads a text by it, `read_table` a table; an error names
the key, what is wrong and what to type. Models describe each key, for `outrider schema`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from fractions import Fraction
from itertools import islice
from types import NoneType, UnionType
from typing import Annotated, Any, Generic, TypeAlias, TypeVar, Union, get_args, get_origin

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ValidationError,
    ValidationInfo,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, ErrorDetails, core_schema

from core.effects.listed_effects import read_listed_effect
from core.file_limits import check_names, check_values
from core.files import (
    FARTHEST,
    LARGEST,
    MOST_LISTED,
    FileError,
    NotFinite,
    exact_number,
    read_toml,
    unknown,
)
from core.messages import Message, Refusal

Item = TypeVar("Item")
Number = TypeVar("Number", int, Fraction)
Location: TypeAlias = tuple[int | str, ...]
DAY_HOURS = 24
MOST_MISTAKES = 100
"""The most mistakes of a reading that are explained."""
KEY_ITSELF = "[key]"
"""The last part of pydantic's location of an error in a key of a table by free keys."""
_QUOTED = re.compile(r"'([^']*)'")
EMPTY = '""'
"""How a sentence writes the choice of an empty text."""


class WrongValue(ValueError):
    """A value that a key may not hold: the sentence, its stable code, and where below the key.

    Validators raise it; `explain` makes it an error about the key.
    """

    def __init__(self, message: Message, code: str = "bad_value", key: str = "") -> None:
        self.message = message
        self.code = code
        self.key = key
        super().__init__(message.template)


def wrong_type(message: Message, key: str = "") -> WrongValue:
    """Return the error that a value is of another type."""
    return WrongValue(message, "wrong_type", key)


A_TEXT = Message("must be a text in quotes")
A_NUMBER = Message("must be a number")
A_WHOLE_NUMBER = Message("must be a whole number")
A_TABLE = Message("must be a table")
A_LIST = Message("must be a list")
TEXTS = Message("must be a list of texts")
SOME = Message("must hold at least one")
MISSING = Message("must be given")
EXPECTED: Mapping[str, Message] = {
    "string_type": A_TEXT,
    "int_type": A_WHOLE_NUMBER,
    "bool_type": Message("must be true or false"),
    "tuple_type": A_LIST,
    "list_type": A_LIST,
}
"""What a value is to be, by pydantic's name of the error; else a table."""


class Bounded(ABC, Generic[Number]):
    """The numbers that a key may hold: `least` (None = any) to `most`, or more than `above`."""

    def __init__(
        self, least: int | None = 0, most: int = LARGEST, *, above: int | None = None
    ) -> None:
        self.least = least
        self.most = most
        self.above = above

    @abstractmethod
    def read(self, value: object, info: ValidationInfo) -> Number:
        """Return the number. Raises WrongValue. Texts are numbers where they may be quoted."""

    def read_items(self, items: Iterable[object], info: ValidationInfo) -> tuple[Number, ...]:
        """Return the numbers of a list. The key of a WrongValue is the place of the wrong one."""
        numbers = []
        for position, item in enumerate(items, start=1):
            try:
                numbers.append(self.read(item, info))
            except WrongValue as wrong:
                raise WrongValue(wrong.message, wrong.code, f"[{position}]") from wrong
        return tuple(numbers)

    def read_exact(self, value: object, info: ValidationInfo) -> Fraction:
        """Return the exact number within the bounds, whole or not. Raises WrongValue."""
        if info.context and isinstance(value, str):
            number: object = exact_number(value)
        else:
            number = value
        if isinstance(number, NotFinite):
            raise WrongValue(Message("must be a finite number"))
        if isinstance(number, bool) or not isinstance(number, int | Fraction):
            raise wrong_type(A_NUMBER)
        if self.above is not None and number <= self.above:
            raise WrongValue(Message("must be more than {above}", above=self.above))
        self.check(number)
        return Fraction(number)

    def check(self, number: int | Fraction) -> None:
        """Raise WrongValue for a number out of the range."""
        if self.least is None:
            least = -LARGEST
        else:
            least = self.least
        if self.above is None and number < least:
            raise WrongValue(Message("must be {least} or more", least=least))
        if number > self.most:
            if number <= LARGEST:
                most = min(self.most, LARGEST)
            else:
                most = LARGEST
            raise WrongValue(Message("must be {most} or less", most=most))

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.with_info_plain_validator_function(self.read)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        bounds: JsonSchemaValue = {"type": "number", "maximum": self.most}
        if self.above is not None:
            return {**bounds, "exclusiveMinimum": self.above}
        return {**bounds, "minimum": -LARGEST if self.least is None else self.least}


class NumberIn(Bounded[Fraction]):
    """The exact numbers that a key may hold."""

    def read(self, value: object, info: ValidationInfo) -> Fraction:
        """Return the number. Raises WrongValue. Texts are numbers where they may be quoted."""
        return self.read_exact(value, info)


class WholeIn(Bounded[int]):
    """The whole numbers that a key may hold."""

    def read(self, value: object, info: ValidationInfo) -> int:
        """Return the number. Raises WrongValue. Texts are numbers where they may be quoted."""
        if type(value) is int:
            self.check(value)
            return value
        if not info.context or isinstance(value, bool):
            raise wrong_type(A_WHOLE_NUMBER)
        number = self.read_exact(value, info)
        if number.denominator != 1:
            raise wrong_type(A_WHOLE_NUMBER)
        return int(number)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {**super().__get_pydantic_json_schema__(schema, handler), "type": "integer"}


class OneOf:
    """The words that a key may hold, where no type lists them."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = tuple(words)

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.literal_schema(list(self.words))


def check_not_blank(text: str, info: ValidationInfo) -> str:
    """Return a text. Raises WrongValue for an empty one, unless numbers may be quoted."""
    if not info.context and not text.strip():
        raise WrongValue(Message("must not be empty"))
    return text


def _check_some(items: tuple[Item, ...]) -> tuple[Item, ...]:
    if not items:
        raise WrongValue(SOME)
    return items


@contextmanager
def as_wrong_value(key: str = "") -> Iterator[None]:
    """Raise a Refusal of the block as a WrongValue."""
    try:
        yield
    except Refusal as refused:
        raise WrongValue(refused.message, refused.code, key) from refused


Text: TypeAlias = Annotated[
    str, AfterValidator(check_not_blank), Field(json_schema_extra={"minLength": 1})
]
"""A text that is not empty; where numbers may be quoted, any text."""
Amount: TypeAlias = Annotated[Fraction, NumberIn()]
"""An exact number of 0 or more."""
AnyAmount: TypeAlias = Annotated[Fraction, NumberIn(None)]
AboveZero: TypeAlias = Annotated[Fraction, NumberIn(above=0)]
HoursOfDay: TypeAlias = Annotated[Fraction, NumberIn(most=DAY_HOURS)]
Span: TypeAlias = Annotated[Fraction, NumberIn(most=MOST_LISTED)]
"""Hours that are followed one by one."""
Natural: TypeAlias = Annotated[int, WholeIn()]
"""A whole number of 0 or more."""
Whole: TypeAlias = Annotated[int, WholeIn(None)]
FromOne: TypeAlias = Annotated[int, WholeIn(1)]
SquareCount: TypeAlias = Annotated[int, WholeIn(most=FARTHEST)]
SomeSquares: TypeAlias = Annotated[int, WholeIn(1, FARTHEST)]
ListOf: TypeAlias = Annotated[tuple[Item, ...], Field(strict=False)]
"""A list, kept as a tuple."""
SomeOf: TypeAlias = Annotated[
    tuple[Item, ...],
    Field(strict=False, json_schema_extra={"minItems": 1}),
    AfterValidator(_check_some),
]
"""A list with one item or more."""


def _check_effect(text: str, info: ValidationInfo) -> str:
    with as_wrong_value():
        read_listed_effect(text)
    return text


EffectText: TypeAlias = Annotated[Text, AfterValidator(_check_effect)]
"""An effect with its value and how long it lasts: "frightened=2 5"."""


class FileTable(BaseModel):
    """A table of a file that people write: immutable; unknown keys and wrong types are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)


Model = TypeVar("Model", bound=BaseModel)


def read_file(model: type[Model], text: str, *, quoted: bool = False) -> Model:
    """Return the TOML text of a whole file as its model. Raises FileError, as `read_table`.

    A file of more than MOST_VALUES keys and values is refused ("too_large").
    """
    check_names(text)
    tables = read_toml(text)
    check_values(tables)
    return read_table(model, tables, quoted=quoted)


def read_table(
    model: type[Model], table: Mapping[str, Any], above: str = "", *, quoted: bool = False
) -> Model:
    """Return a table of a file as its model. FileError names the first wrong key, `also` the rest.

    `above` is the path to the table ("party[2]."). With `quoted` numbers may be texts, such as
    "1/2", and texts be empty.
    """
    try:
        return model.model_validate(table, context=quoted)
    except ValidationError as wrong:
        raise explain(model, wrong, above) from wrong


def explain(model: type[BaseModel], wrong: ValidationError, above: str = "") -> FileError:
    """Return the errors of a table as the first of them, further ones in its `also`.

    They are in the order of the model's keys, at most MOST_MISTAKES; but an unknown key comes
    before all else of its table, as it is often one of those that are missing.
    """
    errors = wrong.errors(include_url=False)
    first = errors[0]
    around = [
        error
        for error in errors
        if error["type"] == "extra_forbidden"
        and first["loc"][: len(error["loc"]) - 1] == error["loc"][:-1]
    ]
    if around:
        first = min(around, key=lambda error: len(error["loc"]))
    problem = explain_one(model, first, above)
    others = (error for error in errors if error is not first)
    problem.also = tuple(
        explain_one(model, error, above) for error in islice(others, MOST_MISTAKES - 1)
    )
    return problem


def explain_one(model: type[BaseModel], error: ErrorDetails, above: str = "") -> FileError:
    """Return one of pydantic's errors about a table: key, sentence and code."""
    kind = error["type"]
    location = tuple(error["loc"])
    is_key = location[-1:] == (KEY_ITSELF,)
    if is_key:
        location = location[:-1]
    cause = error.get("ctx", {}).get("error")
    if isinstance(cause, WrongValue):
        return FileError(_join(above, location, cause.key), cause.message, code=cause.code)
    if kind == "missing":
        return FileError(_join(above, location), MISSING, code="missing_key")
    if kind == "extra_forbidden":
        message = no_such_key(str(location[-1]), keys_at(model, location[:-1]))
        return FileError(_join(above, location), message, code="unknown_key")
    if kind == "literal_error" and isinstance(error["input"], str):
        choices = choices_of(error)
        if is_key:
            message = no_such_key(error["input"], choices)
            return FileError(_join(above, location), message, code="unknown_key")
        return FileError(_join(above, location), none_of(error["input"], choices))
    return _explain_type(model, kind, location, above)


def choices_of(error: ErrorDetails) -> tuple[str, ...]:
    """Return the words that a key may hold, of pydantic's error that it holds another."""
    words = _QUOTED.findall(str(error.get("ctx", {}).get("expected", "")))
    return tuple(word or EMPTY for word in words)


def _explain_type(model: type[BaseModel], kind: str, location: Location, above: str) -> FileError:
    if kind == "literal_error":
        message = A_TEXT
    else:
        message = EXPECTED.get(kind, A_TABLE)
    item = location[:-1] if location and isinstance(location[-1], int) else None
    tables = None
    if message is A_TABLE:
        tables = item
    elif message is A_LIST:
        tables = location
    if item is not None and message is A_TEXT:
        location = item
        message = TEXTS
    elif tables is not None and tables and _holds_tables(type_at(model, tables)):
        location = tables
        key = ".".join(part for part in tables if isinstance(part, str))
        message = Message("must be a list of tables, each under [[{key}]]", key=key)
    return FileError(_join(above, location), message, code="wrong_type")


def _holds_tables(annotation: object) -> bool:
    kinds = get_args(annotation)
    return bool(kinds) and _is_model(_plain(kinds[0]))


def no_such_key(key: str, known: Sequence[str]) -> Message:
    """Return the sentence about an unknown key: the nearest known one, or all that there are."""
    message = unknown(key, known)
    if known and message.value("suggestion") is None:
        return Message("no such key; write one of {choices}", choices=tuple(known))
    return message


def check_one_of(table: BaseModel, *keys: str) -> str:
    """Return the one of `keys` that is given. Raises WrongValue when none or several are."""
    given = given_keys(table, keys)
    if not given:
        raise missing(" | ".join(keys))
    if len(given) > 1:
        raise cannot_go_with(given[1], given[0])
    return given[0]


def check_given(table: BaseModel, *keys: str) -> None:
    """Raise WrongValue for the first of `keys` that is not given."""
    for key in keys:
        if key not in table.model_fields_set:
            raise missing(key)


def given_keys(table: BaseModel, keys: Iterable[str]) -> tuple[str, ...]:
    """Return those of `keys` that are given, in order."""
    given = table.model_fields_set
    return tuple(key for key in keys if key in given)


def refuse_keys(
    table: BaseModel, keys: Iterable[str], message: Message, code: str = "bad_value"
) -> None:
    """Raise WrongValue with this message for the first of `keys` that is given."""
    for key in given_keys(table, keys):
        raise WrongValue(message, code, key)


def missing(key: str) -> WrongValue:
    """Return the error that a key is not given."""
    return WrongValue(MISSING, "missing_key", key)


def cannot_go_with(key: str, other: str) -> WrongValue:
    """Return the error that a key is given with another that it does not go with."""
    message = Message("cannot be given together with {other}", other=other)
    return WrongValue(message, key=key)


def none_of(value: str, choices: Sequence[str]) -> Message:
    """Return the sentence that a value is none of those that a key may hold."""
    meant = get_close_matches(value, choices, n=1)
    if not value.strip():
        return Message("must be one of {choices}", choices=tuple(choices))
    if meant:
        return Message("cannot be {value}; did you mean {meant}?", value=value, meant=meant[0])
    return Message("cannot be {value}; it is one of {choices}", value=value, choices=tuple(choices))


def check_row(key: str, value: str, rows: Collection[str]) -> None:
    """Raise FileError for a value under `key` that is none of these rows of a ruleset."""
    if value not in rows:
        raise FileError(key, none_of(value, tuple(rows)))


def _join(above: str, location: Location, below: str = "") -> str:
    path = above
    for part in (*location, *([below] if below else [])):
        if isinstance(part, int):
            path = f"{path.removesuffix('.')}[{part + 1}]."
        elif part.startswith("["):
            path = f"{path.removesuffix('.')}{part}."
        else:
            path = f"{path}{part}."
    return path.removesuffix(".")


def keys_at(model: type[BaseModel], location: Location) -> tuple[str, ...]:
    """Return the keys of the table at a location; empty inside a table of free keys."""
    here = type_at(model, location)
    if not (isinstance(here, type) and issubclass(here, BaseModel)):
        return ()
    return tuple(here.model_fields[name].alias or name for name in here.model_fields)


def type_at(model: type[BaseModel], location: Location) -> object:
    """Return the type of the values at a location of a model."""
    here: object = model
    for part in location:
        if isinstance(here, type) and issubclass(here, BaseModel):
            fields = here.model_fields
            named = {field.alias or name: field.annotation for name, field in fields.items()}
            here = _plain(named.get(str(part)))
            continue
        kinds = get_args(here)
        if not kinds:
            here = None
        elif isinstance(part, int):
            here = _plain(kinds[0])
        else:
            here = _plain(kinds[-1])
    return here


def _plain(annotation: object) -> object:
    """Return a type without what is annotated to it, and without None."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return _plain(get_args(annotation)[0])
    if origin in (Union, UnionType):
        return _plain(next(kind for kind in get_args(annotation) if kind is not NoneType))
    return annotation


def _is_model(annotation: object) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)
