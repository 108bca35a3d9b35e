"""Words of a creature's line that are not understood: one refusal names all of a line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import TypeVar

from core.characters import plain
from core.messages import Message, Refusal, Template, Value

Read = TypeVar("Read")

NEAR = 0.75
"""How near a word is to another, of 1, that it may be a slip of the finger."""
MOST = 8
"""The most words that a refusal names besides the first."""


class UnknownWord(Refusal):
    """The refusal of one `word` that is not understood, with its `nearest` ("" = none is near)."""

    def __init__(
        self, code: str, template: Template, /, *, word: str, nearest: str = "", **values: Value
    ) -> None:
        super().__init__(code, template, word=word, nearest=nearest, **values)
        self.word = word
        self.nearest = nearest


def is_near(word: str, known: Iterable[str]) -> bool:
    """Return whether a word is nearly one of those `known`."""
    return bool(get_close_matches(plain(word), known, n=1, cutoff=NEAR))


def read_naming_all(line: str, read: Callable[[str], Read]) -> Read:
    """Read a line; where several of its words are not understood, the Refusal names them all.

    Those besides the first are found by reading the line with the nearest in its place, or without
    it.
    """
    try:
        return read(line)
    except UnknownWord as first:
        others = _find_others(first, line, read)
        if not others:
            raise
        raise Refusal(
            first.code,
            "{first} Not understood either: {others}.",
            first=first.message,
            others=tuple(map(_name_with_nearest, others)),
        ) from None


def _find_others(first: UnknownWord, line: str, read: Callable[[str], object]) -> list[UnknownWord]:
    others: list[UnknownWord] = []
    unknown: UnknownWord | None = first
    while unknown is not None and len(others) < MOST:
        line, unknown = _read_on(line, unknown, read)
        if unknown is not None:
            others.append(unknown)
    return others


def _read_on(
    line: str, unknown: UnknownWord, read: Callable[[str], object]
) -> tuple[str, UnknownWord | None]:
    """Return the line without a word that is not understood, and the next; None = there is none."""
    for instead in filter(None, (unknown.nearest, " ")):
        changed = _put(instead, unknown.word, line)
        try:
            read(changed)
        except UnknownWord as another:
            if another.word not in (unknown.word, unknown.nearest, ""):
                return changed, another
        except Refusal:
            continue
        else:
            return changed, None
    return line, None


def _put(instead: str, word: str, line: str) -> str:
    # the last of the same words, as the name is the first
    found = [*re.finditer(rf"(?<![\w'’-]){re.escape(word)}(?![\w'’-])", line)]
    if not found:
        return line
    return f"{line[: found[-1].start()]}{instead}{line[found[-1].end() :]}"


def _name_with_nearest(one: UnknownWord) -> Message:
    if one.nearest:
        return Message("'{word}' (did you mean {nearest}?)", word=one.word, nearest=one.nearest)
    return Message("'{word}'", word=one.word)
