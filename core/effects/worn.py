"""What a sheet's totals hold already: "ac +1 deflection", "str +4 enhancement".

Such parts matter for stacking alone: a bonus of the same type adds only what is better.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from core.effects.changes import ALIASES, NAMED, TARGETS, Change, parse_change, write_change
from core.messages import Refusal
from core.values import Struct

EXAMPLE = "ac +1 deflection"
MOST_PARTS = 40
"""The most parts of a sheet."""
_SHORT = ("attack", "damage")
"""The figures whose weapon may be written last: "attack +1 enhancement longsword"."""


def read_worn(text: str, types: Collection[str] | None = None) -> tuple[str, ...]:
    """Return the parts of a text, divided by commas, each as `write_change` writes it.

    "armor 9" is "ac +9 armor". `types` are the system's bonus types (None: any word). Refusals
    "worn_part" and "many_worn", and those of `parse_change`.
    """
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if len(parts) > MOST_PARTS:
        raise Refusal("many_worn", "A sheet lists at most {most} parts.", most=MOST_PARTS)
    return tuple(dict.fromkeys(write_change(_read_part(part, types)) for part in parts))


def _read_part(text: str, types: Collection[str] | None) -> Change:
    words = text.lower().split()
    weapon = ""
    named = " ".join(words[:-1])
    points = words[-1].removeprefix("+")
    if named and points.isdecimal() and ALIASES.get(named, named) not in TARGETS:
        words = ["ac", f"+{points}", *words[:-1]]
    elif len(words) > 3 and words[0] in _SHORT and words[1][0] in "+-":
        weapon = " ".join(words[3:])
        words = [words[0], *weapon.split(), *words[1:3]]
    change = parse_change(" ".join(words), types)
    is_plain = change.op == "add" and not (change.by_value or change.when or change.bound)
    if not is_plain or change.amount <= 0 or not change.type:
        raise Refusal(
            "worn_part",
            "'{text}' is no bonus with a type that a figure holds. Write it like {example}.",
            text=text,
            example=EXAMPLE,
        )
    return change


@lru_cache(maxsize=1024)
def parse_worn(lines: tuple[str, ...]) -> tuple[Change, ...]:
    """Return the parts of a sheet, of lines that `read_worn` has read."""
    return tuple(map(parse_change, lines))


def best_worn(parts: Iterable[Change], topics: Collection[str]) -> Mapping[str, int]:
    """Return the best bonus of each type within figures of these names ("ac", "saves")."""
    best: dict[str, int] = {}
    for part in parts:
        if part.to in topics:
            best[part.type] = max(best.get(part.type, 0), int(part.amount))
    return best


def worn_in_attack(parts: Iterable[Change], weapon: str) -> tuple[Change, ...]:
    """Return the parts for an attack with a weapon: "attack longsword" is "attack" for its own."""
    found: list[Change] = []
    for part in parts:
        figure, _, name = part.to.partition(" ")
        if figure not in _SHORT or not name:
            found.append(part)
        elif name == weapon.lower():
            found.append(_of_figure(part, figure))
    return tuple(found)


def _of_figure(part: Change, figure: str) -> Change:
    return Change(to=figure, op=part.op, amount=part.amount, type=part.type)


_QUOTED = re.compile(r'("[^"]*")')
_WORN = re.compile(r"(?<=[\s,;])worn:?\s+(?=\S)", re.IGNORECASE)
_DIVIDER = re.compile(r"[,;]")


class CutWorn(Struct):
    """A line without its worn parts, and these as `read_worn` has them."""

    text: str
    lines: tuple[str, ...]


def cut_worn(text: str, types: Collection[str]) -> CutWorn:
    """Cut "worn ac +1 deflection, str +4 enhancement" out of a creature's line.

    What is quoted stays, and so does "worn" before what is neither a figure nor one of the bonus
    `types`. Behind the first part others follow as long as they are such parts. Refusals as
    `read_worn`.
    """
    lines: tuple[str, ...] = ()
    pieces: list[str] = []
    for piece in _QUOTED.split(text):
        kept = piece
        begun = None if piece.startswith('"') else _find_worn(piece, types)
        if begun is not None:
            first, *others = _DIVIDER.split(piece[begun.end() :])
            lines = (*lines, *read_worn(first, types))
            while others and (more := _try_part(others[0], types)):
                lines = (*lines, *more)
                del others[0]
            kept = ", ".join((piece[: begun.start()].rstrip(" ,;"), *others))
        pieces.append(kept)
    return CutWorn("".join(pieces), tuple(dict.fromkeys(lines)))


def _find_worn(text: str, types: Collection[str]) -> re.Match[str] | None:
    # Where the word is before a figure, or a bonus type; None = nowhere.
    figures = {target.split()[0] for target in (*TARGETS, *ALIASES, *NAMED)}
    firsts = figures | {name.split("_")[0] for name in types}
    for found in _WORN.finditer(text):
        if text[found.end() :].split()[0].lower() in firsts:
            return found
    return None


def _try_part(text: str, types: Collection[str]) -> tuple[str, ...]:
    # () = it is no worn part.
    try:
        return read_worn(text, types)
    except Refusal:
        return ()
