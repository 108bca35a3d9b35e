"""How much a file that people write may hold: what a stranger sends takes little memory to refuse.

A table, a value or a mistake takes up to a thousand times the memory of the letters that make it,
so the size of a file alone bounds nothing.
"""

from __future__ import annotations

import re
from typing import Any

from core.files import FileError
from core.messages import Message

MOST_VALUES = 100_000
"""The most keys and values of a file, many times those of any that somebody wrote."""
_LEAST_LETTERS = 2
"""The letters of the shortest name in a key, with its dot or equals sign."""
_NAME = re.compile(r"""[\w"'-][ \t]*+[.=\]]""")
"""The end of a name in a key, and more: quotes are not understood, so nothing hides in them."""


def check_names(text: str) -> None:
    """Raise FileError "too_large" for a text with more than MOST_VALUES names in its keys.

    Call it before the text is read: the reader keeps about a KiB for each.
    """
    if len(text) <= MOST_VALUES * _LEAST_LETTERS:
        return
    for number, _ in enumerate(_NAME.finditer(text), start=1):
        if number > MOST_VALUES:
            raise _too_many()


def check_values(tables: dict[str, Any]) -> None:
    """Raise FileError "too_large" for more than MOST_VALUES keys and items of lists in all."""
    count = 0
    unread: list[dict[str, Any] | list[Any]] = [tables]
    while unread:
        holder = unread.pop()
        count += len(holder)
        if count > MOST_VALUES:
            raise _too_many()
        values = holder.values() if isinstance(holder, dict) else holder
        unread.extend(value for value in values if isinstance(value, dict | list))


def _too_many() -> FileError:
    message = Message("holds more than {most} keys and values", most=MOST_VALUES)
    return FileError("", message, code="too_large")
