"""Lengths on the grid in words: squares, and the GM's units."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from core.messages import Message, Metres, Squares, Value
from core.quantities import METRES_IN_A_SQUARE


def metres(squares: int | Fraction) -> Metres:
    """Squares as a length, shown in metres or feet as the GM prefers."""
    return Metres(squares * METRES_IN_A_SQUARE)


def scale() -> Message:
    """The size of a square: "1 square = 1.5 m"."""
    return Message("{one} = {length}", one=Squares(1), length=metres(1))


def length(squares: int | Fraction) -> Message:
    """Squares with their length: "4 squares (6 m)"."""
    return Message("{squares} ({length})", squares=Squares(squares), length=metres(squares))


def height(squares: int) -> Message:
    """A height above the ground: "height 3 (4.5 m)"; below it "depth 2 (3 m)"."""
    if squares < 0:
        return Message("depth {depth} ({length})", depth=-squares, length=metres(-squares))
    return Message("height {height} ({length})", height=squares, length=metres(squares))


def speed(squares: int) -> Message:
    """A speed, the length first: "15 m (10 sq)"."""
    return Message("{length} ({squares} sq)", length=metres(squares), squares=squares)


def used(cost: int, budget: int | None) -> Message:
    """A route's cost: "3 of 4 squares", or "3 squares" without a budget."""
    if budget is None:
        return Message("{squares}", squares=Squares(cost))
    return Message("{cost} of {squares}", cost=cost, squares=Squares(budget))


def rounds(count: int) -> Message:
    """A number of rounds: "1 round", "4 rounds"."""
    return Message("{count:round|rounds}", count=count)


def named(squares: Sequence[str]) -> Value:
    """Squares by name in sequence; consecutive ones of a column as "G8-G10"."""
    pieces: list[str] = []
    last = ""
    for name in squares:
        if last and _below(last, name):
            first = pieces[-1].partition("-")[0]
            pieces[-1] = f"{first}-{name}"
        else:
            pieces.append(name)
        last = name
    return " ".join(pieces)


def _below(upper: str, lower: str) -> bool:
    column = upper.rstrip("0123456789")
    same = lower.rstrip("0123456789") == column
    return same and int(lower[len(column) :]) == int(upper[len(column) :]) + 1
