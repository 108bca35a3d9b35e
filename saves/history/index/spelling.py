"""Words as the search compares them: lower case, without accents. Private to history.

SQLite only splits the text, because the letters it knows depend on its version.
"""

from __future__ import annotations

import re
import unicodedata

WORD = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f])*")
"""A word: letters and digits, with combining accents."""

PLAIN = str.maketrans(
    {"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
"""Spellings of letters that are not another letter with an accent."""


def folded(word: str) -> str:
    """A word in lower case, without accents."""
    apart = unicodedata.normalize("NFD", word.casefold())
    return "".join(one for one in apart if one.isalnum()).translate(PLAIN)


def spelled(text: str) -> str:
    """All words of a text, folded, separated by spaces."""
    if text.isascii():
        return text  # the index folds these itself
    return " ".join(folded(word) for word in WORD.findall(text))


def looked_for(text: str) -> tuple[str, ...]:
    """The words of a query, folded, each once."""
    return tuple(dict.fromkeys(folded(word) for word in WORD.findall(text)))
