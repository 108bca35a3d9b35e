"""The luck of the dice: their results against the average.

Dice where less is better (damage that the thrower takes) are mirrored: a 6 on a d6 counts as a 1,
so more is always luckier.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import erfc, sqrt

from core.dice import parse_dice
from core.play.history.thrown_dice import Roll
from core.values import Struct

NONE = Fraction(0)
D20 = "d20"
HIGHEST = 20
LOWEST = 1


class DiceTally(Struct, kw_only=True):
    """All throws of one creature: their number, their sum, and the sum expected on average.

    `who` is an id, "" for throws that belong to no single creature. `shown` and `expected` are
    sums without added numbers, `variance` is that of such a sum. `twenties` and `ones` are natural
    results of a d20. `best` and `worst` are the throws furthest above and below their average,
    relative to the spread of their dice; of equals the first. `dice` are the kinds of dice with
    the number of throws of each.
    """

    who: str
    rolls: int = 0
    shown: int = 0
    expected: Fraction = NONE
    variance: Fraction = NONE
    twenties: int = 0
    ones: int = 0
    best: Roll | None = None
    worst: Roll | None = None
    dice: tuple[tuple[str, int], ...] = ()

    @property
    def balance(self) -> Fraction:
        """The sum shown above the average; negative when below it."""
        return self.shown - self.expected

    def __add__(self, other: DiceTally) -> DiceTally:
        """Return the sum of both, `other` the later."""
        counts = dict(self.dice)
        for name, count in other.dice:
            counts[name] = counts.get(name, 0) + count
        return DiceTally(
            who=self.who,
            rolls=self.rolls + other.rolls,
            shown=self.shown + other.shown,
            expected=self.expected + other.expected,
            variance=self.variance + other.variance,
            twenties=self.twenties + other.twenties,
            ones=self.ones + other.ones,
            best=_further(self.best, other.best, 1),
            worst=_further(self.worst, other.worst, -1),
            dice=tuple(sorted(counts.items())),
        )


def ledger(creature_id: str, rolls: Iterable[Roll] | Counter[Roll]) -> DiceTally:
    """Return the tally of these throws, listed or counted, whoever threw them."""
    whole = DiceTally(who=creature_id)
    for roll, count in Counter(rolls).items():
        whole += _alike(creature_id, roll, count)
    return whole


def ledgers(rolls: Iterable[Roll] | Counter[Roll]) -> tuple[DiceTally, ...]:
    """Return the tallies of all who threw dice at the table, in the order of their first throw.

    Throws are listed or counted; dice that the program threw do not count.
    """
    tallies: dict[str, DiceTally] = {}
    for roll, count in Counter(rolls).items():
        if roll.how != "typed":
            continue
        before = tallies.get(roll.who, DiceTally(who=roll.who))
        tallies[roll.who] = before + _alike(roll.who, roll, count)
    return tuple(tallies.values())


def _alike(creature_id: str, roll: Roll, count: int) -> DiceTally:
    expected, variance = _usual(roll.dice)
    return DiceTally(
        who=creature_id,
        rolls=count,
        shown=lucky(roll) * count,
        expected=expected * count,
        variance=variance * count,
        twenties=count if roll.dice == D20 and roll.shown == HIGHEST else 0,
        ones=count if roll.dice == D20 and roll.shown == LOWEST else 0,
        best=roll,
        worst=roll,
        dice=((roll.dice, count),),
    )


def lucky(roll: Roll) -> int:
    """Return the result of a throw, mirrored where less is better."""
    if not roll.low:
        return roll.shown
    dice = parse_dice(roll.dice)
    return dice.least + dice.most - roll.shown


@lru_cache(maxsize=256)
def _usual(dice: str) -> tuple[Fraction, Fraction]:
    read = parse_dice(dice)
    variance = sum((Fraction(sides * sides - 1, 12) for sides in read.sides), NONE)
    return Fraction(read.least + read.most, 2), variance


def _further(one: Roll | None, other: Roll | None, way: int) -> Roll | None:
    if one is None or other is None:
        return one or other
    if way * _out(other) > way * _out(one):
        return other
    return one


@lru_cache(maxsize=4096)
def _out(roll: Roll) -> Fraction:
    expected, variance = _usual(roll.dice)
    apart = lucky(roll) - expected
    if not variance:
        return NONE
    return apart * abs(apart) / variance


EXACT = 120
"""Up to this number of dice chances are exact; beyond it they follow the normal curve."""
FINEST = 1_000_000
"""The largest denominator of a chance that follows the curve."""


def chance(tally: DiceTally) -> Fraction:
    """Return the chance that fair dice are at least as far from the average, on the same side.

    1 where nothing was thrown, or the sum is the average itself.
    """
    if not tally.rolls or not tally.balance:
        return Fraction(1)
    if sum(len(parse_dice(dice).sides) * count for dice, count in tally.dice) > EXACT:
        return _by_the_curve(tally)
    ways = _ways(tally.dice)
    apart = abs(tally.balance)
    middle = Fraction(len(ways) - 1, 2)
    return Fraction(sum(ways[: int(middle - apart) + 1]), sum(ways))


@lru_cache(maxsize=64)
def _ways(dice: tuple[tuple[str, int], ...]) -> tuple[int, ...]:
    ways = [1]
    for name, count in dice:
        for sides in parse_dice(name).sides * count:
            sums = list(accumulate(ways))
            longer = sums + [sums[-1]] * (sides - 1)
            ways = [
                more - (sums[at - sides] if at >= sides else 0) for at, more in enumerate(longer)
            ]
    return tuple(ways)


def _by_the_curve(tally: DiceTally) -> Fraction:
    apart = max(Fraction(0), abs(tally.balance) - Fraction(1, 2))
    deviations = sqrt(apart * apart / tally.variance)
    return Fraction(erfc(deviations / sqrt(2)) / 2).limit_denominator(FINEST)
