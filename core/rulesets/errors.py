"""Messages about errors in a ruleset."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias, get_args, get_origin

from pydantic import BaseModel

from core.files import unknown
from core.messages import Message

Problem: TypeAlias = tuple[tuple[str, ...], Message]
"""An error in a value: the path of its key, and the message."""


EXPECTED: Mapping[str, Message] = {
    "string_type": Message("must be a text in quotes"),
    "int_type": Message("must be a whole number"),
    "bool_type": Message("must be true or false"),
    "tuple_type": Message("must be a list"),
    "missing": Message("is missing"),
}
SAID: Mapping[str, Message] = {
    "number": Message('must be an exact number, such as 1.5 or "1/2"'),
    "above_zero": Message("must be more than zero"),
    "at_least_0": Message("must not be negative"),
    "at_least_1": Message("must be 1 or more"),
    "no_english_name": Message("must have an English name (en)"),
}
QUOTED = re.compile(r"'([^']+)'")
A_TABLE = Message("must be a table")


def no_row(row: str, known: Iterable[str]) -> Message:
    """Return the message about a missing row, with the nearest existing one."""
    suggestion = dict(unknown(row, sorted(known)).values).get("suggestion")
    if suggestion is None:
        return Message("no row {row}", row=row)
    return Message("no row {row}; did you mean {suggestion}?", row=row, suggestion=suggestion)


def explain(model: type[BaseModel], error: Mapping[str, Any]) -> Message:
    """Return pydantic's error as a message: a wrong type, a missing or an unknown key."""
    kind, path = error["type"], tuple(str(part) for part in error["loc"])
    if kind == "extra_forbidden":
        return unknown(path[-1], keys_at(model, path[:-1]))
    if kind == "literal_error":
        allowed = tuple(QUOTED.findall(str(error.get("ctx", {}).get("expected", ""))))
        return Message("must be one of {choices}", choices=allowed)
    if kind == "value_error":
        return SAID.get(str(error.get("ctx", {}).get("error", "")), A_TABLE)
    return EXPECTED.get(kind, A_TABLE)


def keys_at(model: type[BaseModel], path: Iterable[str]) -> tuple[str, ...]:
    """Return the keys of the schema at `path`; empty inside a table of free slugs."""
    here: type[BaseModel] | None = model
    inside_table = False
    for part in path:
        if inside_table or here is None:
            inside_table = False
            continue
        field = here.model_fields.get(part)
        if field is None:
            return ()
        inside_table = get_origin(field.annotation) in (dict, Mapping)
        here = _model_in(field.annotation)
    return () if here is None or inside_table else tuple(here.model_fields)


def _model_in(annotation: object) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    found = (_model_in(part) for part in get_args(annotation))
    return next((model for model in found if model is not None), None)
