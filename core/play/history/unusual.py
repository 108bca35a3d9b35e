"""The chance that luck is at least so far from the average."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import erfc, sqrt

from core.dice import parse_dice
from core.play.history.luck import DiceTally

EXACT = 120
"""Up to this number of dice chances are exact; beyond it they follow the normal curve."""
FINEST = 1_000_000
"""The largest denominator of a chance that follows the curve."""


def chance(ledger: DiceTally) -> Fraction:
    """Return the chance that fair dice are at least as far from the average, on the same side.

    1 where nothing was thrown, or the sum is the average itself.
    """
    if not ledger.rolls or not ledger.balance:
        return Fraction(1)
    if sum(len(parse_dice(dice).sides) * count for dice, count in ledger.dice) > EXACT:
        return _by_the_curve(ledger)
    ways = _ways(ledger.dice)
    apart = abs(ledger.balance)
    middle = Fraction(len(ways) - 1, 2)
    return Fraction(sum(ways[: int(middle - apart) + 1]), sum(ways))


@lru_cache(maxsize=64)
def _ways(dice: tuple[tuple[str, int], ...]) -> tuple[int, ...]:
    ways = [1]
    for name, count in dice:
        for sides in parse_dice(name).sides * count:
            ways = _one_more(ways, sides)
    return tuple(ways)


def _one_more(ways: Iterable[int], sides: int) -> list[int]:
    sums = list(accumulate(ways))
    longer = sums + [sums[-1]] * (sides - 1)
    return [more - (sums[at - sides] if at >= sides else 0) for at, more in enumerate(longer)]


def _by_the_curve(ledger: DiceTally) -> Fraction:
    apart = max(Fraction(0), abs(ledger.balance) - Fraction(1, 2))
    deviations = sqrt(apart * apart / ledger.variance)
    return Fraction(erfc(deviations / sqrt(2)) / 2).limit_denominator(FINEST)
