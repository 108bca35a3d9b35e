"""Typed squares: runs, rectangles, borders, and creatures to add."""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.combat.board.battlefield import parse_edge
from core.combat.board.squares import Square, parse_square
from core.messages import Refusal
from core.values import Struct
from tui.play.typed.reading import square, whole

RUN = re.compile(r"([A-Za-z]{1,3}[1-9]\d{0,3}):(\d{1,3})")
RECTANGLE = re.compile(r"([A-Za-z]{1,3}[1-9]\d{0,3})-([A-Za-z]{1,3}[1-9]\d{0,3})")
MOST = 500


def runs(words: Iterable[str]) -> str:
    """Squares as runs: "b2:5 c4" is "B2:5 C4"; "b2-d3", a rectangle, is "B2:3 B3:3".

    Refusals "unknown_square", "no_squares".
    """
    found = [run for word in words for run in _runs(word)]
    if not found:
        raise Refusal("no_squares", "Which squares? C4, B2:5 (five to the right), B2-D6.")
    return " ".join(found)


def _runs(word: str) -> list[str]:
    if run := RUN.fullmatch(word):
        return [f"{square(run[1])}:{int(run[2])}"]
    if corners := RECTANGLE.fullmatch(word):
        one, other = parse_square(corners[1]), parse_square(corners[2])
        left, right = sorted((one.x, other.x))
        top, bottom = sorted((one.y, other.y))
        if bottom - top >= MOST or right - left >= MOST:
            raise Refusal("unknown_square", "{text} is larger than any map.", text=word)
        return [f"{Square(left, y)}:{right - left + 1}" for y in range(top, bottom + 1)]
    return [square(word)]


def border(text: str) -> str:
    """A border between two squares: "b2/c2" is "B2/C2". Refusals "bad_edge", "unknown_square"."""
    one, other = parse_edge(text)
    return f"{one}/{other}"


class Adding(Struct):
    """Creatures to add to an encounter.

    `hp` is "average" or "roll", `at` a square ("" = wherever there is room).
    """

    count: int
    kind: str
    hp: str = "average"
    hidden: bool = False
    at: str = ""


def adding(text: str) -> Adding:
    """Read ":add 8 wolf hp=roll hidden at k9".

    Refusals "too_few_words", "bad_number", "bad_hp", "unknown_square".
    """
    words = text.split()
    count = whole(words.pop(0)) if words and words[0].lstrip("+-").isdigit() else 1
    if not 1 <= count <= 99:
        raise Refusal("bad_number", "Add 1 to 99 creatures at a time, not {count}.",
                      count=count)  # fmt: skip
    kind: list[str] = []
    hp, hidden, at = "average", False, ""
    while words:
        word = words.pop(0)
        if word.startswith("hp="):
            hp = _hp(word.removeprefix("hp="))
        elif word == "hidden":
            hidden = True
        elif word == "at" and words:
            at = square(words.pop(0))
        else:
            kind.append(word)
    if not kind:
        raise Refusal(
            "too_few_words",
            "The command is incomplete. Type it like :{example}",
            example="add 8 wolf",
        )
    return Adding(count, " ".join(kind), hp, hidden, at)


def _hp(text: str) -> str:
    if text in ("average", "roll"):
        return text
    raise Refusal(
        "bad_hp", "'{text}' does not set hit points. Type hp=average or hp=roll.", text=text
    )
