"""Canonical JSON: one text for one value, so that it can be hashed.

Keys sorted, no spaces, UTF-8 unescaped, no floats, no integer beyond 2^53. Exact numbers are
strings in lowest terms as `str(Fraction)` writes them: "9/2", "4", "-1/3".
"""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn

from core.messages import N_, Refusal

LARGEST: Final = 2**53


def dump(value: Any) -> str:  # noqa: ANN401  (any JSON value)
    """The canonical text of a JSON value. Refusal `not_writable` for what has none."""
    _check(value)
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Refusal(
            "not_writable", N_("The text contains a broken character and cannot be saved.")
        ) from error
    return text


def load(text: str) -> Any:  # noqa: ANN401  (any JSON value)
    """The value of a canonical text. ValueError for floats and for what is not JSON."""
    return json.loads(text, parse_float=_no_float, parse_constant=_no_float)


def _no_float(text: str) -> NoReturn:
    raise ValueError(f"a float in the journal: {text}")


def _check(value: Any) -> None:  # noqa: ANN401  (any JSON value)
    if isinstance(value, dict):
        for item in value.values():
            _check(item)
    elif isinstance(value, list):
        for item in value:
            _check(item)
    elif isinstance(value, float) or (isinstance(value, int) and abs(value) > LARGEST):
        raise Refusal("not_writable", N_("The number {number} is too large to be saved."),
                      number=str(value))  # fmt: skip
