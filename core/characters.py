"""Invisible characters, which a terminal or a page obeys, and those that count in comparisons.

Invisible are controls (C0, C1), formatting characters (bidi marks, tags, zero widths), lone
surrogates, line and paragraph separators, and those of private use, which every font draws as it
likes.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

PRIVATE = "\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"
OBEYED = (
    "\x00-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200e"
    "\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000110bd\U000110cd"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001"
    "\U000e0020-\U000e007f"
)
"""The two joiners, U+200C and U+200D, are not among them: Persian and Indic names need them."""
STANDS_FOR = "?"
"""Shown in place of a character of private use."""


@cache
def unseen_pattern() -> re.Pattern[str]:
    """Return the pattern of one invisible character; compiled when the first is looked for."""
    return re.compile(f"[{OBEYED}{PRIVATE}]")


@lru_cache(maxsize=4096)
def plain(words: str) -> str:
    """Return words as they are compared: "Half-Orc" is "halforc"."""
    return re.sub(r"[\W_]", "", words.casefold())


def clean(text: str) -> str:
    """Return `text` on one line, without invisible characters."""
    if text.isprintable():
        return text
    lines = text.splitlines()
    return unseen_pattern().sub(_instead, " ".join(lines) if len(lines) > 1 else text)


def clean_lines(text: str) -> str:
    """Return `text` without invisible characters, in its lines; each ends with LF."""
    line = text.replace("\n", "")
    if line.isprintable() or not unseen_pattern().search(line):
        return text
    return "\n".join(clean(line) for line in text.split("\n"))


def escaped(json: str) -> str:
    """Return equivalent JSON with the invisible characters as escapes."""
    return unseen_pattern().sub(_escape, json)


def _instead(found: re.Match[str]) -> str:
    mark = found[0]
    if mark == "\t":
        return " "
    if re.match(f"[{PRIVATE}]", mark):
        return STANDS_FOR
    return ""


def _escape(found: re.Match[str]) -> str:
    mark = found[0]
    if mark in "\t\n\r":
        return mark
    units = mark.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[n]:02x}{units[n + 1]:02x}" for n in range(0, len(units), 2))
