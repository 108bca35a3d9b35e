"""Canonical JSON: one text for one value, so that it can be hashed.

Keys sorted, no spaces, UTF-8 unescaped, no floats, no integer beyond 2^53. Exact numbers are
strings in lowest terms as `str(Fraction)` writes them: "9/2", "4", "-1/3".
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn, TypeAlias

import msgspec

from core.messages import Refusal

Json: TypeAlias = Any
"""Any JSON value. Which one it is, only those who read it know."""
LARGEST = 2**53
_WRITER = msgspec.json.Encoder(order="sorted")
"""Writes what `json` would, with sorted keys and unescaped, in half the time."""
ODD = re.compile(r"(?:^|[:,\[])-?[0-9]+(?:[.eE]|[0-9]{15})")
"""What may be a number that the journal does not allow, unless it is within a text.

A number is all there is, or follows one of these signs.
"""


def dump(value: Json) -> str:
    """The canonical text of a JSON value. Raises Refusal `not_writable` if it has none."""
    try:
        text = _WRITER.encode(value).decode()
    except UnicodeEncodeError as error:
        raise Refusal(
            "not_writable", "The text contains a broken character and cannot be saved."
        ) from error
    if ODD.search(text):
        _check(value)
    return text


def load(text: str) -> Json:
    """Read a canonical text. Raises ValueError if it has floats or is not JSON."""
    return json.loads(text, parse_float=_no_float, parse_constant=_no_float)


def _no_float(text: str) -> NoReturn:
    raise ValueError(f"a float in the journal: {text}")


def _check(value: Json) -> None:
    kind = type(value)
    if kind is str or value is None or kind is bool:
        return
    if kind is dict:
        for item in value.values():
            _check(item)
    elif kind is list or kind is tuple:
        for item in value:
            _check(item)
    elif kind is not int:
        raise TypeError(f"not JSON of the journal: {kind.__name__}")
    elif abs(value) > LARGEST:
        raise Refusal(
            "not_writable", "The number {number} is too large to be saved.", number=str(value)
        )
