"""Words as the search compares them: in small letters, without accents. Private to history.

Index and search spell them alike here, and SQLite only parts them at what is no letter: which
letters it knows itself is a matter of its version, and a word that it takes for two is an error
to look for.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

WORD: Final = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f])*")
"""A word: letters and digits, with the accents that lie on them."""

PLAIN: Final = str.maketrans(
    {"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
"""How letters are typed that are no others with an accent on them."""


def folded(word: str) -> str:
    """A word as it is compared: in small letters, without accents."""
    apart = unicodedata.normalize("NFD", word.casefold())
    return "".join(one for one in apart if one.isalnum()).translate(PLAIN)


def spelled(text: str) -> str:
    """All words of a text, folded, with spaces between them."""
    if text.isascii():
        return text  # the index reads these words as they are meant
    return " ".join(folded(word) for word in WORD.findall(text))


def looked_for(text: str) -> tuple[str, ...]:
    """The words of what is looked for, folded, each once."""
    return tuple(dict.fromkeys(folded(word) for word in WORD.findall(text)))
