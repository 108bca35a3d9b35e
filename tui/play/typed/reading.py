"""Typed durations, numbers, squares, points of damage and legs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from fractions import Fraction
from typing import TypeAlias

from core.combat.board.squares import parse_square
from core.messages import Refusal
from core.play.fight.blows.commands import GiveTemporary
from core.play.state import State
from core.play.table.commands import Heal, Hurt
from core.rulesets.schema import Ruleset
from core.travel.stretches import Stretch
from core.values import replace
from tui.play.typed.whom import everybody


def hours(text: str, unit: str = "h") -> Fraction:
    """A duration in hours: "20min", "2h", "1h30", "1.5", "2d"; a bare number counts `unit`.

    Raises Refusal for anything else, or for a negative duration.
    """
    spelled = text.replace(",", ".").replace(" ", "")
    both = re.fullmatch(r"(\d+)h(\d+)(?:min|m)?", spelled)
    if both:
        return Fraction(both[1]) + Fraction(int(both[2]), 60)
    one = re.fullmatch(r"(\d+(?:\.\d+)?|\d+/\d+)(min|m|h|d)?", spelled)
    if not one or one[1].endswith("/0"):
        raise Refusal(
            "bad_duration",
            "'{text}' is not a duration. Write it like 20min, 2h or 1h30.",
            text=text,
        )
    scale = {"min": Fraction(1, 60), "m": Fraction(1, 60), "h": Fraction(1), "d": Fraction(24)}
    return Fraction(one[1]) * scale[one[2] or unit]


def minutes(text: str) -> int:
    """Whole minutes: "10", "20min", "1h30"; rounded down. Refusals of `hours`."""
    return int(hours(text, "min") * 60)


def legs(text: str, rules: Ruleset) -> tuple[Stretch, ...]:
    """Legs as "24 forest road; 30 plains highway hustle": km, then terrain, way, pace.

    Refusal names an unknown word, with the nearest word of the ruleset.
    """
    written = [part for part in text.split(";") if part.strip()]
    return tuple(leg(part, number, rules) for number, part in enumerate(written, 1))


def leg(text: str, number: int, rules: Ruleset) -> Stretch:
    """One leg of `legs`, the `number`-th."""
    words = text.lower().replace(",", ".").split()
    length = words[0].removesuffix("km") if words else ""
    if not re.fullmatch(r"\d+(\.\d+)?", length) or not Fraction(length):
        raise Refusal(
            "bad_leg",
            "'{text}' is not a leg. Write km, terrain, way (24 forest road).",
            text=text,
        )
    stretch = Stretch(Fraction(length), number)
    for word in (word for word in words[1:] if word != "km"):
        stretch = _leg_word(stretch, word, rules)
    return stretch


def _leg_word(stretch: Stretch, word: str, rules: Ruleset) -> Stretch:
    if word in rules.terrain or word in rules.words.terrain:
        return replace(stretch, terrain=rules.words.terrain.get(word, word))
    if word in rules.ways:
        return replace(stretch, way=word)
    if word in ("walk", "hustle"):
        return replace(stretch, pace=word)
    known = (*rules.terrain, *rules.ways, "walk", "hustle")
    close = get_close_matches(word, known, n=1)
    if close:
        raise Refusal(
            "unknown_word",
            "'{word}' is not a terrain, way or pace; did you mean {nearest}?",
            word=word,
            nearest=close[0],
        )
    raise Refusal(
        "unknown_word",
        "'{word}' is not a terrain, way or pace; there are {known}.",
        word=word,
        known=known,
    )


def whole(text: str) -> int:
    """A whole number, or a Refusal."""
    if not re.fullmatch(r"[+-]?\d{1,9}", text):
        raise Refusal("bad_number", "'{text}' is not a whole number.", text=text)
    return int(text)


def ruling(text: str) -> str:
    """The first word of a ruling: pass, fail, critical, skip or a number; else Refusal.

    Else Refusal.
    """
    word = (text.split() or [""])[0]
    if word not in ("pass", "fail", "critical", "skip") and not re.fullmatch(r"\d{1,6}", word):
        raise Refusal(
            "bad_ruling",
            "'{text}' is not a ruling. Type pass, fail, skip or a number.",
            text=word,
        )
    return word


def square(text: str) -> str:
    """The name of a square: "k9" is "K9". Refusal "unknown_square"."""
    return str(parse_square(text))


def squares(words: Iterable[str]) -> tuple[str, ...]:
    """The names of squares, in order. Refusal "unknown_square"."""
    return tuple(square(word) for word in words)


Points: TypeAlias = Hurt | Heal | GiveTemporary
"""What a line of points asks for."""

AMOUNT = re.compile(r"[+-]?(\d{1,6}(?:\+\d{1,6})*)(?:/(\d{1,3})|x(\d{1,3}))?([nt]?)")


def amounts(text: str, who: tuple[str, ...]) -> Points:
    """The line of `-` and `+`: "-7", "+5n", "+5t", "-5 7 3", "-28/2", "-7x2", "-4+3".

    `who` are ids in the order in which they were marked: one amount is for each of them, several
    are theirs in that order. `n` is nonlethal and `t` temporary, at each amount or the last.
    "5t" needs no sign. Halves are rounded down. Refusals "no_amount", "bad_number",
    "mixed_amounts", "amounts_mismatch", "bad_temporary".
    """
    words = text.lstrip("+-").split()
    if not words:
        raise Refusal("no_amount", "How many points? Type a number, as in -7 or +5n.")
    found = [_amount(word) for word in words]
    kinds = [kind for _, kind in found]
    if len({*kinds}) > 1 and any(kinds[:-1]):
        raise Refusal("mixed_amounts", "Give lethal, nonlethal and temporary points one at a time.")
    if len(found) not in (1, len(who)):
        raise Refusal(
            "amounts_mismatch",
            "{amounts} amounts for {members} members: give one, or one for each.",
            amounts=len(found),
            members=len(who),
        )
    return _points(text, who, tuple(points for points, _ in found), kinds[-1])


def _points(text: str, who: tuple[str, ...], points: tuple[int, ...], kind: str) -> Points:
    if kind == "t":
        if text.startswith("-"):
            raise Refusal("bad_temporary", "Temporary hit points can only be added. Type +5t.")
        return GiveTemporary(who, points)
    return (Heal if text.startswith("+") else Hurt)(who, points, kind == "n")


def points(text: str, sign: str, state: State, marked: tuple[str, ...]) -> Points:
    """The line that `-` and `+` open: amounts, then who ("-7n h v"); nobody named = the marked."""
    words = re.sub(r"(\d) +n( |$)", r"\1n\2", text.strip().lstrip("+-")).split()
    numbers = [word for word in words if word[0].isdigit() or word[0] in "+-"]
    who = everybody((word for word in words if word not in numbers), state) or marked
    if not who:
        raise Refusal("nobody_named", "Who? Add a letter or a name, as in 7 h.")
    return amounts(f"{sign}{' '.join(numbers)}", who)


def _amount(word: str) -> tuple[int, str]:
    found = AMOUNT.fullmatch(word)
    if found is None or found[2] == "0":
        raise Refusal("bad_number", "'{text}' is not a whole number.", text=word)
    total = sum(int(part) for part in found[1].split("+"))
    if found[2]:
        total //= int(found[2])
    return total * int(found[3] or 1), found[4]
