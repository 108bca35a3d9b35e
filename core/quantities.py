"""Exact quantities whose type is their unit, and exact-number strings.

A quantity *is* a Fraction, so arithmetic on it is exact and gives a plain Fraction; wrap the
result in the unit it has before it goes into a Message or a Receipt.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction


class Metres(Fraction):
    """A length in metres."""


class Squares(Fraction):
    """A length in squares of 1.5 m (T-002)."""


class Kilometres(Fraction):
    """A length in kilometres."""


class KmPerHour(Fraction):
    """A pace in kilometres per overland hour (T-005)."""


class MetresPerMinute(Fraction):
    """A pace in metres per minute, the local scale (T-016)."""


class Hours(Fraction):
    """A duration in hours."""


class Minutes(Fraction):
    """A duration in minutes."""


class Kilograms(Fraction):
    """A weight in kilograms."""


class Factor(Fraction):
    """A multiplier without a unit."""


class Chance(Fraction):
    """A probability between 0 and 1."""


def adding(hours: Fraction) -> Callable[[Fraction], Fraction]:
    """Return what adds `hours` to a number, and only once where many have the same."""
    sums: dict[int, tuple[Fraction, Fraction]] = {}  # by id, which is compared faster

    def add(number: Fraction) -> Fraction:
        found = sums.get(id(number))
        if found is None:
            found = sums[id(number)] = number, number + hours
        return found[1]

    return add


def exact(number: Fraction | int) -> str:
    """Return `number` as text: "40.5" where decimals end, else "16/3"."""
    rest = number.denominator
    if rest == 1:
        return str(number.numerator)
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:  # the decimals do not end
        return f"{number.numerator}/{number.denominator}"
    places = 1
    while (number * 10**places).denominator != 1:
        places += 1
    digits = str(abs(int(number * 10**places))).rjust(places + 1, "0")
    sign = "-" if number < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def ratio(number: Fraction | int) -> str:
    """Return a probability as text: "a/b" in lowest terms, or "0" or "1"."""
    return str(Fraction(number))


def half_up(number: Fraction) -> int:
    """Return `number` rounded to a whole number, halves away from zero (T-007, Q-42)."""
    above, below = number.numerator, number.denominator
    whole = (2 * abs(above) + below) // (2 * below)
    return -whole if above < 0 else whole
